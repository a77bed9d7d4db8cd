"""The run file: which logs and which telemetry are of one run, and what its clocks show.

```json
{
  "run": "e3e-base-frac025",
  "logs": ["run.log"],
  "time_zone": "Europe/Berlin",
  "telemetry": "gpu.csv",
  "arguments": "arguments.json"
}
```
Paths are relative to the file's own folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field, fields
from datetime import tzinfo
from typing import Any

from proseproof.miles.clock import BadZone, read_zone
from proseproof.miles.refusal import Refusal
from proseproof.miles.strict import read_json
from proseproof.nouns import dataclass


@dataclass(frozen=True)
class RunFile:
    """What a run file declares.

    run: the id; a rerun gets a new one. logs: at least one. telemetry: one CSV of nvidia-smi.
    time_zone: of the logs, and of the telemetry unless telemetry_time_zone says otherwise; a log
    does not tell. clocks_aligned: false where the two were written by hosts whose clocks differ.
    gpu: uuid or index, where the telemetry holds several. arguments: the JSON object of resolved
    arguments that the run recorded. config: settings that the arguments lack.
    software, host: as provenance shows them.
    """

    path: str
    run: str
    logs: tuple[str, ...]
    telemetry: str | None = None
    time_zone: str | None = None
    telemetry_time_zone: str | None = None
    clocks_aligned: bool = True
    gpu: str | None = None
    arguments: str | None = None
    config: Mapping[str, Any] = field(default_factory=dict)
    software: Mapping[str, Any] = field(default_factory=dict)
    host: Mapping[str, Any] = field(default_factory=dict)
    note: str | None = None

    @property
    def zone(self) -> tzinfo | None:
        """The logs' zone."""
        return _zone(self.time_zone)

    @property
    def telemetry_zone(self) -> tzinfo | None:
        """The telemetry's zone."""
        return _zone(self.telemetry_time_zone or self.time_zone)


def _zone(name: str | None) -> tzinfo | None:
    zone = read_zone(name) if name else None
    return None if isinstance(zone, BadZone) else zone


_RUN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_KEYS = tuple(one.name for one in fields(RunFile) if one.name != "path")


def read_run_file(path: str, raw: bytes) -> RunFile | tuple[Refusal, ...]:
    """The run file in `raw`, or everything that is wrong with it."""
    document = read_json(path, raw)
    if isinstance(document, Refusal):
        return (document,)
    if not isinstance(document, dict):
        return (Refusal(path, 1, "this is no JSON object"),)
    text = raw.decode("utf-8-sig")
    wrong = [
        Refusal(path, _line(text, key), message)
        for key, value in document.items()
        if (message := _fault(key, value))
    ]
    wrong += [
        Refusal(path, 0, f"the key {key!r} is missing")
        for key in ("run", "logs")
        if key not in document
    ]
    if wrong:
        return tuple(wrong)
    values = {**document, "logs": tuple(document["logs"])}
    return RunFile(path, **values)


def _line(text: str, key: str) -> int:
    found = re.search(rf'"{re.escape(key)}"\s*:', text)
    return text.count("\n", 0, found.start()) + 1 if found else 0


def _fault(key: str, value: Any) -> str | None:
    """What is wrong with one member, None where nothing is."""
    if key not in _KEYS:
        return f"the key {key!r} is not known; the keys are {', '.join(_KEYS)}"
    right, kind = _KINDS[key]
    if not right(value):
        return f"{key} is {value!r}, not {kind}"
    if key.endswith("time_zone"):
        zone = read_zone(value)
        return zone.reason if isinstance(zone, BadZone) else None
    return None


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _texts(value: Any) -> bool:
    if not isinstance(value, list) or not all(_text(item) for item in value):
        return False
    return 0 < len(value) == len(set(value))


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _run_id(value: Any) -> bool:
    return isinstance(value, str) and _RUN_ID.fullmatch(value) is not None


_KINDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "run": (_run_id, "letters, digits, dots, dashes and underscores"),
    "logs": (_texts, "a list of different paths"),
    "clocks_aligned": (lambda value: isinstance(value, bool), "true or false"),
    "config": (_object, "an object"),
    "software": (_object, "an object"),
    "host": (_object, "an object"),
    "telemetry": (_text, "text"),
    "time_zone": (_text, "text"),
    "telemetry_time_zone": (_text, "text"),
    "gpu": (_text, "text"),
    "arguments": (_text, "text"),
    "note": (_text, "text"),
}
