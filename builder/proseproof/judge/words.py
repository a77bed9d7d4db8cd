"""The words of a YAML scalar as a reader reads them: `says` may hold code ticks and emphasis."""

from __future__ import annotations

import re
from functools import lru_cache

from proseproof.language.phrase import Phrase
from proseproof.model import DecimalMark
from proseproof.prose import read_prose
from proseproof.source import Text

_LEAD = "x "  # makes a paragraph of anything: `> 5 ms` is no quotation, `- 5` no list


def read_words(says: Text) -> Text:
    """The reader's text of one run of Markdown, each character knowing its place in the YAML."""
    here = says.starts[0] if len(says) else 0
    lead = Text(_LEAD, says.source, [here] * len(_LEAD), [here] * len(_LEAD))
    passages = read_prose(Text.join((lead, says))).passages
    if len(passages) == 1 and passages[0].text.value.startswith(_LEAD):
        return passages[0].text[len(_LEAD) :]
    return _folded(says)


def _folded(says: Text) -> Text:
    """The text as it is written, each run of white space one space."""
    kept = [
        index
        for index, char in enumerate(says.value)
        if not char.isspace() or (index and not says.value[index - 1].isspace())
    ]
    value = "".join(" " if says.value[index].isspace() else says.value[index] for index in kept)
    return Text(value, says.source, [says.starts[i] for i in kept], [says.ends[i] for i in kept])


def read_phrase(says: Text, mark: DecimalMark = ".") -> tuple[Phrase, Text]:
    """The phrase of a scalar, and the text that its characters stand in."""
    words = read_words(says)
    return Phrase.read(words.value, mark), words


def read_phrases(says: Text, mark: DecimalMark = ".") -> tuple[tuple[Phrase, Text], ...]:
    """The readings of a scalar, the likelier first: as it stands, and with `5 600` as one number,
    since few type the thin space that a page has between its thousands."""
    return _read_phrases(says, mark)


@lru_cache(maxsize=4096)  # a claims file stays as it is while its pages are edited
def _read_phrases(says: Text, mark: DecimalMark) -> tuple[tuple[Phrase, Text], ...]:
    phrase, words = read_phrase(says, mark)
    grouped = _GROUPED.sub(lambda number: number[0].replace(" ", "\u2009"), words.value)
    if grouped == words.value:
        return ((phrase, words),)
    other = Text(grouped, words.source, words.starts, words.ends)
    return (phrase, words), (Phrase.read(grouped, mark), other)


_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")
