"""A table idea as a block of a claims file: its query, and a format for each column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proseproof.nouns import dataclass
from proseproof.prose import Passage
from proseproof.suggest.idea import where
from proseproof.suggest.relation import Leaf, literal_in_sql, name_in_sql
from proseproof.suggest.survey import computed
from proseproof.suggest.table import Slot, Source, TableIdea


@dataclass(frozen=True)
class TableBlock:
    """What a `kind: table` block of a claims file says. columns: header and format of the cells."""

    title: str
    data: str
    columns: tuple[tuple[str, str], ...]


def block_of(idea: TableIdea) -> TableBlock | None:
    """The block of a table idea; None where the cells of a column are not worded alike."""
    grid = idea.sheet.grid
    names = _names(idea)
    items: list[str] = []
    columns: list[tuple[str, str]] = []
    taken = set(names)
    for column, header in enumerate(grid.header):
        cells = [row[column] if column < len(row) else None for row in grid.rows]
        if not header.text.value or any(cell is None for cell in cells):
            return None
        kept = [cell for cell in cells if cell is not None]
        inside = [
            (s, n) for s, n in zip(idea.sheet.slots, names, strict=True) if s.column == column
        ]
        if inside:
            format_ = _format(kept, inside)
            if format_ is None:
                return None
        else:
            item, name = _label(idea, header, [cell.text.value for cell in kept], taken)
            items.append(item)
            taken.add(name)
            format_ = f"{{{name}}}"
        columns.append((header.text.value, format_))
    for source, name in zip(idea.sources, names, strict=True):
        items.append(_item(idea, source, name))
    if len({header for header, _ in columns}) < len(columns):
        return None
    return TableBlock(_title(idea), _data(idea, items), tuple(columns))


def _grouped(idea: TableIdea) -> bool:
    return any(member.size > 1 for member in idea.members)


def _item(idea: TableIdea, source: Source, name: str) -> str:
    leaf, stat = source
    if leaf is None:
        return f"count(*) AS {name}"
    plain = stat in ("value", "same", "key") and _grouped(idea) and leaf != idea.key
    sql = computed("min" if plain else stat, leaf.sql)
    return sql if sql == name else f"{sql} AS {name}"


def _names(idea: TableIdea) -> list[str]:
    """A name for each slot, unique, with the unit of its leaf at its end."""
    names: list[str] = []
    for leaf, stat in idea.sources:
        path = leaf.path if leaf is not None else ("rows_n",)
        parts = [*([stat] if stat not in ("value", "same", "count", "key") else []), path[-1]]
        before = list(path[:-1])
        while (name := _slug("_".join(parts))) in names and before:
            parts.insert(0, before.pop())
        while name in names:
            name = f"other_{name}"
        names.append(name)
    return names


def _slug(text: str) -> str:
    slug = re.sub(r"\W+", "_", text.lower()).strip("_") or "label"
    return (
        name_in_sql(slug) if name_in_sql(slug) == slug and not slug[0].isdigit() else f"the_{slug}"
    )


def _label(
    idea: TableIdea, header: Passage, cells: Sequence[str], taken: set[str]
) -> tuple[str, str]:
    """The item and the name of a column of words: a key, or what the page calls the members."""
    for leaf, values in _texts(idea):
        if values == list(cells):
            name = _free(_slug(leaf.path[-1]), taken)
            sql = f"min({leaf.sql})" if _grouped(idea) and leaf != idea.key else leaf.sql
            return (sql if sql == name else f"{sql} AS {name}"), name
    name = _free(_slug(header.text.value), taken)
    keys = [dict(member.filters)[idea.key] for member in idea.members]
    whens = " ".join(
        f"WHEN {literal_in_sql(key)} THEN {literal_in_sql(cell)}"
        for key, cell in zip(keys, cells, strict=True)
    )
    return f"CASE {idea.key.sql} {whens} END AS {name}", name


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name = f"{name}_name"
    return name


def _texts(idea: TableIdea) -> Iterator[tuple[Leaf, list[object]]]:
    """The leaves that are one text in each of the members, with these."""
    for leaf in idea.members[0].constants:
        if leaf.kind == "text":
            yield leaf, [member.constants.get(leaf) for member in idea.members]


def _data(idea: TableIdea, items: Sequence[str]) -> str:
    first = idea.members[0]
    conditions = where(one for one in first.filters if one[0] != idea.key)
    keys = [literal_in_sql(dict(member.filters)[idea.key]) for member in idea.members]
    conditions.append(f"{idea.key.sql} IN ({', '.join(keys)})")
    lines = [
        "SELECT " + ",\n       ".join(items),
        f"FROM {first.relation.sql}",
        f"WHERE {' AND '.join(conditions)}",
    ]
    if _grouped(idea):
        lines.append(f"GROUP BY {idea.key.sql}")
    lines.append(f"ORDER BY list_position([{', '.join(keys)}], {idea.key.sql})")
    return "\n".join(lines)


def _format(cells: Sequence[Passage], slots: Sequence[tuple[Slot, str]]) -> str | None:
    """The words of the cells with the names of the values in the numbers' places."""
    formats = {_cell_format(cell, row, slots) for row, cell in enumerate(cells)}
    return formats.pop() if len(formats) == 1 else None


def _cell_format(cell: Passage, row: int, slots: Sequence[tuple[Slot, str]]) -> str:
    text, written, at = cell.text.value, "", 0
    for slot, name in slots:
        literal = slot.said[row].literal
        places = max(max(said.literal.places for said in slot.said), 0)
        written += _braced(text[at : literal.start])
        written += f"{{{name}:.{places}f}}" if places else f"{{{name}}}"
        at = literal.end
    return " ".join((written + _braced(text[at:])).split())


def _braced(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _title(idea: TableIdea) -> str:
    """The heading above the table, if it holds no digit; a title is prose, and would be checked."""
    draft = idea.sheet.drafts[0]
    headings = [
        passage.text.value
        for passage in draft.corpus.passages[: draft.passage]
        if passage.kind == "heading" and not re.search(r"\d", passage.text.value)
    ]
    return headings[-1] if headings else idea.sheet.grid.header[0].text.value
