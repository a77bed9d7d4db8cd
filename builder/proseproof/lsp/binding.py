"""What an author can do about a number that nothing checks, as new texts of the claims files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proseproof.finding import Edit, Finding
from proseproof.judge.coverage import WrittenNumber
from proseproof.judge.examination import Examination
from proseproof.load import Loaded
from proseproof.model import Figure, Section
from proseproof.nouns import dataclass
from proseproof.source import Source, Span
from proseproof.suggest import Choice, Proposals
from proseproof.suggest.draft import read_drafts
from proseproof.suggest.phrase import phrases_of
from proseproof.suggest.writing import free_path, new_file, schema_of, section_of, with_claims
from proseproof.yaml_text import MapNode, read_yaml
from proseproof.yaml_text.adding import added, entry

RULE = "unbound-number"
MOST = 3
"""Claims offered for one number: the list is read in a menu."""
_WIDE = 90


@dataclass(frozen=True)
class Remedy:
    """A way to cover a number: a title for a menu, and the edit of the claims file.

    new: the file is not there yet. sure: it stands out among the others.
    """

    title: str
    edit: Edit
    new: bool = False
    sure: bool = False


@dataclass(frozen=True, eq=False)
class Unbound:
    """A number that nothing checks. page: that of its text, or of the figure that says it itself.

    section, figure: where the figure stands; None for a number of the page.
    """

    number: WrittenNumber
    page: str
    section: Section | None = None
    figure: Figure | None = None


def unbound_at(
    finding: Finding, loaded: Loaded, examination: Examination
) -> Unbound | None:  # fmt: skip
    """The unbound number that a finding is about; None for other findings."""
    if finding.rule != RULE:
        return None
    spans = ((number.span.order, number) for number in examination.coverage.numbers)
    number = next((number for order, number in spans if order == finding.span.order), None)
    if number is None:
        return None
    if number.corpus.page is not None:
        return Unbound(number, number.corpus.page) if number.corpus.page in loaded.pages else None
    for section in loaded.sections:
        for figure in section.figures:
            if examination.figure_texts.get(figure) is number.corpus:
                pages = (page.value for page in section.pages if page.value in loaded.pages)
                page = next(pages, None)
                return Unbound(number, page, section, figure) if page is not None else None
    return None


def remedies(
    unbound: Unbound, loaded: Loaded, examination: Examination, proposals: Proposals | None
) -> Iterator[Remedy]:
    """The remedies for an unbound number of a page or a figure's texts, the likeliest first.

    proposals: what the captures hold for the page, where that is known. A stub of a claim and an
    entry under `given` leave out what only the author knows, and the file says so until it stands.
    """
    page = unbound.page
    choices, clear = _choices(proposals, unbound.number.span)
    for rank, choice in enumerate(choices):
        yield from _bound(_title(choice), choice, loaded, page, sure=clear and rank == 0)
    phrase = _phrase(unbound, loaded, examination)
    block = unbound.figure.id if unbound.figure is not None else ""
    stub = Choice(phrase, "query", "", (), 0.0, figure=block)
    yield from _bound("Bind this number: a claim that lacks its query", stub, loaded, page)
    yield from _given(phrase, unbound.section or section_of(loaded.sections, page), loaded, page)


def _choices(proposals: Proposals | None, span: Span) -> tuple[Sequence[Choice], bool]:
    for proposal in proposals.proposals if proposals is not None else ():
        if any(_touches(number, span) for number in proposal.numbers):
            return proposal.choices[:MOST], proposal.clear
    return (), False


def _touches(one: Span, other: Span) -> bool:
    same = one.source.path == other.source.path
    return same and one.start < other.end and other.start < one.end


def _title(choice: Choice) -> str:
    if choice.block is not None:
        return f"Check the whole table, by a block that reads {_short(choice.block.data)}"
    return f"Bind {', '.join(choice.values)}: {_short(choice.sql)}"


def _short(sql: str) -> str:
    line = " ".join(sql.split())
    return line if len(line) <= _WIDE else f"{line[:_WIDE]}…"


def _phrase(unbound: Unbound, loaded: Loaded, examination: Examination) -> str:
    """The words of the text around a number, for a claim to quote; a range is quoted whole."""
    corpus, (_, passage, at) = unbound.number.corpus, unbound.number.key
    grids = loaded.pages[unbound.page].prose.grids if unbound.figure is None else ()
    every = frozenset(
        each.key[1:]
        for each in examination.coverage.numbers
        if each.corpus is corpus and each.status == "unbound"
    )
    for draft in read_drafts(corpus, grids, every, unbound.figure):
        if draft.passage == passage and any(said.at == at for said in draft.said):
            return next(phrases_of(draft))
    return unbound.number.written


def _bound(
    title: str, choice: Choice, loaded: Loaded, page: str, sure: bool = False
) -> Iterator[Remedy]:
    sources = {section.source.path: section.source for section in loaded.sections}
    for path, text in with_claims(loaded, page, [choice]).items():
        if text is not None:
            before = sources.get(path, Source(path, ""))
            yield Remedy(title, difference(before, text), path not in sources, sure)


def _given(phrase: str, section: Section | None, loaded: Loaded, page: str) -> Iterator[Remedy]:
    if section is not None:
        before = whole = section.source
    else:
        path = free_path(loaded, page)
        before = Source(path, "")
        whole = Source(path, new_file(page, schema_of(loaded.sections, path)))
    root, _ = read_yaml(whole)
    lines = entry([("says", phrase), ("why", "")])
    edit = added(root, "given", lines) if isinstance(root, MapNode) else None
    if edit is not None:
        text = whole.text[: edit.span.start] + edit.text + whole.text[edit.span.end :]
        title = "List as given: an entry that lacks its reason"
        yield Remedy(title, difference(before, text), section is None)


def difference(before: Source, after: str) -> Edit:
    """The one edit that makes the text of a file `after`; what is the same at both ends stays.

    It does not part a carriage return from its line feed: editors know no place between them.
    """
    old = before.text
    most = min(len(old), len(after))
    start = next((at for at in range(most) if old[at] != after[at]), most)
    kept = next((at for at in range(most - start) if old[-1 - at] != after[-1 - at]), most - start)
    if start and old[start - 1] == "\r":
        start -= 1
    if kept and old[-kept] == "\n":
        kept -= 1
    return Edit(before.span(start, len(old) - kept), after[start : len(after) - kept])
