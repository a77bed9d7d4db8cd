"""What the process that answers queries sends, and when."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, cast

import pytest

from proseproof.query import Question, Refusal, SessionLimits
from proseproof.query.job import Job, read_message
from proseproof.query.runner import Runner
from proseproof.query.session import Session
from proseproof.query.worker import _answer


class Sent(io.RawIOBase):
    """A pipe that holds what went into it."""

    def __init__(self) -> None:
        self.raw = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.raw += bytes(data)
        return len(data)

    def kinds(self) -> list[str]:
        source = io.BytesIO(self.raw)
        found = []
        while source.tell() < len(self.raw):
            found.append(read_message(source)[0])
        return found


class Stub:
    """A session and a runner that answer at once, and note what had been sent before."""

    spent = ""

    def __init__(self, sent: Sent) -> None:
        self.sent = sent
        self.seen: list[list[str]] = []

    def parse_ahead(self, _: Sequence[str]) -> None:
        self.seen.append(self.sent.kinds())

    def add_views(self, _: object, *, keep_rows: bool) -> tuple[()]:
        assert keep_rows
        return ()

    def ask(self, question: Question) -> Refusal:
        return Refusal("no", 0, len(question.sql))


def test_a_result_is_out_before_the_next_questions_are_parsed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Parsing may end the process, and a question that was answered is not to blame."""
    monkeypatch.setattr("proseproof.query.worker.AHEAD", 1)
    questions = tuple((at, Question(f"SELECT {at}")) for at in range(2))
    sent = Sent()
    stub = Stub(sent)
    with io.BufferedWriter(sent) as results:
        _answer(
            Job((), (), questions, SessionLimits(), ()),
            cast("Session", stub), cast("Runner", stub), cast("Any", results),
        )  # fmt: skip
    assert stub.seen == [[], ["views"], ["views", "begin", "result"]]
    assert sent.kinds() == ["views", "begin", "result", "begin", "result"]
