"""Claims files rewritten: the words of a claim change, and the YAML around them does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.update.updated import CLAIMS, PAGE, said, updated

from proseproof.query import Worker
from proseproof.source import Source
from proseproof.yaml_text import MapNode, read_yaml

HEAD = "page: docs/page.md\nfigures:\n  - id: text\n    kind: text\n    claims:\n"
QUERY = "        query: SELECT n FROM measured\n"


def project(page: str, claims: str, n: float) -> dict[str, str]:
    """A project with one page, one claims file as it is given, and one value."""
    return {
        PAGE: page,
        CLAIMS: claims,
        "claims/project.yml": (
            "pages: [docs/*.md]\ncaptures: {lab: {file: lab.json, tables: {measured: ''}}}\n"
        ),
        "lab.json": json.dumps({"n": n}),
    }


SCALARS = {
    "plain": ("says: sent 5,600 rows", "says: sent 1,234,567 rows"),
    "plain with a comment": (
        "says: sent 5,600 rows   # as measured",
        "says: sent 1,234,567 rows   # as measured",
    ),
    "single quotes": ("says: 'sent 5,600 rows'", "says: 'sent 1,234,567 rows'"),
    "double quotes": ('says: "sent 5,600 rows"', 'says: "sent 1,234,567 rows"'),
    "an escaped thin space": (
        r'says: "sent 5\u2009600 rows"',
        r'says: "sent 1\u2009234\u2009567 rows"',
    ),
    "a short escape": (r'says: "sent 5\_600 rows"', r'says: "sent 1\_234\_567 rows"'),
    "a thin space as it is": ("says: sent 5\u2009600 rows", "says: sent 1\u2009234\u2009567 rows"),
    "a literal block": (
        "says: |\n          sent 5,600\n          rows",
        "says: |\n          sent 1,234,567\n          rows",
    ),
    "a folded block": (
        "says: >-\n          sent 5,600\n          rows",
        "says: >-\n          sent 1,234,567\n          rows",
    ),
    "plain over two lines": (
        "says: sent 5,600\n          rows",
        "says: sent 1,234,567\n          rows",
    ),
    "Markdown inside": ("says: sent *5,600* rows", "says: sent *1,234,567* rows"),
    "a page's style that differs": ("says: sent 5600 rows", "says: sent 1234567 rows"),
}


@pytest.mark.parametrize(("before", "after"), SCALARS.values(), ids=SCALARS)
def test_a_scalar_keeps_its_style(before: str, after: str, tmp_path: Path, worker: Worker) -> None:
    claims = f"# first\n{HEAD}      - {before}\n{QUERY}"
    files = project("It sent 5,600 rows.\n", claims, 1234567)
    result = updated(tmp_path, files, worker)
    assert said(result, files, CLAIMS) == claims.replace(before, after).removesuffix("\n")
    assert said(result, files) == "It sent 1,234,567 rows."
    assert result.left == ()


def test_a_phrase_that_is_a_number_alone_stays_text(tmp_path: Path, worker: Worker) -> None:
    """`says: 41.20` looks like a number to YAML, and is words to a claim."""
    files = project("| a |\n|---|\n| 41.20 |\n", f"{HEAD}      - says: 41.20\n{QUERY}", 44.1)
    result = updated(tmp_path, files, worker)
    assert "says: 44.10\n" in result.texts[CLAIMS]
    assert said(result, files).endswith("| 44.10 |")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_flow_style_layout_and_line_ends_stay(end: str, tmp_path: Path, worker: Worker) -> None:
    claims = (
        '{page:   docs/page.md,\n figures: [ {id: text , kind: "text", claims: [\n'
        "  {says:  'took 41.2', query:  SELECT n FROM measured} ] } ] }  # done\n"
    ).replace("\n", end)
    files = project("It took 41.2 in all.\n", claims, 44.0556)
    result = updated(tmp_path, files, worker)
    assert result.texts[CLAIMS] == claims.replace("41.2", "44.1")


def test_the_file_reads_the_same_but_for_its_words(tmp_path: Path, worker: Worker) -> None:
    claims = f'{HEAD}      - says: "took 5\\u2009600, \\"in\\" all"\n{QUERY}'
    files = project('It took 5&thinsp;600, "in" all.\n', claims, 7800)
    result = updated(tmp_path, files, worker)
    node, findings = read_yaml(Source(CLAIMS, result.texts[CLAIMS]))
    assert isinstance(node, MapNode)
    assert findings == ()
    assert r'says: "took 7\u2009800, \"in\" all"' in result.texts[CLAIMS]
