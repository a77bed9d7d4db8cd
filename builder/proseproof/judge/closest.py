"""Where the words of a claim that stands nowhere may have gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction

from proseproof.judge.claim import Examined
from proseproof.judge.corpus import Corpus, Place
from proseproof.judge.elsewhere import has_enough_words
from proseproof.judge.other_mark import read_as_two
from proseproof.language.phrase import Match, Phrase
from proseproof.language.token import Token

_LEAST = 0.5  # below half of its words in common, a passage is not "close"


def astray(claim: Examined, texts: Iterable[Corpus]) -> Place | None:
    """Where the claim's words stand on a page that it does not speak of; None where nowhere.

    A phrase of a word or none is too common to mean the same there.
    """
    if not has_enough_words(claim):
        return None
    own = {id(corpus) for corpus in claim.corpora}
    others = (corpus for corpus in texts if corpus.page is not None and id(corpus) not in own)
    return next((place for corpus in others for place in corpus.find(claim.phrase)), None)


def closest(phrase: Phrase, corpora: Iterable[Corpus]) -> Place | None:
    """The run of words that shares most with `phrase`, at least half of it; None without one."""
    wanted = [_key(token) for token in phrase.tokens]
    best: tuple[float, Place] | None = None
    for corpus in corpora:
        for number, tokens in enumerate(corpus.body.texts):
            found = _best_window(tokens, wanted)
            if found is not None and (best is None or found[0] > best[0]):
                share, start, end = found
                numbers = tuple(at for at in range(start, end) if tokens[at].literal is not None)
                best = share, Place(corpus, number, Match(start, end, numbers))
    return best[1] if best is not None and best[0] >= _LEAST else None


def moved(place: Place, values: Collection[Fraction]) -> Iterator[int]:
    """The numbers of a place, by ordinal, that are among these values.

    Two numbers that the other decimal mark would read as one count as that one.
    """
    tokens = place.tokens
    parts: set[int] = set()
    for ordinal, at in enumerate(place.match.numbers):
        two = read_as_two(place.corpus, place.passage, at)
        if two is not None and Fraction(".".join(two)) in values:
            parts |= {at, at + 2}
        literal = tokens[at].literal
        if at in parts or (literal is not None and literal.value in values):
            yield ordinal


def _key(token: Token) -> str:
    return "#" if token.kind == "number" else token.norm


def _best_window(tokens: tuple[Token, ...], phrase: list[str]) -> tuple[float, int, int] | None:
    """The window as long as the phrase with most in common: share of words, start and end.

    Of windows with as much the one that begins or ends as the phrase does.
    """
    keys = [_key(token) for token in tokens]
    wanted, size = Counter(phrase), len(phrase)
    if not keys or not size:
        return None
    width = min(size, len(keys))
    have: Counter[str] = Counter()
    common = 0
    best: tuple[int, int, int, int] | None = None
    for at, key in enumerate(keys):
        have[key] += 1
        common += have[key] <= wanted[key]
        if at >= width:
            old = keys[at - width]
            common -= have[old] <= wanted[old]
            have[old] -= 1
        if at >= width - 1:
            ends = (keys[at - width + 1] == phrase[0]) + (key == phrase[-1])
            if best is None or (common, ends) > best[:2]:
                best = common, ends, at - width + 1, at + 1
    if best is None:
        return None
    common, _, start, end = best
    while start < end - 1 and not wanted[keys[start]]:
        start += 1
    while end > start + 1 and not wanted[keys[end - 1]]:
        end -= 1
    return common / size, start, end
