"""HTML tags: how they are written, which begin a block, and which of their words a reader meets."""

from __future__ import annotations

import re
from html import unescape

from proseproof.prose.nodes import Char, Page, Tag
from proseproof.prose.piece import MARKS, Change, Piece, splice

# What Python-Markdown takes for blocks.
BLOCK_TAGS = frozenset(
    """address article aside blockquote details div dl fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section table ul canvas colgroup dd
    body dt group html iframe li legend math map noscript output object option progress script
    style summary tbody td textarea tfoot th thead tr video center""".split()
)
# Elements whose text is no prose.
UNREAD_TAGS = frozenset("canvas iframe math object pre script style svg template textarea".split())
CODE_TAGS = frozenset(("code", "kbd", "samp", "tt"))
READ_ATTRIBUTES = frozenset(("alt", "title"))

# Quantifiers never give back, so that a tag costs its length once.
TAG = re.compile(
    r"""<(?P<slash>/?)(?P<name>[a-zA-Z][^\s"'<>@`/\x03\x04]*+)
        (?P<attributes>
            (?:(?:[\s/]++|(?<=["']))[^\s"'<>=`/]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'<>`]++))?+)*+)
        \s*+(?P<empty>/?)\s*+>""",
    re.VERBOSE,
)
_ATTRIBUTE = re.compile(
    r"""(?P<key>[^\s"'<>=`/]++)
        (?:\s*+=\s*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'|(?P<bare>[^\s"'<>`]++)))?+""",
    re.VERBOSE,
)
ENTITY = re.compile(r"&(?:#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,7}|[a-zA-Z][a-zA-Z0-9]*+);")


def tag_node(page: Page, piece: Piece, found: re.Match[str]) -> Tag:
    """The node of a tag that `TAG` found in the piece."""
    first, last = page.ends(piece.cut(found.start(), found.end()))
    attributes = piece.cut(found.start("attributes"), found.end("attributes"))
    return Tag(first, last, found["name"].lower(), bool(found["slash"]), attributes)


def attributes(written: Piece) -> dict[str, Piece]:
    """The attributes of a tag, by lower-case name; the first of two counts."""
    values: dict[str, Piece] = {}
    for found in _ATTRIBUTE.finditer(written.value):
        which = next((kind for kind in ("double", "single", "bare") if found[kind] is not None), "")
        value = written.cut(found.start(which), found.end(which)) if which else written.cut(0, 0)
        values.setdefault(found["key"].lower(), value)
    return values


def read_entities(page: Page, piece: Piece) -> Piece:
    """The piece with each entity as the character it stands for; an unknown one stays."""
    if "&" not in piece.value:
        return piece
    changes = []
    for found in ENTITY.finditer(piece.value):
        value = unescape(found.group())
        # Control characters would pass for nodes.
        if value != found.group() and not any(mark in value for mark in MARKS):
            first, last = page.ends(piece.cut(found.start(), found.end()))
            changes.append(
                Change(found.start(), found.end(), page.set_aside(Char(first, last, value)))
            )
    return splice(piece, changes)
