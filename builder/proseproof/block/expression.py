"""Whether a text is a regular expression, and where it is not."""

from __future__ import annotations

import re

from proseproof.block.words import RULE
from proseproof.expression import Expression, TooLarge
from proseproof.finding import Finding
from proseproof.source import Text


def broken_expression(text: Text) -> Finding | None:
    """The finding for a text that is no regular expression in Python's notation, at its fault."""
    try:
        Expression(text.value, 0)
    except re.error as error:
        at = min(error.pos or 0, len(text) - 1)
        message = f"`{text.value}` is not a regular expression: {error.msg}"
        return Finding(RULE, text.span(at, at + 1), message)
    except TooLarge:
        message = f"`{text.value}` is too large for a regular expression"
        return Finding(RULE, text.span(), message)
    return None
