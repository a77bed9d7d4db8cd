"""Which program summarises Miles runs, and at which version it is."""

from __future__ import annotations

VERSION = "1"
"""The summariser's own version: it changes whenever the same inputs give other bytes."""
GENERATOR = "capture/gpu/summarize_miles.py"
