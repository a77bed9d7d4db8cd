"""Ready declarations for the files of other people's tools: tables, and views with units."""

from __future__ import annotations

from proseproof.shapes.declare import Declared, Misfit, declare
from proseproof.shapes.shape import Shape, shape_names, shapes_of

__all__ = ["Declared", "Misfit", "Shape", "declare", "shape_names", "shapes_of"]
