"""The texts that a page is made of: its own, and those of the figures that speak for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from proseproof.judge.corpus import Corpus, NumberKey
from proseproof.judge.coverage import find_given
from proseproof.judge.examination import Examination
from proseproof.load import Loaded
from proseproof.nouns import dataclass
from proseproof.suggest.draft import Draft, read_drafts
from proseproof.suggest.trial import Stage
from proseproof.suggest.worded import worded


@dataclass(frozen=True, eq=False)
class Scene:
    """The drafts of one text, and the stage on which claims for them are tried."""

    drafts: tuple[Draft, ...]
    stage: Stage


def scenes_of(loaded: Loaded, examination: Examination, page: str) -> Iterator[Scene]:
    """The page first, then each figure with something to bind in its title, claim or caption.

    Raises KeyError where there is no such page.
    """
    pages = _of_section(loaded, page)
    sections = [one for one in loaded.sections if page in (path.value for path in one.pages)]
    texts = [examination.figure_texts[figure] for one in sections for figure in one.figures]
    open_numbers = _Open(examination)
    text = loaded.pages[page]
    stage = Stage(pages, figure_texts=texts)
    drafts = read_drafts(text.corpus, text.prose.grids, open_numbers.digits(text.corpus))
    drafts += read_drafts(text.corpus, text.prose.grids, open_numbers.words(text.corpus))
    yield Scene(tuple(drafts), stage)
    for section in sections:
        for figure in section.figures:
            corpus = examination.figure_texts[figure]
            own = read_drafts(corpus, (), open_numbers.digits(corpus), figure)
            own += read_drafts(corpus, (), open_numbers.words(corpus), figure)
            if own:
                stage = Stage(pages, figure, examination.data.get(figure), texts)
                yield Scene(tuple(own), stage)


def _of_section(loaded: Loaded, page: str) -> Loaded:
    """The project cut down to the pages on which a claim of the page's section is looked for."""
    paths = [page]
    for section in loaded.sections:
        of_section = [text.value for text in section.pages]
        if page in of_section:
            paths += of_section
            break
    pages = {path: loaded.pages[path] for path in dict.fromkeys(paths) if path in loaded.pages}
    return replace(loaded, sections=(), findings=(), pages=pages)


class _Open:
    """The numbers of a check that nothing binds, by their text, as passage and token."""

    def __init__(self, examination: Examination) -> None:
        self._examination = examination

    def digits(self, corpus: Corpus) -> frozenset[tuple[int, int]]:
        """Those in digits, each of which is a finding."""
        return frozenset(
            number.key[1:]
            for number in self._examination.coverage.numbers
            if number.corpus is corpus and number.status == "unbound"
        )

    def words(self, corpus: Corpus) -> frozenset[tuple[int, int]]:
        """Those in words that a claim might well bind."""
        bound = self._examination.verdicts.bound
        known = {key[1:] for key in bound | self._given(corpus) if key[0] == id(corpus)}
        return worded(corpus, known)

    def _given(self, corpus: Corpus) -> frozenset[NumberKey]:
        every = (given for section in self._examination.sections for given in section.given)
        return frozenset(key for given in every for key in find_given(given, [corpus]).keys)
