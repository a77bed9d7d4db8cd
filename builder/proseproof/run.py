"""The pipeline, from a project's folder to the outcome of a check. Read this first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from proseproof.answers import Answers, Asking
from proseproof.disk import Disk
from proseproof.finding import Finding
from proseproof.judge.alone import without_given
from proseproof.judge.claim import Asked, Examined, examine
from proseproof.judge.corpus import Corpus
from proseproof.judge.coverage import cover
from proseproof.judge.elsewhere import look_elsewhere
from proseproof.judge.examination import Examination
from proseproof.judge.table import Block, PageTable, examine_tables
from proseproof.judge.verdict import decide
from proseproof.kept import NOTHING_KEPT, Kept
from proseproof.load import CannotRun, Loaded, load_claims, load_pages, reason_of
from proseproof.located import Located, locate
from proseproof.model import Section
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome
from proseproof.pages import PageText
from proseproof.proving import prove
from proseproof.query import Answer, Worker
from proseproof.released import changed, read_released
from proseproof.rules import judge

__all__ = ["CannotRun", "Study", "check", "reason_of", "study"]


@dataclass(frozen=True, eq=False)
class Study:
    """A check's outcome, and what it was drawn from; None where project.yml cannot be read."""

    outcome: Outcome
    examination: Examination | None = None
    loaded: Loaded | None = None


def check(
    disk: Disk, worker: Worker | None = None, instead: Mapping[str, str] = MappingProxyType({}),
    kept: Kept = NOTHING_KEPT,
) -> Outcome:  # fmt: skip
    """Checks the project of a folder: reads it, asks its queries, judges what the prose says.

    worker: one that runs already, for many checks in a row; without it one is started and ended.
    instead: files, by the name of the capture that is read from them this time.
    kept: answers that are known from an earlier check, by all that they were made of.
    Every mistake of an author is a finding of the outcome. Raises CannotRun where there is no
    project, OSError where a file cannot be opened.
    """
    return study(disk, worker, instead, kept).outcome


def study(
    disk: Disk, worker: Worker | None = None, instead: Mapping[str, str] = MappingProxyType({}),
    kept: Kept = NOTHING_KEPT, before: Study | None = None,
) -> Study:  # fmt: skip
    """A check, with the examination that its outcome was drawn from.

    before: an earlier study of the project, whose pages are not read again where they are the same.
    """
    if worker is None:
        # It wakes up while the files are read, unless it may not be needed at all.
        with Worker(at_once=kept.is_empty) as own:
            return study(disk, own, instead, kept, before)
    loaded = load_claims(disk, instead, kept)
    if not isinstance(loaded, Loaded):
        return Study(Outcome(None, _ordered(loaded)))
    asking = Asking(worker, loaded, kept)  # the session answers while the pages are read,
    known = before.loaded.pages if before is not None and before.loaded is not None else {}
    loaded = load_pages(disk, loaded, known, kept)
    located = locate(loaded)  # and while the words of the claims are looked for
    answers = asking.answers()
    examination = examine_all(loaded, answers, located)
    outcome = prove(examination, loaded)
    findings = [*loaded.findings, *judge(examination), *_since_release(disk, outcome)]
    weights = loaded.project.rules
    told = [
        replace(finding, severity=severity)
        for finding in findings
        if (severity := weights.get(finding.rule, finding.severity)) != "off"
    ]
    return Study(replace(outcome, findings=_ordered(told)), examination, loaded)


def _since_release(disk: Disk, outcome: Outcome) -> Iterator[Finding]:
    """What the ledger of the last release, where project.yml names one, says against a capture."""
    if outcome.project is None or outcome.project.released is None:
        return
    released = read_released(disk, outcome.project.released)
    if isinstance(released, Finding):
        yield released
    else:
        yield from changed(released, outcome)


def _ordered(findings: list[Finding] | tuple[Finding, ...]) -> tuple[Finding, ...]:
    """By file and place, each once."""
    unique = {finding.order: finding for finding in findings}
    return tuple(unique[key] for key in sorted(unique))


def examine_all(loaded: Loaded, answers: Answers, located: Located | None = None) -> Examination:
    """Holds every claim and table of a project against its answers. Pure.

    located: by `locate`, where that was done already.
    """
    project, limits = loaded.project, loaded.project.limits
    located = located or locate(loaded)
    given_keys = frozenset(key for words in located.givens for key in words.keys)
    claims: list[Examined] = []
    blocks: list[Block] = []
    ids = Counter(figure.id for section in loaded.sections for figure in section.figures)
    for section in loaded.sections:
        for figure in section.figures:
            for claim in figure.claims:
                asked = Asked(claim, figure, *answers.of_claim(claim))
                examined = examine(asked, located.of_claim(claim), limits)
                claims.append(without_given(examined, given_keys))
            placed = figure.id in located.placed
            if figure.kind == "table" and (not placed or ids[figure.id] > 1):
                rows = answers.data.get(figure) if not figure.unread else None
                known = rows if isinstance(rows, Answer) else None
                found = _page_tables(section, loaded.pages, located.pages)
                blocks.append(Block(figure, known, found, perhaps=placed))
    tables = examine_tables(blocks, limits)
    by_table = frozenset(key for table in tables for key in table.keys)
    whole = look_elsewhere(claims, by_table, limits)
    is_lost_told = project.rules.get("missing-phrase", "error") == "error"
    verdicts = decide(whole, tables, given_keys, located.texts, is_lost_told=is_lost_told)
    told = verdicts.bound | {key for corpus in located.texts for key in corpus.disagreeing}
    coverage = cover(located.texts, told, located.givens, project.allow, limits, verdicts.silenced)
    return Examination(
        project, loaded.sections, located.pages, whole, tables, answers.refused, answers.data,
        verdicts, coverage, loaded.captures, answers.views, located.figures, loaded.unread,
        loaded.pages_lost,
    )  # fmt: skip


def _page_tables(
    section: Section, pages: Mapping[str, PageText], corpora: Mapping[str, Corpus]
) -> list[PageTable]:
    return [
        PageTable(grid, corpora[page.value])
        for page in section.pages
        if page.value in pages
        for grid in pages[page.value].prose.grids
    ]
