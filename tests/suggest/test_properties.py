"""Whatever stands on a page and in a capture, suggesting claims raises nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.suggest.lab import proposals_for

from proseproof.judge.corpus import Corpus
from proseproof.language.reading import read_numbers
from proseproof.prose import read_prose
from proseproof.query import Worker
from proseproof.source import Source, Text
from proseproof.suggest.draft import read_drafts
from proseproof.suggest.phrase import phrases_of
from proseproof.suggest.terms import stems
from proseproof.suggest.writing import laid_out

PIECES = st.sampled_from(
    [
        "5", "0.6 to 1.8 s", "29/30", "4 of 12", "−5", "1,204", "3×10⁵", "12%", "about", "less",
        "more than", "twice", "every", "each", "run-1", "`x_s`", "the", "time", "faster", ", ",
        "(", ")", ". ", "\n\n", "\n\n# ", "\n- ", "\n| 5 | a |\n|---|---|\n| 7 s | b |\n", "&nbsp;",
    ]
)  # fmt: skip
PAGES = st.lists(PIECES | st.text(max_size=5), max_size=25).map(" ".join)


@given(st.text())
def test_any_text_has_stems(text: str) -> None:
    assert all(stems(text))


@given(st.text(alphabet="'\"() FROMWHERabc", max_size=200))
def test_laying_out_a_query_changes_no_more_than_spaces(sql: str) -> None:
    assert laid_out(sql).replace("\n", " ") == sql


@given(PAGES)
def test_a_phrase_holds_all_numbers_of_its_draft(text: str) -> None:
    prose = read_prose(Text.of(Source("docs/page.md", text)))
    corpus = Corpus.of("docs/page.md", prose.passages)
    every = frozenset(
        (passage, said.at)
        for passage, tokens in enumerate(corpus.body.texts)
        for said in read_numbers(tokens)
        if not said.literal.words
    )
    drafts = read_drafts(corpus, prose.grids, every)
    assert {(draft.passage, said.at) for draft in drafts for said in draft.said} == every
    for draft in drafts:
        for phrase in phrases_of(draft):
            assert all(said.literal.written in phrase for said in draft.said)


ODD: dict[str, list[dict[str, Any]]] = {
    "odd names": [{'a"b': 1, "select": 2.5, "x y (ms)": 3, "ü_s": 4, "1": 5}] * 2,
    "odd values": [
        {"name": "it's", "n": 2**70, "list": [1], "deep": {"a": {"b": [{"c": 1}]}}, "no": None},
        {"name": "", "n": -1, "list": [], "deep": {"a": None}, "no": None},
        {"name": "ab" * 300, "n": 0, "list": [3], "deep": {}, "no": None},
    ],
    "values of several kinds": [{"key": "a", "value": 5}, {"key": "b", "value": "5"}, {"key": "c"}],
    "one row": [{"time_s": 5, "size_mb": 7, "done": True}],
    "many rows": [{"step": step, "time_s": step % 7, "run": f"r{step % 3}"} for step in range(300)],
    "zeros": [{"a_s": 0, "b_s": 0.0}, {"a_s": 5, "b_s": -5}],
    "flags": [{"ok": True, "hot": None}, {"ok": False, "hot": False}, {"ok": True, "hot": True}],
    "a name of a table": [{"rows": 5, "data": 7}, {"rows": 6, "data": 5}],
}  # fmt: skip
TEXT = (
    "It took 5 s, about 7 ms, 0 of 5, 5 to 7 s, 50% less time and 2x more; 300 rows, 2 of 3 "
    "were ok. Each needs 5 s. It is −5, 1,180,591,620,717,411,303,424 or 7.\n\n"
    "| A | B |\n|---|---|\n| 5 s | 7 |\n| 0 s | 5 |\n"
)


@pytest.mark.parametrize("kind", ODD)
def test_odd_data_are_searched(kind: str, tmp_path: Path, worker: Worker) -> None:
    proposals = proposals_for(TEXT, tmp_path, worker, tables={"rows": ODD[kind]})
    assert proposals.proposals
    assert not proposals.unsearched


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=PAGES)
def test_any_page_is_searched(text: str, tmp_path: Path, worker: Worker) -> None:
    for proposal in proposals_for(f"{text}\n", tmp_path, worker).proposals:
        assert len(proposal.numbers) >= 1
        assert all(choice.sql for choice in proposal.choices)
