"""Which engine draws, and the grammar that it knows: read off what is installed, none imported."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from proseproof.kept import version_of

_LINE = re.compile(r"^SCHEMA_VERSION = \"v(\d+\.\d+)", re.MULTILINE)


@cache
def engine() -> str:
    """The versions that decide what a drawing looks like: a part of the key of a kept drawing."""
    found = version_of("altair"), version_of("vl_convert", "vl_convert_python")
    if None in found:
        from importlib.metadata import version

        found = version("altair"), version("vl-convert-python")
    return ", ".join(str(each) for each in found)


@cache
def vocabulary() -> Mapping[str, Any]:
    """The JSON Schema of Vega-Lite: what keys, marks and types there are."""
    schema: Mapping[str, Any] = json.loads((_shipped() / "vega-lite-schema.json").read_bytes())
    return schema


@cache
def line() -> str:
    """The version of Vega-Lite that this schema is of, as the engine calls it: `6.1`."""
    found = _LINE.search((_shipped() / "__init__.py").read_text(encoding="utf-8"))
    if found is None:
        raise RuntimeError("this Altair does not say which Vega-Lite it writes")
    return found[1]


def _shipped() -> Path:
    """The folder of Altair that holds the schema. Importing Altair takes half a second."""
    spec = find_spec("altair")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("altair is not installed", name="altair")
    [schema] = (Path(spec.origin).parent / "vegalite").glob("v*/schema/vega-lite-schema.json")
    return schema.parent
