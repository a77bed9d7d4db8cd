"""The page and the claims file of a new section, in several wordings: the fullest first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median

from proseproof.judge.quantity import exact
from proseproof.new.picture import Picture
from proseproof.new.words import axis_title, bare, places_for, words_of, written
from proseproof.suggest.relation import Leaf, Value, name_in_sql
from proseproof.yaml_text.adding import entry, scalar


@dataclass(frozen=True)
class Section:
    """The texts of a new section: its page, its claims file."""

    page: str
    claims: str


@dataclass(frozen=True)
class _Row:
    key: Value
    value: Fraction


def sections_of(
    picture: Picture, page: str, title: str, figure: str, schema: str
) -> Iterator[Section]:
    """Sections that show the picture, each saying less than the one before.

    page: its path. figure: the id. schema: where the claims file's schema is.
    The first names the rows at both ends; a name that is no name in prose spoils it, and then the
    next may hold. Which one holds is for a check to say.
    """
    rows = _rows(picture)
    told: list[Section] = []
    for named, titled in ((True, True), (True, False), (False, True), (False, False)):
        section = _Draft(picture, rows, named, titled).section(page, title, figure, schema)
        if section not in told:
            told.append(section)
            yield section


def _rows(picture: Picture) -> list[_Row]:
    """What the figure's query gives: a row for each mark."""
    held = picture.relation.rows
    found: dict[Value, list[Fraction]] = {}
    rows: list[_Row] = []
    for key, raw in zip(held[picture.key], held[picture.measure], strict=True):
        value = exact(raw)
        if isinstance(value, Fraction) and key is not None:
            rows.append(_Row(key, value))
            found.setdefault(key, []).append(value)
    if picture.typical:
        return [_Row(key, Fraction(median(found[key]))) for key in sorted(found)]
    return rows


