"""The drafts of a page: its unbound numbers, those of one phrase together, and the words around."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from itertools import pairwise

from proseproof.judge.cell import header_key
from proseproof.judge.corpus import Corpus
from proseproof.language.hedge import read_hedge
from proseproof.language.reading import Said, read_numbers, tie
from proseproof.language.token import Token
from proseproof.language.units import Unit
from proseproof.model import Figure
from proseproof.nouns import dataclass
from proseproof.prose import Grid
from proseproof.source import Span
from proseproof.suggest.terms import joined, stems

_SENTENCE_ENDS = frozenset({".", "?", "!"})
_CLAUSE_ENDS = _SENTENCE_ENDS | {",", ";", ":", "(", ")"}
_EACH = frozenset({"each", "every", "both", "all"})
_NAME = re.compile(r"\w[-_.]\w|\w\d|\d\w")
_WHOLE = re.compile(r"(?<![\w.-])\d+(?![\w.-])")
_FIRST_CELL, _CELL, _ABOVE = 0.9, 0.6, 0.55
_ANYWHERE, _FEW_NAMES, _BEFORE = 0.4, 20, 0.6
RANGES = ("dash", "to", "between")
"""How the two ends of a range or a move hang together."""
_QUOTIENTS = (["/"], ["of"], ["of", "the"], ["out", "of"])


@dataclass(frozen=True)
class Around:
    """What stands about a number, each with how near it is, 0 to 1.3.

    words: stems, and other whole numbers with a word beside them: `seed#3`. names: names such as
    `base-frac025`, as they are written, in lower case.
    """

    words: Mapping[str, float]
    names: Mapping[str, float]


@dataclass(frozen=True, eq=False)
class Draft:
    """A phrase that nothing binds: its numbers, in order, as the prose says them.

    cell: where the phrase is a cell of a Markdown table: the table, its row and its column.
    around: for each number what stands about it. figure: the block whose own text it is.
    beside: the other numbers of its sentence, those that something binds among them. parted: it is
    one end of a range or a move, `from 20 to 10 ms`, whose other end is left out.
    """

    corpus: Corpus
    passage: int
    said: tuple[Said, ...]
    around: tuple[Around, ...] = field(repr=False)
    cell: tuple[Grid, int, int] | None = None
    figure: Figure | None = None
    beside: tuple[Said, ...] = ()
    parted: bool = False

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of its passage."""
        return self.corpus.tokens(self.passage)

    @property
    def sentence(self) -> range:
        """The tokens of its sentence, by index."""
        return _between(self.tokens, self.said, _SENTENCE_ENDS)

    @property
    def first(self) -> int:
        """The index of the token it begins with: its first number, or the hedge before that."""
        hedge = read_hedge(self.tokens, self.said[0].at)
        return hedge[1] if hedge is not None else self.said[0].at

    @property
    def span(self) -> Span:
        """From its first number to the unit behind its last, in the file."""
        text = self.corpus.passages[self.passage].text
        first, last = self.tokens[self.said[0].at], self.tokens[self.said[-1].after - 1]
        return text.span(first.start, last.end)

    @property
    def says_each(self) -> bool:
        """Whether its passage has a word by which one number stands for several values."""
        return any(token.norm in _EACH for token in self.tokens)

    @property
    def is_worded(self) -> bool:
        """Whether its numbers are words, which need no claim."""
        return all(said.literal.words for said in self.said)

    @property
    def is_quotient(self) -> bool:
        """Whether it is two numbers such as `4 of 12`."""
        return len(self.said) == 2 and _is_quotient(self.tokens, *self.said)

    @property
    def is_spread(self) -> bool:
        """Whether it is two numbers such as `12.2 ± 0.4`."""
        return len(self.said) == 2 and _between_marks(self.tokens, *self.said) == ["±"]

    def alone(self) -> Iterator[Draft]:
        """Its numbers as drafts of their own."""
        parted = any(said.tie in RANGES for said in self.said[:-1])
        for said, around in zip(self.said, self.around, strict=True):
            yield replace(self, said=(said,), around=(around,), parted=parted)


def read_drafts(
    corpus: Corpus, grids: Sequence[Grid], unbound: frozenset[tuple[int, int]],
    figure: Figure | None = None,
) -> list[Draft]:  # fmt: skip
    """The drafts of a page, or of a figure's own texts.

    unbound: each number that nothing binds, as passage and token.
    """
    layout = _Layout(corpus, grids, figure is not None)
    drafts = []
    for passage, tokens in enumerate(corpus.body.texts):
        wanted = [said for said in read_numbers(tokens) if (passage, said.at) in unbound]
        if not wanted:
            continue
        cell = layout.cells.get(passage)
        if cell is not None:
            lent = layout.unit(cell)
            wanted = [replace(said, lent=lent) for said in wanted]
        for said in _phrases(tokens, tie(tokens, wanted)):
            around = tuple(layout.around(passage, one, said) for one in said)
            beside = _beside(tokens, said)
            drafts.append(Draft(corpus, passage, said, around, cell, figure, beside))
    return drafts


def _beside(tokens: Sequence[Token], phrase: Sequence[Said]) -> tuple[Said, ...]:
    own = {one.at for one in phrase}
    sentence = _between(tokens, phrase, _SENTENCE_ENDS)
    every = tie(tokens, read_numbers(tokens))
    return tuple(one for one in every if one.at in sentence and one.at not in own)


