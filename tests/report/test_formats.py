"""What programs read: annotations, JSON, SARIF and JUnit, each of the same findings."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from hypothesis import given, strategies as st

from proseproof import report
from proseproof.finding import Edit, Finding, Label
from proseproof.model import Figure
from proseproof.outcome import Outcome, Page, Proof
from proseproof.prose import Prose
from proseproof.source import Source, Span

Place = Callable[..., Span]


def test_github_gets_a_command_a_finding_then_the_summary(outcome: Outcome) -> None:
    lines = report.render(outcome, "github").splitlines()
    assert lines[1] == (
        "::error file=docs/latency.md,line=7,endLine=7,col=26,endColumn=33,title=stale-number::"
        "page says 41.2 ms, capture says 44.1 ms%0Aclaim `median-request`"
        "%0Aclaims/latency.yml:7:16: gives 44.0556 ms"
        "%0Anote: compared to one decimal place"
        "%0Ahelp: write `44.1 ms`, or run `proseproof update`"
    )
    assert lines[2].startswith("::warning file=docs/latency.md,line=8,")
    assert lines[3].startswith("2 errors and 1 warning in 2 files")
    assert len(lines) == 4


def test_github_reads_no_command_out_of_a_message(place: Place) -> None:
    span = place("a 1", "1", "docs/a,b: c%.md")
    finding = Finding("stale-number", span, "5% of\r\n::error::this")
    assert report.render(Outcome(None, (finding,)), "github").splitlines()[0] == (
        "::error file=docs/a%2Cb%3A c%25.md,line=1,endLine=1,col=3,endColumn=4,"
        "title=stale-number::5%25 of%0D%0A::error::this"
    )


def test_github_gets_no_columns_where_a_span_has_several_lines(place: Place) -> None:
    finding = Finding("no-value", place("SELECT 1\nFROM x\n", "1\nFROM"), "gives no row")
    assert report.render(Outcome(None, (finding,)), "github").startswith(
        "::error file=docs/page.md,line=1,endLine=2,title=no-value::gives no row\n"
    )


def test_a_project_inside_a_repository_is_annotated_where_the_forge_finds_it(
    outcome: Outcome,
) -> None:
    assert "file=lab/docs/latency.md," in report.render(outcome, "github", base="lab/")
    assert '"uri": "lab/docs/latency.md"' in report.render(outcome, "sarif", base="lab/")
    assert '"file": "docs/latency.md"' in report.render(outcome, "json", base="lab/")


def test_json_keeps_to_its_contract(outcome: Outcome) -> None:
    document = json.loads(report.render(outcome, "json"))
    assert list(document) == ["findings", "numbers", "claims"]
    assert document["numbers"] == {"bound": 37, "given": 2, "allowed": 1, "unbound": 1}
    assert document["claims"] == 12
    missing, stale, unbound = document["findings"]
    page = {"file": "docs/latency.md", "line": 7, "column": 26, "end_line": 7, "end_column": 33}
    query = {"file": "claims/latency.yml", "line": 7, "column": 16, "end_line": 7, "end_column": 53}
    assert stale == {
        "rule": "stale-number",
        "severity": "error",
        "message": "page says 41.2 ms, capture says 44.1 ms",
        **page,
        "labels": [
            {**page, "text": "claim `median-request`"},
            {**query, "text": "gives 44.0556 ms"},
        ],
        "notes": ["compared to one decimal place"],
        "help": "write `44.1 ms`, or run `proseproof update`",
        "edit": {"text": "44.1 ms", **page, "safe": True},
    }
    assert missing["edit"] is None
    assert (unbound["severity"], unbound["labels"]) == ("warning", [])


def test_sarif_names_rules_regions_evidence_and_the_fix(outcome: Outcome) -> None:
    log = json.loads(report.render(outcome, "sarif"))
    jsonschema.validate(log, SARIF)
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["missing-phrase", "stale-number", "unbound-number"]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    (described,) = [rule for rule in run["tool"]["driver"]["rules"] if rule["id"] == "stale-number"]
    assert described["shortDescription"]["text"]
    stale = run["results"][1]
    assert stale["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 7,
        "startColumn": 26,
        "endLine": 7,
        "endColumn": 33,
    }
    assert stale["relatedLocations"][0]["message"]["text"] == "gives 44.0556 ms"
    (fix,) = stale["fixes"]
    files = [change["artifactLocation"]["uri"] for change in fix["artifactChanges"]]
    assert files == ["claims/latency.yml", "docs/latency.md"]
    assert fix["artifactChanges"][1]["replacements"][0]["insertedContent"] == {"text": "44.1 ms"}


def test_sarif_writes_a_path_as_an_address(place: Place) -> None:
    finding = Finding("no-value", place("a 1", "1", "docs/größe 1.md"), "gives no row")
    assert '"docs/gr%C3%B6%C3%9Fe%201.md"' in report.render(Outcome(None, (finding,)), "sarif")


def test_junit_has_a_case_a_finding_and_a_case_a_proof(outcome: Outcome) -> None:
    quiet = Source("docs/quiet.md", "Nothing.\n")
    said = Source("docs/latency.md", "It takes 41.2 ms.\n").span(3, 16)
    figure = Figure("latency", "text", said)
    proof = Proof("fig.1", figure, None, "takes\n 41.2 ms", "holds", (), (), (), (said,))
    whole = Outcome(None, outcome.findings, {quiet.path: Page(quiet, Prose())}, proofs=(proof,))
    root = ET.fromstring(report.render(whole, "junit"))
    assert root.attrib == {"name": "proseproof", "tests": "5", "failures": "2", "errors": "0"}
    assert [suite.get("name") for suite in root] == [
        "claims/latency.yml",
        "docs/latency.md",
        "docs/quiet.md",
    ]
    stale, unbound, holds = root[1]
    failure, warning = stale.find("failure"), unbound.find("system-out")
    assert failure is not None
    assert failure.get("message") == "page says 41.2 ms, capture says 44.1 ms"
    assert "7 | The median request takes 41.2 ms." in (failure.text or "")
    assert warning is not None
    assert unbound.find("failure") is None
    assert (holds.get("name"), len(holds)) == ("fig.1: takes 41.2 ms", 0)
    assert root[2][0].get("name") == "nothing to report"


@pytest.mark.parametrize("kind", report.FORMATS)
def test_where_nothing_is_wrong_every_format_says_so(kind: report.Format) -> None:
    assert report.render(Outcome(None, ()), kind).endswith("\n")


@given(st.text(st.characters()), st.text(min_size=1))
def test_no_text_breaks_a_format(text: str, path: str) -> None:
    span = Source(path, text).span(0, len(text))
    finding = Finding(
        "no-value", span, text, text, (Label(span, text),), (text,), text, (Edit(span, text),)
    )
    outcome = Outcome(None, (finding,))
    assert report.render(outcome, "github").count("::error ") >= 1
    assert json.loads(report.render(outcome, "json"))["findings"][0]["rule"] == "no-value"
    jsonschema.validate(json.loads(report.render(outcome, "sarif")), SARIF)
    ET.fromstring(report.render(outcome, "junit"))
    for kind in report.FORMATS:
        report.render(outcome, kind).encode("utf-8")


def _object(required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": required.split(),
        "properties": properties,
        "additionalProperties": False,
    }


def _list(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item}


_TEXT = _object("text", text={"type": "string"})
_FROM_1 = {"type": "integer", "minimum": 1}
_REGION = _object(
    "startLine", startLine=_FROM_1, startColumn=_FROM_1, endLine=_FROM_1, endColumn=_FROM_1
)
_ARTIFACT = _object("uri", uri={"type": "string", "format": "uri-reference"}, uriBaseId={})
_LOCATION = _object(
    "physicalLocation",
    id={"type": "integer", "minimum": -1},
    physicalLocation=_object("artifactLocation", artifactLocation=_ARTIFACT, region=_REGION),
    message=_TEXT,
)
_REPLACEMENT = _object("deletedRegion", deletedRegion=_REGION, insertedContent=_TEXT)
_CHANGE = _object(
    "artifactLocation replacements",
    artifactLocation=_ARTIFACT,
    replacements={**_list(_REPLACEMENT), "minItems": 1},
)
_RESULT = _object(
    "message",
    ruleId={"type": "string"},
    ruleIndex={"type": "integer", "minimum": -1},
    level={"enum": ["none", "note", "warning", "error"]},
    message=_TEXT,
    locations=_list(_LOCATION),
    relatedLocations={**_list(_LOCATION), "uniqueItems": True},
    fixes=_list(_object("artifactChanges", description=_TEXT, artifactChanges=_list(_CHANGE))),
)
_RULE = _object("id", id={}, shortDescription=_TEXT, fullDescription=_TEXT)
_DRIVER = _object("name", name={}, semanticVersion={}, rules=_list(_RULE))
SARIF = _object(
    "version runs",
    **{"$schema": {"type": "string", "format": "uri"}},
    version={"const": "2.1.0"},
    runs=_list(
        _object(
            "tool",
            tool=_object("driver", driver=_DRIVER),
            columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            results=_list(_RESULT),
        )
    ),
)
"""The part of the standard that the report uses, as its schema has it."""
