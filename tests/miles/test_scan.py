"""Finding the lines with records in a file of any size."""

from __future__ import annotations

import hashlib
import io
import re

import pytest
from hypothesis import given, strategies as st

from proseproof.miles import scan
from proseproof.miles.line import NEEDLE
from proseproof.miles.scan import Line, Scan, TooLong

pieces = st.lists(
    st.sampled_from(
        [
            b"x",
            b"\n",
            b"\r",
            b"\r\n",
            b" - perf 1: {}",
            b" - step 2: {}",
            b" - Timer a start",
            b"- p",
        ]
    ),
    max_size=40,
)


def naive(text: bytes) -> list[Line | TooLong]:
    """The same, said plainly."""
    found: list[Line | TooLong] = []
    number = 1
    parts = re.split(rb"([\r\n])", text)
    for raw, end in zip(parts[::2], [*parts[1::2], b""], strict=True):
        if NEEDLE.search(raw):
            found.append(Line(number, raw, bool(end)))
        number += end == b"\n"
    return found


@given(pieces, st.integers(1, 30))
def test_chunks_make_no_difference(parts: list[bytes], size: int) -> None:
    text = b"".join(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "CHUNK", size)
        one = Scan(io.BytesIO(text))
        assert list(one.lines()) == naive(text)
    assert one.digest().sha256 == hashlib.sha256(text).hexdigest()
    assert one.digest().size == len(text)


def test_a_progress_bar_ends_with_a_carriage_return() -> None:
    text = b"first\n 10%|#\r 20%|##\r[...] a.py:1 - perf 1: {}\r 30%|###\nlast\n"
    assert list(Scan(io.BytesIO(text)).lines()) == [Line(2, b"[...] a.py:1 - perf 1: {}", True)]


def test_a_line_that_cannot_be_held_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "LONGEST", 64)
    monkeypatch.setattr(scan, "CHUNK", 16)
    text = b"one\n - perf 1: {}\n" + b"x" * 200 + b"\n"
    found = list(Scan(io.BytesIO(text)).lines())
    assert found == [Line(2, b" - perf 1: {}", True), TooLong(3)]
