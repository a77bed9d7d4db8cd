"""A new section, written from the data: a page, its claims, and a project where there is none."""

from __future__ import annotations

from proseproof.new.plan import CannotWriteError, Plan, Wanted, plan

__all__ = ["CannotWriteError", "Plan", "Wanted", "plan"]
