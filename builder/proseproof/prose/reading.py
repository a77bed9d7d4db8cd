"""From Markdown to prose: the steps in their order, and the walk over the tree of blocks."""

from __future__ import annotations

import re
from dataclasses import replace

from proseproof.prose import blocks, containers, definitions, lists, tables
from proseproof.prose.annotations import find_annotations, without_markers
from proseproof.prose.attribute_lists import without_last_list
from proseproof.prose.blocks import Parser
from proseproof.prose.critic import read_critic_marks
from proseproof.prose.fences import take_fences
from proseproof.prose.front_matter import take_front_matter
from proseproof.prose.html_blocks import take_html
from proseproof.prose.html_tables import TABLE_TAGS
from proseproof.prose.inline import read_inline
from proseproof.prose.nodes import MarkdownHtml, Page, Tag
from proseproof.prose.passage import Grid, Include, Passage, PassageKind, Prose
from proseproof.prose.piece import Piece, join
from proseproof.prose.run import Run
from proseproof.prose.sheet import Sheet, expand, lay_out, smooth
from proseproof.prose.tree import HEADINGS, Element
from proseproof.prose.writing import Writer
from proseproof.source import Text

# In the order in which a block is offered to them.
RULES = (
    containers.admonition,
    containers.details,
    containers.tab,
    blocks.html,
    lists.indented,
    lists.indented_definition,
    blocks.code,
    blocks.math,
    tables.table,
    blocks.heading,
    blocks.underlined,
    blocks.horizontal_rule,
    lists.ordered,
    lists.bulleted,
    lists.definition,
    blocks.quote,
    definitions.footnote,
    definitions.abbreviation,
    definitions.target,
    blocks.paragraph,
)
_KINDS: dict[str, PassageKind] = {
    **dict.fromkeys(HEADINGS, "heading"),
    "title": "title",
    "td": "cell",
}
_CHECKBOX = re.compile(r" *\[[xX ]\] +")
# One line of words and numbers, without any sign that Markdown gives a meaning to.
_AS_IT_STANDS = re.compile(r"[^\W\d_](?:[^\W_]|[,.;?()%'’\"“”/–—−]|[ -](?! ))*+(?<! )")
# Lines that the site replaces: by the table of contents, by the footnotes.
_REPLACED = ("[TOC]", "///Footnotes Go Here///")


def _nothing(_path: str) -> None:
    return None


def read_prose(text: Text, include: Include = _nothing) -> Prose:
    """The prose of Markdown `text`, as Python-Markdown with Material's extensions shows it.

    include: finds the file that a snippet (`--8<-- "path"`) names, None where there is none.
    Raises nothing, whatever the text.
    """
    if _AS_IT_STANDS.fullmatch(text.value):
        return Prose((Passage(text),))
    titles, start = take_front_matter(text)
    page = Page(lay_out(text[start:], include))
    piece = expand(read_critic_marks(page, smooth(page.sheet)))
    piece = take_html(page, take_fences(page, piece))
    parser = Parser(page, RULES)
    body = Element("div")
    parser.parse_lines(body, piece.lines())
    trees = [body, *_footnotes(parser)]
    walk = _Walk(page)
    for tree in trees:
        find_annotations(tree)
        walk.tree(tree)
    for kind, aside in page.aside:
        walk.writer.aside(aside, kind)
    passages = sorted(walk.writer.passages, key=lambda placed: placed[0])
    return Prose(
        (*_plain(titles), *(passage for _, passage in passages)),
        tuple(walk.writer.tables.grids),
        tuple(walk.writer.placements),
        page.sheet.missing,
        tuple(sorted(walk.writer.formulas, key=lambda span: span.order)),
    )


def _footnotes(parser: Parser) -> list[Element]:
    """The footnotes, those defined within footnotes too."""
    trees: dict[str, Element] = {}
    while len(trees) < len(parser.page.footnotes):
        for name, lines in list(parser.page.footnotes.items()):
            if name not in trees:
                trees[name] = Element("div")
                parser.parse_lines(trees[name], lines)
    return list(trees.values())


def _plain(titles: list[tuple[PassageKind, Text]]) -> list[Passage]:
    """Titles that are no Markdown, as passages."""
    passages = []
    for kind, title in titles:
        sheet = Sheet(title.value, title.starts, title.ends, ((0, title.source),))
        run = Run()
        run.add(title.value, range(len(title)), range(len(title)))
        passages += [passage for _, passage in run.passages(sheet, kind)]
    return passages


def _without_checkbox(lines: list[Piece]) -> list[Piece]:
    box = _CHECKBOX.match(lines[0].value)
    return [lines[0].cut(box.end()), *lines[1:]] if box else lines


class _Walk:
    """Walks over the tree in reading order, and writes what each element says."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.writer = Writer(page)
        self._notes = 0  # of the element that is being written

    def tree(self, root: Element) -> None:
        """Writes each element, its children, and what stands behind it."""
        stack: list[Element | list[Piece] | Tag] = [root]
        while stack:
            here = stack.pop()
            if isinstance(here, list):
                self._notes = 0
                self._text(join(here), "p")
                continue
            if isinstance(here, Tag):
                self.writer.tables.tag(here, self.writer.written)
                continue
            if here.tail:
                stack.append(here.tail)
            if isinstance(here.node, MarkdownHtml) and here.node.tag.name in TABLE_TAGS:
                tag = here.node.tag
                self.writer.tables.tag(tag, self.writer.written)
                stack.append(replace(tag, first=here.node.last, last=here.node.last, closing=True))
            self._own(here)
            stack.extend(reversed(here.children))

    def _own(self, element: Element) -> None:
        """Writes what an element holds beside its children."""
        self._notes = element.notes
        if isinstance(element.node, MarkdownHtml):
            self.writer.attributes(element.node.tag)
            if element.node.state == "span":
                self._text(element.node.text, element.tag)
        if element.rows:
            self._table(element)
        if element.tag == "li":
            first = element if element.text or not element.children else element.children[0]
            if first.text and first.tag in ("li", "p"):
                first.text = _without_checkbox(first.text)
        if element.text:
            self._text(join(element.text), element.tag)

    def _text(self, piece: Piece, tag: str) -> list[Passage]:
        """Writes the text of a block."""
        if piece.value.strip() in _REPLACED:
            return []
        piece = without_markers(self.page, read_inline(self.page, piece), self._notes)
        on_line = tag in HEADINGS or tag in ("dt", "td", "th")
        kept = without_last_list(self.page, piece, same_line=on_line)
        if kept is not piece and tag in HEADINGS:
            kept = kept.cut(0, len(kept.value.rstrip("#")))
        return self.writer.block(kept, _KINDS.get(tag, "paragraph"))

    def _table(self, table: Element) -> None:
        sheet = self.page.sheet
        rows = [
            (self.page.ends(line), tuple(self._cell(cell, line) for cell in cells))
            for line, cells in table.rows
            if line.value
        ]
        (first, _), header = rows[0]
        (_, last), _ = rows[-1]
        self.writer.tables.grids.append(
            Grid(
                header,
                tuple(cells for _, cells in rows[1:]),
                tuple(sheet.span(*ends) for ends, _ in rows[1:]),
                sheet.span(first, last),
            )
        )

    def _cell(self, cell: Piece, line: Piece) -> Passage:
        written = self._text(cell, "td")
        if written:
            return written[0]
        sheet = self.page.sheet
        source = sheet.parts[sheet.part(self.page.first(line.at[0]))][1]
        return Passage(Text("", source, (), ()), "cell")
