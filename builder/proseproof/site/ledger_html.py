"""The ledger as a reader sees it: an entry a proof, with its values, its data and its query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from proseproof.near import first_few
from proseproof.outcome import Excused, Outcome, Proof
from proseproof.site.figure_html import render, shown_file
from proseproof.site.inline import inline_html
from proseproof.site.ledger import PageProofs, ledger_json, views_read
from proseproof.site.sitemap import SiteMap
from proseproof.source import Span

_MOST_ROWS = 12


def figure_anchor(figure: str) -> str:
    """The id of a figure's group of proofs on the ledger's page."""
    return f"proofs-{figure}"


def said_anchor(proof: str) -> str:
    """The id of the place on a page where a proved number stands."""
    return f"said-{proof}"


def view_anchor(view: str) -> str:
    """The id of a view on the ledger's page."""
    return f"view-{view}"


def views_html(outcome: Outcome) -> str:
    """Each view that a proof rests on, with its SQL; empty where there is none."""
    views = [
        {"name": name, "anchor": view_anchor(name), "sql": sql}
        for name, sql in views_read(outcome).items()
    ]
    return render("views", views=views) if views else ""


def summary_html(outcome: Outcome, site: SiteMap, url: str) -> str:
    """What was counted, and the ledger as data."""
    numbers = outcome.numbers
    return render(
        "summary",
        claims=outcome.claims,
        captures=len(outcome.captures),
        total=numbers.bound + numbers.given + numbers.allowed + numbers.unbound,
        bound=numbers.bound,
        given=numbers.given,
        allowed=numbers.allowed,
        unbound=numbers.unbound,
        json=site.download("ledger.json", "application/json", ledger_json(outcome), url),
    )


def page_proofs_html(group: PageProofs, outcome: Outcome, site: SiteMap, url: str) -> str:
    """The entries of one page. url: of the ledger's own page."""
    linked = {path: {mark.proof for mark in page.marks} for path, page in outcome.pages.items()}

    def entry(proof: Proof) -> Mapping[str, Any]:
        return _entry(proof, outcome, site, url, linked)

    return render(
        "ledger",
        figures=[
            {
                "id": part.figure.id,
                "anchor": figure_anchor(part.figure.id),
                "title": inline_html(part.figure.title) if part.figure.title else "",
                "entries": [entry(proof) for proof in part.proofs if proof.claim],
                # The cells of a table share their query and their data, which stand there once.
                "cells": [entry(proof) for proof in part.proofs if not proof.claim],
            }
            for part in group.figures
        ],
        excused=_reasons(group.excused, outcome, site, url),
        excused_count=len(group.excused),
    )


def _entry(
    proof: Proof,
    outcome: Outcome,
    site: SiteMap,
    url: str,
    linked: Mapping[str, set[str]],
) -> Mapping[str, Any]:
    files = [
        {
            "path": file.path,
            "sha256": file.sha256,
            "transcribed": capture.transcribed,
            **shown_file(file.size, site.recorded(file.path, url)),
        }
        for name in proof.captures
        if (capture := outcome.captures.get(name))
        for file in capture.files
    ]
    shown = first_few(proof.rows, _MOST_ROWS)
    return {
        "id": proof.id,
        "verdict": proof.verdict,
        "says": inline_html(proof.claim.says) if proof.claim else escape(proof.says),
        "places": [_place(place, proof, outcome, site, url, linked) for place in proof.places],
        "rows": [", ".join(row) for row in shown],
        "more": len(proof.rows) - len(shown),
        "count": len(proof.values),
        "why": proof.claim.why if proof.claim else None,
        "sources": files,
        "sql": proof.sql,
        "first": _first_line(proof.sql),
        "views": [(view.name, view_anchor(view.name)) for view in proof.views],
    }


def _reasons(
    excused: Sequence[Excused], outcome: Outcome, site: SiteMap, url: str
) -> list[Mapping[str, Any]]:
    """The numbers without a claim, one entry a reason, in the order of the page."""
    together: dict[tuple[str, str], list[Mapping[str, str | None]]] = {}
    for one in excused:
        path = one.span.source.path
        # A text of a figure has no page of its own, and is read where the figure's page is.
        href = site.page(path if path in outcome.pages else one.page, url)
        place = {"written": one.span.text, "name": f"{path}:{one.span.first.line}", "href": href}
        together.setdefault((one.status, one.why), []).append(place)
    return [
        {"status": status, "why": why, "numbers": numbers}
        for (status, why), numbers in together.items()
    ]


def _place(
    place: Span,
    proof: Proof,
    outcome: Outcome,
    site: SiteMap,
    url: str,
    linked: Mapping[str, set[str]],
) -> Mapping[str, str | None]:
    path = place.source.path
    name = f"{path}:{place.first.line}"
    plate = outcome.plates.get(proof.figure.id)
    if plate is not None and place.source is plate.section.source:
        # A text of the figure itself, which stands where the figure is placed.
        home = _placed_on(proof.figure.id, outcome)
        page = site.page(home, url) if home else None
        anchor = proof.figure.id
    else:
        page = site.page(path, url)
        anchor = said_anchor(proof.id) if proof.id in linked.get(path, ()) else ""
    href = None if page is None else f"{page}#{anchor}" if anchor else page
    return {"name": name, "href": href}


def _placed_on(figure: str, outcome: Outcome) -> str | None:
    """The first page that places the figure."""
    return next(
        (
            path
            for path, page in outcome.pages.items()
            if any(placement.figure.value == figure for placement in page.prose.placements)
        ),
        None,
    )


def _first_line(sql: Sequence[str]) -> str:
    text = " ".join(sql[0].split()) if sql else ""
    return text if len(text) <= 90 else text[:89].rstrip() + "…"
