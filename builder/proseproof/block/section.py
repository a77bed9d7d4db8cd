"""claims/<section>.yml to a `Section`: its pages, its figures with their claims, its givens."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

from proseproof.block import fields, words
from proseproof.block.chart import read_chart
from proseproof.block.fit import fit
from proseproof.block.schema import load_schema
from proseproof.block.words import RULE
from proseproof.finding import Finding
from proseproof.language.token import norms
from proseproof.model import Claim, Compare, Figure, FigureKind, Given, Section, TableColumn
from proseproof.source import Source
from proseproof.yaml_text import MapNode, ScalarNode, read_yaml

_KINDS: dict[str, FigureKind] = {"chart": "chart", "table": "table", "text": "text"}
_TELLING: dict[str, FigureKind] = {"chart": "chart", "columns": "table"}


def read_section(source: Source) -> tuple[Section | None, tuple[Finding, ...]]:
    """The section that a claims file declares, and what is wrong with the file.

    The findings are of the rules `invalid-claims` and `invalid-chart`, in the order of the file.
    What they name is left out of the section and all else stays, so that the rest is checked in
    the same run: a figure without an id has the id "", one without a kind is of the kind that its
    keys are of, a claim without its query still binds its words. None where the file as a whole
    cannot be read.
    """
    node, found = read_yaml(source)
    if node is None:
        return None, found
    schema = load_schema("claims")
    root, misfits = fit(node, schema, schema)
    findings = [*found, *misfits]
    if not isinstance(root, MapNode):
        return None, tuple(findings)
    section = Section(
        source,
        fields.paths(root, "page"),
        tuple(_figure(block, findings) for block in fields.blocks(root, "figures")),
        tuple(given for block in fields.blocks(root, "given") for given in _given(block)),
    )
    return section, tuple(sorted(findings, key=lambda finding: finding.order))


def _figure(node: MapNode, findings: list[Finding]) -> Figure:
    name = node.get("id")
    compare = fields.block(node, "compare")
    chart_key, chart_node = node.key("chart"), fields.block(node, "chart")
    chart = None
    if chart_key is not None and chart_node is not None:
        chart, refused = read_chart(chart_key, chart_node)
        findings += refused
    columns, broken = _columns(node)
    findings += [*broken, *_namesakes(node)]
    return Figure(
        id=fields.string(node, "id") or "",
        kind=_kind(node),
        span=name.span if isinstance(name, ScalarNode) else words.caret(node),
        title=fields.text(node, "title"),
        claim=fields.text(node, "claim"),
        caption=fields.text(node, "caption"),
        data=fields.text(node, "data"),
        chart=chart.data if chart else None,
        chart_spans=chart.spans if chart else None,
        chart_keys=chart.keys if chart else None,
        columns=columns,
        claims=tuple(
            claim for block in fields.blocks(node, "claims") for claim in _claim(block, findings)
        ),
        compare=_compare(compare) if compare else None,
        unread=bool(broken),
        names=_names(node),
    )


def _kind(node: MapNode) -> FigureKind:
    """What the block is; where it does not say so, what the key says that no other kind has."""
    said = fields.string(node, "kind")
    if said is not None:
        return _KINDS[said]
    return next((kind for key, kind in _TELLING.items() if node.key(key) is not None), "text")


def _columns(node: MapNode) -> tuple[tuple[TableColumn, ...], list[Finding]]:
    """The columns of a table, and a finding for each whose format is broken."""
    columns = tuple(
        TableColumn(header.text, value.text)
        for header, value in fields.pairs(node, "columns")
        if isinstance(value, ScalarNode)
    )
    findings = []
    for column in columns:
        if not _is_format(column.format.value):
            message = f"`{words.shortened(column.format.value)}` is not the format of a cell"
            note = "a value is `{column}` or `{column:.1f}`; a brace of the text is `{{` or `}}`"
            findings.append(Finding(RULE, column.format.span(), message, notes=(note,)))
    return columns, findings


def _is_format(written: str) -> bool:
    """Whether each field names a column and nothing else: no member, no conversion, no field."""
    try:
        parts = list(Formatter().parse(written))
    except ValueError:
        return False
    return all(
        name is None
        or (
            name.strip()
            and not set(name) & set(".[]{")
            and not conversion
            and "{" not in (spec or "")
        )
        for _, name, spec, conversion in parts
    )


def _claim(node: MapNode, findings: list[Finding]) -> Iterator[Claim]:
    says, name = fields.text(node, "says"), node.get("id")
    if says is None:
        return
    findings += _namesakes(node)
    yield Claim(
        says=says,
        span=node.span,
        id=fields.string(node, "id"),
        query=fields.text(node, "query"),
        change=fields.text(node, "change"),
        holds=fields.text(node, "holds"),
        unit=fields.text(node, "unit"),
        each=fields.is_true(node, "each"),
        names=_names(node) or None,
        why=fields.string(node, "why"),
        id_span=name.span if isinstance(name, ScalarNode) else None,
    )


def _names(node: MapNode) -> dict[str, str]:
    """The words of the prose by the value of the data that they stand for."""
    return {
        value.text.value: " ".join(name.text.value.split())
        for value, name in fields.pairs(node, "names")
        if isinstance(name, ScalarNode)
    }


def _namesakes(node: MapNode) -> Iterator[Finding]:
    """Each name that stands for a second value: nobody could tell when the two are swapped."""
    met: dict[tuple[str, ...], str] = {}
    for value, name in fields.pairs(node, "names"):
        if isinstance(name, ScalarNode):
            said = " ".join(name.text.value.split())
            first = met.setdefault(norms(said), value.text.value)
            if first != value.text.value:
                message = f"`{said}` is the name of `{first}` already, and of `{value.text.value}`"
                yield Finding(RULE, name.span, message, help="give each value a name of its own")


def _given(node: MapNode) -> Iterator[Given]:
    says = fields.text(node, "says")
    if says is not None:
        yield Given(says, fields.string(node, "why") or "", node.span)


def _compare(node: MapNode) -> Compare:
    return Compare(fields.texts(node, "runs"), fields.texts(node, "differ"), words.caret(node))
