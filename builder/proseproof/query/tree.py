"""The syntax tree of a query: how DuckDB writes it, and what can be read off it.

`Answer.tree` is one node of `json_serialize_sql(sql, skip_null := true, skip_empty := true,
skip_default := true)`: a key that would be null, empty, false or the default is absent, so read
with `.get`. `query_location` and `query_location_length` count the UTF-8 bytes of the query;
2**64 - 1 stands for no place.

A **query node** has a `type`:

- `SELECT_NODE`: `select_list` (expressions), `from_table` (a table), `where_clause`,
  `group_expressions` (or `aggregate_handling: FORCE_AGGREGATES` for GROUP BY ALL), `having`,
  `qualify`, `modifiers`, `cte_map`.
- `SET_OPERATION_NODE`: `setop_type` (UNION, EXCEPT, INTERSECT), `children` (nodes), and
  `setop_all: false` without ALL.
- `RECURSIVE_CTE_NODE`: `cte_name`, `left`, `right` (nodes).

`modifiers` are `ORDER_MODIFIER` (`orders`: `type`, `expression`), `LIMIT_MODIFIER` and
`DISTINCT_MODIFIER`. `cte_map` is `{"map": [{"key": name, "value": {"query_node": node}}]}`.

A **table** has a `type`: `BASE_TABLE` (`table_name`, `alias`), `JOIN` (`left`, `right`,
`using_columns`, `condition`), `SUBQUERY` (`subquery.node`, `alias`, `column_name_alias`),
`TABLE_FUNCTION` (`function`), `EXPRESSION_LIST` (VALUES), `PIVOT` (`source`, `aggregates`),
`EMPTY` (no FROM).

An **expression** has a `class`, a `type`, and an `alias` where the query gives one:

- `COLUMN_REF`: `column_names`, from the outside in: `["step"]`, `["a", "rollout_s"]` and
  `["config", "seed"]` look alike; only the tables tell a table from a struct.
- `CONSTANT`: `literal: {"kind": INTEGER | NUMERIC | STRING | NULL_LITERAL …, "text": "0.95"}`.
- `FUNCTION`: `function_name`, `arguments: [{"expression": …}]`, `is_operator` for `+ - * / %`
  (one argument for a sign), `distinct`, `filter`, `order_bys`. `count(*)` is `count_star`.
- `WINDOW`: a function with `partitions` and `orders`; its type is `WINDOW_AGGREGATE` or such as
  `WINDOW_ROW_NUMBER`.
- `CAST`: `child`, `type_expr.type_name`, `try_cast`.
- `SUBQUERY`: `subquery_type` (SCALAR, EXISTS, ANY), `subquery.node`.
- `STAR`: `relation_name`, `exclude_list`, `replace_list`; `columns: true` for COLUMNS(…), `expr`.
- `CASE`, `COMPARISON`, `CONJUNCTION`, `OPERATOR` (`children`), `LAMBDA` (`lhs`, `expr`).

Three examples, without their places:

    SELECT min(saved_s) FROM data
    {"type": "SELECT_NODE",
     "select_list": [{"class": "FUNCTION", "function_name": "min", "arguments": [
         {"expression": {"class": "COLUMN_REF", "column_names": ["saved_s"]}}]}],
     "from_table": {"type": "BASE_TABLE", "table_name": "data"}}

    SELECT a.x_s - b.x_s AS saved_s FROM steps a JOIN steps b USING (step) ORDER BY step
    {"type": "SELECT_NODE",
     "modifiers": [{"type": "ORDER_MODIFIER", "orders": [{"expression": {…}}]}],
     "select_list": [{"class": "FUNCTION", "function_name": "-", "is_operator": true,
         "alias": "saved_s", "arguments": [
             {"expression": {"class": "COLUMN_REF", "column_names": ["a", "x_s"]}},
             {"expression": {"class": "COLUMN_REF", "column_names": ["b", "x_s"]}}]}],
     "from_table": {"type": "JOIN", "using_columns": ["step"],
         "left": {"type": "BASE_TABLE", "alias": "a", "table_name": "steps"},
         "right": {"type": "BASE_TABLE", "alias": "b", "table_name": "steps"}}}

    SELECT (SELECT x_ms FROM t) AS v, CAST(z_s AS DOUBLE), * FROM t
    {"type": "SELECT_NODE",
     "select_list": [
         {"class": "SUBQUERY", "subquery_type": "SCALAR", "alias": "v",
          "subquery": {"node": {"type": "SELECT_NODE", …}}},
         {"class": "CAST", "child": {"class": "COLUMN_REF", "column_names": ["z_s"]},
          "type_expr": {"type_name": "DOUBLE"}},
         {"class": "STAR"}],
     "from_table": {"type": "BASE_TABLE", "table_name": "t"}}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Tree = Mapping[str, Any]

NODES = ("SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE")
"""The types of query nodes that only read; each has a `cte_map` of its own."""


def children(tree: Tree) -> list[Tree]:
    """The mappings right inside `tree`, in the order of the serialisation."""
    found: list[Tree] = []
    _add_mappings(tree.values(), found)
    return found


def _add_mappings(values: Iterable[Any], found: list[Tree]) -> None:
    for value in values:
        kind = type(value)
        if kind is dict:
            found.append(value)
        elif kind is list:
            _add_mappings(value, found)


def common_tables(node: Tree) -> list[tuple[str, Tree]]:
    """The WITH queries of a query node, in order: name in lower case, and the query's node."""
    entries = node.get("cte_map", {}).get("map", ())
    return [(entry["key"].lower(), entry["value"]["query_node"]) for entry in entries]