def _phrases(tokens: Sequence[Token], tied: Sequence[Said]) -> Iterator[tuple[Said, ...]]:
    phrase = [tied[0]]
    for before, here in pairwise(tied):
        if before.tie is None and not _is_quotient(tokens, before, here):
            yield tuple(phrase)
            phrase = []
        phrase.append(here)
    yield tuple(phrase)


def _is_quotient(tokens: Sequence[Token], top: Said, bottom: Said) -> bool:
    return [token.norm for token in tokens[top.at + 1 : bottom.at]] in _QUOTIENTS


def _between_marks(tokens: Sequence[Token], first: Said, second: Said) -> list[str]:
    return [token.norm for token in tokens[first.after : second.at]]


@dataclass(frozen=True, eq=False)
class _Layout:
    """Where the passages of a page stand: under which heading, in which cell.

    titled: they are those of a figure, whose title stands above its other texts as headings do.
    """

    corpus: Corpus
    grids: Sequence[Grid]
    titled: bool = False

    @cached_property
    def cells(self) -> Mapping[int, tuple[Grid, int, int]]:
        """For each passage that is a cell of a table's body: the table, row and column."""
        numbers = {id(passage): index for index, passage in enumerate(self.corpus.passages)}
        return {
            numbers[id(cell)]: (grid, row, column)
            for grid in self.grids
            for row, cells in enumerate(grid.rows)
            for column, cell in enumerate(cells)
            if id(cell) in numbers
        }

    def unit(self, cell: tuple[Grid, int, int]) -> Unit | None:
        """The unit at the end of a cell's header."""
        grid, _, column = cell
        return header_key(grid.header[column].text.value)[1] if column < len(grid.header) else None

    @cached_property
    def _names(self) -> Mapping[str, float]:
        """The names that the page says anywhere; what it is about is often told once.

        Of a page that names very many, each says less.
        """
        tokens = (token for tokens in self.corpus.body.texts for token in tokens)
        names = {token.written.lower() for token in tokens if _is_name(token)}
        return dict.fromkeys(names, _ANYWHERE * min(1.0, _FEW_NAMES / max(len(names), 1)))

    def around(self, passage: int, said: Said, phrase: Sequence[Said]) -> Around:
        """What stands about a number of a phrase: its clause, sentence, passage and headings."""
        weights: dict[str, float] = {}
        names = dict(self._names)
        if passage:  # "it" is mostly what was named just before
            before = self.corpus.tokens(passage - 1)
            names |= {token.written.lower(): _BEFORE for token in before if _is_name(token)}

        def add(text: str, weight: float) -> None:
            for one in (*stems(text), *(one for word in text.split() for one in joined(word))):
                weights[one] = max(weights.get(one, 0.0), weight)
            for number in _WHOLE.findall(text):
                weights.update((f"{one}#{number}", weight) for one in stems(text))

        headings = [
            other.text.value
            for other in self.corpus.passages[:passage]
            if self.titled or other.kind == "heading"
        ]  # fmt: skip
        for text, weight in ((headings[:1], 0.1), (headings[-1:], 0.25)):
            add(" ".join(text), weight)
        cell = self.cells.get(passage)
        if cell is not None:
            grid, row, column = cell
            for index, head in enumerate(grid.header):
                add(head.text.value, 1.0 if index == column else 0.1)
            for told, weight in self._of_row(grid, row, column):
                add(told, weight)
            add(self._above(grid), _ABOVE)
        tokens = self.corpus.tokens(passage)
        clause = _between(tokens, phrase, _CLAUSE_ENDS)
        sentence = _between(tokens, phrase, _SENTENCE_ENDS)
        own = {one.at for one in phrase}
        for at, token in enumerate(tokens):
            if token.literal is not None and at not in own and token.literal.value.denominator == 1:
                near = 1.0 if at in sentence else 0.4
                beside = " ".join(each.written for each in tokens[max(at - 3, 0) : at + 3])
                for one in stems(beside):
                    weights[f"{one}#{token.literal.value}"] = near
            if token.kind != "word":
                continue
            if _is_name(token):
                names[token.written.lower()] = 1.0 if at in sentence else 0.7
            if at in clause:
                far = said.at - at if at < said.at else at - said.after + 1
                noun = at == said.after
                add(token.written, 1.3 if noun else 1.0 if far <= 4 else 0.8)
            else:
                add(token.written, 0.55 if at in sentence else 0.25)
        return Around(weights, names)

    def _of_row(self, grid: Grid, row: int, column: int) -> Iterator[tuple[str, float]]:
        """What the other cells of a row say: the first names it; a number counts under its header,
        as in `Run 4`."""
        for index, cell in enumerate(grid.rows[row]):
            text = cell.text.value
            if index == 0:
                yield text, _FIRST_CELL
            if _WHOLE.fullmatch(text) and index < len(grid.header):
                text = f"{grid.header[index].text.value} {text}"
            if index != column:
                yield text, _CELL

    def _above(self, grid: Grid) -> str:
        """The sentences that lead to a table."""
        head = next((at for at, one in enumerate(self.corpus.passages) if one is grid.header[0]), 0)
        return self.corpus.passages[head - 1].text.value if head else ""


def _is_name(token: Token) -> bool:
    """Whether a word is a name rather than a word of the language: `e3e-base`, `v2_small`."""
    return token.kind == "word" and bool(_NAME.search(token.written))


def _between(tokens: Sequence[Token], phrase: Sequence[Said], ends: frozenset[str]) -> range:
    first, last = phrase[0].at, phrase[-1].after
    while first > 0 and tokens[first - 1].norm not in ends:
        first -= 1
    while last < len(tokens) and tokens[last].norm not in ends:
        last += 1
    return range(first, last)
