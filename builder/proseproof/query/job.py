"""What the caller and the worker process tell each other."""

from __future__ import annotations

import io
import pickle
from typing import IO, Any

from proseproof.nouns import dataclass
from proseproof.query.answer import Answer, Question, Refusal, SessionLimits
from proseproof.query.load import Table
from proseproof.query.place import DEEP, refuse_whole

_SAFE = {
    "proseproof.query.answer": {"Answer", "Column", "Lineage", "Ordered", "Refusal"},
    "decimal": {"Decimal"},
    "datetime": {"date", "datetime", "time", "timedelta", "timezone"},
}


@dataclass(frozen=True)
class Job:
    """What the caller asks: `questions` come with the number that names them in the results.

    names: of all tables and views, also of those that are left out, as no question reads them.
    ahead: what helps many questions at once is done before the first; what goes wrong in it is no
    question's doing.
    """

    tables: tuple[Table, ...]
    views: tuple[tuple[str, str], ...]
    questions: tuple[tuple[int, Question], ...]
    limits: SessionLimits
    names: tuple[str, ...]
    ahead: bool = True


def pack(value: object) -> bytes:
    """A value as bytes."""
    return pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)


def pack_result(result: Answer | Refusal, sql: str, limits: SessionLimits) -> bytes:
    """A result as bytes; those of a refusal where the answer is bigger than one may be."""
    try:
        raw = pack(result)
    except RecursionError:
        return pack(refuse_whole(sql, DEEP))
    if len(raw) <= limits.answer_mb * 1e6:
        return raw
    return pack(refuse_whole(sql, f"the query gives more than {limits.answer_mb:g} MB"))


class _Reader(pickle.Unpickler):
    """Reads messages of the worker, which ran the authors' SQL: plain values and our nouns only."""

    def find_class(self, module: str, name: str) -> Any:
        if name in _SAFE.get(module, ()):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a result")


def read_message(source: IO[bytes]) -> Any:
    """The next message. Raises EOFError or UnpicklingError where the sender broke off."""
    return _Reader(source).load()


def unpack(raw: bytes) -> Any:
    """What `pack` packed, if it is made of plain values and our nouns."""
    return read_message(io.BytesIO(raw))
