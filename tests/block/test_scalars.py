"""YAML scalars: what each style reads as, and where each character of it stands in the file."""

from __future__ import annotations

import pytest

from proseproof.source import Source, Text
from proseproof.yaml_text import MapNode, ScalarNode, read_yaml


def scalar(written: str) -> ScalarNode:
    """The value of `key:` in a file, which must raise no finding."""
    node, findings = read_yaml(Source("claims/x.yml", f"key: {written}"))
    assert not findings
    assert isinstance(node, MapNode)
    value = node.get("key")
    assert isinstance(value, ScalarNode)
    return value


def pieces(text: Text) -> list[str]:
    """What the file writes for each character of a text."""
    return [text.source.text[a:b] for a, b in zip(text.starts, text.ends, strict=True)]


# What the file writes behind `key: `, what it reads as, and the pieces that stand for it. A piece
# longer than its character is joined with the others by `|`.
STYLES = [
    ("41.20", "41.20", "4|1|.|2|0"),
    ("a b  # a comment", "a b", "a| |b"),
    ("a\n  b", "a b", "a|\n  |b"),  # a line break in plain text is a space
    ("a \n\n  b", "a\nb", "a| \n\n  |b"),  # an empty line is a line end
    ("a\n\n\n b", "a\n\nb", "a|\n\n|\n |b"),
    ("a\r\n  b", "a b", "a|\r\n  |b"),
    ("'it''s'", "it's", "i|t|''|s"),
    ("'a\\b\"c'", 'a\\b"c', 'a|\\|b|"|c'),  # single quotes know no escape
    ("'a\n  b'", "a b", "a|\n  |b"),
    ('"a\\tb"', "a\tb", "a|\\t|b"),
    ('"\\u00e9\\x41\\U0001F600"', "éA😀", "\\u00e9|\\x41|\\U0001F600"),
    ("\"don't ''\"", "don't ''", "d|o|n|'|t| |'|'"),
    ('"a\\\n   b"', "ab", "a|b"),  # an escaped line break is nothing
    ('"a\\\n\n  b"', "a\nb", "a|\n  |b"),
    ('"a \\\n  \\ b"', "a  b", "a| |\\ |b"),
    ('""', "", ""),
    ("|\n  a\n  b\n", "a\nb\n", "a|\n|b|\n"),
    ("|\n  a\n   b\n\n  c\n", "a\n b\n\nc\n", "a|\n| |b|\n|\n|c|\n"),
    ("|-\n  a\n  b\n\n", "a\nb", "a|\n|b"),
    ("|+\n  a\n\n", "a\n\n", "a|\n|\n"),
    ("|2\n   a\n", " a\n", " |a|\n"),  # the header says how far the block is indented
    ("|-2 # why\n   a\n", " a", " |a"),
    ("|\r\n  a\r\n  b\r\n", "a\nb\n", "a|\r\n|b|\r\n"),
    ("|\n\n  a", "\na", "\n|a"),
    ("|\n", "", ""),
    (">\n  a\n  b\n\n  c\n", "a b\nc\n", "a|\n  |b|\n\n|c|\n"),
    (">\n  a\n    b\n  c\n", "a\n  b\nc\n", "a|\n| | |b|\n|c|\n"),  # indented text is kept
    (">-\n  a\n\n\n  b", "a\n\nb", "a|\n\n|\n|b"),
    ("é 😀 x", "é 😀 x", "é| |😀| |x"),
    ("a\tb", "a\tb", "a|\t|b"),
]


@pytest.mark.parametrize(("written", "value", "expected"), STYLES)
def test_each_character_knows_its_place(written: str, value: str, expected: str) -> None:
    text = scalar(written).text
    assert text.value == value
    assert pieces(text) == (expected.split("|") if expected else [])


def test_positions_survive_a_byte_order_mark() -> None:
    node, findings = read_yaml(Source("x.yml", "\ufeffkey: 'a'\n"))
    assert not findings
    assert isinstance(node, MapNode)
    value = node.get("key")
    assert isinstance(value, ScalarNode)
    assert pieces(value.text) == ["a"]
    assert value.span.text == "'a'"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("12", 12), ("-3", -3), ("+3", 3), ("012", 12), ("0o14", 12), ("0x1F", 31),
        ("1.5", 1.5), (".5", 0.5), ("1e3", 1000.0), ("41.20", 41.2),
        ("true", True), ("False", False), ("null", None), ("~", None), ("", None),
        (".inf", float("inf")), ("-.INF", float("-inf")),
        # What was more than text in YAML 1.1, or never was.
        ("no", "no"), ("on", "on"), ("12:30", "12:30"), ("1_000", "1_000"), ("4B", "4B"),
        ("2026-11-30", "2026-11-30"), ("0b1", "0b1"), ("'12'", "12"), ('"true"', "true"),
        ("|-\n  12", "12"), ("9" * 5000, "9" * 5000),
    ],
)  # fmt: skip
def test_plain_text_has_a_type_by_the_core_schema(written: str, value: object) -> None:
    read = scalar(written).as_python()
    assert read == value
    assert type(read) is type(value)


def test_a_span_holds_all_that_the_file_writes() -> None:
    assert scalar("'a b' # why").span.text == "'a b'"
    assert scalar("|\n  a\n  b\n\n").span.text == "|\n  a\n  b"
    assert scalar("  # nothing").span.start == len("key:")
