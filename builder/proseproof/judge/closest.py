"""Where the words of a claim that stands nowhere may have gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction

from proseproof.judge.claim import Examined
from proseproof.judge.corpus import Corpus, Place
from proseproof.judge.elsewhere import has_enough_words
from proseproof.judge.other_mark import read_as_two
from proseproof.language.body import Summary, summary
from proseproof.language.phrase import Match, Phrase

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
    """The run of words that shares most with `phrase`, at least half of it; None without one.

    Of several that share as much the one with most of its numbers.
    """
    wanted = summary(phrase.tokens)
    best: tuple[tuple[float, int], Place] | None = None
    for corpus in corpora:
        for number, text in enumerate(corpus.body.summaries):
            most = sum(min(n, text.times.get(key, 0)) for key, n in wanted.times.items())
            hope = most / len(wanted.words), len(wanted.values & text.values)
            if hope[0] < _LEAST or (best is not None and hope <= best[0]):
                continue
            for share, start, end in _best_windows(text.words, wanted):
                if share < _LEAST:
                    continue
                tokens = corpus.tokens(number)
                numbers = tuple(at for at in range(start, end) if tokens[at].literal is not None)
                own = {one.value for at in numbers if (one := tokens[at].literal) is not None}
                place = Place(corpus, number, Match(start, end, numbers))
                rank = share, len(own & wanted.values)
                if best is None or rank > best[0]:
                    best = rank, place
    return best[1] if best is not None else None


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


def _best_windows(keys: Sequence[str], phrase: Summary) -> Iterator[tuple[float, int, int]]:
    """The windows as long as the phrase with most in common: share of words, start and end.

    Of windows with as much those that begin or end as the phrase does.
    """
    wanted, size = phrase.times, len(phrase.words)
    width = min(size, len(keys))
    have: Counter[str] = Counter()
    common = 0
    best, starts = (0, 0), [0]
    for at, key in enumerate(keys):
        have[key] += 1
        common += have[key] <= wanted.get(key, 0)
        if at >= width:
            old = keys[at - width]
            common -= have[old] <= wanted.get(old, 0)
            have[old] -= 1
        if at >= width - 1:
            ends = (keys[at - width + 1] == phrase.words[0]) + (key == phrase.words[-1])
            here = common, ends
            if here > best:
                best, starts = here, []
            if here == best:
                starts.append(at - width + 1)
    for start in dict.fromkeys(starts):
        end = start + width
        while start < end - 1 and keys[start] not in wanted:
            start += 1
        while end > start + 1 and keys[end - 1] not in wanted:
            end -= 1
        yield best[0] / size, start, end
