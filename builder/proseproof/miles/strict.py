"""Strict JSON: no key twice, no NaN, no byte that is not UTF-8; a fault has its line."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from proseproof.miles.refusal import Refusal

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]', re.DOTALL)
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|([-+.\w]+)', re.DOTALL)


class _ConstantError(ValueError):
    pass


def _refuse(name: str) -> NoReturn:
    raise _ConstantError(name)


def _finite(written: str) -> float:
    value = float(written)
    return value if math.isfinite(value) else _refuse(written)


def read_json(path: str, raw: bytes) -> Any | Refusal:
    """The document in `raw`; a byte order mark of UTF-8 before it is passed over."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Refusal(path, 1, "the text is UTF-16, not UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Refusal(path, raw.count(b"\n", 0, error.start) + 1, "the text is not UTF-8")
    try:
        document = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except json.JSONDecodeError as error:
        return Refusal(path, error.lineno, f"this is no JSON: {error.msg.lower()}")
    except _ConstantError as error:
        return Refusal(path, _line_of(text, str(error)), f"{error} is no number that JSON holds")
    except (ValueError, RecursionError):
        return Refusal(path, 0, "a number is too long, or the nesting too deep")
    try:
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return Refusal(path, 0, "an escape stands for half a character")
    twice = _twice(text)
    return document if twice is None else Refusal(path, *twice)


def _line_of(text: str, word: str) -> int:
    places = (found.start() for found in _WORD.finditer(text) if found[1] == word)
    return text.count("\n", 0, next(places, 0)) + 1


def _twice(text: str) -> tuple[int, str] | None:
    """Line and message of the first key that its object already has; `text` is valid JSON."""
    keys: list[set[str] | None] = []
    last = ""
    for found in _TOKEN.finditer(text):
        token = found.group()
        if token == "{":
            keys.append(set())
        elif token == "[":
            keys.append(None)
        elif token in ("}", "]"):
            keys.pop()
        elif token == ":" and keys and keys[-1] is not None:
            key = json.loads(last)
            if key in keys[-1]:
                return text.count("\n", 0, found.start()) + 1, f"the key {key!r} stands twice"
            keys[-1].add(key)
        last = token
    return None
