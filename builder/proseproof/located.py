"""Where all that a project says stands in its texts: as much as no answer is needed for."""

from __future__ import annotations

from collections.abc import Mapping

from proseproof.judge.claim import Quoted, quote
from proseproof.judge.corpus import Corpus
from proseproof.judge.coverage import GivenWords, find_given
from proseproof.judge.figure_texts import own_texts
from proseproof.load import Loaded
from proseproof.model import Claim, Figure
from proseproof.nouns import dataclass


@dataclass(frozen=True, eq=False)
class Located:
    """The texts of a project, and what stands where in them.

    pages: the texts of each page, by path. figures: those of each figure itself. placed: the ids of
    the figures that a page shows. givens: in the order of the sections.
    """

    pages: Mapping[str, Corpus]
    figures: Mapping[Figure, Corpus]
    placed: frozenset[str]
    givens: tuple[GivenWords, ...]
    _claims: Mapping[int, Quoted]

    @property
    def texts(self) -> tuple[Corpus, ...]:
        """Those of the pages, then those of the figures."""
        return (*self.pages.values(), *self.figures.values())

    def of_claim(self, claim: Claim) -> Quoted:
        """Where the words of a claim stand."""
        return self._claims[id(claim)]


def locate(loaded: Loaded) -> Located:
    """Finds the words of the claims and of what is given."""
    pages = {path: page.corpus for path, page in loaded.pages.items()}
    placed = frozenset(
        placement.figure.value
        for page in loaded.pages.values()
        for placement in page.prose.placements
    )
    figures: dict[Figure, Corpus] = {}
    claims: dict[int, Quoted] = {}
    givens: list[GivenWords] = []
    for section in loaded.sections:
        of_pages = [pages[page.value] for page in section.pages if page.value in pages]
        mark = of_pages[0].mark if of_pages else "."
        own = {one: own_texts(one, mark, one.id in placed) for one in section.figures}
        figures |= own
        for figure in section.figures:
            for claim in figure.claims:
                claims[id(claim)] = quote(claim, [*of_pages, own[figure]])
        givens += [find_given(given, [*of_pages, *own.values()]) for given in section.given]
    located = Located(pages, figures, placed, tuple(givens), claims)
    for corpus in located.texts:
        _ = corpus.disagreeing  # which cuts all that may be a number into tokens
    return located
