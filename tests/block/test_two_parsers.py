"""The quick YAML parser and the careful one say the same, wherever the quick one is asked."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from proseproof.source import Source
from proseproof.yaml_text import ListNode, MapNode, Node, ScalarNode, read_yaml_with
from proseproof.yaml_text.parse import Parser, quick_parser

PIECES = st.sampled_from(
    ["|", ">", "|-", "---", "...", "\n", "\n  ", "\n    ", " ", "# c", "a: ", "b:", "- ", "'x'",
     '"y"', "text", "> z", "|| w", "[a, b]", "{a: b}", "\n\n", "key: |\n  > in\n  | in\n",
     " |\n  x\n", "\n> t\n", "\n---\n", "--- "]
)  # fmt: skip


def shown(node: Node | None) -> Any:
    """A node as plain values: its kind, its place, what is in it."""
    if node is None:
        return None
    place = (type(node).__name__, node.span.start, node.span.end)
    if isinstance(node, MapNode):
        return place, [(shown(key), shown(value)) for key, value in node.entries]
    if isinstance(node, ListNode):
        return place, [shown(item) for item in node.items]
    return place, node.text.value if isinstance(node, ScalarNode) else None


def read(parser: Parser | None, text: str) -> Any:
    node, findings = read_yaml_with(parser, Source("claims/a.yml", text))
    return shown(node), [(finding.message, finding.span.order) for finding in findings]


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=9).map("".join))
def test_pieces_of_yaml_in_any_order(text: str) -> None:
    assert read(quick_parser(), text) == read(None, text)


@pytest.mark.parametrize("sign", ["|| 'b'", "> 5"])
def test_a_line_of_sql_may_begin_like_a_scalar(sign: str) -> None:
    """Lines of a query are no scalars of their own, so the quick parser reads the file."""
    asked: list[str] = []

    def noting(text: str) -> Any:
        asked.append(text)
        quick = quick_parser()
        return quick(text) if quick else []

    text = f"query: |\n  SELECT 'a'\n  {sign}\n"
    if quick_parser() is not None:
        assert read(noting, text) == read(None, text)
        assert len(asked) == 1
