"""An entry added to a list of a YAML file: read back it is there, and all else is as it was."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from proseproof.source import Source
from proseproof.yaml_text import ListNode, MapNode, ScalarNode, read_yaml
from proseproof.yaml_text.adding import added, added_member, entry, scalar

GIVEN = entry([("says", "4B"), ("why", "a name")])


def with_given(text: str, path: tuple[str | int, ...] = ()) -> str | None:
    """The file with an entry more under `given` of its root, or of the mapping at `path`."""
    node, _ = read_yaml(Source("claims/page.yml", text))
    for step in path:
        if isinstance(step, int):
            assert isinstance(node, ListNode)
            node = node.items[step]
        else:
            assert isinstance(node, MapNode)
            node = node.get(step)
    assert isinstance(node, MapNode)
    edit = added(node, "given", GIVEN)
    if edit is None:
        return None
    return text[: edit.span.start] + edit.text + text[edit.span.end :]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("page: a.md\n", "page: a.md\n\ngiven:\n  - says: 4B\n    why: a name\n"),
        ("page: a.md", "page: a.md\n\ngiven:\n  - says: 4B\n    why: a name"),
        ("page: a.md\r\n", "page: a.md\r\n\r\ngiven:\r\n  - says: 4B\r\n    why: a name\r\n"),
        ("given:\npage: a.md\n", "given:\n  - says: 4B\n    why: a name\npage: a.md\n"),
        ("given: [] # none\n", "given: # none\n  - says: 4B\n    why: a name\n"),
        ("given: []\r\n", "given:\r\n  - says: 4B\r\n    why: a name\r\n"),
        ("given: ~ # none\n", "given: # none\n  - says: 4B\n    why: a name\n"),
        (
            "given:\n- says: 9 # a\n  why: |\n    so\n\n\npage: a.md\n",
            "given:\n- says: 9 # a\n  why: |\n    so\n- says: 4B\n  why: a name\n\n\npage: a.md\n",
        ),
        (
            "figures:\n- id: a\npage: a.md # it\n# the end\n",
            "figures:\n- id: a\npage: a.md # it\n\ngiven:\n- says: 4B\n  why: a name\n# the end\n",
        ),
        (
            "given:\n    -   says: 9\n        why: so\n",
            "given:\n    -   says: 9\n        why: so\n    - says: 4B\n      why: a name\n",
        ),
    ],
)
def test_an_entry_is_put_behind_the_others(before: str, after: str) -> None:
    assert with_given(before) == after


def test_an_inner_list_keeps_its_place() -> None:
    before = "figures:\n  - id: a\n    kind: text\n\n  - id: b\n"
    after = before.replace("text\n", "text\n    given:\n      - says: 4B\n        why: a name\n")
    assert with_given(before, ("figures", 0)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{page: a.md}", "{page: a.md, given: [{says: 4B, why: a name}]}"),
        ("{page: a.md, given: []}\n", "{page: a.md, given: [{says: 4B, why: a name}]}\n"),
        (
            "given: [{says: a, why: b}] # mine\n",
            "given: [{says: a, why: b}, {says: 4B, why: a name}] # mine\n",
        ),
        (
            "given: [\r\n  {says: a, why: b}, # one\r\n]\r\n",
            "given: [\r\n  {says: a, why: b},\r\n  {says: 4B, why: a name}, # one\r\n]\r\n",
        ),
        (
            '{\n "page": "a.md"\n}\n',
            '{\n "page": "a.md",\n "given": [{"says": "4B", "why": "a name"}]\n}\n',
        ),
    ],
)
def test_brackets_stay_brackets(before: str, after: str) -> None:
    assert with_given(before) == after


@pytest.mark.parametrize("before", ["given: so\n", "given: {a: b}\n", "{given: so}\n"])
def test_what_is_no_list_is_left_alone(before: str) -> None:
    assert with_given(before) is None


def test_a_query_of_several_lines_is_a_block() -> None:
    assert entry([("says", "5 s"), ("query", "SELECT a\nFROM b\n"), ("why", "")]) == (
        "says: 5 s", "query: |", "  SELECT a", "  FROM b", "why:",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("saved 0.6 to 1.8 s", "saved 0.6 to 1.8 s"),
        ("41.20", "41.20"),
        ("SELECT min(a) FROM b WHERE c = 'd'", "SELECT min(a) FROM b WHERE c = 'd'"),
        ("11-24%", "11-24%"),
        ("note: 5 s", '"note: 5 s"'),
        ("5 s # here", '"5 s # here"'),
        ("-5 °C", '"-5 °C"'),
        ("`4B`", '"`4B`"'),
        ("null", '"null"'),
    ],
)
def test_quotes_stand_only_where_they_must(text: str, written: str) -> None:
    assert scalar(text) == written


BEFORE = [
    "page: a.md\n", "given:\n- says: x\n  why: y\n", "{page: a.md}\n", "given: [{says: x}, ]\n",
    '{"page": "a.md", "given": ["x"]}\n',
]  # fmt: skip


@given(st.text(min_size=1), st.sampled_from(BEFORE))
def test_whatever_is_added_is_read_back(text: str, before: str) -> None:
    node, _ = read_yaml(Source("a.yml", before))
    assert isinstance(node, MapNode)
    edit = added(node, "given", entry([("says", text)]))
    assert edit is not None
    after = before[: edit.span.start] + edit.text + before[edit.span.end :]
    root, findings = read_yaml(Source("a.yml", after))
    assert not findings
    assert isinstance(root, MapNode)
    items = root.get("given")
    assert isinstance(items, ListNode)
    last = items.items[-1]
    assert isinstance(last, MapNode)
    said = last.get("says")
    assert isinstance(said, ScalarNode)
    assert said.text.value.strip("\n") == text.strip("\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("pages: [a]\n", "pages: [a]\n\nviews:\n  x: 1\n  y: |\n    2\n"),
        ("views:\n  a: b\npages: [a]\n", "views:\n  a: b\n  x: 1\n  y: |\n    2\npages: [a]\n"),
        (
            "views:\n    a: |\n      b\n\n",
            "views:\n    a: |\n      b\n    x: 1\n    y: |\n      2\n\n",
        ),
        ("views:\npages: [a]", "views:\n  x: 1\n  y: |\n    2\npages: [a]"),
        ("views: null # none\npages: [a]", "views: # none\n  x: 1\n  y: |\n    2\npages: [a]"),
        ("views:\r\n  a: b # c\r\n", "views:\r\n  a: b # c\r\n  x: 1\r\n  y: |\r\n    2\r\n"),
        ("views: {a: b}\n", 'views: {a: b, x: 1, y: "2"}\n'),
        ("{pages: [a]}\n", '{pages: [a], views: {x: 1, y: "2"}}\n'),
        ("views: {}\n", 'views: {x: 1, y: "2"}\n'),
        ("views: text\n", None),
    ],
)
def test_an_entry_is_added_to_a_mapping(before: str, after: str | None) -> None:
    node, _ = read_yaml(Source("x.yml", before))
    assert isinstance(node, MapNode)
    edit = added_member(node, "views", ["x: 1", "y: |", "  2"])
    if after is None:
        assert edit is None
        return
    assert edit is not None
    assert before[: edit.span.start] + edit.text + before[edit.span.end :] == after
