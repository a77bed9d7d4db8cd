"""Whether a text is a regular expression, and says which numbers it means."""

from __future__ import annotations

import re
from collections.abc import Iterator

from proseproof.block.words import RULE
from proseproof.expression import Expression, TooLarge, TooSlow
from proseproof.finding import Finding
from proseproof.source import Text

_ALIKE = (("7", "42", "4831"), ("0.8", "12.5", "60.67"))
"""Numbers that have nothing in common but their kind. One of four digits may be a year."""

_BESIDE = "qua {} quo"
"""Words that no author has in mind."""

_SECONDS = 1.0

_REASONS = {
    "missing ), unterminated subpattern": "the bracket that opens here is never closed",
    "unterminated character set": "the bracket that opens here is never closed",
    "unbalanced parenthesis": "the bracket that closes here was never opened",
    "nothing to repeat": "nothing stands before the sign that repeats",
    "multiple repeat": "a sign that repeats stands behind another one",
}
"""What Python says of the commonest mistakes, in plain words."""

_SIGNS = "()[]{}*+?|\\"
_CLOSING = {"(": ")", "[": "]"}


def broken_expression(text: Text) -> Finding | None:
    """The finding for a text that is no regular expression in Python's notation, at its fault."""
    try:
        Expression(text.value, 0)
    except re.error as error:
        at = min(error.pos or 0, len(text) - 1)
        sign, reason = text.value[at], _REASONS.get(error.msg, error.msg)
        message = f"`{text.value}` is not a regular expression: {reason}"
        advice = f"write `\\{sign}` for that sign of the text" if sign in _SIGNS else ""
        if sign in _CLOSING:
            advice = f"close it with `{_CLOSING[sign]}`, or {advice}"
        return Finding(RULE, text.span(at, at + 1), message, help=advice)
    except TooLarge:
        message = f"`{text.value}` is too large for a regular expression"
        return Finding(RULE, text.span(), message)
    return None


def anything_goes(text: Text) -> Iterator[Finding]:
    """The finding for an expression that fits all whole numbers or all decimals, wherever they
    stand. One that takes too long is told where it is held against the pages."""
    expression = Expression(text.value, _SECONDS)
    try:
        if any(all(_covers(expression, number) for number in alike) for alike in _ALIKE):
            yield Finding(
                RULE, text.span(), f"`{text.value}` fits any number, whatever stands beside it",
                help="let it fit the words beside the numbers that it means",
            )  # fmt: skip
    except TooSlow:
        return


def _covers(expression: Expression, number: str) -> bool:
    text = _BESIDE.format(number)
    start = text.index(number)
    return any(
        first <= start and start + len(number) <= behind for first, behind in expression.spans(text)
    )
