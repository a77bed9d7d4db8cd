"""How a stale number is rewritten: in its own style, and nothing else of the file with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.update.updated import CLAIMS, said, sentence, updated

from proseproof.query import Worker

STYLES: dict[str, tuple[str, dict[str, Any], str]] = {
    "places are kept": ("took 41.2 s", {"a_s": 44.0556}, "took 44.1 s"),
    "a zero at the end too": ("took 0.60 s", {"a_s": 0.7}, "took 0.70 s"),
    "and no places": ("took 41 s", {"a_s": 44.0556}, "took 44 s"),
    "the unit that is written": ("took 600 ms", {"a_s": 0.6518}, "took 652 ms"),
    "a percent of a ratio": ("lost 3.1 percent", {"a_ratio": 0.0417}, "lost 4.2 percent"),
    "thousands with a comma": ("1,234 rows", {"n": 98765}, "98,765 rows"),
    "a group more": ("999,100 rows", {"n": 1234567}, "1,234,567 rows"),
    "thousands with an underscore": ("1_234 rows", {"n": 2345}, "2_345 rows"),
    "thousands with a thin space": ("1\u2009234 rows", {"n": 23456}, "23\u2009456 rows"),
    "no separator where none was": ("1234 rows", {"n": 98765}, "98765 rows"),
    "a scale": ("sent 12k rows", {"n": 17400}, "sent 17k rows"),
    "an exponent": ("a rate of 1.2e-3", {"r": 0.00173}, "a rate of 1.7e-3"),
    "a power of ten": ("3.1×10⁵ rows", {"n": 420000}, "4.2×10⁵ rows"),
    "a minus sign": ("moved by −5 s", {"a_s": -7.2}, "moved by −7 s"),
    "a hyphen for one": ("moved by -5 s", {"a_s": -7.2}, "moved by -7 s"),
    "a plus": ("moved by +5 s", {"a_s": 7.2}, "moved by +7 s"),
    "a currency": ("cost $12.40 a day", {"n": 13.5}, "cost $13.50 a day"),
    "a bare point": ("a share of .25", {"r": 0.31}, "a share of .31"),
    "a word up to twelve": ("Three runs finished", {"n": 11}, "Eleven runs finished"),
    "in small letters": ("all of the three runs", {"n": 12}, "all of the twelve runs"),
    "a quantity said twice": ("eleven (11) days", {"n": 9}, "nine (9) days"),
    "a twin that disagrees": ("ten (15) days", {"n": 10}, "ten (10) days"),
    "a list that keeps no order": ("took 41 and 42 s", {"a_s": 44, "b_s": 43}, "took 44 and 43 s"),
    "a range": ("saved 0.6 to 1.8 s", {"a_s": 0.71, "b_s": 2.04}, "saved 0.7 to 2.0 s"),
    "the end that moved": ("saved 0.6 to 1.8 s", {"a_s": 0.6, "b_s": 2}, "saved 0.6 to 2.0 s"),
    "a range with a dash": ("took 12–14 s", {"a_s": 13, "b_s": 15}, "took 13–15 s"),
    "about, at its digits": ("about 800 tokens", {"n": 856}, "about 900 tokens"),
    "at more where those lie": ("about 100 tokens", {"n": 124}, "about 120 tokens"),
    "up to": ("up to 41 s", {"a_s": 52.3}, "up to 52 s"),
    "one for every value": ("each took 41 s", {"a_s": 52.3, "b_s": 51.9}, "each took 52 s"),
    "one, where no noun follows": ("1 percent of it", {"a_ratio": 0.032}, "3 percent of it"),
    "one second, by its symbol": ("took 1 s", {"a_s": 3.2}, "took 3 s"),
    "four of twelve": ("4 of 12 nights", {"n": 5, "of_n": 13}, "5 of 13 nights"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "values", "after"), STYLES.values(), ids=STYLES)
def test_a_number_is_written_in_its_own_style(
    before: str, values: dict[str, Any], after: str, tmp_path: Path, worker: Worker
) -> None:
    files = sentence(f"It is so: {before}.", before, values)
    result = updated(tmp_path, files, worker)
    assert said(result, files) == f"It is so: {after}."
    assert result.left == ()


def test_half_way_the_claim_has_the_choice(tmp_path: Path, worker: Worker) -> None:
    """8.8 and 8.9 are right, and the claim says 8.9: nothing is left, and no page says both."""
    page = "Here a request took {} ms, and in short a request took {} ms."
    files = sentence(page.format("9.9", "7.9"), "a request took 8.9 ms", {"a_ms": 8.85})
    result = updated(tmp_path, files, worker)
    assert said(result, files) == page.format("8.9", "8.9")
    assert result.left == ()


PLACES = {
    "emphasis": "It took **41.2 s** in all.",
    "emphasis around the number alone": "It took *41.2* s in all.",
    "a link": "It [took 41.2 s](a.md) in all.",
    "code ticks": "It took `41.2` s in all.",
    "a soft break": "It took\n41.2 s in all.",
    "a no-break space before the unit": "It took 41.2&nbsp;s in all.",
    "a list": "- It took 41.2 s\n  in all.",
    "a quotation": "> It took 41.2 s\n> in all.",
    "a heading": "## It took 41.2 s in all { #all }",
    "a table": "| a |\n|---|\n| It took 41.2 s in all |",
    "an alt text": "![It took 41.2 s in all](a.png)",
    "HTML": "<p>It took <b>41.2</b> s in all</p>",
    "an admonition": "!!! note\n\n    It took 41.2 s in all",
    "a comment beside it": "It took 41.2 s <!-- 40.9 --> in all",
    "a fence beside it": "It took 41.2 s in all\n\n```\n40.9 s\n```",
}


@pytest.mark.parametrize("page", PLACES.values(), ids=PLACES)
def test_it_is_found_wherever_prose_stands(page: str, tmp_path: Path, worker: Worker) -> None:
    files = sentence(page, "took 41.2 s in all", {"a_s": 44.0556})
    result = updated(tmp_path, files, worker)
    assert said(result, files) == page.replace("41.2", "44.1")
    assert result.left == ()


def test_separators_are_spelt_as_the_file_spells_them(tmp_path: Path, worker: Worker) -> None:
    files = sentence("It sent 5&thinsp;600 rows.", "sent 5\u2009600 rows", {"n": 1234567})
    result = updated(tmp_path, files, worker)
    assert said(result, files) == "It sent 1&thinsp;234&thinsp;567 rows."


def test_a_decimal_comma_stays_one(tmp_path: Path, worker: Worker) -> None:
    files = sentence(
        "Es dauerte 1.041,2 s im Ganzen.", "dauerte 1.041,2 s", {"a_s": 2044.0556},
        project_decimal=",",
    )  # fmt: skip
    result = updated(tmp_path, files, worker)
    assert said(result, files) == "Es dauerte 2.044,1 s im Ganzen."
    assert "dauerte 2.044,1 s" in said(result, files, CLAIMS)
    assert result.left == ()


def test_line_ends_and_a_byte_order_mark_stay(tmp_path: Path, worker: Worker) -> None:
    files = sentence("\ufeff# A\r\n\r\nIt took 41.2 s in all.\r\n", "took 41.2 s", {"a_s": 44.0556})
    result = updated(tmp_path, files, worker)
    assert said(result, files) == "\ufeff# A\r\n\r\nIt took 44.1 s in all.\r\n"


def test_what_is_right_stays_byte_for_byte(tmp_path: Path, worker: Worker) -> None:
    files = sentence("It took  41.2 s *in all*.  ", "took 41.2 s", {"a_s": 41.23})
    result = updated(tmp_path, files, worker)
    assert (result.texts, result.changes, result.left) == ({}, (), ())