@dataclass(frozen=True, eq=False)
class _Draft:
    """One wording of a section. named: the ends are told by name; titled: axes have titles."""

    picture: Picture
    rows: Sequence[_Row]
    named: bool
    titled: bool

    def section(self, page: str, title: str, figure: str, schema: str) -> Section:
        values = [row.value for row in self.rows]
        low, high, middle = min(values), max(values), Fraction(median(values))
        places = places_for(low, high, middle)
        unit = self.picture.measure.unit
        go = "go" if _is_plural(self._noun()) else "goes"
        span = f"{go} from {bare(low, places)} to {written(high, places, unit)}"
        among = f"Across {len(values)} {self._marks()}"
        half = f"with a median of {written(middle, places, unit)}"
        text = (
            f"# {title}\n\n"
            "<!-- Say here what was measured, and how. -->\n\n"
            f"```figure\n{figure}\n```\n\n"
            f"{among} the {self._noun()} {span}, {half}.\n\n"
            "<!-- Say here what a reader can do with it. A number that you write is unbound until\n"
            f"     a claim proves it: proseproof suggest {page} -->\n"
        )
        column = self._measure_name()
        claims = [
            (among, "SELECT count(*) FROM data"),
            (span, f"SELECT min({column}), max({column}) FROM data"),
            (half, f"SELECT median({column}) FROM data"),
        ]
        return Section(text, self._claims_file(page, figure, schema, claims))

    def _marks(self) -> str:
        words = words_of(self.picture.key)
        if self.picture.series is not None:
            return "rows"
        return words if words.endswith("s") else f"{words}s"

    def _noun(self) -> str:
        words = words_of(self.picture.measure)
        return f"median {words}" if self.picture.typical else words

    def _measure_name(self) -> str:
        name = _column(self.picture.measure)
        return f"median_{name}" if self.picture.typical else name

    def _claims_file(
        self, page: str, figure: str, schema: str, claims: Sequence[tuple[str, str]]
    ) -> str:
        said, query = self._headline()
        sentence = said + "."
        own = [(said, query)]
        lines = [
            f"# yaml-language-server: $schema={schema}",
            f"page: {scalar(page)}",
            "",
            "figures:",
            f"  - id: {figure}",
            "    kind: chart",
            *_below(entry([("title", self._title())])),
            *_below(entry([("claim", sentence)])),
            *_below(entry([("caption", self._caption())])),
            *_below(entry([("data", self._data())])),
            *_below(self._chart()),
            "    claims:",
        ]
        for says, sql in (*own, *claims):
            first, *others = entry([("says", says), ("query", sql)])
            lines += [f"      - {first}", *(f"        {line}" for line in others)]
        return "\n".join(lines) + "\n"

    def _title(self) -> str:
        noun = self._noun()
        keys = [self.picture.key, *([self.picture.series] if self.picture.series else [])]
        by = " and ".join(words_of(key) for key in keys)
        return f"{noun[:1].upper()}{noun[1:]} by {by}"

    def _caption(self) -> str:
        mark = "point" if self.picture.counts else "bar"
        what = "the median of its rows" if self.picture.typical else "one row of the capture"
        return f"Each {mark} is {what}."

    def _headline(self) -> tuple[str, str]:
        """The claim of the figure without its stop, and its query."""
        column, unit = self._measure_name(), self.picture.measure.unit
        least = min(self.rows, key=lambda row: row.value)
        most = max(self.rows, key=lambda row: row.value)
        places = places_for(least.value, most.value)
        low, high = (written(row.value, places, unit) for row in (least, most))
        noun = self._noun()
        verb = "lie" if _is_plural(noun) else "lies"
        if self.named and self.picture.key.kind == "text" and self.picture.series is None:
            key = _column(self.picture.key)
            said = (
                f"`{most.key}` has the highest {noun}, {high}, and `{least.key}` the lowest, {low}"
            )
            ends = (
                f"arg_max({key}, {column}), max({column}), arg_min({key}, {column}), min({column})"
            )
            return said, f"SELECT {ends} FROM data"
        said = f"The {noun} {verb} between {low} and {high}"
        return said, f"SELECT min({column}), max({column}) FROM data"

    def _data(self) -> str:
        picture = self.picture
        keys = [picture.key, *([picture.series] if picture.series else [])]
        items = [_item(key.sql, _column(key)) for key in keys]
        measure = picture.measure.sql
        items.append(
            _item(f"median({measure})" if picture.typical else measure, self._measure_name())
        )
        lines = [f"SELECT {', '.join(items)}", f"FROM {picture.relation.sql}"]
        known = [
            f"{leaf.sql} IS NOT NULL"
            for leaf in (picture.measure, picture.key)
            if self._lacks(leaf)
        ]
        if known:
            lines.append(f"WHERE {' AND '.join(known)}")
        if picture.typical:
            lines += [f"GROUP BY {picture.key.sql}", f"ORDER BY {picture.key.sql}"]
        return "\n".join(lines) if len(" ".join(lines)) > 80 else " ".join(lines)

    def _lacks(self, leaf: Leaf) -> bool:
        return None in self.picture.relation.rows[leaf]

    def _chart(self) -> Iterator[str]:
        picture = self.picture
        measure = _channel(self._measure_name(), "quantitative", self._axis(picture.measure))
        key = _channel(
            _column(picture.key),
            "ordinal" if picture.counts else "nominal",
            self._axis(picture.key),
        )
        yield "chart:"
        if picture.counts:
            yield "  mark: {type: line, point: true}"
            yield "  encoding:"
            yield f"    x: {key}"
            yield f"    y: {measure}"
        else:
            yield "  mark: bar"
            yield "  encoding:"
            yield f"    y: {key}"
            yield f"    x: {measure}"
        if picture.series is not None:
            series = _channel(_column(picture.series), "nominal", self._axis(picture.series))
            if not picture.counts:
                yield f"    yOffset: {{field: {_quoted(_column(picture.series))}, type: nominal}}"
            yield f"    color: {series}"

    def _axis(self, leaf: Leaf) -> str | None:
        return axis_title(leaf) if self.titled else None


def _is_plural(noun: str) -> bool:
    return noun.endswith("s") and not noun.endswith("ss")


def _below(lines: Sequence[str] | Iterator[str]) -> list[str]:
    return [f"    {line}" if line else "" for line in lines]


def _channel(field: str, kind: str, title: str | None) -> str:
    told = "null" if title is None else json.dumps(title, ensure_ascii=False)
    sort = ", sort: null" if kind != "quantitative" else ""
    return f"{{field: {_quoted(field)}, type: {kind}{sort}, title: {told}}}"


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)


def _column(leaf: Leaf) -> str:
    """A name for the leaf as a column of the figure's rows; its unit stays at its end."""
    names = leaf.path[-2:] if len(leaf.path) > 1 else leaf.path
    name = re.sub(r"\W+", "_", "_".join(names)).strip("_")
    return name if name_in_sql(name) == name and not name[:1].isdigit() else f"the_{name}"


def _item(sql: str, name: str) -> str:
    return sql if sql == name else f"{sql} AS {name}"
