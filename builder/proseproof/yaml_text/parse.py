"""The events of a YAML file, as ruamel.yaml's parsers give them, or their complaint."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import Event

from proseproof.yaml_text.mistake import HUGE_ESCAPE, Complaint

Parser = Callable[[str], Iterable[Event]]

_BLANK_LINE = re.compile(r"(?:\A|(?<=[\r\n]))[ \t]+(?=[\r\n]|\Z)")
_LATE_DIRECTIVE = re.compile(r"(?<=[\r\n])%")
_INNER_SPACE = re.compile(r"(?<=\S)[ \t]*\t[ \t]*")
_ODD_CHARACTERS = str.maketrans(dict.fromkeys("\x85\u2028\u2029\ufeff", "_"))
# What the two parsers do not read alike: tabs in the indentation; anchors, aliases, tags and `?`
# in front of a node; `?` in brackets; a comment that touches a block scalar's header; a block
# scalar at the top; an end of the document.
_DISPUTED = re.compile(
    r"\t"
    r"|(?:\A|[\r\n:\-?\[{,]) *(?:[*&!]\S|\?\s)"
    r"|[\[{][^\[{\]}]*\?"
    r"|[|>][-+0-9]*#"
    r"|(?:\A|(?:\A|[\r\n])---)[ \t]*+(?:#[^\r\n]*+)?+(?:[\r\n]++[ \t]*+(?:#[^\r\n]*+)?+)*+[|>]"
    r"|(?:\A|[\r\n])\.\.\."
)


def quick_parser() -> Parser | None:
    """The parser in C, or None where it is not installed."""
    try:
        cyaml: Any = import_module("ruamel.yaml.cyaml")
    except ImportError:
        return None

    def parse(text: str) -> Iterator[Event]:
        parser = cyaml.CParser(text)
        while parser.check_event():
            yield parser.get_event()

    return parse


def reference_parser(text: str) -> Iterable[Event]:
    """The parser in Python, slower by a factor of ten or more."""
    events: Iterable[Event] = YAML(typ="safe", pure=True).parse(text)
    return events


def read_events(text: str, quick: Parser | None) -> list[Event] | Complaint:
    """The events of YAML `text`, which holds only characters that YAML allows.

    Offsets of the events' marks are those of `text`; the values of scalars are not to be used.
    quick: is asked first. The reference parser has the last word wherever the two could differ,
    so that a file means the same, and is refused with the same words, on every machine.
    """
    shadow = _shadow(text)
    if quick is not None and not _DISPUTED.search(shadow):
        try:
            return list(quick(shadow))
        except YAMLError:
            pass  # The reference parser says what is wrong, or that nothing is.
    try:
        return list(reference_parser(shadow))
    except MarkedYAMLError as error:
        mark, context = error.problem_mark, error.context_mark
        known = mark or context
        return Complaint(
            error.problem or error.context or "",
            known.index if known else 0,
            error.context or "",
            context.index if context else 0,
        )
    except ValueError:
        # Python's chr() in the parser, at an escape beyond the last character there is.
        found = HUGE_ESCAPE.search(text)
        return Complaint("unknown escape", found.start() + 1 if found else 0)


def _shadow(text: str) -> str:
    """The text with other characters in place of those that the parsers differ about.

    Every offset, and every node, stays where it is: white space that is no indentation becomes
    spaces, a blank line becomes empty lines, what was a line end in YAML 1.1 only is a letter, and
    a directive below the first line is refused as the start of a text.
    """
    text = text.translate(_ODD_CHARACTERS)
    text = _LATE_DIRECTIVE.sub("`", text)
    text = _BLANK_LINE.sub(lambda found: "\n" * len(found.group()), text)
    if "\t" in text:
        text = _INNER_SPACE.sub(lambda found: " " * len(found.group()), text)
    return text
