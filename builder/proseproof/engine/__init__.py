"""Rows of another engine, recorded as a capture once, so that checks never ask it again."""

from __future__ import annotations

from proseproof.engine.connect import CannotRecord
from proseproof.engine.record import Recorded, record

__all__ = ["CannotRecord", "Recorded", "record"]
