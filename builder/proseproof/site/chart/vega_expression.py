"""An expression of Vega, as in `datum.time_s > 3`, read for the names that stand in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    | (?P<number>\.?\d[\w.]*)
    | (?P<word>(?:\\u[0-9a-fA-F]{4}|[\w$])+)
    | (?P<sign>[^\s\ufeff\u180e])""",
    re.VERBOSE | re.DOTALL,
)
_PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[])+/\w*", re.DOTALL)
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_OPERATORS = {"in", "instanceof", "typeof"}
Token = tuple[str, str]


def names(expression: str) -> Iterator[str]:
    """The names that an expression calls or looks up, not those of members: `datum` of `datum.now`.

    A `datetime` that is called with nothing is named `datetime()`, since it is another function.
    The notation is JavaScript's, of which Vega takes the expressions, without comments.
    https://vega.github.io/vega/docs/expressions/
    """
    tokens = [*_tokens(expression)]
    for at, (kind, text) in enumerate(tokens):
        if kind == "word":
            behind = "".join(text for _, text in tokens[at + 1 : at + 12]).lstrip(")")
            yield "datetime()" if text == "datetime" and behind.startswith("()") else text


def _tokens(expression: str) -> Iterator[Token]:
    at, before = 0, ("", "")
    while match := _TOKEN.search(expression, at):
        kind, text = str(match.lastgroup), match[0]
        pattern = _PATTERN.match(expression, match.start()) if text == "/" else None
        if pattern and not _is_value(before):
            match, kind = pattern, "text"
        elif kind == "word":
            text = _ESCAPE.sub(lambda code: chr(int(code[1], 16)), text)
            kind = "member" if before == ("sign", ".") else kind
        yield (before := (kind, text))
        at = match.end()


def _is_value(token: Token) -> bool:
    """Whether a value ends with the token, so that a slash behind it divides."""
    kind, text = token
    if kind == "sign":
        return text in (")", "]", "}")
    return kind != "" and not (kind == "word" and text in _OPERATORS)
