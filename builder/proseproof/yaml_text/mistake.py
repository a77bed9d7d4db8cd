"""What YAML itself has against a file, in plain words and at the place to type."""

from __future__ import annotations

import re

from proseproof.finding import Finding
from proseproof.nouns import dataclass
from proseproof.source import Source, Span

RULE = "invalid-claims"
QUOTE = "put the text in quotes"
# The lines that begin and end one; the line between them may be the rule below a heading.
CONFLICT = re.compile(r"^(?:<{7}|>{7})(?= |\r?$)", re.MULTILINE)
UNRESOLVED = "an unresolved merge conflict stands here"

# White space, list dashes and `key: ` in front of the value of a line.
_FRONT = re.compile(r"[ ]*(?:- +)*(?:[^\s:#\"'\[{`*&!|>%@-][^:#\n]*:[ ]+)?(?:- +)*")
_GLUED = re.compile(r"[ ]*(?:- +)*([\w.-]+:)(?=[^\s:/])")
_QUOTED = re.compile(r"""'(?:[^']|'')*'|"(?:[^"\\]|\\.)*\"""", re.DOTALL)
_WORD = re.compile(r"[^\s,\]}]+|\S")
HUGE_ESCAPE = re.compile(r"\\U(?!000|0010)[0-9a-fA-F]{8}")
_BEGINNINGS = {
    "[": "a list",
    "{": "a mapping",
    "*": "an alias",
    "&": "an anchor",
    "!": "a tag",
    ">": "a folded block",
    "|": "a literal block",
    "-": "a list item",
}


@dataclass(frozen=True)
class Complaint:
    """A parser's error: its own words, the offset they point at, where its construct starts."""

    problem: str
    at: int
    context: str = ""
    context_at: int = 0


def mistake(span: Span, message: str, advice: str = "", note: str = "") -> Finding:
    """A finding of the rule `invalid-claims`."""
    return Finding(RULE, span, message, notes=(note,) if note else (), help=advice)


def unused(span: Span, what: str) -> Finding:
    """The finding for a part of YAML that claims files do not use; `what` is `an alias`."""
    return mistake(span, f"`{span.text}` is {what}, which claims files do not use", QUOTE)


def explain(source: Source, complaint: Complaint) -> Finding:
    """The finding for what a parser says."""
    conflict = CONFLICT.search(source.text)
    if conflict:
        return mistake(source.span(*conflict.span()), UNRESOLVED)
    problem, context = complaint.problem, complaint.context
    here, opening = _word(source, complaint.at), complaint.context_at
    if "quoted scalar" in context and "unexpected" in problem:
        quote = source.span(opening, opening + 1)
        return mistake(quote, "the quote that opens here is never closed")
    late = _closed_late(source, complaint.at)
    if late is not None:
        message = "the quote that opens here is closed in a later line, where another one opens"
        return mistake(late, message, f"close it with `{late.text}` at the end of its text")
    if "escape" in problem:
        return _escape(source, complaint.at)
    if "cannot start any token" in problem:
        return _impossible_start(source, complaint.at)
    if "a block scalar" in context and "expected" in problem:
        return _text_behind(source, opening)
    if "mapping values" in problem:
        return _stray_colon(source, complaint.at)
    if "could not find expected ':'" in problem:
        line = source.span(opening, opening + len(_rest_of_line(source, opening)))
        return mistake(
            line,
            f"`{_shortened(line.text)}` stands where a key belongs, and has no `:`",
            "add the `:`, or indent the line with the text above it",
        )
    if "sequence entries" in problem:
        span = source.span(complaint.at, complaint.at + len(_rest_of_line(source, complaint.at)))
        return mistake(span, "`- ` starts a list in the line of its key", QUOTE)
    if "<block end>" in problem:
        return _ended_block(source, complaint)
    if "expected ','" in problem:
        kind, end = ("list", "]") if "sequence" in context else ("mapping", "}")
        bracket = source.span(opening, opening + 1)
        return mistake(
            bracket, f"the {kind} that opens here with `{bracket.text}` lacks its `{end}`"
        )
    if "node content" in problem:
        if here.start == here.end:
            return mistake(here, "the file ends where a value belongs")
        return mistake(here, f"`{here.text}` stands where a value belongs", QUOTE)
    for word, sign in (("anchor", "&"), ("alias", "*"), ("tag", "!")):
        if word in context or word in problem:
            at = opening if source.text.startswith(sign, opening) else complaint.at
            return unused(_word(source, at), _BEGINNINGS[sign])
    if "<document start>" in problem or "document end" in problem:
        return mistake(here, "text stands behind the end of the document")
    return mistake(here, f"YAML cannot read this: {problem}")


