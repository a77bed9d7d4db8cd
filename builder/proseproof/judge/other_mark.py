"""A number that a page's decimal mark reads as two: `8,9` where a point is the mark."""

from __future__ import annotations

from proseproof.judge.corpus import Corpus
from proseproof.language.token import Token
from proseproof.model import DecimalMark

OTHER: dict[DecimalMark, DecimalMark] = {".": ",", ",": "."}
"""The mark that is not the page's, by the one that is."""


def read_as_two(corpus: Corpus, passage: int, at: int) -> tuple[str, str] | None:
    """The two parts of a number that the other decimal mark would read as one, where its first
    part is the token at index `at`; None where the number there is whole.

    A longer row, such as `1,2,3`, is a list.
    """
    tokens, mark = corpus.tokens(passage), OTHER[corpus.mark]
    joined = 0 <= at < len(tokens) - 2 and _joined(tokens[at], tokens[at + 1], tokens[at + 2], mark)
    if not joined or not tokens[at + 2].written.isdecimal():
        return None
    before = at >= 2 and _joined(tokens[at - 2], tokens[at - 1], tokens[at], mark)
    behind = at + 4 < len(tokens) and _joined(tokens[at + 2], tokens[at + 3], tokens[at + 4], mark)
    return None if before or behind else (tokens[at].written, tokens[at + 2].written)


def _joined(first: Token, mark: Token, last: Token, written: str) -> bool:
    """Whether two numbers stand on either side of a mark, with no space between."""
    touching = first.end == mark.start and mark.end == last.start
    return touching and mark.written == written and first.kind == last.kind == "number"
