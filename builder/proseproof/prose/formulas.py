"""Formulas that a reader reads as text: a number, a sign, `n = 200`. Algebra stays a formula.

Papers write `$2.1\\times$` where a page writes 2.1×. Such a number is as much a number of the prose
as any other, so it is read; the digits of `$x_1^2 + 2y$` are notation, and are not.
"""

from __future__ import annotations

import re

from proseproof.nouns import dataclass
from proseproof.prose.nodes import Char, Page
from proseproof.prose.piece import MARKS, Change, Piece, splice

_SYMBOLS = {
    "times": "×", "cdot": "·", "pm": "±", "approx": "≈", "simeq": "≈", "sim": "~", "le": "≤",
    "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "lt": "<", "gt": ">",
    "to": "→", "rightarrow": "→", "mu": "µ", "degree": "°", "circ": "°", "dots": "…",
    "ldots": "…", "quad": " ", "%": "%", "$": "$", "#": "#", " ": " ", ":": " ", ";": " ",
    "!": "", ",": "\u2009", "thinspace": "\u2009", "left": "", "right": "", "displaystyle": "",
}  # fmt: skip
_RAISED = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_TEX = re.compile(
    r"""\\(?:text(?:rm|bf|it|sf|tt|normal|up)?|math(?:rm|bf|sf|it)|operatorname|mbox|hbox)\s*
            \{(?P<words>[^{}\\$]*)\}
      | \\[dt]?frac\s*\{\s*(?P<top>\d+)\s*\}\s*\{\s*(?P<bottom>\d+)\s*\}
      | (?P<comma>\{,\})
      | (?P<circle>\^\s*(?:\\circ(?![A-Za-z])|\{\s*\\circ\s*\}))
      | \^\s*(?:\{\s*(?P<powers>[-−+]?\d+)\s*\}|(?P<power>\d))
      | \\(?P<command>[A-Za-z]+|.)
      | (?P<brace>[{}])
      | (?P<tie>~)
      | (?P<char>.)""",
    re.VERBOSE | re.DOTALL,
)
_OBJECT = "\ufffc"
# What a formula may be, each digit written 0, a letter of algebra L (x, k, K and M, which may stand
# behind a number, themselves), a letter of upright text R.
_LETTER = "LxkKM"
_NAME = rf"[{_LETTER}][{_LETTER}R0_⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]*\s*[=<>≤≥≈~]\s*+"
_SIGNS = r"[0R.,%×·±+−\-/→…≈~<>≤≥µ°⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻$\#\s]*"
_BODY = rf"{_SIGNS}(?:(?:[{_LETTER}]{{2,}}|(?<=0)[xkKM])\s*+)?"
# "It costs 5$, and 6$ later" holds no formula, though the dollars would make one.
_SENTENCE = re.compile(r"(?<![\\A-Za-z{])[A-Za-z]{2,}[,.]? +[a-z]{2,}(?![A-Za-z])")
_READABLE = re.compile(rf"\s*+(?:{_NAME})?{_BODY}(?:,\s*{_NAME}{_BODY})*")


def formula_text(page: Page, content: Piece) -> Piece | None:
    """What a reader reads of the inside of a formula; None where it is algebra, or empty."""
    if any(mark in content.value for mark in MARKS):
        return None
    if _SENTENCE.search(content.value):
        return content
    tex = _Tex(page, content)
    for found in _TEX.finditer(content.value):
        tex.take(found)
    shape = "".join(tex.shape)
    if not shape.strip() or not _READABLE.fullmatch(shape):
        return None
    return splice(content, tex.changes)


@dataclass
class _Tex:
    """Takes the pieces of a formula in order; keeps what makes it text, and its shape."""

    page: Page
    content: Piece

    def __post_init__(self) -> None:
        self.changes: list[Change] = []
        self.shape: list[str] = []

    def take(self, found: re.Match[str]) -> None:
        """One piece: a command with what it holds, a brace, a character."""
        start, stop = found.span()
        if found["words"] is not None:
            self._keep(start, stop, *found.span("words"))
            self.shape.append(re.sub(r"[^\W\d_]", "R", re.sub(r"\d", "0", found["words"])))
        elif found["top"] is not None:
            self._keep(start, found.end("top"), *found.span("top"))
            self._write(found.end("top"), found.start("bottom"), "/")
            self._keep(found.start("bottom"), stop, *found.span("bottom"))
            self.shape.append("0/0")
        elif found["command"] is not None:
            symbol = _SYMBOLS.get(found["command"])
            self._write(start, stop, _OBJECT if symbol is None else symbol)
            self.shape.append("L" if symbol is None else symbol)
        elif (raised := found["powers"] or found["power"]) is not None:
            self._write(start, stop, raised.translate(_RAISED))
            self.shape.append(raised.translate(_RAISED))
        elif found["char"] is not None:
            self.shape.append(_shape(found["char"]))
        else:
            text = (
                "°" if found["circle"] else "," if found["comma"] else " " if found["tie"] else ""
            )
            self._write(start, stop, text)
            self.shape.append(text)

    def _keep(self, start: int, stop: int, first: int, behind: int) -> None:
        """Leaves `first` up to `behind` as it stands, and takes away what is around it."""
        self._write(start, first, "")
        self._write(behind, stop, "")

    def _write(self, start: int, stop: int, text: str) -> None:
        if start == stop:
            return
        if not text:
            self.changes.append(Change(start, stop))
            return
        node = Char(*self.page.ends(self.content.cut(start, stop)), text)
        self.changes.append(Change(start, stop, self.page.set_aside(node)))


def _shape(char: str) -> str:
    if char.isalpha():
        return char if char in _LETTER else "L"
    return "0" if char.isdecimal() else char
