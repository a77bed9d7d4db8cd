"""What is wrong with a file as YAML: the words for each mistake, and neighbours that are right."""

from __future__ import annotations

import pytest
from tests.block.said import said

from proseproof.source import Source
from proseproof.yaml_text import MapNode, ScalarNode, read_yaml, read_yaml_with

QUOTE = "put the text in quotes"
RESERVED = "which YAML reserves -> put the text in quotes"

LATE = "the quote that opens here is closed in a later line, where another one opens"
AT_END = "at the end of its text"

MISTAKES = {
    # Text that YAML takes for something else.
    "says: the gain: 3 s\n": (
        f"1:7 text without quotes holds a `:` with a space behind it -> {QUOTE}"
    ),
    "says: `x` is on\n": f"1:7 text without quotes starts with a backtick, {RESERVED}",
    "says: @5 of ten\n": f"1:7 text without quotes starts with `@`, {RESERVED}",
    "says: %5 of ten\n": f"1:7 text without quotes starts with `%`, {RESERVED}",
    "says: *five* of ten\n": f"1:7 `*` starts an alias, and more text stands behind it -> {QUOTE}",
    "says: > 5 s\n": f"1:7 `>` starts a folded block, and more text stands behind it -> {QUOTE}",
    "says: | 5 s\n": f"1:7 `|` starts a literal block, and more text stands behind it -> {QUOTE}",
    "says: - 5 s\n": f"1:7 `- ` starts a list in the line of its key -> {QUOTE}",
    "A: {n} of {m}\n": f"1:4 `{{` starts a mapping, and more text stands behind it -> {QUOTE}",
    "says: [1] and 2\n": f"1:7 `[` starts a list, and more text stands behind it -> {QUOTE}",
    "says: , five\n": f"1:7 `,` stands where a value belongs -> {QUOTE}",
    "says: 'it's so'\n": (
        "1:7 more text stands behind the closing quote"
        " -> quote the whole text, and double each `'` in it"
    ),
    'says: "five" of ten\n': f"1:7 more text stands behind the closing quote -> {QUOTE}",
    # Quotes and brackets.
    'a: 1\nsays: "five of ten\nb: 2\n': "2:7 the quote that opens here is never closed",
    "says: 'five\nquery: WHERE run = 'a'\n": f"1:7 {LATE} -> close it with `'` {AT_END}",
    'a: 1\nlist:\n  - says: "five\n  - says: "six"\n': (
        f'3:11 {LATE} -> close it with `"` {AT_END}'
    ),
    # A quote that is closed in a later line has no part in what is wrong further down.
    "says: 'five\n  six'\nruns: 'a' b\n": (
        "3:7 more text stands behind the closing quote -> quote the whole text, and double each `'`"
        " in it"
    ),
    "says: 'five\n---\n'\n": "1:7 the quote that opens here is never closed",
    "runs: [a, b\nb: 1\n": "1:7 the list that opens here with `[` lacks its `]`",
    "runs: {a: 1\n": "1:7 the mapping that opens here with `{` lacks its `}`",
    "runs: [a]]\n": "1:10 `]` closes nothing",
    "runs: [\n": "1:8 the file ends where a value belongs",
    'says: "a\\d"\n': (
        "1:9 `\\d` is not an escape of double-quoted text -> write `\\\\d`, or use single quotes"
    ),
    'says: "\\x1"\n': (
        "1:8 `\\x` lacks hexadecimal digits"
        " (`\\x` takes two digits, `\\u` four, and `\\U` eight)"
    ),
    'says: "\\U00110000"\n': "1:8 `\\U00110000` is no character",
    'says: "a\\ud83d"\n': "1:9 `\\ud83d` is half a character",
    # Indentation, colons, dashes.
    "a:\n\tb: 1\n": "2:1 a tab stands where YAML takes spaces only -> indent with spaces",
    "a:\n    b: 1\n  c: 2\n": (
        "3:3 the indentation of this line fits no line above it"
        " -> indent it like the lines that it belongs with"
    ),
    "a: b\n  c: d\n": (
        "2:3 `c:` is indented under a value that is no mapping"
        " -> indent it like the key that it belongs beside"
    ),
    "says:x\nquery: y\n": "1:1 `says:` has no space behind it -> write `says: `",
    "page: x\nfigures\n  - id: a\n": (
        "2:1 `figures` stands where a key belongs, and has no `:`"
        " -> add the `:`, or indent the line with the text above it"
    ),
    "query: |\nSELECT 1\nb: 2\n": (
        "2:1 `SELECT 1` stands where a key belongs, and has no `:`"
        " -> add the `:`, or indent the line with the text above it"
    ),
    "query: |\n    SELECT 1\n  FROM x\n": (
        "3:3 the indentation of this line fits no line above it"
        " -> indent it like the lines that it belongs with"
    ),
    "a:\n  - b\n  c: d\n": "3:3 `c:` stands among the items of a list, without a dash",
    "a: 1\n- b\n": "2:1 a list item stands among the keys of a mapping",
    # Parts of YAML that claims files do not use.
    "a: *b\n": f"1:4 `*b` is an alias, which claims files do not use -> {QUOTE}",
    "a: & b\n": f"1:4 `&` is an anchor, which claims files do not use -> {QUOTE}",
    "a: !important b\n": f"1:4 `!important` is a tag, which claims files do not use -> {QUOTE}",
    "a: !x!y b\n": f"1:4 `!x!y` is a tag, which claims files do not use -> {QUOTE}",
    "<<: {a: 1}\n": f"1:1 `<<` is a merge key, which claims files do not use -> {QUOTE}",
    "%YAML 1.1\n---\na: 1\n": (
        "1:1 a line that starts with `%` is a directive, which claims files do not use"
    ),
    "a: 1\n---\nb: 2\n": "2:1 a second document starts here",
    # Keys.
    "a: 1\nb: 2\na: 3\n": (
        "3:1 `a` stands twice in one mapping -> keep one of the two [the first one at 1:1]"
    ),
    "? [a, b]\n: 1\n": "1:3 a list stands where a key belongs",
    "a: 1\n: 2\n": "2:1 a key is missing in front of this `:`",
    # The file as a whole.
    "": "1:1 the file is empty",
    "# only a comment\n": "1:1 the file is empty",
    "a: \x01\n": "1:4 the character U+0001 stands here, which YAML does not hold",
    "a: 1\n<<<<<<< ours\nb: 2\n": "2:1 an unresolved merge conflict stands here",
    "a: " + "[" * 60 + "]" * 60 + "\n": "1:53 this is nested more than 50 levels deep",
    # What would take for ever, were each line or bracket weighed against all others.
    "a: " + "[" * 5_000: "1:54 this is nested more than 50 levels deep",
    "a: " + "{ " * 5_000: "1:104 this is nested more than 50 levels deep",
    "\n" * 60 + "%YAML 1.1\n": (
        "61:1 a line that starts with `%` is a directive, which claims files do not use"
    ),
    "\r\n" * 60: "1:1 the file is empty",
}  # fmt: skip


