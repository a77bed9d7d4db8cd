"""What an editor shows where the mouse rests: a proof, a reason, the meaning of a key."""

from __future__ import annotations

from proseproof.explain import Explanation, explain_place
from proseproof.lsp.keys import is_claims_file, key_at
from proseproof.lsp.projects import Checked
from proseproof.lsp.proof_words import plain, proof_words
from proseproof.lsp.threads import holds_at
from proseproof.nouns import dataclass
from proseproof.source import Source, Span


@dataclass(frozen=True)
class Shown:
    """Words in Markdown about a span."""

    span: Span
    words: str


def hover_at(checked: Checked, source: Source, offset: int) -> Shown | None:
    """What is known about the place: what a key means, a proof, why a number needs none."""
    key = key_at(source, offset) if is_claims_file(source.path) else None
    if key is not None:
        return Shown(key.span, key.words)
    explained, reasons = explain_place(checked.study, source.span(offset, offset + 1))
    if explained:
        return _proof(checked, explained, source.path, offset)
    for reason in reasons:
        if reason.number.status != "unbound":  # of which there is a finding
            words = f"**{plain(reason.number.written)}** is {plain(reason.why)}"
            return Shown(reason.number.span, words)
    return None


def _proof(
    checked: Checked, explained: tuple[Explanation, ...], path: str, offset: int
) -> Shown:  # fmt: skip
    """The proof of the number that is pointed at; of several phrases there the shortest."""
    for hold in holds_at(checked.threads, path, offset):
        for one in explained:
            if one.proof is hold.thread.proof:
                return Shown(hold.span, proof_words(one))
    first = explained[0]
    claim = first.proof.claim
    place = first.place if first.place and first.place.source.path == path else None
    declared = claim.span if claim is not None else first.proof.figure.span
    return Shown(place or declared, proof_words(first))
