"""Chosen claims put into the claims file of their page: text is added, all else stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from proseproof.load import Loaded
from proseproof.model import Section
from proseproof.source import Source
from proseproof.suggest.proposal import Choice
from proseproof.yaml_text import ListNode, MapNode, ScalarNode, read_yaml
from proseproof.yaml_text.adding import added, entry, scalar

_WIDE = 88
_CLAUSE = re.compile(
    r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|[()]| (?=(?:FROM|WHERE|GROUP BY|ORDER BY) )"
)


def laid_out(sql: str) -> str:
    """A query on one line, or with its clauses on lines of their own where it is long."""
    if len(sql) <= _WIDE or "\n" in sql:
        return sql
    lines, start, depth = [], 0, 0
    for found in _CLAUSE.finditer(sql):
        depth += {"(": 1, ")": -1}.get(found.group(), 0)
        if found.group() == " " and depth == 0:
            lines.append(sql[start : found.start()])
            start = found.end()
    return "\n".join([*lines, sql[start:]])


def section_of(sections: Iterable[Section], page: str) -> Section | None:
    """The section whose file takes the claims of a page: the one that speaks for it alone first."""
    fitting = [one for one in sections if page in (text.value for text in one.pages)]
    return min(fitting, key=lambda one: (len(one.pages), one.source.path), default=None)


def new_path(page: str, taken: Iterable[str]) -> str:
    """The path of a claims file for a page that has none yet: `claims/speed.yml`."""
    held = set(taken)
    parts = list(PurePosixPath(page).with_suffix("").parts)
    for count in range(1, len(parts) + 1):
        path = f"claims/{_slug('-'.join(parts[-count:]))}.yml"
        if path not in held and path != "claims/project.yml":
            return path
    number = 2
    while f"claims/{_slug(parts[-1])}-{number}.yml" in held:
        number += 1
    return f"claims/{_slug(parts[-1])}-{number}.yml"


def free_path(loaded: Loaded, page: str) -> str:
    """The same, in a project: a claims file that could not be read is there as well."""
    unread = (finding.span.source.path for finding in loaded.findings)
    return new_path(page, (*(one.source.path for one in loaded.sections), *unread))


def _slug(text: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return slug if slug[:1].isalpha() else f"page-{slug}".rstrip("-")


def new_file(page: str, schema: str) -> str:
    """A claims file without figures. schema: where the editor finds its schema, or empty."""
    first = f"# yaml-language-server: $schema={schema}\n" if schema else ""
    return f"{first}page: {scalar(page)}\n"


def schema_of(sections: Iterable[Section], path: str) -> str:
    """The schema that the claims files name, as a file at `path` has to write it; empty if none."""
    for section in sections:
        found = re.match(r"\ufeff?# yaml-language-server: \$schema=(\S+)", section.source.text)
        if (
            found is not None
            and PurePosixPath(section.source.path).parent == PurePosixPath(path).parent
        ):
            return found[1]
    return ""


def with_claims(loaded: Loaded, page: str, choices: Sequence[Choice]) -> dict[str, str | None]:
    """The claims files of a page with the chosen claims in them: path -> new text.

    What a figure says itself goes into its block, wherever that stands; a page without a claims
    file gets one. No text where a file cannot take them.
    """
    by_path: dict[str, list[Choice]] = {}
    sources: dict[str, Source] = {}
    for choice in choices:
        source = _source_for(loaded, page, choice)
        sources[source.path] = source
        by_path.setdefault(source.path, []).append(choice)
    ids = {figure.id for one in loaded.sections for figure in one.figures}
    return {path: with_choices(sources[path], chosen, ids) for path, chosen in by_path.items()}


def _source_for(loaded: Loaded, page: str, choice: Choice) -> Source:
    """The claims file that takes a choice; a new one where the page has none."""
    sections = loaded.sections
    for section in sections:
        if choice.figure and any(figure.id == choice.figure for figure in section.figures):
            return section.source
    held = section_of(sections, page)
    if held is not None:
        return held.source
    path = free_path(loaded, page)
    return Source(path, new_file(page, schema_of(sections, path)))


def with_choices(source: Source, choices: Sequence[Choice], ids: Iterable[str]) -> str | None:
    """The claims file with the chosen claims in it; None where it cannot take them.

    A phrase goes into the block that its choice names, else behind the claims of the file's last
    text block, or into a new one; tables become blocks. ids: those that the project has. A file
    that is no YAML, or has something else where its lists should be, takes nothing.
    """
    taken = set(ids)
    stem = _slug(PurePosixPath(source.path).stem)
    text: str | None = source.text
    for choice in choices:
        if text is None:
            return None
        text = _with_choice(Source(source.path, text), choice, stem, taken)
    return text


def _with_choice(source: Source, choice: Choice, stem: str, taken: set[str]) -> str | None:
    root, _ = read_yaml(source)
    if not isinstance(root, MapNode):
        return None
    if choice.block is None:
        wanted = ("id", choice.figure) if choice.figure else ("kind", "text")
        block = _last_block(root, *wanted)
        edit = added(block, "claims", _claim(choice)) if block is not None else None
        if edit is None and not choice.figure:
            lines = [f"id: {_free(f'{stem}-text', taken)}", "kind: text", "claims:"]
            edit = added(root, "figures", [*lines, *_item(_claim(choice))])
    else:
        edit = added(root, "figures", list(_table(choice, _free(f"{stem}-table", taken))))
    if edit is None:
        return None
    return source.text[: edit.span.start] + edit.text + source.text[edit.span.end :]


def _last_block(root: MapNode, key: str, value: str) -> MapNode | None:
    """The last figure block whose `key` is `value`."""
    figures = root.get("figures")
    if not isinstance(figures, ListNode):
        return None
    for block in reversed(figures.items):
        held = block.get(key) if isinstance(block, MapNode) else None
        if isinstance(held, ScalarNode) and held.text.value == value:
            assert isinstance(block, MapNode)
            return block
    return None


def _free(name: str, taken: set[str]) -> str:
    free, number = name, 2
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    taken.add(free)
    return free


def _claim(choice: Choice) -> tuple[str, ...]:
    return entry([("says", choice.says), (choice.kind, laid_out(choice.sql))])


def _item(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a list's one item, indented below its key."""
    yield f"  - {lines[0]}"
    yield from (f"    {line}" if line else "" for line in lines[1:])


def _table(choice: Choice, name: str) -> Iterator[str]:
    block = choice.block
    assert block is not None
    yield from entry([("id", name), ("kind", "table"), ("title", block.title)])
    yield from entry([("data", block.data)])
    yield "columns:"
    yield from (f"  {scalar(head)}: {scalar(cell)}" for head, cell in block.columns)
