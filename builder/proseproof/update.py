"""Stale numbers rewritten: from the edits of findings to new texts that check no worse. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial
from itertools import pairwise

from proseproof.finding import Edit, Finding
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome
from proseproof.source import Source

Texts = Mapping[str, str]
"""Texts that stand in place of files, by path."""

Check = Callable[[Texts], Outcome]
Key = tuple[str, str, str]

ROUNDS = 5
"""How often what the new texts leave to mend is mended too; as a rule nothing is left by one."""


@dataclass(frozen=True, eq=False)
class Change:
    """Edits that are made together or not at all, by place, and the findings that they mend."""

    edits: tuple[Edit, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Left:
    """What is still found once all is written, and why no edit mends it, in a few words."""

    finding: Finding
    why: str


@dataclass(frozen=True, eq=False)
class Update:
    """What an update comes to.

    texts: the new text of each file that changes, by path; sources: those files as they are.
    changes: those made, in the order of the files. before, after: the outcomes of checking the
    files as they are and the new texts. left: the findings of `after`.
    """

    before: Outcome
    after: Outcome
    texts: Texts = field(default_factory=dict)
    sources: Mapping[str, Source] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    left: tuple[Left, ...] = ()


def update(check: Check, choose: Callable[[Change], bool] = lambda change: True) -> Update:
    """Rewrites what is stale, as far as the project is no worse for it.

    check: checks the project with the given texts in place of its files. choose: asked once for
    each change, in the order of the files; what it declines is left. Nothing is written here.
    """
    before = check({})
    plan = plan_changes(before)
    wanted = [change for change in plan.changes if choose(change)]
    settle = partial(_settle, check, before, plan.changes)
    made, settled, spoilt = _largest(wanted, settle)
    why = {
        **plan.refused,
        **{key: "it was not chosen" for change in plan.changes for key in change_keys(change)},
        **spoilt,
    }
    left = (Left(found, _why(found, why)) for found in settled.after.findings)
    return Update(before, settled.after, settled.texts, settled.sources, tuple(made), tuple(left))


@dataclass(frozen=True)
class Plan:
    """The changes that an outcome asks for. refused: findings whose edits are not made, and why."""

    changes: tuple[Change, ...]
    refused: Mapping[Key, str]


def plan_changes(outcome: Outcome) -> Plan:
    """Gathers the edits of an outcome's findings to changes: those that touch the same characters
    belong together. A change is left where one of its edits is not safe, or two are at odds."""
    refused: dict[Key, str] = {}
    changes = []
    for findings in _touching([finding for finding in outcome.findings if finding.edits]):
        edits = {(*edit.span.order, edit.text): edit for one in findings for edit in one.edits}
        ordered = [edits[place] for place in sorted(edits)]
        if any(not edit.safe for edit in ordered):
            why = "the same words are left at another place"
        elif any(_overlap(one, after) for one, after in pairwise(ordered)):
            why = "another finding asks for another text here"
        else:
            changes.append(Change(tuple(ordered), tuple(findings)))
            continue
        refused |= dict.fromkeys(map(finding_key, findings), why)
    changes.sort(key=lambda change: change.findings[0].order)
    return Plan(tuple(changes), refused)


def _touching(findings: Sequence[Finding]) -> list[list[Finding]]:
    """The findings in groups: in one are those whose edits touch the same characters."""
    groups = {number: [number] for number in range(len(findings))}
    spots = [(edit, number) for number, one in enumerate(findings) for edit in one.edits]
    spots.sort(key=lambda spot: spot[0].span.order)
    widest: tuple[Edit, int] | None = None
    for edit, number in spots:
        if widest is not None and _overlap(widest[0], edit):
            here, there = groups[widest[1]], groups[number]
            if here is not there:
                here += there
                groups |= dict.fromkeys(there, here)
        if widest is None or not _overlap(widest[0], edit) or edit.span.end > widest[0].span.end:
            widest = edit, number
    members = {id(group): group for group in groups.values()}
    return [[findings[number] for number in sorted(group)] for group in members.values()]


def _overlap(one: Edit, after: Edit) -> bool:
    here, there = one.span, after.span
    return here.source.path == there.source.path and there.start < here.end


@dataclass(frozen=True, eq=False)
class _Settled:
    """Texts with changes made and all that followed from them. worse: why they are no good."""

    after: Outcome
    texts: Texts
    sources: Mapping[str, Source]
    worse: str


def _settle(
    check: Check, before: Outcome, every: Sequence[Change], chosen: Sequence[Change]
) -> _Settled:
    """Makes the chosen changes, and what they then ask for, until nothing is left to mend."""
    avoided = {key for change in every if change not in chosen for key in change_keys(change)}
    texts: dict[str, str] = {}
    sources: dict[str, Source] = {}
    after, changes = before, list(chosen)
    for _ in range(ROUNDS):
        if not changes:
            break
        by_file: dict[str, list[Edit]] = {}
        for edit in (edit for change in changes for edit in change.edits):
            by_file.setdefault(edit.span.source.path, []).append(edit)
        for path, edits in by_file.items():
            sources.setdefault(path, edits[0].span.source)
            texts[path] = rewritten(edits[0].span.source, edits)
        after = check(texts)
        changes = [
            change
            for change in plan_changes(after).changes
            if avoided.isdisjoint(change_keys(change))
        ]
    changed = {path: text for path, text in texts.items() if text != sources[path].text}
    known = Counter(map(finding_key, before.findings))
    known.subtract(map(finding_key, after.findings))
    worse = next((one.message for one in after.findings if known[finding_key(one)] < 0), "")
    worse = f"with a new number, {worse}" if worse else ""
    if changes:
        worse = "two claims ask for different numbers here"
    return _Settled(after, changed, {path: sources[path] for path in changed}, worse)


def _largest(
    wanted: Sequence[Change], settle: Callable[[Sequence[Change]], _Settled]
) -> tuple[list[Change], _Settled, dict[Key, str]]:
    """As many changes as leave the project no worse, and why the others are not made.

    All are tried at once; where that is worse, each half on top of what is good already.
    """
    made: list[Change] = []
    settled = settle(made)
    spoilt: dict[Key, str] = {}
    waiting = [list(wanted)] if wanted else []
    while waiting:
        more = waiting.pop()
        tried = settle([*made, *more])
        if not tried.worse:
            made, settled = [*made, *more], tried
        elif len(more) == 1:
            spoilt |= dict.fromkeys(change_keys(more[0]), tried.worse)
        else:
            half = len(more) // 2
            waiting += [more[half:], more[:half]]
    return made, settled, spoilt


def rewritten(source: Source, edits: Iterable[Edit]) -> str:
    """The text of a file with edits made that do not overlap; all else stays byte for byte."""
    pieces = []
    done = 0
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        pieces += [source.text[done : edit.span.start], edit.text]
        done = edit.span.end
    return "".join([*pieces, source.text[done:]])


def change_keys(change: Change) -> tuple[Key, ...]:
    """The keys of the findings that a change mends."""
    return tuple(map(finding_key, change.findings))


def finding_key(finding: Finding) -> Key:
    """What of a finding stays the same while texts move: its rule, its file, its message."""
    return finding.rule, finding.span.source.path, finding.message


_WHY = {
    "does-not-hold": "no number makes the sentence true",
    "incomparable": "what is compared is for the author to choose",
    "range-reversed": "the range is reversed",
    "slack": "the bound still holds, and how near it stands is for the author to choose",
    "stale-name": "the sentence names something else",
    "stale-table": "the table has other rows",
    "wrong-change": "the words ask for another number",
    "wrong-count": "the phrase has another count of numbers",
}


def _why(finding: Finding, reasons: Mapping[Key, str]) -> str:
    own = finding.left or reasons.get(finding_key(finding))
    return own or _WHY.get(finding.rule, "no new number mends it")
