"""The tables and columns that a query can name, and which of them a place in it can see."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace

from proseproof.nouns import dataclass
from proseproof.query.answer import Refusal
from proseproof.query.relation import OPAQUE, Relation, Relations
from proseproof.query.tree import NODES, Tree, children, common_tables


@dataclass(frozen=True)
class Known:
    """A table or view of the session: its name as declared, its columns in order.

    reads: the captures' tables behind it. tree: of the query that makes it; None for a capture's.
    relation: what its columns are made of.
    """

    name: str
    columns: tuple[str, ...]
    reads: frozenset[str] = frozenset()
    tree: Tree | None = None
    relation: Relation = OPAQUE


@dataclass(frozen=True)
class Catalog:
    """What a query can name.

    tables: by name in lower case. broken: the views that are refused, and why, likewise.
    unstable: the functions, in lower case, whose value changes from run to run. listed: the tables
    and views that a refusal names, as declared, also those that no query of the session reads.
    """

    tables: Mapping[str, Known]
    broken: Mapping[str, Refusal] = field(default_factory=dict)
    unstable: frozenset[str] = frozenset()
    listed: tuple[str, ...] = ()

    def unlisted(self, names: Collection[str]) -> Catalog:
        """The catalog that lists none of these names, which are in lower case."""
        return replace(self, listed=tuple(one for one in self.listed if one.lower() not in names))

    def plus(self, name: str, table: Known | Refusal) -> Catalog:
        """The catalog with one more table or, of a Refusal, one more view that is broken."""
        if isinstance(table, Known):
            return replace(self, tables={**self.tables, name: table})
        return replace(self, broken={**self.broken, name: table})

    def behind(self, names: Iterable[str]) -> frozenset[str]:
        """The captures' tables behind tables, views and `data` of these names, in lower case."""
        named = (self.tables[name] for name in names if name in self.tables)
        return frozenset().union(*(known.reads for known in named))

    @property
    def names(self) -> list[str]:
        """What a refusal says that there is to read."""
        return [*self.listed, "data"] if "data" in self.tables else [*self.listed]

    @property
    def relations(self) -> Relations:
        """What each table, view and `data` is made of, by name in lower case."""
        return {name: known.relation for name, known in self.tables.items()}

    @property
    def trees(self) -> Mapping[str, Tree]:
        """The trees of the views and of `data`, by name in lower case."""
        return {name: known.tree for name, known in self.tables.items() if known.tree}


@dataclass(frozen=True)
class Origin:
    """A table in FROM: what to call it, and its columns where they are known."""

    label: str
    columns: tuple[str, ...] | None


def origins_at(tree: Tree, location: int, catalog: Catalog) -> tuple[Origin, ...]:
    """What stands in FROM of the innermost SELECT that holds the column named at byte `location`.

    Each label once, in order. Empty where the SELECT has no FROM, or no column stands there.
    """
    for node, common in _nodes(tree, {}):
        if any(
            part.get("class") == "COLUMN_REF" and part.get("query_location") == location
            for part in _own_parts(node)
        ):
            found = _origins(node.get("from_table", {}), common, catalog)
            return tuple({origin.label: origin for origin in found}.values())
    return ()


def _nodes(tree: Tree, common: Mapping[str, Tree]) -> Iterator[tuple[Tree, Mapping[str, Tree]]]:
    """Each query node of a tree, with the WITH queries that it sees."""
    if tree.get("type") in NODES:
        common = {**common, **dict(common_tables(tree))}
        yield tree, common
    for child in children(tree):
        yield from _nodes(child, common)


def _own_parts(node: Tree) -> Iterator[Tree]:
    """The pieces of a query node that belong to no query node inside it."""
    for child in children(node):
        if child.get("type") not in NODES:
            yield child
            yield from _own_parts(child)


def _origins(table: Tree, common: Mapping[str, Tree], catalog: Catalog) -> Iterator[Origin]:
    kind = table.get("type")
    if kind == "JOIN":
        yield from _origins(table["left"], common, catalog)
        yield from _origins(table["right"], common, catalog)
    elif kind == "BASE_TABLE":
        name = table["table_name"].lower()
        if name in common:
            outer = {other: node for other, node in common.items() if other != name}
            yield Origin(table["table_name"], _outputs(common[name], outer, catalog))
        elif name in catalog.tables:
            yield Origin(catalog.tables[name].name, catalog.tables[name].columns)
    elif kind == "SUBQUERY":
        columns = table.get("column_name_alias") or _outputs(
            table["subquery"]["node"], common, catalog
        )
        yield Origin(table.get("alias", "the subquery"), columns and tuple(columns))
    elif kind not in ("EMPTY", None):
        named = table.get("function", {}).get("function_name", "the rows in FROM")
        yield Origin(table.get("alias", named), None)


def _outputs(node: Tree, common: Mapping[str, Tree], catalog: Catalog) -> tuple[str, ...] | None:
    """The columns that a query node gives; None where the tree alone does not tell."""
    if node.get("type") == "SET_OPERATION_NODE":
        return _outputs(node["children"][0], common, catalog)
    if node.get("type") != "SELECT_NODE":
        return None
    common = {**common, **dict(common_tables(node))}
    names: list[str] = []
    for part in node["select_list"]:
        if "alias" in part:
            names.append(part["alias"])
        elif part["class"] == "COLUMN_REF":
            names.append(part["column_names"][-1])
        elif part["class"] == "STAR" and not part.keys() & {"exclude_list", "expr"}:
            for origin in _origins(node.get("from_table", {}), common, catalog):
                if origin.columns is None:
                    return None
                names.extend(origin.columns)
        else:
            return None
    return tuple(dict.fromkeys(names))
