"""A recorded file read to the rows of its declared tables, with its digest and provenance."""

from __future__ import annotations

from proseproof.capture.known import recall_or_read
from proseproof.capture.read import read_capture
from proseproof.capture.record import Capture, CaptureFile, Rows

__all__ = ["Capture", "CaptureFile", "Rows", "read_capture", "recall_or_read"]
