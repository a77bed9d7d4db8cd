"""A line of Markdown from the YAML, a title or a claim, to HTML that is safe in any page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from html import escape, unescape
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown

from proseproof.outcome import Mark
from proseproof.site.annotate import Wrap, annotated
from proseproof.site.sentinel import without, woven
from proseproof.source import Text

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_SAFE = ("http:", "https:", "mailto:")
_BREAKS = re.compile(r"[ \t\r\n]+")
_TAG = re.compile(r"<[^>]*>")


def inline_html(
    text: Text,
    marks: Sequence[Mark] = (),
    wrap: Callable[[Mark], Wrap] | None = None,
    link: Callable[[str], str] = lambda address: address,
) -> str:
    """The text as HTML inside a block: emphasis, code, links. HTML in it is shown, not obeyed.

    marks: numbers in the text's file; each becomes what `wrap` says. link: turns the address of a
    link as the author wrote it into the one that leads there.
    """
    placed = [(mark, piece) for mark in marks if (piece := _within(text, mark))]
    line = woven(text.value, [piece for _, piece in placed])
    html = _rendered(_BREAKS.sub(" ", line).strip(" "), link)
    return annotated(html, [wrap(mark) for mark, _ in placed]) if wrap else without(html)


def plain_text(html: str) -> str:
    """The words of a piece of HTML."""
    return unescape(_TAG.sub("", html))


def _within(text: Text, mark: Mark) -> tuple[int, int] | None:
    """The characters of the text that stand in the mark's span, as start and end."""
    if text.source is not mark.span.source:
        return None
    inside = [
        index
        for index, (start, end) in enumerate(zip(text.starts, text.ends, strict=True))
        if mark.span.start <= start and end <= mark.span.end and start < end
    ]
    return (inside[0], inside[-1] + 1) if inside else None


@cache
def _engine() -> Markdown:
    markdown = Markdown()
    markdown.inlinePatterns.deregister("html")
    markdown.inlinePatterns.deregister("reference")
    markdown.inlinePatterns.deregister("image_link")
    markdown.inlinePatterns.deregister("image_reference")
    markdown.inlinePatterns.deregister("short_reference")
    markdown.inlinePatterns.deregister("short_image_ref")
    return markdown


def _rendered(line: str, link: Callable[[str], str]) -> str:
    """Only the inline half of Python-Markdown, so that no line is a list or a heading."""
    markdown = _engine().reset()
    root = Element("div")
    SubElement(root, "p").text = line
    for processor in markdown.treeprocessors:
        changed = processor.run(root)
        root = root if changed is None else changed
    html = markdown.serializer(root)
    for last in markdown.postprocessors:
        html = last.run(html)
    return _disarmed(html.strip().removeprefix("<div>").removesuffix("</div>").strip(), link)


def _disarmed(html: str, link: Callable[[str], str]) -> str:
    """The paragraph's inside, its links leading where they should, none of them running code."""
    inside = html.removeprefix("<p>").removesuffix("</p>")

    def safe(match: re.Match[str]) -> str:
        address = re.sub(r"[\x00-\x20]", "", unescape(match[1]))
        scheme = _SCHEME.match(address)
        if scheme:
            return match[0] if scheme[0].lower() in _SAFE else ""
        return f' href="{escape(link(unescape(match[1])))}"'

    return re.sub(r' href="([^"]*)"', safe, inside)