def _closed_late(source: Source, at: int) -> Span | None:
    """The quote of an earlier line that the first quote in the line of `at` closes, before it."""
    line_start = source.text.rfind("\n", 0, at) + 1
    start = line_start
    while start:
        start = source.text.rfind("\n", 0, start - 1) + 1
        line = source.text[start : source.text.index("\n", start)]
        opening = start + _front(line)
        quoted = _QUOTED.match(source.text, opening) if source.text[opening] in "\"'" else None
        if quoted is not None:
            late = line_start < quoted.end() <= at + 1
            return source.span(opening, opening + 1) if late else None
    return None


def _escape(source: Source, at: int) -> Finding:
    """Of an escape in double quotes; `at` lies behind its backslash."""
    start = source.text.rfind("\\", 0, at + 1)
    written = source.span(start, min(start + 2, len(source.text)))
    huge = HUGE_ESCAPE.match(source.text, start)
    if huge:
        return mistake(source.span(*huge.span()), f"`{huge.group()}` is no character")
    if written.text[1:] in ("x", "u", "U"):
        return mistake(
            written,
            f"`{written.text}` lacks hexadecimal digits",
            note="`\\x` takes two digits, `\\u` four, and `\\U` eight",
        )
    return mistake(
        written,
        f"`{written.text}` is not an escape of double-quoted text",
        f"write `\\{written.text}`, or use single quotes",
    )


def _impossible_start(source: Source, at: int) -> Finding:
    character = source.text[at : at + 1]
    span = source.span(at, at + 1)
    if character == "\t":
        return mistake(span, "a tab stands where YAML takes spaces only", "indent with spaces")
    name = "a backtick" if character == "`" else f"`{character}`"
    return mistake(span, f"text without quotes starts with {name}, which YAML reserves", QUOTE)


def _text_behind(source: Source, start: int) -> Finding:
    """Of text behind a value that ends before it; the value starts at `start`."""
    character = source.text[start : start + 1]
    span = source.span(start, start + len(_rest_of_line(source, start)))
    if character in "\"'":
        advice = (
            f"quote the whole text, and double each `{character}` in it"
            if character == "'"
            else QUOTE
        )
        return mistake(span, "more text stands behind the closing quote", advice)
    message = f"`{character}` starts {_BEGINNINGS[character]}, and more text stands behind it"
    return mistake(span, message, QUOTE)


def _stray_colon(source: Source, at: int) -> Finding:
    """Of a `:` that ends a key where none can be."""
    line_start = source.text.rfind("\n", 0, at) + 1
    line = source.text[line_start : at + 1]
    value = line_start + _front(line)
    if ": " in source.text[line_start:value]:
        return mistake(
            source.span(value, at + 1),
            "text without quotes holds a `:` with a space behind it",
            QUOTE,
        )
    key = source.span(value, at + 1)
    above = source.text[:line_start].rstrip().rpartition("\n")[2]
    glued = _GLUED.match(above)
    if glued:
        start = source.text[:line_start].rstrip().rfind("\n") + 1
        span = source.span(start + glued.start(1), start + glued.end(1))
        return mistake(span, f"`{span.text}` has no space behind it", f"write `{span.text} `")
    if not above or len(key.text) > 1024:
        return mistake(key, "a `:` stands where no key can be", QUOTE)
    return mistake(
        key,
        f"`{_shortened(key.text)}` is indented under a value that is no mapping",
        "indent it like the key that it belongs beside",
    )


def _ended_block(source: Source, complaint: Complaint) -> Finding:
    """Of a token behind the last one that its block can hold."""
    at = complaint.at
    here = _word(source, at)
    line_start = source.text.rfind("\n", 0, at) + 1
    before = source.text[line_start:at]
    if before.strip(" -"):
        if here.text[:1] in "]}":
            return mistake(source.span(at, at + 1), f"`{here.text[:1]}` closes nothing")
        value = line_start + _front(source.text[line_start:at])
        if source.text[value : value + 1] in (*_BEGINNINGS, '"', "'"):
            return _text_behind(source, value)
    elif "a block collection" in complaint.context and not here.text.startswith("-"):
        return mistake(here, f"`{here.text}` stands among the items of a list, without a dash")
    elif "'-'" in complaint.problem:
        return mistake(here, "a list item stands among the keys of a mapping")
    return mistake(
        here,
        "the indentation of this line fits no line above it",
        "indent it like the lines that it belongs with",
    )


def _front(line: str) -> int:
    found = _FRONT.match(line)
    assert found, "the pattern matches at every place"
    return found.end()


def _word(source: Source, at: int) -> Span:
    """The word at an offset; at the end of the file the empty place behind its last character."""
    found = _WORD.match(source.text, at)
    if found:
        return source.span(*found.span())
    end = min(len(source.text.rstrip()), at)
    return source.span(end, end)


def _rest_of_line(source: Source, start: int) -> str:
    return source.text[start:].partition("\n")[0].rstrip()


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
