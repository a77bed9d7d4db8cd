"""What holds for every text: YAML never raises, and each scalar stands where its places say."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import example, given, settings, strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import ScalarEvent

from proseproof.finding import Finding
from proseproof.source import Source
from proseproof.yaml_text import ListNode, MapNode, Node, ScalarNode, read_yaml, read_yaml_with

# The pieces that YAML is made of, and text that is none.
PIECES = [
    "a: ", "b: ", "b:", "key: value", "- ", "? ", ": ", ", ", "[", "]", "{", "}", "\n", "\n  ",
    "\n    ", "\n\n", " \n", "\r\n", "\r", " ", "\t", "x y", "5", "~", "é😀", "#", " # why", '"x"',
    "'y'", '"', "'", "''", "\\", "\\n", "\\u00e9", "\\\n ", "|\n", "|-\n  ", "|2\n   ", "|+\n ",
    ">\n   ", ">-\n  ", "|", ">", "*a", "&a ", "!t ", "!!str ", "<<: ", "---", "...", "-", "%", "@",
    "`", "%YAML 1.1", '"a\n  b\n\n c"', "x\n  y\n\n  z", "\ufeff", "\u2028", "\x85", "\x00",
]  # fmt: skip


@st.composite
def yaml_like(draw: st.DrawFn) -> str:
    """Pieces of YAML in any order, half of the time inside a mapping."""
    text = "".join(draw(st.lists(st.sampled_from(PIECES), max_size=14)))
    return "a:\n  b: " + text.replace("\n", "\n    ") if draw(st.booleans()) else text


def scalars(node: Node | None) -> Iterator[ScalarNode]:
    """Every scalar, keys too, in the order of the file."""
    if isinstance(node, ScalarNode):
        yield node
    elif isinstance(node, ListNode):
        for item in node.items:
            yield from scalars(item)
    elif isinstance(node, MapNode):
        for key, value in node.entries:
            yield key
            yield from scalars(value)


def shown(node: Node | None) -> list[tuple[object, ...]]:
    return [
        (one.text.value, one.style, one.span.start, one.span.end, *one.text.starts, *one.text.ends)
        for one in scalars(node)
    ]


def told(findings: tuple[Finding, ...]) -> list[tuple[object, ...]]:
    return [(one.span.start, one.span.end, one.message, one.help, one.notes) for one in findings]


@given(st.one_of(yaml_like(), st.text(max_size=60)))
@settings(max_examples=300, deadline=None)
@example('"\\U00110000"')
@example("...\n%YAML 1.15\n")
@example("\ud800")
def test_reading_never_raises_and_both_parsers_agree(text: str) -> None:
    source = Source("x.yml", text)
    node, findings = read_yaml(source)
    assert node is not None or findings
    reference, same = read_yaml_with(None, source)
    assert shown(node) == shown(reference)
    assert told(findings) == told(same)


@given(yaml_like())
@settings(max_examples=300, deadline=None)
def test_each_scalar_maps_to_its_source(text: str) -> None:
    node, _ = read_yaml(Source("x.yml", text))
    for scalar in scalars(node):
        value, starts, ends = scalar.text.value, scalar.text.starts, scalar.text.ends
        assert all(0 <= a <= b <= len(text) for a, b in zip(starts, ends, strict=True))
        assert list(starts) == sorted(starts)
        written = text[starts[0] : ends[-1]] if value else ""
        if scalar.style == "plain" and not set(written) & set("\r\n"):
            assert written == value


# Here the two YAML versions, or the parsers, read a text differently on purpose: other line ends
# than CR and LF; a first line of a block that is longer than the block's indentation, or a tab.
UNLIKE = ("\ufeff", "\u2028", "\x85", "\t", "%")


@given(yaml_like())
@settings(max_examples=300, deadline=None)
def test_values_are_those_of_the_parser(text: str) -> None:
    if any(mark in text for mark in UNLIKE) or "|" in text or ">" in text:
        return
    node, findings = read_yaml(Source("x.yml", text))
    if node is None or findings:
        return
    try:
        events = list(YAML(typ="safe", pure=True).parse(text))
    except YAMLError:
        return
    values = [event.value for event in events if isinstance(event, ScalarEvent)]
    assert [scalar.text.value for scalar in scalars(node)] == values


@given(
    st.sampled_from(["|", ">", "|-", ">-", "|+", ">+", "|2", ">2-"]),
    st.lists(st.sampled_from(["a", " b", "  c", "", "é 😀", "# d", "- e"]), max_size=7),
    st.sampled_from(["\n", "\r\n"]),
)
@settings(max_examples=300, deadline=None)
def test_block_values_are_those_of_the_parser(header: str, lines: list[str], end: str) -> None:
    body = "".join(f"    {line}{end}" if line else end for line in lines)
    text = f"a:{end}  b: {header}{end}{body}  c: d{end}"
    node, findings = read_yaml(Source("x.yml", text))
    if node is None or findings:
        return
    events = YAML(typ="safe", pure=True).parse(text)
    values = [event.value for event in events if isinstance(event, ScalarEvent)]
    assert [scalar.text.value for scalar in scalars(node)] == values
