"""Proseproof: documentation whose numbers are proved."""

__version__ = "0.1.0"
