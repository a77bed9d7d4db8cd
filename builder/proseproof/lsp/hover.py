"""What an editor shows where the mouse rests: a proof, or the meaning of a key."""

from __future__ import annotations

from dataclasses import dataclass

from proseproof.disk import PROJECT_FILE
from proseproof.judge.coverage import WrittenNumber, find_given
from proseproof.judge.examination import Examination
from proseproof.lsp.keys import is_claims_file, key_at
from proseproof.lsp.projects import Checked
from proseproof.lsp.proof_words import proof_words
from proseproof.lsp.threads import holds_at
from proseproof.source import Source, Span


@dataclass(frozen=True)
class Shown:
    """Words in Markdown about a span."""

    span: Span
    words: str


def hover_at(checked: Checked, source: Source, offset: int) -> Shown | None:
    """What is known about the place: proofs first, then a number's reason, then a key."""
    holds = holds_at(checked.threads, source.path, offset)
    proofs = [hold.thread.proof for hold in holds if hold.thread.proof is not None]
    if proofs:
        words = [proof_words(proof, checked.outcome) for proof in proofs]
        return Shown(holds[0].span, "\n\n---\n\n".join(words))
    if examination := checked.study.examination:
        number = _number(examination, source.path, offset)
        if number is not None:
            return number
    key = key_at(source, offset) if is_claims_file(source.path) else None
    return Shown(key.span, key.words) if key is not None else None


def _number(examination: Examination, path: str, offset: int) -> Shown | None:
    """Why a number needs no claim."""
    for number in examination.coverage.numbers:
        span = number.span
        if span.source.path == path and span.start <= offset <= span.end:
            words = _reason(examination, number)
            return Shown(span, words) if words else None
    return None


def _reason(examination: Examination, number: WrittenNumber) -> str:
    if number.status == "allowed":
        return f"**{number.written}** is allowed in `{PROJECT_FILE}`"
    for section in examination.sections if number.status == "given" else ():
        for given in section.given:
            if number.key in find_given(given, [number.corpus]).keys:
                return f"**{number.written}** is given in `{section.source.path}`: {given.why}"
    return ""
