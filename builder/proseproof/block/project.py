"""claims/project.yml to a `Project`: captures and their tables, views, rules, limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Literal as OneOf, TypeVar

from proseproof.block import fields
from proseproof.block.connection import check_records, read_connections, secrets_of
from proseproof.block.expression import anything_goes, broken_expression
from proseproof.block.fit import fit
from proseproof.block.schema import Schema, load_schema
from proseproof.finding import Finding, Severity
from proseproof.model import Allow, CaptureDeclaration, DecimalMark, Limits, Project, Table, View
from proseproof.source import Source
from proseproof.yaml_text import MapNode, Node, ScalarNode, read_yaml

_Value = TypeVar("_Value")

_SEVERITIES: dict[str, Severity | OneOf["off"]] = {
    "error": "error",
    "warning": "warning",
    "off": "off",
}
_MARKS: dict[str, DecimalMark] = {".": ".", ",": ","}
_EVERY_PAGE = "**"


def read_project(source: Source) -> tuple[Project | None, tuple[Finding, ...]]:
    """The project that claims/project.yml declares, and what is wrong with the file.

    The findings are of the rule `invalid-claims`, in the order of the file. What they name is left
    out of the project and all else stays. None where the file as a whole cannot be read.
    """
    node, found = read_yaml(source)
    if node is None:
        return None, found
    schema = load_schema("project")
    root, misfits = fit(node, schema, schema)
    secrets = list(secrets_of(node)) if isinstance(node, MapNode) else []
    told = {secret.span for secret in secrets}
    # What else is wrong with a password would repeat it in its message.
    findings = [*found, *secrets, *(one for one in misfits if one.span not in told)]
    if not isinstance(root, MapNode):
        return None, tuple(findings)
    findings += _unusable_names(root, schema)
    project = Project(
        source,
        pages=fields.paths(root, "pages"),
        captures=tuple(
            capture
            for key, value in fields.pairs(root, "captures")
            if isinstance(value, MapNode)
            for capture in _capture(key, value)
        ),
        views=tuple(
            View(key.text.value, value.text, key.span)
            for key, value in fields.pairs(root, "views")
            if isinstance(value, ScalarNode)
        ),
        allow=tuple(
            allow for block in fields.blocks(root, "allow") for allow in _allow(block, findings)
        ),
        rules={
            key.text.value: _SEVERITIES[value.text.value]
            for key, value in fields.pairs(root, "rules")
            if isinstance(value, ScalarNode)
        },
        decimal=_decimal(root),
        limits=_limits(fields.block(root, "limits")),
        coverage=_coverage(root),
        connections=read_connections(root),
        released=fields.path(root, "released"),
    )
    project = replace(project, unread=(_declared(node) | _declared(root)) - _known(project))
    findings += check_records(project.captures, project.connections)
    return project, tuple(sorted(findings, key=lambda finding: finding.order))


def _declared(node: Node) -> frozenset[str]:
    """The names of tables and views that project.yml means to have, in lower case."""
    if not isinstance(node, MapNode):
        return frozenset()
    names = [name for name, _ in fields.pairs(node, "views")]
    for name, capture in fields.pairs(node, "captures"):
        tables = fields.pairs(capture, "tables") if isinstance(capture, MapNode) else ()
        names += [table for table, _ in tables] or [name]
    return frozenset(name.text.value.lower() for name in names)


def _known(project: Project) -> frozenset[str]:
    """The names of those that it has."""
    names = [view.name for view in project.views]
    for capture in project.captures:
        names += [table.name for table in capture.tables] or [capture.name]
    return frozenset(name.lower() for name in names)


def _capture(key: ScalarNode, node: MapNode) -> Iterator[CaptureDeclaration]:
    file = fields.path(node, "file")
    if file is None:
        return
    tables = tuple(
        Table(
            name.text.value,
            path.text.value if not path.is_null else "",
            path.span if path.text.value else name.span,
            name.span,
        )
        for name, path in fields.pairs(node, "tables")
        if isinstance(path, ScalarNode)
    )
    sql = fields.text(node, "sql")
    yield CaptureDeclaration(
        key.text.value, file, fields.path(node, "schema"), tables, key.span,
        connection=fields.text(node, "connection") if sql is not None else None,
        sql=sql,
        marker=fields.text(node, "marker"),
        nonfinite=fields.text(node, "nonfinite") is not None,
    )  # fmt: skip


def _unusable_names(root: MapNode, schema: Schema) -> Iterator[Finding]:
    """Each capture that is a table under its own name, which no table can have."""
    for name, node in fields.pairs(root, "captures"):
        if isinstance(node, MapNode) and node.key("tables") is None:
            names = schema["$defs"]
            if not fit(name, names["captureName"], schema)[1]:
                yield from fit(name, names["tableName"], schema)[1]


def _allow(node: MapNode, findings: list[Finding]) -> Iterator[Allow]:
    match = fields.text(node, "match")
    if match is None:
        return
    broken = broken_expression(match)
    if broken is not None:
        findings.append(broken)
        return
    # Its numbers are not told beside it, each as one that nothing checks.
    wide = list(anything_goes(match))
    findings += wide
    yield Allow(match, fields.string(node, "why") or "", wide=bool(wide))


def _decimal(root: MapNode) -> tuple[tuple[str, DecimalMark], ...]:
    """The decimal mark by glob, the most specific glob first."""
    mark = fields.string(root, "decimal")
    if mark is not None:
        return ((_EVERY_PAGE, _MARKS[mark]),)
    globs = [
        (glob.value, _MARKS[key.text.value])
        for key, value in fields.pairs(root, "decimal")
        if key.text.value in _MARKS
        for glob in fields.texts_of(value)
    ]
    return tuple(_by_glob(globs)[::-1])


def _coverage(root: MapNode) -> tuple[tuple[str, Decimal], ...]:
    """The least share by glob, the most specific glob last."""
    whole = _share(root.get("coverage"))
    if whole is not None:
        return ((_EVERY_PAGE, whole),)
    shares = ((glob.text.value, _share(value)) for glob, value in fields.pairs(root, "coverage"))
    return tuple(_by_glob([(glob, share) for glob, share in shares if share is not None]))


def _by_glob(pairs: list[tuple[str, _Value]]) -> list[tuple[str, _Value]]:
    """Sorted by how much of the glob stands before its first wildcard."""

    def fixed(pair: tuple[str, _Value]) -> int:
        return min(pair[0].find(sign) % (len(pair[0]) + 1) for sign in "*?[")

    return sorted(pairs, key=fixed)


def _limits(node: MapNode | None) -> Limits:
    if node is None:
        return Limits()
    usual = Limits()
    about = _share(node.get("about"))
    return Limits(
        about=usual.about if about is None else about,
        slack=_number(node.get("slack"), usual.slack),
        seconds=_number(node.get("seconds"), usual.seconds),
    )


def _number(node: Node | None, usual: Decimal) -> Decimal:
    return Decimal(str(node.as_python())) if isinstance(node, ScalarNode) else usual


def _share(node: Node | None) -> Decimal | None:
    if not isinstance(node, ScalarNode):
        return None
    return Decimal(node.text.value.rstrip(" %")) / 100
