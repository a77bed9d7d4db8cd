"""Whatever is typed, an editor gets an answer: nothing here ever raises."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.lsp.checked import check
from tests.lsp.test_threads import FILES

from proseproof.lsp.completion import names_at
from proseproof.lsp.diagnostics import diagnostics
from proseproof.lsp.hover import hover_at
from proseproof.lsp.keys import key_at
from proseproof.lsp.places import Places
from proseproof.lsp.projects import Checked
from proseproof.query import Worker
from proseproof.source import Source

CLAIMS = FILES["claims/page.yml"]
SIGNS = ["  ", "- ", ": ", "|\n", "{", "]", '"', "'", "\r\n", "😀"]
PIECES = [*CLAIMS.splitlines(keepends=True), *SIGNS]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, worker: Worker) -> Checked:
    """A project that was checked once."""
    return check(tmp_path_factory.mktemp("project"), FILES, worker)


@given(st.lists(st.sampled_from(PIECES)).map("".join), st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_claims_file_half_typed(project: Checked, text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    for path in ("claims/page.yml", "claims/project.yml"):
        source = Source(path, text)
        key_at(source, offset)
        names_at(project.outcome, source, offset)
        hover_at(project, source, offset)  # the check may be older than the text


@given(st.integers(0, len(CLAIMS) - 1), st.sampled_from(["", "{", '"', "\n", "5", " 😀 "]))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_project_with_a_slip_is_shown(tmp_path: Path, worker: Worker, at: int, slip: str) -> None:
    files = {**FILES, "claims/page.yml": CLAIMS[:at] + slip + CLAIMS[at + 1 :]}
    checked = check(tmp_path, files, worker)
    assert checked.threads
    for found in diagnostics(checked.outcome.findings, Places(tmp_path)).values():
        for each in found:
            assert each.range.start.line <= each.range.end.line
