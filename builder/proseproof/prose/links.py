"""Links and images: their words stay in the text, their addresses go, their titles stand beside.

Brackets are paired once for the whole text, so that a row of open ones costs nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator

from proseproof.nouns import dataclass
from proseproof.prose.nodes import Image, Page, Title
from proseproof.prose.piece import Change, Piece, splice

_ANGLED = re.compile(r"""\(\s*<[^<>]*+>\s*(?:(?P<title>'[^']*+'|"[^"]*+")\s*)?\)""")
_LABEL = re.compile(r"\s?\[([^\]]*)\]")
_SPACE = re.compile(r"\s+")
_SIGNS = re.compile(r"[\[\]()\"']")


@dataclass(frozen=True)
class _Found:
    """A link or image: its words, its title if it has one, and where it ends."""

    words: tuple[int, int]
    title: tuple[int, int] | None
    stop: int


class _Signs:
    """Where the brackets of a text pair, and where quotes stand in it."""

    def __init__(self, value: str) -> None:
        self.value = value
        self.closers: dict[int, int] = {}
        self.quotes: dict[str, list[int]] = {"'": [], '"': []}
        open_square: list[int] = []
        open_round: list[int] = []
        for found in _SIGNS.finditer(value):
            sign, at = found.group(), found.start()
            if sign == "[":
                open_square.append(at)
            elif sign == "(":
                open_round.append(at)
            elif sign in self.quotes:
                self.quotes[sign].append(at)
            else:
                opened = open_square if sign == "]" else open_round
                if opened:
                    self.closers[opened.pop()] = at
        # Quotes that end a title: a round bracket follows.
        self.last_quotes = {
            quote: [at for at in places if _closes_title(value, at)]
            for quote, places in self.quotes.items()
        }


def _closes_title(value: str, at: int) -> bool:
    at += 1
    while value.startswith(" ", at):
        at += 1
    return value.startswith(")", at)


_Find = Callable[[Page, _Signs, int, int], _Found | int]


def read_links(page: Page, piece: Piece) -> Piece:
    """The piece with the words of each link within borders, and each image as a node."""
    piece = _pass(page, piece, image=False, find=_by_label)
    piece = _pass(page, piece, image=False, find=_by_address)
    piece = _pass(page, piece, image=True, find=_by_address)
    piece = _pass(page, piece, image=True, find=_by_label)
    piece = _pass(page, piece, image=False, find=_by_words)
    return _pass(page, piece, image=True, find=_by_words)


def _pass(page: Page, piece: Piece, *, image: bool, find: _Find) -> Piece:
    """One walk over the brackets that begin an image, or over those that do not."""
    value = piece.value
    if "[" not in value or (image and "![" not in value):
        return piece
    changes: list[Change] = []
    signs = _Signs(value)
    at = value.find("[")
    while at != -1:
        behind = at + 1
        closer = signs.closers.get(at)
        if closer is not None and value.startswith("!", at - 1 if at else 0) == image:
            found = find(page, signs, at, closer)
            if isinstance(found, _Found):
                start = at - 1 if image else at
                changes += _changes(page, piece, start, found, image=image)
            behind = found.stop if isinstance(found, _Found) else max(found, behind)
        at = value.find("[", behind)
    return splice(piece, changes)


def _changes(
    page: Page, piece: Piece, start: int, found: _Found, *, image: bool
) -> Iterator[Change]:
    first, last = page.ends(piece.cut(start, found.stop))
    title = piece.cut(*found.title) if found.title is not None else None
    if image:
        node = Image(first, last, piece.cut(*found.words), title)
        yield Change(start, found.stop, page.set_aside(node))
        return
    if title is not None and title.value:
        ends = page.ends(title)
        yield Change(start, start, page.set_aside(Title(*ends, title)))
    words, closer = found.words
    opening, closing = page.ends(piece.cut(start, words)), page.ends(piece.cut(closer, found.stop))
    yield Change(start, words, page.border(*opening, "a", opening=True))
    yield Change(closer, found.stop, page.border(*closing, "a", opening=False))


def _by_label(page: Page, signs: _Signs, at: int, closer: int) -> _Found | int:
    """`[words][label]`; where to go on if there is no such target."""
    found = _LABEL.match(signs.value, closer + 1)
    if not found:
        return at + 1
    label = found[1] or signs.value[at + 1 : closer]
    if _SPACE.sub(" ", label.lower()) not in page.references:
        return found.end()
    return _Found((at + 1, closer), None, found.end())


def _by_words(page: Page, signs: _Signs, at: int, closer: int) -> _Found | int:
    """`[words]`, which are a label themselves."""
    if _SPACE.sub(" ", signs.value[at + 1 : closer].lower()) not in page.references:
        return closer + 1
    return _Found((at + 1, closer), None, closer + 1)


def _by_address(_page: Page, signs: _Signs, at: int, closer: int) -> _Found | int:
    """`[words](address "title")`."""
    words, opening = (at + 1, closer), closer + 1
    angled = _ANGLED.match(signs.value, opening)
    if angled:
        title = (angled.start("title") + 1, angled.end("title") - 1) if angled["title"] else None
        return _Found(words, title, angled.end())
    if not signs.value.startswith("(", opening):
        return at + 1
    end = signs.closers.get(opening)
    titled = _title(signs, opening, end)
    if titled is not None:
        title, stop = titled
        return _Found(words, title, stop)
    return _Found(words, None, end + 1) if end is not None else at + 1


def _title(signs: _Signs, opening: int, end: int | None) -> tuple[tuple[int, int], int] | None:
    """The title behind an address, and where the link ends.

    A quote within the brackets begins it; the next such quote with a bracket behind ends it, even
    if that bracket would close another pair.
    """
    begins = {quote: _next(places, opening) for quote, places in signs.quotes.items()}
    first = min((at for at in begins.values() if at is not None), default=None)
    if first is None or (end is not None and end < first):
        return None
    found = []
    for quote, begin in begins.items():
        stop = _next(signs.last_quotes[quote], begin) if begin is not None else None
        if begin is not None and stop is not None:
            found.append((stop, begin))
    if not found:
        return None
    stop, begin = min(found)
    return (begin + 1, stop), signs.value.index(")", stop) + 1


def _next(places: list[int], behind: int) -> int | None:
    at = bisect_right(places, behind)
    return places[at] if at < len(places) else None
