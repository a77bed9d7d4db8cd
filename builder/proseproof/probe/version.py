"""Which program summarises logs of the offload probe, and at which version it is."""

from __future__ import annotations

VERSION = "2"
"""Changes when the same inputs would give another summary."""
GENERATOR = "capture/gpu/summarize_probe.py"
