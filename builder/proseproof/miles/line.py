"""One line of a log of Miles to a record: metrics, or an edge of a timer.

Two generations of lines are known. The newer one names the process and counts milliseconds,
`[2026-11-30 04:02:23.958 actor_cell0_rank0] timer.py:42 - …`; the older one, of slime, does
neither: `[2026-11-30 04:02:23] timer.py:42 - …`. Ray's prefix, colours and progress bars may stand
before the bracket, and Ray's count of repetitions at the end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from proseproof.miles.clock import Stamp, read_stamp
from proseproof.miles.payload import ENDS_EARLY, BadPayload, Payload, read_payload
from proseproof.nouns import dataclass

NEEDLE = re.compile(rb" - (?:perf|step|Timer) ")
"""A line without it holds no record; a search in bytes is far faster than a match of each line."""

Kind = Literal["rollout", "trainer", "optimizer"]


class Metrics(NamedTuple):
    """A line `perf N: {…}` of the rollout or the trainer, or a line `step N: {…}`."""

    kind: Kind
    number: int
    values: Payload
    stamp: Stamp
    process: str


class TimerEdge(NamedTuple):
    """A line `Timer NAME start`, where elapsed_s is None, or `Timer NAME end (elapsed: 2.1s)`."""

    name: str
    elapsed_s: float | None
    stamp: Stamp
    process: str


@dataclass(frozen=True)
class Unread:
    """A line that should be a record and cannot be read as one, and why.

    early: the line stops in the middle, as the last one of a killed run does.
    """

    reason: str
    early: bool = False


Record: TypeAlias = Metrics | TimerEdge

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])")
_TIME = r"\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{3})?)"
_SAID = (
    r"- (?:(perf|step) (\d{1,15}): ?(\{.*)"
    r"|Timer (\S+) (?:start|end \(elapsed: (\d+(?:\.\d+)?)(m?s)\))"
    r"(?= *$| *\[repeated ))"
)
_MESSAGE = re.compile(_SAID, re.DOTALL)
_HEADER = re.compile(_TIME + r"(?: ([^\]\s]*))?\] ([^\s:\]]+):\d+ $")
# Header and message in one step. A bracket in a name may open another header: not here.
_PLAIN = re.compile(_TIME + r"(?: ([^\]\[\s]*))?\] ([^\s:\]\[]+):\d+ " + _SAID, re.DOTALL)
_RAY = re.compile(r"\((?P<actor>[A-Za-z_]\w*)[^()]*\bpid=\d+[^()]*\)")
_ROLLOUT_FILES = ("metrics.py", "rollout.py", "rollout_manager.py")
_TRAINER_FILES = ("train_metric_utils.py",)


def read_line(text: str) -> Record | Unread | None:
    """The record on the line, None where it holds none, Unread where it holds a broken one.

    `text` is one line without its end, and without what a progress bar overwrote in it.
    A critic's records are None: the trainer is the actor.
    """
    begun = text.find("[20")
    whole = _PLAIN.match(text, begun) if begun >= 0 else None
    # Colours inside a record, or what may be another one before it, are for the search.
    if whole is not None and text.find("\x1b", begun) < 0 and text.find("- ", 0, begun) < 0:
        parts: Sequence[Any] = whole.groups()
        before = begun
    else:
        plain = _ANSI.sub("", text) if "\x1b" in text else text
        message = _MESSAGE.search(plain)
        if message is None:
            return None
        end = message.start()
        # A progress bar's text may be glued to the front of the header.
        before = max(plain.rfind("[20", 0, end), 0)
        header = _HEADER.match(plain, before, end)
        if header is None:
            shown = f"{message[1]} {message[2]}" if message[1] else "Timer"
            return Unread(f"no [date time] file:line stands before `{shown}`")
        parts = header.groups() + message.groups()
        text = plain
    return _record(parts, text, before)


def _record(parts: Sequence[Any], text: str, before: int) -> Record | Unread | None:
    """The record of the groups of _PLAIN; before: where in the text its header begins."""
    written, process, file, what, number, payload, timer, elapsed, unit = parts
    stamp = read_stamp(written)
    if stamp is None:
        return Unread(f"{written!r} is no time")
    process = process or ""
    actor = (process or _actor(text[:before])).lower()
    if actor.startswith("critic"):
        return None
    if timer:
        scale = 1000 if unit == "ms" else 1
        return TimerEdge(timer, None if elapsed is None else float(elapsed) / scale, stamp, process)
    values = read_payload(payload)
    if isinstance(values, BadPayload):
        early = values.reason == ENDS_EARLY
        return Unread(f"the dict of `{what} {number}` {values.reason}", early)
    kind: Kind | None = "optimizer" if what == "step" else _kind(actor, file)
    if kind is None:
        kind = _kind_by_values(values)
    if kind is None:
        return Unread(f"`{what} {number}` names neither the trainer nor the rollout")
    return Metrics(kind, int(number), values, stamp, process)


def _actor(before: str) -> str:
    found = _RAY.search(_ANSI.sub("", before))
    return found["actor"] if found else ""


def _kind(actor: str, file: str) -> Kind | None:
    if actor.startswith("rollout"):
        return "rollout"
    if actor.startswith(("actor", "train")) or actor.endswith("trainrayactor"):
        return "trainer"
    if file in _TRAINER_FILES:
        return "trainer"
    return "rollout" if file in _ROLLOUT_FILES else None


def _kind_by_values(values: Payload) -> Kind | None:
    if "perf/rollout_time" in values:
        return "rollout"
    return "trainer" if "perf/train_wait_time" in values or "perf/train_time" in values else None
