"""The events of a YAML file put together to nodes, with a finding for what is not to be used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
    StreamStartEvent,
)

from proseproof.finding import Finding, Label
from proseproof.source import Source, Span, Text
from proseproof.yaml_text.block_scalar import read_block_scalar
from proseproof.yaml_text.mistake import RULE, mistake, unused
from proseproof.yaml_text.node import ListNode, MapNode, Node, ScalarNode, Style, UnreadNode
from proseproof.yaml_text.scalar import read_flow_scalar

_STYLES: dict[str, Style] = {
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}
_PROPERTY = re.compile(r"[&!][^\s,\[\]{}]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Deeper than any claims file or chart, and far below what Python's own stack bears.
DEEPEST = 50


class Composer:
    """Reads one document from events; `findings` fills up on the way."""

    def __init__(self, source: Source, events: list[Event], shift: int) -> None:
        """shift: how many characters of `source` stand before those that were parsed."""
        self.source = source
        self.findings: list[Finding] = []
        self._events: Iterator[Event] = (
            event for event in events if not isinstance(event, (StreamStartEvent, StreamEndEvent))
        )
        self._shift = shift

    def document(self) -> Node | None:
        """The one document, or None where there is none."""
        if next(self._events, None) is None:
            return None
        root = self._node(next(self._events), -1, 0)
        next(self._events)  # the end of the document
        second = next(self._events, None)
        if second is not None:
            self._refuse(self._span(second), "a second document starts here")
        return root

    def _span(self, event: Event) -> Span:
        return self.source.span(
            event.start_mark.index + self._shift, event.end_mark.index + self._shift
        )

    def _refuse(self, span: Span, message: str) -> UnreadNode:
        self.findings.append(mistake(span, message))
        return UnreadNode(span)

    def _node(self, event: Event, indent: int, depth: int, after: int | None = None) -> Node:
        """The node that starts with `event`.

        indent: the column of the collection around it. after: the offset behind its key.
        """
        span = self._span(event)
        if isinstance(event, AliasEvent):
            self.findings.append(unused(span, "an alias"))
            return UnreadNode(span)
        has_property = self._refuse_property(event)
        if isinstance(event, ScalarEvent):
            return UnreadNode(span) if has_property else self._scalar(event, span, indent, after)
        if depth == DEEPEST:
            self._skip_collection()
            self.findings.append(too_deep(span))
            return UnreadNode(span)
        assert isinstance(event, CollectionStartEvent)
        column = indent if event.flow_style else event.start_mark.column
        if isinstance(event, MappingStartEvent):
            return self._map(span.start, column, depth + 1)
        return self._list(span.start, column, depth + 1)

    def _refuse_property(self, event: Event) -> bool:
        """Whether the node carries an anchor or a tag; then there is a finding."""
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor is None and tag is None:
            return False
        start = event.start_mark.index + self._shift
        found = _PROPERTY.match(self.source.text, start)
        span = self.source.span(start, found.end() if found else start)
        self.findings.append(unused(span, "a tag" if span.text.startswith("!") else "an anchor"))
        return True

    def _skip_collection(self) -> None:
        """Passes over all events up to the end of a collection that has started."""
        level = 1
        while level:
            event = next(self._events)
            level += isinstance(event, CollectionStartEvent)
            level -= isinstance(event, CollectionEndEvent)

    def _scalar(
        self, event: ScalarEvent, span: Span, indent: int, after: int | None
    ) -> ScalarNode | UnreadNode:
        written, style = self.source.text, event.style or ""
        if not style and event.value == "":
            # The parsers place a value that is not there differently: here, behind the colon.
            colon = written.find(":", after, span.start) if after is not None else -1
            place = colon + 1 if colon != -1 else span.start
            nothing = self.source.span(place, place)
            return ScalarNode(Text("", self.source, (), ()), nothing)
        if style in ("|", ">"):
            text = read_block_scalar(self.source, span.start, span.end, indent)
            end = text.ends[len(text.value.rstrip()) - 1] if text.value.strip() else span.start + 1
            span = self.source.span(span.start, end)
        else:
            text = read_flow_scalar(self.source, span.start, span.end, style)
        surrogate = _SURROGATE.search(text.value)
        if surrogate:
            escape = text.span(*surrogate.span())
            return self._refuse(escape, f"`{escape.text}` is half a character")
        return ScalarNode(text, span, _STYLES[style])

    def _list(self, start: int, column: int, depth: int) -> ListNode:
        items: list[Node] = []
        while not isinstance(event := next(self._events), SequenceEndEvent):
            items.append(self._node(event, column, depth))
        end = event.end_mark.index + self._shift
        if column >= 0 and items and event.start_mark.index == event.end_mark.index:
            end = items[-1].span.end
        return ListNode(tuple(items), self.source.span(start, end))

    def _map(self, start: int, column: int, depth: int) -> MapNode:
        entries: dict[str, tuple[ScalarNode, Node]] = {}
        end = start
        while not isinstance(event := next(self._events), MappingEndEvent):
            key = self._node(event, column, depth)
            value = self._node(next(self._events), column, depth, key.span.end)
            end = max(key.span.end, value.span.end)
            if isinstance(key, ScalarNode) and self._is_usable(key, entries):
                entries[key.text.value] = (key, value)
            elif isinstance(key, (ListNode, MapNode)):
                what = "a list" if isinstance(key, ListNode) else "a mapping"
                self._refuse(key.span, f"{what} stands where a key belongs")
        if event.start_mark.index != event.end_mark.index:
            end = event.end_mark.index + self._shift
        return MapNode(tuple(entries.values()), self.source.span(start, end))

    def _is_usable(self, key: ScalarNode, entries: dict[str, tuple[ScalarNode, Node]]) -> bool:
        name = key.text.value
        if key.style == "plain" and name == "<<":
            self.findings.append(unused(key.span, "a merge key"))
        elif key.style == "plain" and name == "":
            self._refuse(key.span, "a key is missing in front of this `:`")
        elif name in entries:
            first = Label(entries[name][0].span, "the first one")
            message = f"`{name}` stands twice in one mapping"
            advice = "keep one of the two"
            self.findings.append(Finding(RULE, key.span, message, labels=(first,), help=advice))
        else:
            return True
        return False


def too_deep(span: Span) -> Finding:
    """The finding for a node that stands in too many others."""
    return mistake(span, f"this is nested more than {DEEPEST} levels deep")
