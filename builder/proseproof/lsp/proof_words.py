"""A proof as an editor shows it beside the words: values, reasons, queries, captures."""

from __future__ import annotations

from collections.abc import Iterator

from proseproof.capture import Capture
from proseproof.explain import Explanation, Judgement, Query
from proseproof.near import first_few

_MOST_JUDGEMENTS = 12
_MOST_QUERIES = 4
_DIGEST = 12


def proof_words(one: Explanation) -> str:
    """The explanation in Markdown: the verdict, each value before rounding, where it is from."""
    return "\n\n".join(_parts(one))


def _parts(one: Explanation) -> Iterator[str]:
    yield f"**{one.proof.id}** {one.proof.verdict}: “{plain(one.proof.says)}”"
    judgements = [_judgement(each) for each in first_few(one.judgements, _MOST_JUDGEMENTS)]
    if len(one.judgements) > len(judgements):
        judgements.append(f"- and {len(one.judgements) - len(judgements)} more")
    if judgements:
        yield "\n".join(judgements)
    yield from map(_query, one.queries[:_MOST_QUERIES])
    yield from map(_capture, one.captures)
    if one.proof.claim is not None and one.proof.claim.why:
        yield plain(one.proof.claim.why)


def _judgement(one: Judgement) -> str:
    verdict = "" if one.right else f", **wrong** by {one.rule}"
    return f"- {plain(one.said)}{verdict}: {_code(one.value)}; {plain(one.why)}"


def _query(query: Query) -> str:
    asked = query.name in ("query", "change", "holds", "data")
    name = query.name if asked else f"view {query.name}"
    return f"```sql\n-- {name}\n{query.sql}\n```"


def _capture(capture: Capture) -> str:
    facts = [capture.name, capture.dated, "transcribed, not measured" * capture.transcribed]
    head = f"From {', '.join(plain(fact) for fact in facts if fact)}"
    files = (f"{_code(file.path)} (SHA-256 `{file.sha256[:_DIGEST]}…`)" for file in capture.files)
    return f"{head}: {', '.join(files)}"


def _code(words: str) -> str:
    """Words as code, whatever ticks they hold."""
    return f"`` {words} ``" if "`" in words else f"`{words}`"


def plain(words: str) -> str:
    """Words of a page, in which no mark-up of the hover may begin."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|~" else sign for sign in words)
