"""Whether a text is a regular expression, and where it is not."""

from __future__ import annotations

import re
import warnings

from proseproof.block.words import RULE
from proseproof.finding import Finding
from proseproof.source import Text


def broken_expression(text: Text) -> Finding | None:
    """The finding for a text that Python does not take for a regular expression, at its fault."""
    try:
        # What a later Python may read otherwise is still read by this one.
        with warnings.catch_warnings(action="ignore"):
            re.compile(text.value)
    except re.error as error:
        at = min(error.pos or 0, len(text) - 1)
        message = f"`{text.value}` is not a regular expression: {error.msg}"
        return Finding(RULE, text.span(at, at + 1), message)
    except (OverflowError, RecursionError):
        message = f"`{text.value}` is too large for a regular expression"
        return Finding(RULE, text.span(), message)
    return None
