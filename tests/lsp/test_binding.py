"""What an author can do about a number that nothing checks: claims, a stub, a reason."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given, strategies as st
from tests.lsp.checked import check

from proseproof.lsp.binding import Remedy, difference, remedies, unbound_at
from proseproof.query import Worker
from proseproof.source import Source
from proseproof.suggest import propose

FILES = {
    "claims/project.yml": "pages: [docs/*.md]\ncaptures:\n  packing: {file: capture/packing.csv}\n",
    "claims/page.yml": """\
page: docs/page.md
figures:
  - id: times
    kind: text
    claims:
      - says: takes 12.4 s with gzip
        query: SELECT time_s FROM packing WHERE tool = 'gzip'
""",
    "capture/packing.csv": "tool,time_s\ngzip,12.41\nzstd,3.05\n",
    "docs/page.md": "Packing takes 12.4 s with gzip and 3.1 s with zstd, on 8 cores.\n",
}


def offered(
    root: Path,
    worker: Worker,
    number: str,
    changed: Mapping[str, str] = MappingProxyType({}),
    search: bool = False,
) -> list[Remedy]:
    """The remedies for the number, in the project with some files changed; an empty one is none."""
    files = {path: text for path, text in {**FILES, **changed}.items() if text}
    study = check(root, files, worker).study
    assert study.loaded is not None
    assert study.examination is not None
    loaded, examination = study.loaded, study.examination
    proposals = propose(loaded, examination, "docs/page.md", worker) if search else None
    return [
        remedy
        for finding in study.outcome.findings
        if finding.span.text == number
        and (unbound := unbound_at(finding, loaded, examination)) is not None
        for remedy in remedies(unbound, loaded, examination, proposals)
    ]


def text_after(remedy: Remedy) -> str:
    """The whole file as the remedy leaves it."""
    edit = remedy.edit
    text = edit.span.source.text
    return text[: edit.span.start] + edit.text + text[edit.span.end :]


def test_a_claim_that_the_captures_bear_out(tmp_path: Path, worker: Worker) -> None:
    first = offered(tmp_path, worker, "3.1", search=True)[0]
    assert first.title == "Bind 3.05 s: SELECT time_s FROM packing WHERE tool = 'zstd'"
    changed = check(tmp_path, {**FILES, "claims/page.yml": text_after(first)}, worker)
    assert [finding.span.text for finding in changed.outcome.findings] == ["8"]


def test_a_stub_leaves_out_the_query_and_the_file_says_so(tmp_path: Path, worker: Worker) -> None:
    stub, _ = offered(tmp_path, worker, "8")
    assert stub.title == "Bind this number: a claim that lacks its query"
    assert text_after(stub) == FILES["claims/page.yml"] + (
        "      - says: on 8 cores\n        query:\n"
    )
    changed = check(tmp_path, {**FILES, "claims/page.yml": text_after(stub)}, worker)
    assert "`query` is empty" in [finding.message for finding in changed.outcome.findings]


def test_an_entry_under_given_leaves_out_the_reason(tmp_path: Path, worker: Worker) -> None:
    _, entry = offered(tmp_path, worker, "8")
    assert entry.title == "List as given: an entry that lacks its reason"
    assert text_after(entry) == FILES["claims/page.yml"] + (
        "\ngiven:\n  - says: on 8 cores\n    why:\n"
    )
    changed = check(tmp_path, {**FILES, "claims/page.yml": text_after(entry)}, worker)
    assert "`why` is empty" in [finding.message for finding in changed.outcome.findings]


def test_a_page_without_claims_gets_a_file(tmp_path: Path, worker: Worker) -> None:
    stub, entry = offered(tmp_path, worker, "8", {"claims/page.yml": ""})
    assert (stub.new, entry.new) == (True, True)
    assert stub.edit.span.source.path == "claims/page.yml"
    assert text_after(entry) == ("page: docs/page.md\n\ngiven:\n  - says: on 8 cores\n    why:\n")


def test_a_range_is_quoted_whole(tmp_path: Path, worker: Worker) -> None:
    page = {"docs/page.md": FILES["docs/page.md"] + "\nPacking takes 2.1 to 12.4 s in all.\n"}
    stub, _ = offered(tmp_path, worker, "2.1", page)
    assert "says: Packing takes 2.1 to 12.4 s in all" in text_after(stub)


TITLED = """\
page: docs/page.md
figures:
  - id: times
    kind: table
    title: The longest time is 12.4 s on 8 cores
    data: FROM packing
    columns: {Tool: "{tool}"}
  - id: others
    kind: text
    claims: []
"""


def test_a_number_of_a_title_is_bound_in_its_block(tmp_path: Path, worker: Worker) -> None:
    there = {"claims/page.yml": TITLED, "docs/page.md": "```figure\ntimes\n```\n"}
    best, *_ = offered(tmp_path, worker, "12.4", there, search=True)
    assert best.title == "Bind 12.41 s: SELECT max(time_s) FROM data"
    claim = (
        "    claims:\n"
        "      - says: longest time is 12.4 s\n"
        "        query: SELECT max(time_s) FROM data\n"
    )
    assert text_after(best) == TITLED.replace("  - id: others", f"{claim}  - id: others")
    stub, entry = offered(tmp_path, worker, "8", there)
    assert text_after(stub).index("on 8 cores\n        query:") < text_after(stub).index("others")
    assert text_after(entry).endswith("given:\n  - says: on 8 cores\n    why:\n")


def test_claims_in_brackets_stay_in_brackets(tmp_path: Path, worker: Worker) -> None:
    stub, entry = offered(tmp_path, worker, "8", {"claims/page.yml": "{page: docs/page.md}"})
    assert text_after(stub).startswith("{page: docs/page.md, figures: [{id: page-text, ")
    assert text_after(entry) == '{page: docs/page.md, given: [{says: on 8 cores, why: ""}]}'


@pytest.mark.parametrize("broken", ["page: [", "page: docs/page.md\nfigures: {}\ngiven: {}\n"])
def test_a_file_that_can_take_nothing_is_left_alone(
    tmp_path: Path, worker: Worker, broken: str
) -> None:
    found = offered(tmp_path, worker, "8", {"claims/page.yml": broken})
    assert all(remedy.edit.span.source.path != "claims/page.yml" for remedy in found)


def test_other_findings_have_no_remedy(tmp_path: Path, worker: Worker) -> None:
    page = {"docs/page.md": "Packing takes 12.5 s with gzip.\n"}
    assert offered(tmp_path, worker, "12.5 s", page) == []


@given(st.text("ab\r\n"), st.text("ab\r\n"))
def test_a_difference_makes_the_other_text(before: str, after: str) -> None:
    edit = difference(Source("a.yml", before), after)
    assert before[: edit.span.start] + edit.text + before[edit.span.end :] == after
    for offset in (edit.span.start, edit.span.end):
        assert before[max(offset - 1, 0) : offset + 1] != "\r\n"
