"""Strict JSON: a text's value, or the first thing in it that is no JSON, with its place."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from proseproof.nouns import dataclass

DEEPEST = 200
"""How many objects and lists may stand inside one another."""

DIGITS = 4300
"""How many digits an integer may have, which is also the most that Python reads."""

_SPACE = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_STRING_PART = re.compile(_STRING.pattern.removesuffix('"'))
_WORD = re.compile(r"[^\s,:\[\]{}\"]+")
_LIKE_NUMBER = re.compile(r"[-+.]*(?:[0-9]|nan\b|inf)", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)")
_BLANK = " \t\n\r"
_CONSTANTS = ("true", "false", "null")
_NONFINITE = ("NaN", "Infinity", "-Infinity")


@dataclass(frozen=True)
class Mistake:
    """Why a text is no strict JSON: the characters at fault, and the message.

    first: where a key that stands twice stood before, or where what does not end was opened.
    """

    start: int
    end: int
    message: str
    first: tuple[int, int] | None = None

    def moved(self, by: int) -> Mistake:
        """The same where the text starts at the offset `by` of another."""
        first = self.first and (self.first[0] + by, self.first[1] + by)
        return Mistake(self.start + by, self.end + by, self.message, first)


class _NotStrictError(ValueError):
    """Tells the fast reader to give up; the scanner finds the place."""


class _BrokenError(Exception):
    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake.message)
        self.mistake = mistake


def read_json(text: str, whole: str = "file", nonfinite: bool = False) -> Any | Mistake:
    """The value of a JSON text, or a Mistake, which calls the text a `whole`.

    Strict: no key twice in an object, no NaN or Infinity, no number beyond a double, no half of a
    surrogate pair, nothing behind the value. Integers keep their value, whatever their size.
    nonfinite: NaN, Infinity and -Infinity are read, as text.
    """
    if "\\ud" in text or "\\uD" in text:
        # The fast reader lets halves of pairs pass.
        mistake = find_mistake(text, whole, nonfinite)
        if mistake:
            return mistake
    decoder = _LENIENT if nonfinite else _DECODER
    try:
        return decoder.decode(text)
    except (ValueError, RecursionError) as error:
        mistake = find_mistake(text, whole, nonfinite)
        return mistake or Mistake(0, len(text), f"this is no JSON: {error}")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _NotStrictError("a key stands twice")
    return members


def _finite(written: str) -> float:
    value = float(written)
    if math.isinf(value):
        raise _NotStrictError(f"{written} is beyond a double")
    return value


def _no_constant(name: str) -> Any:
    raise _NotStrictError(f"{name} is no number")


def _decoder(constant: Callable[[str], Any]) -> json.JSONDecoder:
    return json.JSONDecoder(object_pairs_hook=_unique, parse_float=_finite, parse_constant=constant)


_DECODER = _decoder(_no_constant)
_LENIENT = _decoder(str)


def find_mistake(text: str, whole: str = "file", nonfinite: bool = False) -> Mistake | None:
    """The first thing in a text that keeps it from being one strict JSON value."""
    if text.startswith("\ufeff"):
        return Mistake(0, 1, f"the {whole} starts with a byte order mark")
    if not text.strip(_BLANK):
        return Mistake(0, 0, f"the {whole} is empty")
    scanner = _Scanner(text, whole=whole, nonfinite=nonfinite)
    try:
        end = scanner.space(scanner.value(scanner.space(0), ()))
    except _BrokenError as broken:
        return broken.mistake
    if end < len(text):
        return Mistake(end, len(text.rstrip()), "the JSON value has ended before this")
    return None


def locate(text: str, path: Sequence[str | int]) -> tuple[int, int]:
    """Where the value at a path of keys and indices stands in a text that is strict JSON.

    The nearest value around it that the text holds, where the path leads on.
    """
    scanner = _Scanner(text, tuple(path), nonfinite=True)
    scanner.value(scanner.space(0), ())
    return scanner.found


class _Scanner:
    """Walks over a JSON value by offset. Raises _BrokenError at what is no strict JSON.

    found: where the value at the wanted path stands, or the nearest one around it.
    """

    def __init__(
        self,
        text: str,
        wanted: tuple[str | int, ...] = (),
        whole: str = "file",
        nonfinite: bool = False,
    ) -> None:
        self.found = (0, len(text))
        self._depth = -1
        self._text = text
        self._wanted = wanted
        self._whole = whole
        self._constants = (*_CONSTANTS, *_NONFINITE) if nonfinite else _CONSTANTS

    def space(self, at: int) -> int:
        """The offset behind the white space at `at`."""
        found = _SPACE.match(self._text, at)
        return found.end() if found else at

    def value(self, at: int, path: tuple[str | int, ...]) -> int:
        """The offset behind the value that starts at `at`, which stands at `path`."""
        opening = self._text[at : at + 1]
        if len(path) >= DEEPEST and opening in ("{", "["):
            message = f"more than {DEEPEST} objects and lists stand inside one another"
            raise _BrokenError(Mistake(at, at + 1, message))
        if opening == "{":
            end = self._object(at, path)
        elif opening == "[":
            end = self._list(at, path)
        elif opening == '"':
            end = self._string(at)
        else:
            end = self._scalar(at)
        if len(path) > self._depth and path == self._wanted[: len(path)]:
            self._depth, self.found = len(path), (at, end)
        return end

    def _object(self, at: int, path: tuple[str | int, ...]) -> int:
        seen: dict[str, tuple[int, int]] = {}
        opened, at = at, self.space(at + 1)
        if self._text.startswith("}", at):
            return at + 1
        while True:
            if not self._text.startswith('"', at):
                raise self._unexpected(at, "a key in double quotes", opened)
            end = self._string(at)
            key = json.loads(self._text[at:end])
            if key in seen:
                message = f"the key `{key}` stands twice in one object"
                raise _BrokenError(Mistake(at, end, message, seen[key]))
            seen[key] = (at, end)
            at = self.space(end)
            if not self._text.startswith(":", at):
                raise self._unexpected(at, f"a colon behind the key `{key}`", opened)
            at = self.space(self.value(self.space(at + 1), (*path, key)))
            if self._text.startswith("}", at):
                return at + 1
            if not self._text.startswith(",", at):
                raise self._unexpected(at, "a comma or `}`", opened)
            at = self.space(at + 1)

    def _list(self, at: int, path: tuple[str | int, ...]) -> int:
        index = 0
        opened, at = at, self.space(at + 1)
        if self._text.startswith("]", at):
            return at + 1
        while True:
            at = self.space(self.value(at, (*path, index)))
            index += 1
            if self._text.startswith("]", at):
                return at + 1
            if not self._text.startswith(",", at):
                raise self._unexpected(at, "a comma or `]`", opened)
            at = self.space(at + 1)

    def _string(self, at: int) -> int:
        found = _STRING.match(self._text, at)
        if not found:
            raise self._bad_string(at)
        half = self._half(at, found.end())
        if half:
            message = f"`{half[0]}` is half of a surrogate pair"
            raise _BrokenError(Mistake(half.start(), half.end(), message))
        return found.end()

    def _half(self, start: int, end: int) -> re.Match[str] | None:
        """The first escape of a surrogate that its other half does not stand beside."""
        high = None
        for escape in _ESCAPE.finditer(self._text, start, end):
            code = int(escape[1], 16) if escape[1] else 0
            if high and (code & 0xFC00 != 0xDC00 or escape.start() != high.end()):
                return high
            if not high and code & 0xFC00 == 0xDC00:
                return escape
            high = escape if code & 0xFC00 == 0xD800 else None
        return high

    def _bad_string(self, at: int) -> _BrokenError:
        opened = _STRING_PART.match(self._text, at)
        end = opened.end() if opened else at + 1
        if end >= len(self._text):
            return self._ends("a string", at)
        if self._text[end] == "\\":
            escape = self._text[end : end + 2]
            return _BrokenError(Mistake(end, end + len(escape), f"`{escape}` is no JSON escape"))
        if self._text[end] in "\r\n":
            return _BrokenError(Mistake(at, end, "a line ends inside a string"))
        message = f"a string holds the control character U+{ord(self._text[end]):04X}"
        return _BrokenError(Mistake(end, end + 1, message))

    def _scalar(self, at: int) -> int:
        word = _WORD.match(self._text, at)
        if not word:
            raise self._unexpected(at, "a value", at)
        if word[0] in self._constants:
            return word.end()
        number = _NUMBER.fullmatch(word[0])
        fault = ""
        if not number:
            kind = "number" if _LIKE_NUMBER.match(word[0]) else "value"
            fault = f"`{_short(word[0])}` is no JSON {kind}"
        elif number[1] or number[2]:
            if math.isinf(float(word[0])):
                fault = f"`{_short(word[0])}` is beyond the range of a double"
        elif len(word[0]) > DIGITS:
            fault = f"an integer has {len(word[0])} digits, more than {DIGITS}"
        if fault:
            raise _BrokenError(Mistake(at, word.end(), fault))
        return word.end()

    def _unexpected(self, at: int, due: str, opened: int) -> _BrokenError:
        if at >= len(self._text):
            inside = {"{": "an object", "[": "a list"}.get(self._text[opened : opened + 1], "")
            return self._ends(inside, opened)
        word = _WORD.match(self._text, at)
        shown = _short(word[0] if word else self._text[at])
        return _BrokenError(
            Mistake(at, at + len(word[0] if word else " "), f"`{shown}` stands where {due} is due")
        )

    def _ends(self, inside: str, opened: int) -> _BrokenError:
        """The text is cut off: reported behind its last character."""
        end = len(self._text.rstrip())
        message = f"the {self._whole} ends {f'inside {inside}' if inside else 'before a value'}"
        first = (opened, opened + 1) if inside else None
        return _BrokenError(Mistake(end, end, message, first))


def _short(word: str) -> str:
    return word if len(word) <= 40 else word[:40] + "…"
