"""Whatever the values: an update touches numbers only, ends clean, and is done after one run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings, strategies as st
from tests.project import small_project, write_files

from proseproof.disk import Disk
from proseproof.finding import Edit
from proseproof.outcome import Outcome
from proseproof.query import Worker
from proseproof.run import check
from proseproof.source import Source
from proseproof.update import rewritten, update

PAGE = """\
# Nights

The median night took 41.2 s, and the nights took 38.5 to 96.2 s. It sent 5&thinsp;600 rows in
*three* runs, about 800 at a time, which is 12k a day or 3.1 percent of all.

- It saved −4.5 s,
- and 0.60 to 1.80 s of **41.20** s.
"""
CLAIMS = {
    "The median night took 41.2 s": "a_s",
    "took 38.5 to 96.2 s": "b_s, c_s",
    "sent 5\u2009600 rows in three runs": "d, e",
    "about 800 at a time": "f",
    "12k a day or 3.1 percent": "g, h_ratio",
    "saved −4.5 s": "i_s",
    "0.60 to 1.80 s of 41.20 s": "j_s, k_s, a_s",
}
_NUMBER = re.compile(r"(?:\\u2009|&thinsp;|[\d.,_\u2009])+|\b(?:zero|one|two|three|four|five|six)\b"
                     r"|\b(?:seven|eight|nine|ten|eleven|twelve)\b")  # fmt: skip
_SIZES = st.floats(-1e6, 1e6) | st.floats(0, 100) | st.integers(-5, 10**7)
_ROWS = st.fixed_dictionaries(
    {name: _SIZES for part in CLAIMS.values() for name in part.split(", ")}
)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(row=_ROWS)
def test_whatever_the_values(row: dict[str, Any], worker: Worker, tmp_path_factory: Any) -> None:
    root: Path = tmp_path_factory.mktemp("nights")
    claims = [{"says": says, "query": f"SELECT {query} FROM m"} for says, query in CLAIMS.items()]
    files = small_project(PAGE, claims, {"m": [row]})
    write_files(root, files)

    def look(texts: Mapping[str, str]) -> Outcome:
        return check(Disk(root, {path: text.encode() for path, text in texts.items()}), worker)

    result = update(look)
    Disk(root).write_all(result.texts)
    again = check(Disk(root), worker)
    # It ends clean, but for what it names as left.
    assert [one.finding.order for one in result.left] == [one.order for one in again.findings]
    assert not any(edit.safe for finding in again.findings for edit in finding.edits)
    # It touches numbers only.
    for path, text in result.texts.items():
        assert _NUMBER.sub("#", text) == _NUMBER.sub("#", files[path])
    # It is done after one run.
    assert update(lambda texts: look({**result.texts, **texts})).texts == {}


@given(
    st.text(),
    st.lists(st.tuples(st.integers(0, 60), st.integers(1, 5), st.text(max_size=4)), max_size=6),
)
def test_all_else_of_a_file_stays(text: str, cuts: list[tuple[int, int, str]]) -> None:
    """Joined from the pieces between them, the edits give the new text."""
    source = Source("a.md", text)
    spans, done = [], 0
    for start, width, new in sorted(cuts):
        if done <= start < len(text):
            done = min(start + width, len(text))
            spans.append((start, done, new))
    edits = [Edit(source.span(start, end), new) for start, end, new in spans]
    expected, done = "", 0
    for start, end, new in spans:
        expected, done = expected + text[done:start] + new, end
    assert rewritten(source, reversed(edits)) == expected + text[done:]
