"""Units, hedges and ties of the numbers of a phrase."""

from __future__ import annotations

import pytest

from proseproof.language.reading import read_numbers, tie
from proseproof.language.token import tokenize


def read(text: str) -> list[str]:
    """Each number with its unit, `(lent)` if it is that of a later number, hedge and tie."""
    tokens = tokenize(text)
    shown = []
    for said in tie(tokens, read_numbers(tokens)):
        parts = [said.literal.written]
        if said.unit is not None:
            parts.append(said.unit.symbol)
        elif said.lent is not None:
            parts.append(f"({said.lent.symbol})")
        parts += [part for part in (said.hedge, said.tie) if part]
        shown.append(" ".join(parts))
    return shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("saved 0.6 to 1.8 s", ["0.6 (s) to", "1.8 s"]),
        ("139.1–143.9 s", ["139.1 (s) dash", "143.9 s"]),
        ("between 140.9 and 141.7 s", ["140.9 (s) between", "141.7 s"]),
        ("69.4 against 68.0 s", ["69.4 (s) list", "68.0 s"]),
        ("91% at 183 and 99.5% at 415", ["91 %", "183 (%) list", "99.5 %", "415"]),
        ("16,384 × 300 B", ["16,384", "300 B"]),
        ("a 5-second pause", ["5 s"]),
        ("841.5 tokens per second", ["841.5 /s"]),
        ("5 GB/s and 3 q/s", ["5 GB/s list", "3 /s"]),
        ("3 percentage points", ["3 pp"]),
        ("3 percent", ["3 %"]),
        ("5.7× as fast", ["5.7 x"]),
        ("5 °C", ["5 °C"]),
        ("24.0 GiB or 25.8 GB", ["24.0 GiB list", "25.8 GB"]),
        ("4 of 12 steps", ["4", "12"]),
        ("5 vs. 6 s", ["5 (s) list", "6 s"]),
        ("300 ± 50 ms", ["300 (ms) list", "50 ms"]),
        ("1.2 → 0.8 s", ["1.2 (s) to", "0.8 s"]),
        ("6 %-points", ["6 pp"]),
        ("300 calls per minute", ["300 /min"]),
        ("a ratio of 2.1:1, or 16:9", ["2.1 x list", "16", "9"]),
        ("30 runs an hour", ["30 /h"]),
        ("30 tokens every second", ["30 /s"]),
        ("5 GB a day", ["5 GB"]),
        ("5 s per run", ["5 s"]),
        ("on 8×H100", ["8"]),
        ("half a second", ["half s"]),
        ("a quarter of an hour", ["a quarter h"]),
        ("3.4 million rows", ["3.4 million"]),
    ],
)
def test_units_and_ties(text: str, shown: list[str]) -> None:
    """The last unit of a list serves those before it; a multiplication sign is no unit."""
    assert read(text) == shown


@pytest.mark.parametrize(
    ("text", "hedge"),
    [
        ("about 5", "about"),
        ("~5", "about"),
        ("nearly 5", "nearly"),
        ("more than 5", "more"),
        ("over the 5", "more"),
        ("at least 5", "at least"),
        ("≥ 5", "at least"),
        ("less than 5", "less"),
        ("within 5", "at most"),
        ("no more than 5", "at most"),
        ("no less than 5", "at least"),
        ("up to 5", "up to"),
        ("no config gains less than the 5", "at least"),
        ("never over 5", "at most"),
        ("none failed, less than 5", "less"),
        ("exactly 5", None),
        ("7 s over 5", None),
        ("averaged over 5", None),
        ("a median over 5", "more"),
        ("no run failed, and it took more than 5", "more"),
        ("it didn't take more than 5", "at most"),
    ],
)
def test_hedges(text: str, hedge: str | None) -> None:
    """Hedges stand before the number; a negation turns a bound round."""
    tokens = tokenize(text)
    assert read_numbers(tokens)[-1].hedge == hedge


def test_a_hedge_before_a_range_is_only_a_word() -> None:
    """But "about" hedges both ends."""
    assert read("within 139–144 s") == ["139 (s) dash", "144 s"]
    assert read("about 5 to 6 s") == ["5 (s) about to", "6 s about"]
