"""DuckDB's errors in plain words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from proseproof.near import listing, nearest
from proseproof.query.answer import Refusal
from proseproof.query.fault import Fault, parts_of, read_fault
from proseproof.query.keyword import misspelt
from proseproof.query.place import characters
from proseproof.query.scope import Catalog, Origin, origins_at
from proseproof.query.tree import Tree

_TYPES = {
    "INTEGER_LITERAL": "INTEGER",
    "STRING_LITERAL": "VARCHAR",
    "INT8": "TINYINT",
    "INT16": "SMALLINT",
    "INT32": "INTEGER",
    "INT64": "BIGINT",
    "INT128": "HUGEINT",
    "BOOL": "BOOLEAN",
}


def read_error(error: str, sql: str, tree: Tree, catalog: Catalog, skip: int = 0) -> Refusal:
    """The refusal for an error; the arguments are those of `read_fault`."""
    return word(read_fault(error, sql, tree, catalog, skip))


def word(fault: Fault) -> Refusal:
    """The refusal in our words; DuckDB's first line, lower-cased, where we have none."""
    for pattern, say in _WORDS:
        if found := re.search(pattern, fault.text, re.DOTALL):
            return say(fault, found)
    line = _plain_types(fault.text.strip().splitlines()[0] if fault.text.strip() else "no answer")
    head = line[0].lower() if line[1:2].islower() else line[0]
    return fault.at(head + line[1:].rstrip("!. "))


def _plain_types(text: str) -> str:
    return re.sub(r"\b[A-Z]+(?:_LITERAL|\d+)\b", lambda found: _TYPES.get(found[0], found[0]), text)


def _column(fault: Fault, found: re.Match[str]) -> Refusal:
    name = fault.name or found["name"]
    origins = origins_at(fault.tree, fault.start, fault.catalog)
    place = characters(fault.sql, fault.start, fault.length)
    quotes = ""
    if place and fault.sql[place[0]] == '"':
        quotes = "double quotes name a column, single quotes hold text"
    if not origins:
        return fault.at(f"there is no table to take the column `{name}` from", quotes)
    labels = [f"`{origin.label}`" for origin in origins]
    if len(labels) == 1:
        message = f"{labels[0]} has no column `{name}`"
    else:
        message = f"no table here has a column `{name}`: {listing(labels)}"
    refusal = fault.at(message, quotes, *_columns(origins, name))
    return _meant(refusal, name, (column for origin in origins for column in origin.columns or ()))


def _meant(refusal: Refusal, name: str, known: Iterable[str]) -> Refusal:
    """The refusal with the name that was meant, where one is near."""
    near = nearest(name, known)
    return replace(refusal, help=f"write `{near[0]}`") if near else refusal


def _columns(origins: tuple[Origin, ...], name: str) -> Iterator[str]:
    for origin in origins:
        if origin.columns:
            yield _columns_of(origin.columns, name, origin.label if len(origins) > 1 else "")


def _columns_of(columns: tuple[str, ...], near: str, table: str = "") -> str:
    of = f" of {table}" if table else ""
    if len(columns) == 1:
        return f"the only column{of} is {columns[0]}"
    return f"the columns{of} are {listing(columns, near=near)}"


def _column_of_table(fault: Fault, found: re.Match[str]) -> Refusal:
    table, name = found["table"], found["name"]
    for origin in origins_at(fault.tree, fault.start, fault.catalog):
        if origin.label.lower() == table.lower() and origin.columns:
            told = fault.at(f"`{table}` has no column `{name}`", *_columns((origin,), name))
            return _meant(told, name, origin.columns)
    for part in parts_of(fault.tree):
        known = fault.catalog.tables.get(str(part.get("table_name", "")).lower())
        if known and str(part.get("alias", "")).lower() == table.lower():
            columns = _columns_of(known.columns, name)
            told = fault.at(f"`{known.name}` has no column `{name}`", columns)
            return _meant(told, name, known.columns)
    near = re.findall(r'"([^"]*)"', found["candidates"] or "")
    notes = (f"near it: {listing(near)}",) if near else ()
    return fault.at(f"`{table}` has no column `{name}`", *notes)


