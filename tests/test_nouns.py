"""A noun is a dataclass: it shows its fields, compares by them, and hashes where it is frozen."""

from __future__ import annotations

from dataclasses import field

import pytest

from proseproof.nouns import dataclass


@dataclass(frozen=True)
class Stop:
    name: str
    _rows: tuple[int, ...] = field(default=(), repr=False)


@dataclass(frozen=True, eq=False, slots=True)
class Line:
    stops: list[Stop]
    next: Line | None = None


@dataclass
class Open:
    name: str


def test_it_shows_its_fields_but_for_those_that_are_not_to_be_shown() -> None:
    assert repr(Stop("a", (1, 2))) == "Stop(name='a')"
    assert repr(Line([Stop("a")])) == "Line(stops=[Stop(name='a')], next=None)"


def test_one_that_holds_itself_is_shown_all_the_same() -> None:
    ring = Line([])
    ring.next = ring  # type: ignore[misc]
    assert repr(ring) == "Line(stops=[], next=...)"


def test_it_compares_and_hashes_by_its_fields() -> None:
    assert Stop("a") == Stop("a") != Stop("b")
    assert len({Stop("a"), Stop("a"), Stop("b")}) == 2
    assert Line([]) != Line([])
    with pytest.raises(TypeError, match="unhashable"):
        hash(Open("a"))
