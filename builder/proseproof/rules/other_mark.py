"""Says of a number that the page's decimal mark reads as two that it is one with the other mark."""

from __future__ import annotations

from proseproof.judge.corpus import Corpus, Place
from proseproof.judge.other_mark import OTHER, read_as_two


def mark_note(corpus: Corpus, passage: int, at: int) -> tuple[str, ...]:
    """Says that a number is read as two, and what would read it as one; empty where it is whole."""
    parts = read_as_two(corpus, passage, at)
    if parts is None:
        return ()
    other = OTHER[corpus.mark]
    return (f'{other.join(parts)} is two numbers here; `decimal: "{other}"` reads it as one',)


def mark_notes(place: Place) -> tuple[str, ...]:
    """The same for all the numbers of a place, each once."""
    notes = (mark_note(place.corpus, place.passage, at) for at in place.match.numbers)
    return tuple(dict.fromkeys(note for found in notes for note in found))