def _table(fault: Fault, found: re.Match[str]) -> Refusal:
    origins = origins_at(fault.tree, fault.start, fault.catalog)
    labels = listing(origin.label for origin in origins)
    return fault.at(f"the query reads no table `{found['name']}`", f"it reads {labels}")


def _missing_function(fault: Fault, found: re.Match[str]) -> Refusal:
    name = found["name"]
    near = re.findall(r'"([^"]*)"', fault.text)
    note = f"near it: {listing(near)}" if near else ""
    return fault.at(f"there is no function `{name}`", note, length=len(name.encode()))


def _arguments(fault: Fault, found: re.Match[str]) -> Refusal:
    name, given = found["name"], _plain_types(found["given"])
    each = re.split(r", (?![^(]*\))", given) if given else []
    takes = f"does not take {listing(each)}" if each else "does not stand without an argument"
    if len(each) > 1 and each == each[:1] * len(each):
        takes = f"does not take {len(each)} values of {each[0]}"
    forms = re.findall(r"^\t\S+?\((.*?)\) -> ", fault.text, re.MULTILINE)
    shapes = dict.fromkeys(tuple(re.findall(r"\"?(\w+)\"? [^,]+", form)) for form in forms)
    note = ""
    if name.isidentifier() and all(len(shape) != len(each) for shape in shapes):
        wanted = [f"{name}({', '.join(shape)})" for shape in shapes]
        note = f"it takes {listing(wanted)}"
    shown = _SHOWN.get(name, name)
    length = len(name.encode()) if name.isidentifier() and name == shown else None
    return fault.at(f"`{shown}` {takes}", note, length=length)


_SHOWN = {"~~": "LIKE", "!~~": "NOT LIKE", "~~*": "ILIKE", "array_extract": "[]"}


def _field(fault: Fault, found: re.Match[str]) -> Refusal:
    name = found["name"]
    part = next((part for part in parts_of(fault.tree) if _names_field(part, name)), None)
    owner = "the object"
    if part and part.get("class") == "COLUMN_REF":
        names = part["column_names"]
        owner = f"`{'.'.join(names[: names.index(name)])}`"
    fields = re.findall(r'"([^"]*)"', found["candidates"])
    note = f"near it: {listing(fields)}" if fields else ""
    return fault.at_part(part).at(f"{owner} has no field `{name}`", note)


def _names_field(part: Tree, name: str) -> bool:
    if part.get("class") == "COLUMN_REF":
        return name in part["column_names"][1:]
    return bool(part.get("literal", {}).get("text") == name)


def _no_struct(fault: Fault, found: re.Match[str]) -> Refusal:
    part = next((part for part in parts_of(fault.tree) if _names_field(part, found["name"])), None)
    return fault.at_part(part).at(f"`{found['owner']}` has no fields, so no `{found['name']}`")


def _ambiguous(fault: Fault, found: re.Match[str]) -> Refusal:
    ways = re.findall(r"'([^']*)'", found["ways"])
    return fault.at(f"`{found['name']}` is a column of several tables", f"they are {listing(ways)}")


def _conversion(fault: Fault, found: re.Match[str]) -> Refusal:
    kind = _TYPES.get(found["type"], found["type"])
    column = f" of the column `{found['column']}`" if found["column"] else ""
    return fault.at(f"the text '{found['text']}'{column} is no {kind}")


def _scalar_rows(fault: Fault, _: re.Match[str]) -> Refusal:
    scalars = [part for part in parts_of(fault.tree) if part.get("subquery_type") == "SCALAR"]
    one = fault.at_part(scalars[0]) if len(scalars) == 1 else fault
    return one.at("a subquery that stands for one value gives several rows")


