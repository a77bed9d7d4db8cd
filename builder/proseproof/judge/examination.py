"""Everything that was examined, for the rules to judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property

from proseproof.capture import Capture
from proseproof.judge.claim import Examined
from proseproof.judge.corpus import Corpus
from proseproof.judge.coverage import Coverage
from proseproof.judge.echo import Echoes, find_echoes
from proseproof.judge.table import ExaminedTable
from proseproof.judge.verdict import Verdicts
from proseproof.model import Figure, Given, Project, Section, View
from proseproof.nouns import dataclass
from proseproof.query import Answer, Refusal
from proseproof.source import Text


@dataclass(frozen=True, eq=False)
class RefusedQuery:
    """A query that has no answer, and its SQL in the YAML."""

    sql: Text
    refusal: Refusal


def without_rows(view: str) -> tuple[str, int]:
    """The query that asks for the tree of a view's SQL, and how much further behind in it each
    character of the SQL stands."""
    head = "SELECT * FROM (\n"
    blank = len(view) - len(view.lstrip())
    return f"{head}{view.strip().rstrip(';')}\n) LIMIT 0", len(head) - blank


@dataclass(frozen=True, eq=False)
class Examination:
    """What the rules see.

    pages: the texts of the pages, by path; figure_texts: those of each figure. data: the
    rows of each figure that has `data`. views: each view without its rows, by
    name in lower case.
    unread: a claims file, or a part of one, could not be read, and may speak of any page that no
    other speaks of. pages_lost: a page, or a part of one, could not be read.
    """

    project: Project
    sections: Sequence[Section]
    pages: Mapping[str, Corpus]
    claims: Sequence[Examined]
    tables: Sequence[ExaminedTable]
    refused: Sequence[RefusedQuery]
    data: Mapping[Figure, Answer | Refusal]
    verdicts: Verdicts
    coverage: Coverage
    captures: Mapping[str, Capture] = field(default_factory=dict)
    views: Mapping[str, Answer] = field(default_factory=dict)
    figure_texts: Mapping[Figure, Corpus] = field(default_factory=dict)
    unread: bool = False
    pages_lost: bool = False

    def lacks_a_page(self, own: Figure | Given) -> bool:
        """Whether a page of the section that a figure or a `given` is of is not there, which is
        told."""
        return any(
            page.value not in self.pages
            for section in self.sections
            if any(own is one for one in (*section.figures, *section.given))
            for page in section.pages
        )

    def views_behind(self, asked: Iterable[object]) -> Iterator[View]:
        """The views that answers were drawn from, or that one of those reads, each once.

        asked: answers; anything else among them is passed over. They come in the order in which
        they are met.
        """
        declared = {view.name.lower(): view for view in self.project.views}
        waiting = [answer for answer in asked if isinstance(answer, Answer)]
        met: set[str] = set()
        while waiting:
            for name in sorted(waiting.pop(0).names - met):
                met.add(name)
                if name in declared and name in self.views:
                    yield declared[name]
                    waiting.append(self.views[name])

    def speaks_of(self, page: str) -> bool:
        """Whether a page is known to be all that the claims files say of it."""
        return not self.unread or any(
            page in {named.value for named in section.pages}
            for section in self.sections
            if section.figures
        )

    @property
    def figures(self) -> list[Figure]:
        """All the figure blocks."""
        return [figure for section in self.sections for figure in section.figures]

    @cached_property
    def echoes(self) -> Echoes:
        """Where the claims files repeat the numbers of the texts."""
        return find_echoes(self.claims, self.sections, self.pages, self.figure_texts)

    @property
    def texts(self) -> list[Corpus]:
        """All that a reader reads: pages, then the figures' own texts."""
        return [*self.pages.values(), *self.figure_texts.values()]
