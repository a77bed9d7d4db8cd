"""Which words of the claims files repeat a number that stands on a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from proseproof.judge.claim import Examined
from proseproof.judge.corpus import Corpus, NumberKey, Place
from proseproof.judge.words import read_phrase
from proseproof.language.literal import Literal
from proseproof.language.phrase import Phrase
from proseproof.model import DecimalMark, Figure, Section
from proseproof.nouns import dataclass
from proseproof.source import Text


@dataclass(frozen=True, eq=False)
class Echo:
    """A number in `says` of a claim, or of a `given` (then `claim` is None).

    text: its characters in the YAML. mark: the decimal mark that it is written with.
    """

    text: Text
    literal: Literal
    mark: DecimalMark
    claim: Examined | None


Echoes = Mapping[NumberKey, Sequence[Echo]]


def find_echoes(
    claims: Sequence[Examined], sections: Sequence[Section], pages: Mapping[str, Corpus],
    figure_texts: Mapping[Figure, Corpus],
) -> Echoes:  # fmt: skip
    """The echoes of each number under a phrase that stands as its claim or `given` writes it."""
    found: dict[NumberKey, list[Echo]] = {}
    for examined in claims:
        of_claim = _echoes(examined.phrase, examined.words, examined.mark, examined)
        for judged in examined.places:
            _add(found, judged.place, of_claim)
    for section in sections:
        corpora = [pages[page.value] for page in section.pages if page.value in pages]
        corpora += [figure_texts[figure] for figure in section.figures]
        for given in section.given:
            for corpus in corpora:
                phrase, words = read_phrase(given.says, corpus.mark)
                of_given = _echoes(phrase, words, corpus.mark, None)
                for place in corpus.find(phrase):
                    _add(found, place, of_given)
    return found


def _echoes(
    phrase: Phrase, words: Text, mark: DecimalMark, claim: Examined | None
) -> tuple[Echo, ...]:
    return tuple(
        Echo(words[token.start : token.end], token.literal, mark, claim)
        for token in phrase.tokens
        if token.literal is not None
    )


def _add(found: dict[NumberKey, list[Echo]], place: Place, echoes: Sequence[Echo]) -> None:
    for key, echo in zip(_keys(place), echoes, strict=True):
        found.setdefault(key, []).append(echo)


def _keys(place: Place) -> Iterator[NumberKey]:
    for at in place.match.numbers:
        yield id(place.corpus), place.passage, at
