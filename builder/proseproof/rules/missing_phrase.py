"""A claim that no page states.

The words of a claim must stand on one of its pages, or in its figure's own title, claim or
caption. White space, emphasis, links, code ticks, quotes, dashes and the case of a first letter do
not matter; words do. The finding points at the claim and shows the closest wording, or where the
same words stand on another page.
"""

from collections.abc import Iterable, Iterator

from proseproof.finding import Finding, Label
from proseproof.judge.corpus import Corpus, Place
from proseproof.judge.examination import Examination
from proseproof.language.hedge import denial
from proseproof.language.phrase import Phrase
from proseproof.rules.other_mark import mark_notes

NAME = "missing-phrase"


def check(examination: Examination) -> Iterator[Finding]:
    """Each claim that stands nowhere."""
    for examined in examination.verdicts.unstated:
        says = examined.claim.says
        words = " ".join(says.value.split())
        if examination.lacks_a_page(examined.asked.figure):
            continue  # what the missing page says is not known
        near = examination.verdicts.closest.get(id(examined))
        gone = near is not None and near.corpus not in examined.corpora
        yield Finding(
            NAME,
            says.span(),
            f'no sentence {_where(examined.corpora)} says "{words}"',
            labels=_labels(near, gone=gone),
            notes=tuple(_notes(near, examined.phrase)) if near is not None else (),
            help=f"add `{near.corpus.page}` to `page`, or put the words back"
            if near is not None and gone
            else "put the words back, or change `says` to the words on the page",
        )


def _labels(near: Place | None, *, gone: bool) -> tuple[Label, ...]:
    if near is None:
        return ()
    return (Label(near.whole, "these words" if gone else "the closest wording"),)


def _notes(near: Place, phrase: Phrase) -> Iterator[str]:
    yield from mark_notes(near)
    yield from _turned_round(near)
    yield from _other_word(near, phrase)


def _other_word(near: Place, phrase: Phrase) -> Iterator[str]:
    """Names the one word of a place that is another than the phrase's."""
    wanted, there = phrase.tokens, near.tokens
    last = min(near.match.end, len(there) - len(wanted) + 1)
    for start in range(max(near.match.start - len(wanted), 0), last):
        pairs = list(zip(wanted, there[start:], strict=False))
        other = [(one, two) for one, two in pairs if one.norm != two.norm]
        if len(other) == 1 and {one.kind for one in other[0]} == {"word"}:
            yield f'it says "{other[0][1].written}" for "{other[0][0].written}"'
            return


def _turned_round(near: Place) -> Iterator[str]:
    """Says which word before a place turns round the bound that the place begins with."""
    tokens, numbers = near.tokens, near.match.numbers
    at = denial(tokens, numbers[0], near.match.start) if numbers else None
    if at is not None:
        yield f'"{tokens[at].written}" stands before it and turns the bound round'


def _where(corpora: Iterable[Corpus]) -> str:
    pages = [corpus for corpus in corpora if corpus.page is not None]
    return "on this page" if len(pages) == 1 else "on these pages" if pages else "of the figure"
