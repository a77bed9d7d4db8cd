"""The guide's score: every change of what its numbers say is noticed."""

from __future__ import annotations

from proseproof.answers import ask_all
from proseproof.mutate import mutate
from proseproof.query import Worker
from proseproof.run import Study


def test_no_change_goes_unnoticed(guide: Study, worker: Worker) -> None:
    assert guide.loaded is not None
    score = mutate(guide.loaded, ask_all(worker, guide.loaded))
    assert [(one.span.order, one.kind, one.text) for one in score.survivors] == []
    assert score.tried > 500
