"""What is known of a tool's files: how they are read, and which views their tables want."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import resources

from proseproof.nouns import dataclass
from proseproof.source import Source
from proseproof.yaml_text import ListNode, MapNode, Node, ScalarNode, read_yaml


@dataclass(frozen=True)
class Column:
    """A column of a view: `ways` are SQL for it, of which the first that has an answer is taken.

    kind: `number` and `flag` name a column of a CSV file whose text is read as one; `sql` is SQL.
    """

    name: str
    ways: tuple[str, ...]
    optional: bool = False
    kind: str = "sql"


@dataclass(frozen=True)
class View:
    """A view that a shape offers. about: what its rows are. sources: ways to say FROM."""

    name: str
    about: str
    columns: tuple[Column, ...]
    sources: tuple[str, ...]
    where: str
    group: str
    order: str
    optional: bool


@dataclass(frozen=True)
class Shape:
    """The files of a tool, in one of the forms in which it writes them.

    tables: path by name. has: SQL that the first of them has an answer to. like: an expression that
    the name of one of its columns matches.
    """

    title: str
    made_by: str
    endings: tuple[str, ...]
    tables: Mapping[str, str]
    has: tuple[str, ...]
    like: str
    marker: str
    nonfinite: bool
    views: tuple[View, ...]


def shape_names() -> tuple[str, ...]:
    """The tools whose files are known, in the order of the alphabet."""
    return tuple(sorted(_families()))


def shapes_of(name: str) -> tuple[Shape, ...]:
    """The forms that the files of a tool have; none of a tool that is not known."""
    return tuple(_read(file) for file in _families().get(name, ()))


@cache
def _families() -> Mapping[str, tuple[str, ...]]:
    """The files of shapes by tool: `wandb-panel` is another form of `wandb`."""
    folder = resources.files("proseproof").joinpath("shapes").joinpath("ready")
    names = sorted(entry.name.removesuffix(".yml") for entry in folder.iterdir())
    families: dict[str, list[str]] = {}
    for name in names:
        family = next((one for one in families if name.startswith(f"{one}-")), name)
        families.setdefault(family, []).append(name)
    return {family: tuple(files) for family, files in families.items()}


@cache
def _read(file: str) -> Shape:
    data = pkgutil.get_data("proseproof", f"shapes/ready/{file}.yml")
    assert data is not None, "the shapes are part of the package"
    node, findings = read_yaml(Source(f"{file}.yml", data.decode("utf-8")))
    assert isinstance(node, MapNode), findings
    views = node.get("views")
    assert isinstance(views, MapNode)
    return Shape(
        title=_text(node, "title"),
        made_by=_text(node, "made_by"),
        endings=_texts(node.get("endings")),
        tables={key: _texts(value)[0] for key, value in _entries(node, "tables")},
        has=_texts(node.get("has")),
        like=_text(node, "like"),
        marker=_text(node, "marker"),
        nonfinite=_text(node, "nonfinite") == "true",
        views=tuple(_view(key.text.value, value) for key, value in views.entries),
    )


def _view(name: str, node: Node) -> View:
    assert isinstance(node, MapNode)
    columns = [
        Column(key.removesuffix("?"), _texts(value), key.endswith("?"))
        for key, value in _entries(node, "columns")
    ]
    for kind in ("number", "flag"):
        columns += [
            Column(key, _texts(value), optional=True, kind=kind)
            for key, value in _entries(node, f"{kind}s")
        ]
    return View(
        name.removesuffix("?"),
        _text(node, "about"),
        tuple(columns),
        tuple(source.strip() for source in _texts(node.get("from"))),
        _text(node, "where"),
        _text(node, "group"),
        _text(node, "order"),
        name.endswith("?"),
    )


def _entries(node: MapNode, key: str) -> list[tuple[str, Node]]:
    value = node.get(key)
    return [(k.text.value, v) for k, v in value.entries] if isinstance(value, MapNode) else []


def _text(node: MapNode, key: str) -> str:
    value = node.get(key)
    return value.text.value if isinstance(value, ScalarNode) else ""


def _texts(node: Node | None) -> tuple[str, ...]:
    items = node.items if isinstance(node, ListNode) else (node,)
    return tuple(item.text.value for item in items if isinstance(item, ScalarNode))
