"""The page and the claims file of a new section, in several wordings: the fullest first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from statistics import median

from proseproof.new.picture import Mark, Picture, column_of
from proseproof.new.words import axis_title, bare, places_for, words_of, written
from proseproof.nouns import dataclass
from proseproof.suggest.relation import Leaf
from proseproof.yaml_text.adding import entry, scalar


@dataclass(frozen=True)
class Section:
    """The texts of a new section: its page, its claims file."""

    page: str
    claims: str


def sections_of(
    picture: Picture, marks: Sequence[Mark], page: str, title: str, figure: str, schema: str
) -> Iterator[Section]:
    """Sections that show the picture, each saying less than the one before.

    marks: what its query gives. page: its path. figure: the id. schema: where that of the claims
    file is. The first names the rows at both ends; a name that is no name in prose spoils it, and
    then the next may hold. Which one holds is for a check to say.
    """
    told: list[Section] = []
    for named, titled in ((True, True), (True, False), (False, True), (False, False)):
        section = _Draft(picture, marks, named, titled).section(page, title, figure, schema)
        if section not in told:
            told.append(section)
            yield section


@dataclass(frozen=True, eq=False)
class _Draft:
    """One wording of a section. named: the ends are told by name; titled: axes have titles."""

    picture: Picture
    marks: Sequence[Mark]
    named: bool
    titled: bool

    def section(self, page: str, title: str, figure: str, schema: str) -> Section:
        values = [mark.value for mark in self.marks]
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
        column = self.picture.measured
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
            *_below(entry([("data", self.picture.data)])),
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
        column, unit = self.picture.measured, self.picture.measure.unit
        least = min(self.marks, key=lambda mark: mark.value)
        most = max(self.marks, key=lambda mark: mark.value)
        places = places_for(least.value, most.value)
        low, high = (written(mark.value, places, unit) for mark in (least, most))
        noun = self._noun()
        verb = "lie" if _is_plural(noun) else "lies"
        if self.named and self.picture.key.kind == "text" and self.picture.series is None:
            key = column_of(self.picture.key)
            said = (
                f"`{most.key}` has the highest {noun}, {high}, and `{least.key}` the lowest, {low}"
            )
            ends = (
                f"arg_max({key}, {column}), max({column}), arg_min({key}, {column}), min({column})"
            )
            return said, f"SELECT {ends} FROM data"
        said = f"The {noun} {verb} between {low} and {high}"
        return said, f"SELECT min({column}), max({column}) FROM data"

    def _chart(self) -> Iterator[str]:
        picture = self.picture
        measure = _channel(self.picture.measured, "quantitative", self._axis(picture.measure))
        key = _channel(
            column_of(picture.key),
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
            series = _channel(column_of(picture.series), "nominal", self._axis(picture.series))
            if not picture.counts:
                yield f"    yOffset: {{field: {_quoted(column_of(picture.series))}, type: nominal}}"
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
