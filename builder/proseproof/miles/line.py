"""One line of a log of Miles to a record: metrics, or an edge of a timer.

Two generations of lines are known. The newer one names the process and counts milliseconds,
`[2026-11-30 04:02:23.958 actor_cell0_rank0] timer.py:42 - …`; the older one, of slime, does
neither: `[2026-11-30 04:02:23] timer.py:42 - …`. Ray's prefix, colours and progress bars may stand
before the bracket, and Ray's count of repetitions at the end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from proseproof.miles.clock import Stamp, read_stamp
from proseproof.miles.payload import ENDS_EARLY, BadPayload, Payload, read_payload

NEEDLES = (b" - perf ", b" - step ", b" - Timer ")
"""A line without one of these holds no record; a search for bytes is far faster than a match."""

Kind = Literal["rollout", "trainer", "optimizer"]


@dataclass(frozen=True)
class Metrics:
    """A line `perf N: {…}` of the rollout or the trainer, or a line `step N: {…}`."""

    kind: Kind
    number: int
    values: Payload
    stamp: Stamp
    process: str


@dataclass(frozen=True)
class TimerEdge:
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
_MESSAGE = re.compile(
    r"- (?:(?P<kind>perf|step) (?P<number>\d{1,15}): ?(?P<payload>\{.*)"
    r"|Timer (?P<timer>\S+) (?:start|end \(elapsed: (?P<elapsed>\d+(?:\.\d+)?)(?P<unit>m?s)\))"
    r"(?= *$| *\[repeated ))",
    re.DOTALL,
)
_HEADER = re.compile(
    r"\[(?P<stamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{3})?)(?: (?P<process>[^\]\s]*))?\] "
    r"(?P<file>[^\s:\]]+):\d+ $"
)
_RAY = re.compile(r"\((?P<actor>[A-Za-z_]\w*)[^()]*\bpid=\d+[^()]*\)")
_ROLLOUT_FILES = ("metrics.py", "rollout.py", "rollout_manager.py")
_TRAINER_FILES = ("train_metric_utils.py",)


def read_line(text: str) -> Record | Unread | None:
    """The record on the line, None where it holds none, Unread where it holds a broken one.

    `text` is one line without its end, and without what a progress bar overwrote in it.
    A critic's records are None: the trainer is the actor.
    """
    plain = _ANSI.sub("", text) if "\x1b" in text else text
    message = _MESSAGE.search(plain)
    if message is None:
        return None
    header = _header(plain[: message.start()])
    what = f"{message['kind']} {message['number']}" if message["kind"] else "Timer"
    if header is None:
        return Unread(f"no [date time] file:line stands before `{what}`")
    stamp = read_stamp(header["stamp"])
    if stamp is None:
        return Unread(f"{header['stamp']!r} is no time")
    process = header["process"] or ""
    actor = process or _actor(plain[: message.start()])
    if actor.lower().startswith("critic"):
        return None
    if message["timer"]:
        return TimerEdge(message["timer"], _seconds(message), stamp, process)
    values = read_payload(message["payload"])
    if isinstance(values, BadPayload):
        early = values.reason == ENDS_EARLY
        return Unread(f"the dict of `{what}` {values.reason}", early)
    kind: Kind | None = "optimizer" if message["kind"] == "step" else _kind(actor, header["file"])
    if kind is None:
        kind = _kind_by_values(values)
    if kind is None:
        return Unread(f"`{what}` names neither the trainer nor the rollout")
    return Metrics(kind, int(message["number"]), values, stamp, process)


def _header(before: str) -> re.Match[str] | None:
    """The header that ends where the message begins; a bar's text may be glued to its front."""
    start = before.rfind("[20")
    return _HEADER.match(before, start) if start != -1 else None


def _actor(before: str) -> str:
    found = _RAY.search(before)
    return found["actor"] if found else ""


def _seconds(message: re.Match[str]) -> float | None:
    if message["elapsed"] is None:
        return None
    return float(message["elapsed"]) / (1000 if message["unit"] == "ms" else 1)


def _kind(actor: str, file: str) -> Kind | None:
    name = actor.lower()
    if name.startswith("rollout"):
        return "rollout"
    if name.startswith(("actor", "train")) or name.endswith("trainrayactor"):
        return "trainer"
    if file in _TRAINER_FILES:
        return "trainer"
    return "rollout" if file in _ROLLOUT_FILES else None


def _kind_by_values(values: Payload) -> Kind | None:
    if "perf/rollout_time" in values:
        return "rollout"
    return "trainer" if "perf/train_wait_time" in values or "perf/train_time" in values else None
