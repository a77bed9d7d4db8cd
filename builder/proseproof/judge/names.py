"""The names that a query gives, looked for in the phrase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from proseproof.judge.quantity import Quantity
from proseproof.language.token import Token, norms, tokenize
from proseproof.nouns import dataclass


@dataclass(frozen=True)
class Names:
    """The texts of a claim's rows, as its phrase says them.

    tokens: the indices of the phrase's tokens that belong to a name. missing: the words for the
    first text that the phrase does not say, in the order of the rows; None where it says all.
    swapped: the phrase does say it, but too early. order: the words for all texts.
    as_text: texts that are plain numbers, which are no names. alike: two texts for which the prose
    has the same words.
    """

    tokens: frozenset[int] = frozenset()
    missing: str | None = None
    swapped: bool = False
    order: tuple[str, ...] = ()
    as_text: tuple[Quantity, ...] = ()
    alike: tuple[str, str] | None = None


NO_NAMES = Names()


def find_names(
    tokens: Sequence[Token], texts: Sequence[Quantity], words: Mapping[str, str]
) -> Names:
    """Looks for each text, one behind the other. words: what the prose says for a text."""
    found: set[int] = set()
    order: list[str] = []
    values: list[str] = []
    as_text: list[Quantity] = []
    missing: str | None = None
    swapped = False
    at = 0
    for text in texts:
        value = str(text.value)
        said = " ".join(words.get(value, value).split())
        wanted = tokenize(said)
        if value not in words and _is_number(wanted):
            as_text.append(text)
            continue
        order.append(said)
        values.append(value)
        start = _find(tokens, wanted, at)
        if start is not None:
            at = start + len(wanted)
            found |= set(range(start, at))
        elif missing is None:
            missing = said
            swapped = _find(tokens, wanted, 0) is not None
    alike = find_alike(values, words)
    return Names(frozenset(found), missing, swapped, tuple(order), tuple(as_text), alike)


def find_alike(values: Iterable[str], words: Mapping[str, str]) -> tuple[str, str] | None:
    """The first two texts that a reader cannot tell apart, one of them through `words`."""
    known: dict[tuple[str, ...], str] = {}
    for value in values if words else ():
        first = known.setdefault(norms(words.get(value, value)), value)
        if first != value and (first in words or value in words):
            return first, value
    return None


def _is_number(tokens: Sequence[Token]) -> bool:
    """Whether a text is one number in digits, perhaps of percent."""
    plain = [token for token in tokens if token.norm != "%"]
    return len(plain) == 1 and plain[0].literal is not None and not plain[0].literal.words


def _find(tokens: Sequence[Token], words: Sequence[Token], start: int) -> int | None:
    """The index of the first place of `words` from `start` on."""
    wanted = [word.norm for word in words]
    for at in range(start, len(tokens) - len(wanted) + 1):
        if wanted and [token.norm for token in tokens[at : at + len(wanted)]] == wanted:
            return at
    return None