def _syntax(fault: Fault, found: re.Match[str]) -> Refusal:
    return misspelt(fault.at(f"syntax error at `{found[1]}`"), fault.sql)


def _fixed(message: str) -> Callable[[Fault, re.Match[str]], Refusal]:
    return lambda fault, found: fault.at(found.expand(message))


_WORDS: tuple[tuple[str, Callable[[Fault, re.Match[str]], Refusal]], ...] = (
    (r'^Referenced column "(?P<name>.*?)" (?:not found|was not found)', _column),
    (
        (
            r'^Table "(?P<table>.*?)" does not have a column named "(?P<name>.*?)"'
            r"(?:.*Candidate bindings:(?P<candidates>.*))?"
        ),
        _column_of_table,
    ),
    (r'^Referenced table "(?P<name>.*?)" not found', _table),
    (r"Function with name (?P<name>\S+) does not exist", _missing_function),
    (r"^Type with name (\S+) does not exist", _fixed(r"there is no type `\1`")),
    (r"^Table with name (\S+) does not exist", _fixed(r"there is no table `\1`")),
    (
        (
            r"^(?:No function matches the given name and argument types '"
            r'|Could not choose a best candidate function for the function call ")'
            r"(?P<name>[^(]+)\((?P<given>.*?)\)['\"]\. "
        ),
        _arguments,
    ),
    (r'^Could not find key "(?P<name>.*?)" in (?:struct|union)(?P<candidates>.*)', _field),
    (r"^Cannot extract field '(?P<name>.*?)' from expression \"(?P<owner>.*?)\"", _no_struct),
    (r'^Ambiguous reference to column name "(?P<name>.*?)" \(use: (?P<ways>.*)\)', _ambiguous),
    (r'^Ambiguous reference to table "(.*?)"', _fixed(r"two tables in FROM are named `\1`")),
    (
        (
            r"^Could not convert string '(?P<text>.*?)' to (?P<type>\w+)"
            r"(?: when casting from source column (?P<column>.*))?"
        ),
        _conversion,
    ),
    (
        r"^Cannot compare values of type (.*) and type (.*?) - ",
        lambda fault, found: fault.at(
            f"{_plain_types(found[1])} does not compare with {_plain_types(found[2])}"
        ),
    ),
    (
        r'^column "?(.*?)"? must appear in the GROUP BY',
        _fixed(r"`\1` is neither grouped nor aggregated"),
    ),
    (r"^WHERE clause cannot contain (aggregates|window functions)", _fixed(r"WHERE holds no \1")),
    (r"^aggregate function calls cannot be nested", _fixed("an aggregate stands inside another")),
    (r"^More than one row returned by a subquery", _scalar_rows),
    (
        r"^Set operations can only apply to expressions with the same number",
        _fixed("the two sides have different numbers of columns"),
    ),
    (r'^Column "(.*?)" in EXCLUDE list not found', _fixed(r"EXCLUDE names no column `\1`")),
    (
        r'^Column "(.*?)" does not exist on (left|right) side of join',
        _fixed(r"the \2 side of the join has no column `\1`"),
    ),
    (r"^Overflow in (\w+) of (\w+) \((.*)\)", _fixed(r"\3 is beyond \2")),
    (r"^Division by zero in expression \(?(.*?)\)?\. ", _fixed(r"`\1` divides by zero")),
    (
        r"^Deprecated lambda arrow",
        _fixed("a lambda is written `lambda x: …`, not `x -> …`"),
    ),
    (r"^Max expression depth limit", _fixed("the query is nested too deep")),
    (
        r"^unterminated (?:quoted string|string literal)",
        _fixed("a quote opens here and does not close"),
    ),
    (r'^syntax error at or near "(.*)"$', _syntax),
    (r"^syntax error at end of input", _fixed("the SQL ends too early")),
)
