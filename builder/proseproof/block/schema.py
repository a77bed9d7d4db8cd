"""The packaged JSON Schemas of the two YAML files: the one list of their keys."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal as OneOf

Schema = Mapping[str, Any]
SchemaName = OneOf["claims", "project"]


def schema_text(name: SchemaName) -> str:
    """The JSON Schema (draft 2020-12) of a claims file or of the project file, as JSON.

    Each key carries a title or a description, and examples where they help.
    """
    data = pkgutil.get_data("proseproof", f"schemas/{name}.schema.json")
    assert data is not None, "the schemas are part of the package"
    return data.decode("utf-8")


@cache
def load_schema(name: SchemaName) -> Schema:
    """The same, parsed."""
    schema: Schema = json.loads(schema_text(name))
    return schema
