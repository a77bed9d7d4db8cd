"""The dict that a log line prints, read as Python writes it and never run.

`json` and `ast.literal_eval` both break on what such a dict holds: `nan`, `inf`,
`np.float64(1.0)`, `tensor(1.0, device='cuda:0')`, enum members, truncation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TypeAlias

from proseproof.nouns import dataclass


@dataclass(frozen=True)
class Odd:
    """A value that is no number, text or container, as it was printed: `torch.float32`."""

    text: str


Value: TypeAlias = "bool | int | float | str | Odd | list[Value] | dict[str, Value] | None"
Payload: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True)
class BadPayload:
    """Where the text stops being a dict (an offset from 0), and why."""

    offset: int
    reason: str


ENDS_EARLY = "ends early"
"""The reason of a text that stops inside the dict."""


class _Stop(Exception):  # noqa: N818 - it ends the reading of one payload and never leaves this file
    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(reason)
        self.bad = BadPayload(offset, reason)


_DEPTH = 60
_DIGITS = 400  # more than any double or 64-bit integer needs; `int` itself refuses 4,300
_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:_\d+)*)?(?:\.\d*)?(?:[eE][+-]?\d+)?")
_NAME = re.compile(r"[+-]?[A-Za-z_][\w.]*")
_STRING = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|.)", re.DOTALL)
_ANGLES = re.compile(r"<[^<>]*(?:<[^<>]*>[^<>]*)*>")
_PLAIN_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "a": "\a"}
_CONSTANTS: Mapping[str, bool | float | None] = {
    "None": None,
    "True": True,
    "False": False,
    "null": None,
    "true": True,
    "false": False,
    "nan": float("nan"),
    "NaN": float("nan"),
    "inf": float("inf"),
    "Infinity": float("inf"),
    "np.nan": float("nan"),
    "np.inf": float("inf"),
    "np.True_": True,
    "np.False_": False,
}
_CLOSING = {"{": "}", "[": "]", "(": ")"}
# A dict without containers, odd objects and escapes: JSON but for its quotes.
_FLAT = re.compile(r"\{[^{}\[\]()<>\"\\]*\}")

_JSON = json.JSONDecoder().raw_decode


def read_payload(text: str) -> dict[str, Value] | BadPayload:
    """The dict that `text` begins with; what stands behind its last brace is not looked at.

    Numbers keep their kind, integers their exact value. A call of one value, such as
    `np.float64(1.0)` or `tensor(2., device='cpu')`, is that value. Keys become text. A tuple or a
    set becomes a list. A key written twice is a BadPayload, as is text that ends early.
    """
    flat = _flat(text)
    if flat is not None:
        return flat
    try:
        value, _ = _container(text, _skip(text, 0), 0)
    except _Stop as stop:
        return stop.bad
    return value if isinstance(value, dict) else BadPayload(0, "is no dict")


def _flat(text: str) -> dict[str, Value] | None:
    """The dict of numbers that most lines hold, ten times as fast; None where it may be more."""
    found = _FLAT.match(text)
    if found is None:
        return None
    flat = found.group()
    at = 0
    while at + _DIGITS < len(flat):
        at = flat.rfind(",", at + 1, at + _DIGITS)
        if at < 0:
            return None  # a number may be past all bounds: for the slow way to refuse
    try:
        read: dict[str, Value] = _JSON(flat.replace("'", '"'))[0]
    except ValueError:
        return None
    # Two quotes for each key: none stands twice, and no value is a text.
    return read if 2 * len(read) == flat.count("'") else None


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _value(text: str, at: int, depth: int) -> tuple[Value, int]:
    if at >= len(text):
        raise _Stop(at, ENDS_EARLY)
    first = text[at]
    if first in _CLOSING:
        return _container(text, at, depth)
    if first in "'\"":
        return _string(text, at)
    if first == "<":
        found = _ANGLES.match(text, at)
        if found is None:
            raise _Stop(at, ENDS_EARLY)
        return Odd(found.group()), found.end()
    name = _NAME.match(text, at)
    if name is not None:
        return _named(text, name, depth)
    return _number(text, at)


def _number(text: str, at: int) -> tuple[Value, int]:
    found = _NUMBER.match(text, at)
    written = found.group() if found else ""
    if not any(mark.isdigit() for mark in written):
        raise _Stop(at, f"holds {text[at : at + 12]!r} where a value should stand")
    end = at + len(written)
    if end == len(text):
        # Cut here, 60.71 could be the beginning of 60.714; the brace is missing in any case.
        raise _Stop(end, ENDS_EARLY)
    if len(written) > _DIGITS:
        raise _Stop(at, f"holds a number of {len(written)} characters")
    try:
        whole = not any(mark in written for mark in ".eE")
        return (int(written) if whole else float(written)), end
    except ValueError:
        raise _Stop(at, f"holds {written!r} where a value should stand") from None


def _string(text: str, at: int) -> tuple[str, int]:
    found = _STRING.match(text, at)
    if found is None:
        raise _Stop(at, ENDS_EARLY)
    return _ESCAPE.sub(_unescape, found.group()[1:-1]), found.end()


def _unescape(found: re.Match[str]) -> str:
    code = found.group(1)
    if code[0] in "xuU" and len(code) > 1:
        number = int(code[1:], 16)
        return chr(number) if number < 0x110000 else found.group()
    if code[0].isdigit() and code.isascii():
        return chr(int(code, 8)) if all(mark in "01234567" for mark in code) else code
    return _PLAIN_ESCAPES.get(code, code)


def _named(text: str, name: re.Match[str], depth: int) -> tuple[Value, int]:
    word, end = name.group(), name.end()
    sign = -1 if word[0] == "-" else 1
    bare = word.lstrip("+-")
    if text[end : end + 1] == "(":
        values, after = _items(text, end + 1, ")", depth + 1)
        if len(values) == 1:
            return values[0], after
        return Odd(text[name.start() : after]), after
    if text[end : end + 1] in ("'", '"') and len(bare) <= 2:
        _, after = _string(text, end)  # b'…' is no text that a metric could be
        return Odd(text[name.start() : after]), after
    if end == len(text):
        raise _Stop(end, ENDS_EARLY)
    if bare in _CONSTANTS:
        constant = _CONSTANTS[bare]
        return (sign * constant if isinstance(constant, float) else constant), end
    return Odd(word), end


def _container(text: str, at: int, depth: int) -> tuple[Value, int]:
    if depth > _DEPTH:
        raise _Stop(at, f"is nested more than {_DEPTH} deep")
    opening = text[at : at + 1]
    if opening == "{":
        return _braces(text, at, depth)
    if opening in ("[", "("):
        return _items(text, at + 1, _CLOSING[opening], depth + 1)
    raise _Stop(at, "does not begin with {")


def _items(text: str, at: int, closing: str, depth: int) -> tuple[list[Value], int]:
    """The values up to `closing`; `name=value`, as a call prints it, is read and left out."""
    values: list[Value] = []
    at = _skip(text, at)
    while text[at : at + 1] != closing:
        if depth > _DEPTH:
            raise _Stop(at, f"is nested more than {_DEPTH} deep")
        value, at = _value(text, at, depth)
        if isinstance(value, Odd) and text[at : at + 1] == "=":
            _, at = _value(text, at + 1, depth)
        else:
            values.append(value)
        at = _next(text, at, closing)
    return values, at + 1


def _braces(text: str, at: int, depth: int) -> tuple[Value, int]:
    """A dict, or the list of a set's members."""
    read: dict[str, Value] = {}
    at = _skip(text, at + 1)
    while text[at : at + 1] != "}":
        start = at
        key, at = _value(text, at, depth + 1)
        at = _skip(text, at)
        if text[at : at + 1] != ":":
            if read or at >= len(text) or text[at] not in ",}":
                raise _Stop(at, ENDS_EARLY if at >= len(text) else "has a key without a value")
            return _items(text, start, "}", depth + 1)
        name = key if isinstance(key, str) else key.text if isinstance(key, Odd) else str(key)
        if name in read:
            raise _Stop(start, f"says {name!r} twice")
        read[name], at = _value(text, _skip(text, at + 1), depth + 1)
        at = _next(text, at, "}")
    return read, at + 1


def _next(text: str, at: int, closing: str) -> int:
    """The offset of the next member or of `closing`."""
    at = _skip(text, at)
    if at >= len(text):
        raise _Stop(at, ENDS_EARLY)
    if text[at] == ",":
        return _skip(text, at + 1)
    if text[at] != closing:
        raise _Stop(at, f"holds {text[at : at + 12]!r} where , or {closing} should stand")
    return at
