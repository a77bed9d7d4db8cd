"""Writes the generated parts of docs/builder: keys from the schemas, rules, commands, shapes.

`python builder/reference.py` writes them; with `--check` it only says which are out of date.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proseproof.block import load_schema
from proseproof.cli.manual import manual
from proseproof.disk import Disk
from proseproof.rules import RULES
from proseproof.shapes import Declared, shape_names, shapes_of
from proseproof.shapes.written import capture_lines
from proseproof.source import Source

_REGION = re.compile(
    r"(<!-- generated:(?P<what>\w+)(?: (?P<name>\w+))? -->\n).*?(<!-- /generated -->)", re.DOTALL
)


def keys(name: str) -> str:
    """The keys of a claims file ("claims") or of project.yml ("project"), a table an object."""
    schema = load_schema(name)
    objects = [
        definition
        for definition in schema["$defs"].values()
        if definition.get("type") == "object" and "properties" in definition
    ]
    tables = [_table(one["title"].capitalize(), one, schema) for one in objects]
    return "\n".join([_table("The file", schema, schema), *tables])


def _table(title: str, node: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    rows = [f"**{title}.** {node['description']}", "", "| Key | Value | Meaning |", "|---|---|---|"]
    needed = node.get("required", ())
    for key, value in node["properties"].items():
        target = _resolved(value, schema)
        meaning = value.get("description") or target.get("description", "")
        example = next(iter(value.get("examples") or target.get("examples") or ()), None)
        shown = "" if example is None else f" Such as {_code(example)}."
        must = ", needed" if key in needed else ""
        rows.append(f"| `{key}` | {_kind(target, schema)}{must} | {_cell(meaning + shown)} |")
    return "\n".join([*rows, ""])


def _resolved(node: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = node.get("$ref")
    return schema["$defs"][reference.rsplit("/", 1)[1]] if reference else node


def _kind(node: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    if "enum" in node:
        return " or ".join(f"`{value}`" for value in node["enum"])
    if "anyOf" in node and "type" not in node:
        kinds = [_kind(_resolved(choice, schema), schema) for choice in node["anyOf"]]
        return " or ".join(dict.fromkeys(kinds))
    kind = node.get("type", "text")
    if isinstance(kind, list):
        return "text"
    words = {"string": "text", "array": "list", "object": "mapping", "boolean": "true or false"}
    return words.get(str(kind), str(kind))


def _code(example: Any) -> str:
    written = example if isinstance(example, str) else json.dumps(example, ensure_ascii=False)
    return f"`` {written} ``" if "`" in written else f"`{written}`"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def rules() -> str:
    """Every rule with the first sentence of its manual page."""
    rows = ["| Rule | It finds |", "|---|---|"]
    for rule in RULES:
        manual = " ".join((rule.__doc__ or "").split("\n\n")[0].split())
        rows.append(f"| [`{rule.NAME}`](#{rule.NAME}) | {_cell(manual)} |")
    return "\n".join([*rows, ""])


def commands() -> str:
    """What each command says of itself."""
    return "\n".join(f'```text title="{typed} --help"\n{text}\n```\n' for typed, text in manual())


def shapes() -> str:
    """The files of each known tool: how they are made, declared, and what the views give."""
    return "\n".join(_tool(name) for name in shape_names())


def _tool(name: str) -> str:
    forms = shapes_of(name)
    parts = [f"### {forms[0].title}", ""]
    for form in forms:
        ending = form.endings[0] if form.endings else "log"
        declared = Declared(dict(form.tables), form.marker, form.nonfinite, ())
        entry = capture_lines(next(iter(form.tables)), f"results.{ending}", declared)
        parts += [f"From {form.made_by}.", "", "```yaml", "captures:"]
        parts += [*(f"  {line}" for line in entry), "```", ""]
        parts += ["| View | Rows | Columns |", "|---|---|---|"]
        for view in form.views:
            columns = ", ".join(_code(one.name) for one in view.columns if one.name != "*")
            parts.append(f"| `{view.name}` | {_cell(view.about)} | {columns} |")
        parts.append("")
    return "\n".join(parts)


def generated(text: str) -> str:
    """A page with its generated regions made anew."""

    def region(found: re.Match[str]) -> str:
        what, name = found["what"], found["name"]
        body = {
            "schema": lambda: keys(name),
            "rules": rules,
            "commands": commands,
            "shapes": shapes,
        }[what]()
        return f"{found[1]}\n{body}\n{found[4]}"

    return _REGION.sub(region, text)


def main(arguments: list[str]) -> int:
    """Writes the pages that are out of date, or with `--check` names them and gives 1."""
    checking = "--check" in arguments
    disk = Disk(Path(__file__).parents[1])
    stale = 0
    for path in disk.glob("docs/builder/*.md"):
        source = disk.source(path)
        assert isinstance(source, Source), f"{path} is no text"
        new = generated(source.text)
        if new == source.text:
            continue
        stale += 1
        if not checking:
            disk.write(path, new)
        sys.stdout.write(f"{path} {'is out of date: make reference' if checking else 'written'}\n")
    return 1 if stale and checking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
