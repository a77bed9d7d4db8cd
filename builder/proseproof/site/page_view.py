"""One page of an edition: its linked numbers, its figures, its notes, as seen from its address."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import field

from proseproof.finding import Finding
from proseproof.nouns import dataclass
from proseproof.outcome import Mark, Page, Plate, Proof
from proseproof.site.align import Alignment
from proseproof.site.annotate import Wrap
from proseproof.site.edition import Edition
from proseproof.site.figure_html import (
    Block,
    Links,
    Words,
    figure_block,
    foot_html,
    preview_html,
    refused_block,
    transcribed_html,
)
from proseproof.site.inline import inline_html
from proseproof.site.ledger import grouped
from proseproof.site.ledger_html import (
    figure_anchor,
    page_proofs_html,
    said_anchor,
    summary_html,
    views_html,
)
from proseproof.site.readable import bytes_text, csv_text
from proseproof.site.sitemap import SiteMap
from proseproof.site.sources import compared, source_lines
from proseproof.site.style import style_element
from proseproof.source import Span

_SHOWN_VALUES = 3
_BYTES = re.compile(r"(-?\d{5,}) B")


@dataclass(frozen=True, eq=False)
class PageView:
    """What a page shows of an edition.

    path: of its file from the project's root, or None where nobody knows. url: its address from the
    site's root. heavy: takes HTML that no search and no table of contents needs to read, and gives
    what stands in its place until the page is written; left alone, it gives the HTML itself.
    """

    edition: Edition
    site: SiteMap
    path: str | None
    url: str
    preview: bool = False
    heavy: Callable[[str], str] = field(default=lambda html: html, repr=False)

    @property
    def page(self) -> Page | None:
        """The page as it was checked; None for a page that the project does not list."""
        return self.edition.outcome.pages.get(self.path) if self.path is not None else None

    def pieces(self, alignment: Alignment) -> tuple[list[tuple[int, int]], list[Wrap]]:
        """The ranges of the engine's text that become elements, in order, and what each becomes."""
        page = self.page
        if page is None:
            return [], []
        proofs = {proof.id: proof for proof in self.edition.outcome.proofs}
        spans = [(mark.span, self._proof_wrap(mark, proofs)) for mark in page.marks]
        if self.preview:
            spoken = [(f.span, _finding_wrap(f)) for f in self._findings() if _in_line(f)]
            spans = [
                (span, wrap)
                for span, wrap in spans
                if not any(f.start < span.end and span.start < f.end for f, _ in spoken)
            ]
            spans += spoken
        pieces: list[tuple[int, int]] = []
        wraps: list[Wrap] = []
        for number, wrap in sorted(spans, key=lambda item: (item[0].start, item[0].end)):
            if number.source is not page.source:  # a snippet's text belongs to another file
                continue
            span = self._with_formula(number)
            start, end = alignment.offset(span.start), alignment.offset(span.end)
            if start is None or end is None or (pieces and start < pieces[-1][1]):
                continue
            pieces.append((start, end))
            wraps.append(wrap)
        return pieces, wraps

    def _with_formula(self, span: Span) -> Span:
        """The whole formula that a span stands in: an element inside would be no formula."""
        around = self.page.prose.formulas if self.page is not None else ()
        return next((one for one in around if one.start <= span.start < one.end), span)

    def figure(self, name: str) -> Block:
        """The figure of that id. Raises KeyError where it cannot be shown, but for a preview."""
        plate = self.edition.outcome.plates.get(name)
        body = self.edition.bodies.get(name)
        if plate is None or plate.answer is None or body is None:
            if not self.preview:
                raise KeyError(name)
            return refused_block(name, "This figure cannot be shown. The findings above say why.")
        figure, outcome = plate.figure, self.edition.outcome
        proofs = {proof.id: proof for proof in outcome.proofs}

        def wrap(mark: Mark) -> Wrap:
            return self._proof_wrap(mark, proofs, anchored=False)

        words = Words(
            *(
                inline_html(text, plate.marks, wrap, self._linked) if text else ""
                for text in (figure.title, figure.claim, figure.caption)
            )
        )
        captures = [outcome.captures[key] for key in plate.captures if key in outcome.captures]
        foot = foot_html(
            figure,
            plate.answer,
            source_lines(plate, outcome),
            compared(figure.compare, captures) if figure.compare else None,
            self._links(plate),
        )
        # A table is read, and found by a search; a drawing is looked at.
        shown = body if figure.kind == "table" else self.heavy(body)
        return figure_block(figure, words, shown, self.heavy(foot))

    def ledger(self) -> list[tuple[str, str]]:
        """The ledger: a heading as plain text (empty: none) and the HTML below it, page by page."""
        outcome = self.edition.outcome
        parts = [("", summary_html(outcome, self.site, self.url))]
        for group in grouped(outcome, self.site.order):
            html = page_proofs_html(group, outcome, self.site, self.url)
            parts.append((group.title, self.heavy(html)))
        if views := views_html(outcome):
            parts.append(("Views", self.heavy(views)))
        return parts

    def note(self) -> str:
        """The note that the page's captures are transcribed, or nothing."""
        page, outcome = self.page, self.edition.outcome
        if page is None:
            return ""
        placed = {placement.figure.value for placement in page.prose.placements}
        names = {
            n for name in placed if name in outcome.plates for n in outcome.plates[name].captures
        }
        for proof in outcome.proofs:
            if any(place.source is page.source for place in proof.places):
                names.update(proof.captures)
        behind = [c for name, c in outcome.captures.items() if name in names]
        found = [capture for capture in behind if capture.transcribed]
        paths = [file.path for capture in found for file in capture.files]
        notes = [
            (capture.files[0].path if len(capture.files) == 1 else capture.name, note)
            for capture in found
            if isinstance(note := capture.provenance.get("note"), str)
        ]
        return transcribed_html(paths, notes, len(found) == len(behind)) if paths else ""

    def style(self) -> str:
        """The style sheet, where no file can bring it."""
        return "" if self.site.files else style_element()

    def bar(self) -> str:
        """In a preview, the findings: those of this page, and how many there are elsewhere."""
        if not self.preview or not self.edition.outcome.findings:
            return ""
        here = self._findings()
        return preview_html(here, len(self.edition.outcome.findings) - len(here))

    def _findings(self) -> Sequence[Finding]:
        """The findings in this page's file, or in a block that speaks for it."""
        outcome = self.edition.outcome
        blocks = {
            plate.section.source
            for plate in outcome.plates.values()
            if self.path in [page.value for page in plate.section.pages]
        }
        sources = {*blocks, *([self.page.source] if self.page else [])}
        return [finding for finding in outcome.findings if finding.span.source in sources]

    def _linked(self, address: str) -> str:
        """A link to another page's file, as the page's own text would write it, as its address."""
        path, mark, anchor = address.partition("#")
        if self.path is None or not path.endswith(".md"):
            return address
        file = posixpath.normpath(posixpath.join(posixpath.dirname(self.path), path))
        page = self.site.page(file, self.url)
        return address if page is None else f"{page}{mark}{anchor}"

    def _links(self, plate: Plate) -> Links:
        figure = plate.figure
        assert plate.answer
        csv = csv_text(plate.answer)
        return Links(
            self.site.download(f"{figure.id}.csv", "text/csv", csv, self.url),
            self.site.proof(figure_anchor(figure.id), self.url) or "#",
            sum(proof.figure.id == figure.id for proof in self.edition.outcome.proofs),
            {path: self.site.recorded(path, self.url) for path in self.site.captures},
        )

    def _proof_wrap(self, mark: Mark, proofs: dict[str, Proof], *, anchored: bool = True) -> Wrap:
        proof = proofs.get(mark.proof)
        values = [_readable(value, proof.says) for value in proof.values] if proof else []
        more = "…" if len(values) > _SHOWN_VALUES else ""
        return Wrap(
            "pp-proof pp-words" if mark.words else "pp-proof",
            f"Proof: {', '.join(values[:_SHOWN_VALUES])}{more}" if values else "Proof",
            self.site.proof(mark.proof, self.url),
            said_anchor(mark.proof) if anchored else None,
        )


def _readable(value: str, says: str) -> str:
    """A proof's value as a tooltip has it: many bytes in the kind of unit that is said."""
    found = _BYTES.fullmatch(value)
    return bytes_text(int(found[1]), binary="iB" in says) if found else value


def _in_line(finding: Finding) -> bool:
    """Whether the words of the finding can be marked: a row of a table, say, cannot."""
    return bool(finding.span.text) and not set("\n|") & set(finding.span.text)


def _finding_wrap(finding: Finding) -> Wrap:
    css = "pp-unbound" if finding.rule == "unbound-number" else f"pp-stale pp-{finding.severity}"
    return Wrap(css, f"{finding.rule}: {finding.message}")
