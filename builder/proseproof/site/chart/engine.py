"""The only file that knows Altair and vl-convert: whether a chart is Vega-Lite, and its drawing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from proseproof.kept import version_of
from proseproof.model import DecimalMark

_LOCALES = {
    mark: {"decimal": mark, "thousands": other, "grouping": [3], "currency": ["", ""]}
    for mark, other in ((".", ","), (",", "."))
}


class ChartError(Exception):
    """The engine takes no such chart.

    path: where in the chart, as far as is known. Its text says why, in the engine's words.
    """

    def __init__(self, reason: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(reason)
        self.path = path


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
    import altair as alt

    schema: Mapping[str, Any] = alt.load_schema()
    return schema


def validate(spec: Mapping[str, Any]) -> None:
    """Raises ChartError where Altair finds that the chart is no Vega-Lite.

    It looks at the chart without rows: with them, it would look at each for seconds. What it makes
    of the chart is left: names it numbers as it goes, and a theme of its own.
    """
    import altair as alt
    import jsonschema

    try:
        alt.Chart.from_dict({**spec, "data": {"values": []}}).to_dict()
    except jsonschema.ValidationError as error:
        raise ChartError(error.message, tuple(error.absolute_path)) from error


def picture(
    spec: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], mark: DecimalMark = "."
) -> str:
    """The drawing of a validated chart, its config in it, with its rows. Raises ChartError.

    mark: how the numbers of axes and labels are written. Nothing is fetched: no address is allowed.
    Times are drawn in UTC wherever the machine stands.
    """
    import altair as alt
    import vl_convert

    whole = {**spec, "data": {"values": list(rows)}}
    line = ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])
    with _utc():
        try:
            drawn: str = vl_convert.vegalite_to_svg(
                whole, vl_version=line, allowed_base_urls=[], format_locale=_LOCALES[mark]
            )
        except ValueError as error:
            raise ChartError(_first_line(error)) from error
    return drawn


@contextmanager
def _utc() -> Iterator[None]:
    """The engine reads the time zone from the environment when it first draws."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    try:
        yield
    finally:
        if before is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = before


def _first_line(error: Exception) -> str:
    """The engine's reason without its stack."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = next((line for line in lines if "Error:" in line), lines[0] if lines else "no reason")
    return said.rpartition("Error:")[2].strip() or said