@pytest.mark.parametrize("written", MISTAKES)
def test_a_mistake_is_one_finding_at_its_place(written: str) -> None:
    _, findings = read_yaml(Source("claims/x.yml", written))
    assert said(findings) == [MISTAKES[written]]
    assert {finding.rule for finding in findings} == {"invalid-claims"}


@pytest.mark.parametrize("written", MISTAKES)
def test_the_words_do_not_depend_on_the_parser(written: str) -> None:
    _, findings = read_yaml_with(None, Source("claims/x.yml", written))
    assert said(findings) == [MISTAKES[written]]


@pytest.mark.parametrize(
    "written",
    [
        "says: 'the gain: 3 s'\n",
        "says: at 12:30, 3:1 and a:b\n",
        "says: 5 > 3 | 2 & 1 * 4 @ 6 % of !all\n",
        "says: about ~5 s, -3 or {x}\n",
        'says: it\'s `so`, "quoted"\n',
        "says: '*five* of ten'\n",
        "query: SELECT count(*) FROM t WHERE a <> 'x:y' -- {z}\n",
        "query: |\n  SELECT *\n\tFROM t\n".replace("\t", "  \t"),
        "a:\t1\t\n",  # a tab between words indents nothing
        "a: [b,\n  c]\n",
        "a:\n- b\n- c\n",
        "---\na: 1\n...\n",
        "# yaml-language-server: $schema=x.json\na: 1\n",
        "? a\n: 1\n",
        '"": 1\n',  # a key that is written, if as nothing
        "a: 'x\u2028y\x85z'\n",
        "\n" * 60 + "a: 1\n" + " \n" * 60,
        "a: '" + "[" * 90 + "'\n",
    ],
)
def test_neighbours_that_are_right(written: str) -> None:
    node, findings = read_yaml(Source("claims/x.yml", written))
    assert not said(findings)
    assert isinstance(node, MapNode)


def test_all_that_can_be_read_is_read() -> None:
    node, findings = read_yaml(Source("x.yml", "a: &x 1\nb: *x\nc: 2\nc: 3\nd: [1, !t 2]\ne: 5\n"))
    assert len(findings) == 4
    assert isinstance(node, MapNode)
    assert [key.text.value for key, _ in node.entries] == ["a", "b", "c", "d", "e"]
    last = node.get("e")
    assert isinstance(last, ScalarNode)
    assert last.as_python() == 5
