"""What each column of a query is made of: recorded values, or what the query itself writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from proseproof.nouns import dataclass
from proseproof.query.relation import MEASURED, OPAQUE, Made, Relation, Relations, united
from proseproof.query.tree import NODES, Tree, children, common_tables

_COUNTING = frozenset(
    "count count_star count_if countif sum fsum sumkahan kahan_sum list array_agg group_concat"
    " string_agg listagg product histogram regr_count".split()
)
"""The aggregates that tell how many rows there are, even over a constant."""

_KEEPS = frozenset("min max any_value first last arbitrary mode".split())
"""The aggregates that give one of the values they are given."""


def relation_of(node: Tree, known: Relations, outer: Scope | None = None) -> Relation:
    """What a query gives. known: the tables, views and `data` that it can name, in lower case."""
    known = _with_common(node, known, outer)
    kind = node.get("type")
    if kind == "SET_OPERATION_NODE":
        return united([relation_of(child, known, outer) for child in node["children"]])
    if kind != "SELECT_NODE":
        return OPAQUE
    scope = scope_of(node, known, outer)
    columns: list[tuple[str, Made]] = []
    whole = True
    for item in node["select_list"]:
        if item.get("class") == "STAR":
            columns += _starred(item, scope)
            whole = whole and not item.get("columns") and scope.whole
        else:
            columns.append((_name(item), made_of(item, scope)))
    return Relation(tuple(columns), scope.rows, scope.filtered, whole)


def _with_common(node: Tree, known: Relations, outer: Scope | None) -> Relations:
    """What a query can name, with its own WITH queries."""
    for entry in node.get("cte_map", {}).get("map", ()):
        made = relation_of(entry["value"]["query_node"], known, outer)
        names = entry["value"].get("aliases", ())
        known = {**known, entry["key"].lower(): made.renamed(names)}
    return known


def _name(item: Tree) -> str:
    names = item.get("column_names")
    return str(item.get("alias") or (names[-1] if names else "")).lower()


@dataclass(frozen=True)
class Scope:
    """What the expressions of one SELECT can name.

    sources: each table in FROM, by its label. aliases: the columns of the SELECT that have one.
    tied: the names that its conditions hold to what is measured. rows, filtered: as of a Relation.
    found: what the aliases are made of, as far as asked.
    """

    sources: tuple[tuple[str, Relation], ...]
    aliases: Mapping[str, Tree]
    known: Relations
    outer: Scope | None = None
    tied: frozenset[str] = frozenset()
    rows: bool = False
    filtered: bool = False
    found: dict[str, Made] = field(default_factory=dict, compare=False)

    @property
    def whole(self) -> bool:
        """Whether the columns of all sources are known."""
        return all(relation.whole for _, relation in self.sources)


def scope_of(node: Tree, known: Relations, outer: Scope | None = None) -> Scope:
    """What the expressions of a SELECT can name."""
    table = node.get("from_table", {})
    aliases = {one["alias"].lower(): one for one in node["select_list"] if "alias" in one}
    scope = Scope((), aliases, known, outer)
    sources = tuple(_sources(table, scope))
    scope = replace(scope, sources=sources)
    keys = ("where_clause", "having", "qualify")
    conditions = (*(node[key] for key in keys if key in node), *_joined_on(table))
    parts = [part for condition in conditions for part in _parts(condition)]
    measured = [part for part in parts if _is_measured(part, scope)]
    tied = {*_shared(table), *(name for part in measured for name in _named(part))}
    return replace(
        scope,
        tied=frozenset(tied),
        rows=bool(measured) or any(relation.rows for _, relation in sources),
        filtered=bool(measured or tied) or any(one.filtered for _, one in sources),
        found={},
    )


def _sources(table: Tree, scope: Scope) -> Iterator[tuple[str, Relation]]:
    kind = table.get("type")
    if kind is None or kind == "EMPTY":
        return
    if kind == "JOIN":
        left = tuple(_sources(table["left"], scope))
        yield from left
        # What stands further right in FROM sees what stands before it.
        yield from _sources(table["right"], replace(scope, sources=(*scope.sources, *left)))
        return
    label = str(table.get("alias") or table.get("table_name") or "").lower()
    names = table.get("column_name_alias", ())
    yield label, _relation_of_table(table, scope).renamed(names)


def _relation_of_table(table: Tree, scope: Scope) -> Relation:
    match table.get("type"):
        case "BASE_TABLE":
            return scope.known.get(table["table_name"].lower(), OPAQUE)
        case "SUBQUERY":
            return relation_of(table["subquery"]["node"], scope.known, scope)
        case "EXPRESSION_LIST":
            columns = zip(*table["values"], strict=False)
            values = [Made(any(_is_measured(one, scope) for one in column)) for column in columns]
            return Relation(tuple((f"col{at}", one) for at, one in enumerate(values)), rows=False)
        case "TABLE_FUNCTION":
            function = table["function"]
            measured = _is_measured(function, scope)
            names = table.get("column_name_alias") or [
                table.get("alias") or function["function_name"]
            ]
            return Relation(tuple((name.lower(), Made(measured)) for name in names), measured)
    return OPAQUE


def _joined_on(table: Tree) -> Iterator[Tree]:
    if table.get("type") == "JOIN":
        if "condition" in table:
            yield table["condition"]
        yield from _joined_on(table["left"])
        yield from _joined_on(table["right"])


def _shared(table: Tree) -> Iterator[str]:
    """The names in USING, whose columns the tables hold to one another; of a NATURAL join, all."""
    if table.get("type") == "JOIN":
        yield from (name.lower() for name in table.get("using_columns", ()))
        if table.get("ref_type") == "NATURAL":
            yield "*"
        yield from _shared(table["left"])
        yield from _shared(table["right"])


def _parts(condition: Tree) -> Iterator[Tree]:
    """A condition without the AND and OR between its parts."""
    if condition.get("class") == "CONJUNCTION":
        for child in children(condition):
            yield from _parts(child)
    else:
        yield condition


def _named(part: Tree) -> Iterator[str]:
    if part.get("class") == "COLUMN_REF":
        yield part["column_names"][-1].lower()
    for child in children(part):
        yield from _named(child)


def _starred(item: Tree, scope: Scope) -> Iterator[tuple[str, Made]]:
    label = str(item.get("relation_name", "")).lower()
    left_out = {str(name).lower() for name in _names(item.get("exclude_list", ()))}
    instead = {one["key"].lower(): one["value"] for one in item.get("replace_list", ())}
    for source, relation in scope.sources:
        if label in ("", source):
            for name, made in relation.columns:
                if name in instead:
                    yield name, made_of(instead[name], scope)
                elif name not in left_out:
                    yield name, _held(name, made, scope)


def _names(listed: Sequence[object]) -> Iterator[object]:
    for one in listed:
        yield one["column_names"][-1] if isinstance(one, Mapping) and "column_names" in one else one


def _held(name: str, made: Made, scope: Scope) -> Made:
    """A column that the conditions hold to a measured one counts as measured too."""
    return made if made.measured or not scope.tied & {name, "*"} else MEASURED


def made_of(part: Tree, scope: Scope) -> Made:
    """What an expression is made of."""
    if part.get("class") == "COLUMN_REF":
        return _resolved([name.lower() for name in part["column_names"]], scope)
    if part.get("subquery_type") == "SCALAR":
        return _value_of(part["subquery"]["node"], scope)
    if part.get("class") in ("FUNCTION", "WINDOW") and part["function_name"].lower() in _KEEPS:
        arguments = part.get("arguments", ())
        if len(arguments) == 1:
            return made_of(arguments[0]["expression"], scope)
    return Made(_is_measured(part, scope))


def _is_measured(part: Tree, scope: Scope) -> bool:
    """Whether captures have a part in an expression: without recursion, for long sums are deep."""
    waiting = [part]
    while waiting:
        part = waiting.pop()
        kind = part.get("class")
        if kind == "STAR" or (scope.rows and _counts(part)):
            return True
        if kind == "COLUMN_REF" or part.get("subquery_type") == "SCALAR":
            if made_of(part, scope).measured:
                return True
        elif kind == "SUBQUERY":
            if relation_of(part["subquery"]["node"], scope.known, scope).rows:
                return True
            waiting += [part["child"]] if "child" in part else []
        else:
            waiting += children(part)
    return False


def _counts(part: Tree) -> bool:
    """Whether a function tells how many rows there are, or which of them this is."""
    if part.get("class") == "WINDOW" and part.get("type") != "WINDOW_AGGREGATE":
        return True
    return (
        part.get("class") in ("FUNCTION", "WINDOW") and part["function_name"].lower() in _COUNTING
    )


def _value_of(node: Tree, scope: Scope) -> Made:
    """What the one value of a subquery is made of."""
    relation = relation_of(node, scope.known, scope)
    return relation.columns[0][1] if relation.columns and relation.whole else MEASURED


def _resolved(names: Sequence[str], scope: Scope) -> Made:
    """What a name means: a column of a table in FROM, an alias, or what the query around sees."""
    for label, relation in scope.sources:
        made = relation.get(names[1]) if len(names) > 1 and label == names[0] else None
        if made is not None:
            return _field(_held(names[1], made, scope), names[2:])
    found = [made for _, one in scope.sources if (made := one.get(names[0])) is not None]
    if found:
        made = next((one for one in found if one.measured), found[0])
        return _field(_held(names[0], made, scope), names[1:])
    if names[0] in scope.aliases:
        if names[0] not in scope.found:
            scope.found[names[0]] = MEASURED  # for an alias that names itself
            scope.found[names[0]] = made_of(scope.aliases[names[0]], scope)
        return _field(scope.found[names[0]], names[1:])
    return _resolved(names, scope.outer) if scope.outer is not None else MEASURED


def _field(made: Made, fields: Sequence[str]) -> Made:
    """A field of a nested column."""
    return replace(made, recorded=(*made.recorded, *fields)) if made.recorded else made


def scopes(
    node: Tree, known: Relations, outer: Scope | None = None
) -> Iterator[tuple[Tree, Scope]]:
    """Each SELECT of a query, however deep it stands, with what its expressions can name."""
    for common in dict(common_tables(node)).values():
        yield from scopes(common, known, outer)
    known = _with_common(node, known, outer)
    scope = outer
    if node.get("type") == "SELECT_NODE":
        scope = scope_of(node, known, outer)
        yield node, scope
    for inner in _inner_nodes(node):
        yield from scopes(inner, known, scope)


def _inner_nodes(part: Tree) -> Iterator[Tree]:
    """The query nodes right inside one, but for its WITH queries."""
    for key, value in part.items():
        for child in children({key: value}) if key != "cte_map" else ():
            if child.get("type") in NODES:
                yield child
            else:
                yield from _inner_nodes(child)
