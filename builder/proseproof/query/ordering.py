"""The recorded columns that a query puts in order: by `<`, ORDER BY, `max` and their like."""

from __future__ import annotations

from collections.abc import Iterator

from proseproof.query.answer import Ordered
from proseproof.query.columns import made_of, scopes
from proseproof.query.relation import Relations
from proseproof.query.tree import NODES, Tree, children

_ORDERS = frozenset(
    "COMPARE_LESSTHAN COMPARE_GREATERTHAN COMPARE_LESSTHANOREQUALTO "
    "COMPARE_GREATERTHANOREQUALTO".split()
)
_PICKS = frozenset("min max greatest least median quantile quantile_disc".split())
"""The functions that put their first argument in order."""

_PICKS_BY = frozenset(
    "arg_min arg_max argmin argmax min_by max_by arg_min_null arg_max_null".split()
)
"""The functions that put their second argument in order."""


def ordered_columns(tree: Tree, known: Relations) -> Iterator[Ordered]:
    """Each place where a query orders by a column that captures hold just so.

    One that it casts is none. known: the tables, views and `data` that the query can name; what
    these order themselves is theirs.
    """
    if not _orders(tree):  # most queries order nothing, and scopes take time
        return
    for node, scope in scopes(tree, known):
        for part in _ordered(node, node):
            if part.get("class") == "COLUMN_REF":
                recorded = made_of(part, scope).recorded
                if recorded:
                    yield Ordered(recorded, part)


def _orders(tree: Tree) -> bool:
    """Whether anything in a tree orders by anything."""
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        if "orders" in part or part.get("class") == "BETWEEN" or part.get("type") in _ORDERS:
            return True
        if part.get("function_name", "").lower() in _PICKS | _PICKS_BY:
            return True
        waiting += children(part)
    return False


def _ordered(part: Tree, node: Tree) -> Iterator[Tree]:
    """The expressions of one SELECT that it puts in order."""
    if part.get("class") == "COMPARISON" and part.get("type") in _ORDERS:
        yield from (part["left"], part["right"])
    if part.get("class") == "BETWEEN":
        yield part["input"]
    if part.get("class") in ("FUNCTION", "WINDOW"):
        function = part["function_name"].lower()
        arguments = [one["expression"] for one in part.get("arguments", ())]
        if function in _PICKS:
            yield from arguments if function in ("greatest", "least") else arguments[:1]
        elif function in _PICKS_BY:
            yield from arguments[1:2]
    for order in part.get("orders", ()):
        yield _meant(order["expression"], node)
    for child in children(part):
        if child.get("type") not in NODES:
            yield from _ordered(child, node)


def _meant(order: Tree, node: Tree) -> Tree:
    """The column that `ORDER BY 2` means."""
    at = order.get("literal", {}).get("text", "") if order.get("class") == "CONSTANT" else ""
    items: list[Tree] = node["select_list"]
    return items[int(at) - 1] if at.isdigit() and 0 < int(at) <= len(items) else order
