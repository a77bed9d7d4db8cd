"""Findings as JUnit XML: a suite a file, in which each finding and each proof is a test case."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from proseproof.finding import Finding
from proseproof.outcome import Outcome, Proof
from proseproof.report.order import in_order
from proseproof.report.text import render_finding

# What XML 1.0 has no way to write.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(outcome: Outcome) -> str:
    """The XML document. An error is a failure; a warning passes with its words in `system-out`.

    The proofs that hold are the cases that pass, in the file where they are said first. A page
    without either is one case that passes, so that its file is seen to have been checked.
    """
    files: dict[str, tuple[list[Finding], list[Proof]]] = {path: ([], []) for path in outcome.pages}
    for finding in in_order(outcome.findings):
        files.setdefault(finding.span.source.path, ([], []))[0].append(finding)
    for proof in outcome.proofs:
        if proof.verdict == "holds" and proof.places:
            files.setdefault(proof.places[0].source.path, ([], []))[1].append(proof)
    root = Element("testsuites", {"name": "proseproof"})
    for file, (findings, proofs) in sorted(files.items()):
        _suite(root, file, findings, proofs)
    root.set("tests", str(sum(1 for _ in root.iter("testcase"))))
    root.set("failures", str(sum(1 for _ in root.iter("failure"))))
    root.set("errors", "0")
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, file: str, findings: Iterable[Finding], proofs: Iterable[Proof]) -> None:
    suite = SubElement(root, "testsuite", {"name": _legal(file)})
    for finding in findings:
        first = finding.span.first
        case = _case(suite, file, f"{finding.rule} at {first.line}:{first.column}")
        if finding.severity == "error":
            failure = SubElement(case, "failure")
            failure.attrib = {"type": finding.rule, "message": _legal(finding.message)}
            failure.text = _legal(render_finding(finding))
        else:
            SubElement(case, "system-out").text = _legal(render_finding(finding))
    for proof in proofs:
        _case(suite, file, f"{proof.id}: {' '.join(proof.says.split())}")
    if not len(suite):
        _case(suite, file, "nothing to report")
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(sum(1 for _ in suite.iter("failure"))))
    suite.set("errors", "0")


def _case(suite: Element, file: str, name: str) -> Element:
    return SubElement(
        suite, "testcase", {"classname": _legal(file), "name": _legal(name), "file": _legal(file)}
    )


def _legal(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)
