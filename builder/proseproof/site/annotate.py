"""HTML with sentinels to HTML with links: each marked piece of the text becomes an element."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from proseproof.nouns import dataclass
from proseproof.site import sentinel

_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)|<(/?)([a-zA-Z][\w:-]*+)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*+)>", re.DOTALL
)
# A piece of text may run through these; any other tag ends it, should its end have been lost.
_INLINE = frozenset(
    "a abbr b bdi cite code del dfn em i img ins kbd mark q s samp small span strong sub sup u var"
    " br wbr".split()
)
_NO_LINK = frozenset("a button h1 h2 h3 h4 h5 h6 label summary".split())
_NO_MARK = frozenset("script style svg math pre textarea title template".split())
_VOID = frozenset("area br col embed hr img input link meta source track wbr".split())


@dataclass(frozen=True)
class Wrap:
    """What a marked piece becomes.

    css: the class of its element. title: the words of its tooltip. href: where it leads, or None;
    inside a link or a heading the piece is a `span` with the address as `data-proof`. id: of the
    first element of the piece.
    """

    css: str
    title: str = ""
    href: str | None = None
    id: str | None = None


def annotated(html: str, wraps: Sequence[Wrap]) -> str:
    """The HTML with each marked piece in an element of its own, and without any sentinel.

    A piece that runs over the edge of an element gets an element on each side. Inside scripts,
    drawings, code blocks and comments the sentinels go and nothing comes; for one in an attribute
    its id comes before the tag.
    """
    return "".join(_pieces(html, wraps)) if wraps and sentinel.ANY.search(html) else html


def _pieces(html: str, wraps: Sequence[Wrap]) -> Iterator[str]:
    stack: list[str] = []
    current: int | None = None
    used: set[str] = set()

    def text_run(text: str) -> Iterator[str]:
        nonlocal current
        done = 0
        for found in sentinel.ANY.finditer(text):
            yield wrapped(text[done : found.start()])
            done = found.end()
            piece = sentinel.opened(found[0])
            current = piece if piece is not None and piece < len(wraps) else None
        yield wrapped(text[done:])

    def anchors(tag: str) -> Iterator[str]:
        """A number in an attribute, an alt text say, can be led to, but not marked."""
        for found in sentinel.ANY.finditer(tag):
            piece = sentinel.opened(found[0])
            anchor = wraps[piece].id if piece is not None and piece < len(wraps) else None
            if anchor and anchor not in used and not _NO_MARK.intersection(stack):
                used.add(anchor)
                yield f'<span id="{escape(anchor)}"></span>'

    def wrapped(text: str) -> str:
        if not text or current is None or _NO_MARK.intersection(stack):
            return text
        wrap = wraps[current]
        anchor = wrap.id if wrap.id is not None and wrap.id not in used else None
        if anchor:
            used.add(anchor)
        return _element(wrap, text, anchor, linked=not _NO_LINK.intersection(stack))

    done = 0
    for tag in _TAG.finditer(html):
        yield from text_run(html[done : tag.start()])
        done = tag.end()
        yield from anchors(tag[0])
        yield sentinel.without(tag[0])
        name = (tag[2] or "").lower()
        if not name:
            continue
        if name not in _INLINE:
            current = None
        if tag[1]:
            _close(stack, name)
        elif name not in _VOID and not tag[3].endswith("/"):
            stack.append(name)
    yield from text_run(html[done:])


def _close(stack: list[str], name: str) -> None:
    """Leaves the innermost open element of that name; a stray end tag leaves none."""
    for depth in range(len(stack) - 1, -1, -1):
        if stack[depth] == name:
            del stack[depth:]
            return


def _element(wrap: Wrap, text: str, anchor: str | None, *, linked: bool) -> str:
    words = [f' class="{escape(wrap.css)}"']
    if anchor:
        words.append(f' id="{escape(anchor)}"')
    if wrap.href is not None:
        words.append(f' {"href" if linked else "data-proof"}="{escape(wrap.href)}"')
    if wrap.title:
        words.append(f' title="{escape(wrap.title)}"')
    name = "a" if linked and wrap.href is not None else "span"
    return f"<{name}{''.join(words)}>{text}</{name}>"