def base_tables(tree: Tree) -> list[Tree]:
    """Each `BASE_TABLE` of `tree` that names a table or a view, and no WITH query.

    A WITH query sees those before it, and itself only where it is recursive: in
    `WITH steps AS (SELECT * FROM steps)` the inner `steps` is the table.
    """
    found: list[Tree] = []
    _gather(tree, frozenset(), found)
    return found


def _gather(tree: Tree, hidden: frozenset[str], found: list[Tree]) -> None:
    kind = tree.get("type")
    if kind == "BASE_TABLE" and ("schema_name" in tree or tree["table_name"].lower() not in hidden):
        found.append(tree)
    if kind == "RECURSIVE_CTE_NODE":
        hidden |= {tree["cte_name"].lower()}
    if kind in NODES:
        for name, node in common_tables(tree):
            _gather(node, hidden, found)
            hidden |= {name}
    inside: list[Tree] = []
    _add_mappings((value for key, value in tree.items() if key != "cte_map"), inside)
    for child in inside:
        _gather(child, hidden, found)


def tables_read(tree: Tree) -> frozenset[str]:
    """The names, in lower case, of the tables and views that a query reads anywhere in it."""
    return frozenset(table["table_name"].lower() for table in base_tables(tree))


def is_unordered_pairing(tree: Tree, known: Mapping[str, Tree] | None = None) -> bool:
    """Whether nothing in the query fixes the order of its rows, if it gives several.

    True where the rows come from a join of two tables, a GROUP BY, a DISTINCT or a UNION,
    EXCEPT or INTERSECT that drops duplicates, and no ORDER BY stands above it. Rows of one table,
    filtered or not, keep its order. Ask only where an answer has more than one row: a total over
    a join is a single row, and the tree alone does not say which functions aggregate.

    known: the trees of views, by name in lower case, for a query that reads them.
    """
    return _is_unordered(tree, known or {})


def _is_unordered(node: Tree, known: Mapping[str, Tree]) -> bool:
    modifiers = {modifier["type"] for modifier in node.get("modifiers", ())}
    if "ORDER_MODIFIER" in modifiers:
        return False
    known = {**known, **dict(common_tables(node))}
    if node.get("type") == "SET_OPERATION_NODE":
        # ALL is what DuckDB takes for the default, so its key is absent.
        if node.get("setop_all") is False:
            return True
        return any(_is_unordered(child, known) for child in node["children"])
    if "DISTINCT_MODIFIER" in modifiers or node.get("group_expressions"):
        return True
    if node.get("aggregate_handling") == "FORCE_AGGREGATES":
        return True
    return _is_unordered_table(node.get("from_table", {}), known)


def _is_unordered_table(table: Tree, known: Mapping[str, Tree]) -> bool:
    kind = table.get("type")
    if kind == "JOIN":
        sides = (table["left"], table["right"])
        if any(side.get("type") in ("TABLE_FUNCTION", "EMPTY") for side in sides):
            return any(_is_unordered_table(side, known) for side in sides)
        return True
    if kind == "PIVOT":
        return "aggregates" in table
    if kind == "SUBQUERY":
        return _is_unordered(table["subquery"]["node"], known)
    if kind == "BASE_TABLE" and table["table_name"].lower() in known:
        name = table["table_name"].lower()
        outer = {other: node for other, node in known.items() if other != name}
        return _is_unordered(known[name], outer)
    return False
