"""An outcome narrowed to some pages: what was found on them, and in the claims about them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from proseproof.finding import Finding
from proseproof.model import Section
from proseproof.outcome import Numbers, Outcome, Page


def narrow(outcome: Outcome, pages: Collection[str]) -> Outcome:
    """The part of the outcome that concerns the pages, given by path.

    What concerns every page stays: the findings in the project's file, in captures, and in a claims
    file that could not be read as a section. Numbers and claims are counted for the part.
    """
    sections = {plate.section.source.path: plate.section for plate in outcome.plates.values()}
    elsewhere = {path for path in outcome.pages if path not in pages}
    elsewhere |= {path for path, each in sections.items() if not _speaks_for(each, pages)}
    kept = {path: page for path, page in outcome.pages.items() if path in pages}
    elsewhere -= {path for page in kept.values() for path in _shown_on(page)}

    def concerns(finding: Finding) -> bool:
        return finding.span.source.path not in elsewhere

    plates = {
        name: plate
        for name, plate in outcome.plates.items()
        if plate.section.source.path not in elsewhere
    }
    return replace(
        outcome,
        findings=tuple(filter(concerns, outcome.findings)),
        pages=kept,
        plates=plates,
        proofs=tuple(proof for proof in outcome.proofs if proof.figure.id in plates),
        numbers=_sum(kept.values()),
        claims=sum(len(plate.figure.claims) for plate in plates.values()),
    )


def _shown_on(page: Page) -> Iterator[str]:
    """The files whose text a page shows: its snippets, which may be pages of their own as well."""
    for passage in page.prose.passages:
        yield passage.text.source.path


def _speaks_for(section: Section, pages: Collection[str]) -> bool:
    return any(page.value in pages for page in section.pages)


def _sum(pages: Collection[Page]) -> Numbers:
    return Numbers(
        bound=sum(page.numbers.bound for page in pages),
        given=sum(page.numbers.given for page in pages),
        allowed=sum(page.numbers.allowed for page in pages),
        unbound=sum(page.numbers.unbound for page in pages),
    )
