"""A name in the prose that is not the one the query gives.

A text in a row of the query must stand in the phrase, in the order of the row: under "VAE has the
lowest MOD (8.4292)", the query `SELECT arg_min(model, mod), min(mod) …` must give VAE.
`names: {vae_encoder: VAE}` on the claim says how the prose writes a value of the data. Digits in a
name, as in "Qwen 4B", are proved with it.
"""

from collections.abc import Iterator

from proseproof.finding import Finding, Label
from proseproof.judge.claim import Examined
from proseproof.judge.examination import Examination
from proseproof.rules.wording import claim_label, first_line

NAME = "stale-name"


def check(examination: Examination) -> Iterator[Finding]:
    """Each claim whose phrase lacks a name of its rows."""
    for examined in examination.claims:
        if examined.named.missing is not None:
            yield _finding(examined, examined.named.missing)


def _finding(examined: Examined, name: str) -> Finding:
    query = examined.claim.query
    words = " ".join(examined.claim.says.value.split())
    if examined.places:
        span, where = examined.places[0].place.whole, "page"
    else:
        span, where = examined.claim.says.span(), "claim"
    gives = ", then ".join(examined.named.order) if examined.named.swapped else name
    labels = (Label(first_line(query), f"gives {gives}"),) if query is not None else ()
    return Finding(
        NAME, span, f'{where} says "{words}", capture says {gives or "nothing"}',
        claim_label(examined), labels,
    )  # fmt: skip
