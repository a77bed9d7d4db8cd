"""The engine's SVG made fit for a page: its own ids, the page's font, a name for screen readers."""

from __future__ import annotations

import re
from html import escape

_ROOT = re.compile(r"<svg\b[^>]*?\bwidth=\"([\d.]+)\" height=\"([\d.]+)\"[^>]*>")
# What the page's own font, or the name on the root, says better.
_NOISE = re.compile(
    r' (?:font-family|role|aria-[a-z]+|pointer-events)="[^"]*"| stroke-miterlimit="10"'
)
_NOTHING = re.compile(r'<path class="(?:background|foreground)" d="(?:M0,0h0v0h0Z)?"[^>]*/>')
_PLACES = re.compile(r' (?:d|transform|points|[xy][12]?|c[xy]|r|width|height)="[^"]*"')
_LONG = re.compile(r"-?\d+\.\d{3,}(?:e-?\d+)?")
_ID = re.compile(r'\bid="([^"]+)"')
_SHOWN = re.compile(r'<g class="[^"]*\brole-mark\b[^>]*(?<!/)>')
# A paint that is no colour; the name of the function may be spelt with CSS's escapes.
_LOADS = re.compile(r'\b(?:fill|stroke)="[^"]*(?:url\((?!#)|\\)', re.IGNORECASE)


def is_empty(drawn: str) -> bool:
    """Whether the engine's drawing shows no mark at all: axes around nothing."""
    return _SHOWN.search(drawn) is None


def loads(drawn: str) -> bool:
    """Whether a colour of the drawing makes whoever shows it load something."""
    return _LOADS.search(drawn) is not None


def size(drawn: str) -> tuple[float, float]:
    """Width and height of a drawing in CSS pixels."""
    root = _root(drawn)
    return float(root[1]), float(root[2])


def tidied(drawn: str) -> str:
    """The drawing without what depends on the engine's history, and without what nobody sees.

    The engine counts clip paths over all that it ever drew, so their names are given anew here.
    Places are kept to a hundredth of a pixel.
    """
    text = _NOTHING.sub("", _NOISE.sub("", drawn))
    text = _PLACES.sub(lambda piece: _LONG.sub(_rounded, piece[0]), text)
    names = {name: f"part{index}" for index, name in enumerate(dict.fromkeys(_ID.findall(text)))}
    text = _ID.sub(lambda match: f'id="{names[match[1]]}"', text)
    return re.sub(
        r'(url\(#|href="#)([^)"]+)', lambda match: match[1] + names.get(match[2], match[2]), text
    )


def named(drawn: str, figure: str, title: str, description: str) -> str:
    """The tidied drawing as it stands in a page: ids that start with the figure's, a title, a desc.

    figure: the figure's id. title, description: plain text.
    """
    text = re.sub(
        r'(\bid="|url\(#|href="#)(part\d+)', lambda match: f"{match[1]}{figure}-{match[2]}", drawn
    )
    root = _root(text)
    width, height = root[1], root[2]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pp-chart" role="img" width="{width}"'
        f' height="{height}" viewBox="0 0 {width} {height}"'
        f' aria-labelledby="{figure}-name" aria-describedby="{figure}-desc">'
        f'<title id="{figure}-name">{escape(title, quote=False)}</title>'
        f'<desc id="{figure}-desc">{escape(description, quote=False)}</desc>'
    )
    # The name says it all; ticks and labels, read one by one, say nothing.
    return head + text[root.end() :].replace("<g ", '<g aria-hidden="true" ', 1)


def _root(drawn: str) -> re.Match[str]:
    root = _ROOT.search(drawn)
    assert root, "the engine draws an SVG with a size"
    return root


def _rounded(match: re.Match[str]) -> str:
    text = f"{float(match[0]):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
