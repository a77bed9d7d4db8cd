"""The regular expressions of authors: Python's notation, and an end to the time that they take."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Iterator
from dataclasses import field
from math import prod
from typing import TYPE_CHECKING

from proseproof.nouns import dataclass

if TYPE_CHECKING:
    import regex

_MOST_STEPS = 10**5
# Behind an item the engine would read such a brace as the number of mistakes that a match may hold.
_BRACE = re.compile(r"\\N\{[^}]*\}|\\.|(?P<brace>\{)(?![0-9]*,?[0-9]*\})", re.DOTALL)
_TIMES = r"(?P<plus>\+)|\{(?P<least>[0-9]+)(?:,[0-9]*)?\}"
_TOKEN = re.compile(
    rf"""\(\?\#[^)]*\) | \\. | \[\^?\]?(?:\\.|[^\]\\])*+\] | (?P<open>\() | (?P<close>\))
    | (?:{_TIMES})[+?]? | [*?][+?]? | .""",
    re.VERBOSE | re.DOTALL,
)
_VERBOSE = re.compile(r"\(\?[a-zA-Z]*x")  # has remarks, in which a parenthesis is none


class TooSlow(Exception):  # noqa: N818 - what is wrong is the expression, not the program
    """An expression took all of its time, or all of the memory; the text says which."""


class TooLarge(Exception):  # noqa: N818
    """An expression is too large."""


@dataclass(eq=False)
class Expression:
    """A regular expression that has `seconds` for all of the texts that it is held against.

    Python's own engine cannot be stopped, and `(a|a)+$` keeps it busy for years. Raises re.error
    where `pattern` is none in Python's notation, TooLarge where it is too large for one.
    """

    pattern: str
    seconds: float
    _left: float = field(init=False)
    _compiled: regex.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Imported here because many projects allow nothing.
        import regex

        self._left = self.seconds
        # What a later Python may read otherwise is still read by this one.
        with warnings.catch_warnings(action="ignore"):
            try:
                re.compile(self.pattern)
                if _steps(self.pattern) > _MOST_STEPS:
                    raise TooLarge
                self._compiled = regex.compile(_BRACE.sub(_as_it_stands, self.pattern), regex.V0)
            except regex.error as error:
                raise re.error(str(error)) from None
            except (OverflowError, RecursionError, MemoryError):
                raise TooLarge from None

    def spans(self, text: str) -> tuple[tuple[int, int], ...]:
        """Where it fits the text, start and end, from left to right. Raises TooSlow."""
        return tuple(self._found(text))

    def fits(self, text: str) -> bool:
        """Whether it fits some part of the text. Raises TooSlow."""
        return any(True for _ in self._found(text))

    def _found(self, text: str) -> Iterator[tuple[int, int]]:
        too_slow = TooSlow(f"takes longer than {self.seconds:g} s")
        if self._left <= 0:
            raise too_slow
        start = time.monotonic()
        try:
            for found in self._compiled.finditer(text, timeout=self._left):
                yield found.span()
        except TimeoutError:
            raise too_slow from None
        except MemoryError:
            raise TooSlow("takes more memory than there is") from None
        finally:
            self._left -= time.monotonic() - start


def _as_it_stands(found: re.Match[str]) -> str:
    return r"\{" if found["brace"] else found[0]


def _steps(pattern: str) -> int:
    """How many steps the engine makes of a pattern, or more than it can.

    It writes out what is to be there several times, `+` as one and more behind it, so that a few
    nested ones do not fit into memory.
    """
    if _VERBOSE.search(pattern):  # as if all of it were nested
        return prod(map(_times, re.finditer(_TIMES, pattern)))
    groups, last = [0], 0  # the steps of the open groups, and of the last item
    for token in _TOKEN.finditer(pattern):
        before, times = last, _times(token)
        if token["open"]:
            groups.append(1)
            last = 0
        elif token["close"]:
            last = groups.pop()
            groups[-1] += last
        elif times == 1:
            last = 1
            groups[-1] += 1
        else:
            last = before * times
            groups[-1] += last - before
    return groups[0]


def _times(token: re.Match[str]) -> int:
    return 2 if token["plus"] else max(int(token["least"] or 1), 1)
