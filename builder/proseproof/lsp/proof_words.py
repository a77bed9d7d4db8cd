"""A proof as an editor shows it beside the words: values, query, data, verdict."""

from __future__ import annotations

from collections.abc import Iterator

from proseproof.outcome import Outcome, Proof

_MOST_VALUES = 12
_DIGEST = 12


def proof_words(proof: Proof, outcome: Outcome) -> str:
    """The proof in Markdown: what is said, its values before rounding, the query, the captures."""
    return "\n\n".join(_parts(proof, outcome))


def _parts(proof: Proof, outcome: Outcome) -> Iterator[str]:
    yield f"**{proof.id}** {proof.verdict}: “{_plain(proof.says)}”"
    if proof.values:
        yield f"Before rounding: {_values(proof)}"
    for sql in proof.sql:
        yield f"```sql\n{sql}\n```"
    for name in proof.captures:
        capture = outcome.captures.get(name)
        if capture is None:
            continue
        when = f", {capture.dated}" if capture.dated else ""
        copied = ", transcribed from a published text" if capture.transcribed else ""
        yield "\n".join(
            f"From `{file.path}`{when}{copied}, SHA-256 `{file.sha256[:_DIGEST]}…`  "
            for file in capture.files
        ).rstrip()
    if proof.claim is not None and proof.claim.why:
        yield _plain(proof.claim.why)


def _values(proof: Proof) -> str:
    shown = [f"`{value}`" for value in proof.values[:_MOST_VALUES]]
    more = len(proof.values) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _plain(words: str) -> str:
    """Words of a page, in which no mark-up of the hover may begin."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|~" else sign for sign in words)
