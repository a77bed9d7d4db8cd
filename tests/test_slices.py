"""Claims cut out of real pages: the documentation of the packages that are installed here."""

from __future__ import annotations

import re
import sysconfig
from pathlib import Path
from random import Random

import pytest

from proseproof.judge.corpus import Corpus
from proseproof.judge.words import read_phrase
from proseproof.language.token import Token
from proseproof.prose import read_prose
from proseproof.source import Source, Text

FEW = 40  # pages, spread over all that are found
LONGEST = 40_000  # characters of a page that are read
_MARK_UP = re.compile(r"[*_`<>\[\]~^=+&\\{}:!#|$\"']|--|\(c\)|\.\.\.")


def _pages() -> list[Path]:
    found = sorted(Path(sysconfig.get_path("purelib")).rglob("*.md"))
    return found[:: max(len(found) // FEW, 1)][:FEW]


PAGES = _pages()


@pytest.mark.skipif(not PAGES, reason="no installed package has Markdown with it")
@pytest.mark.parametrize("path", PAGES, ids=lambda path: "/".join(path.parts[-3:]))
def test_what_was_cut_out_of_a_page_is_found_there(path: Path) -> None:
    """A run of words of the reader's text, written into the YAML, stands where it was taken."""
    text = path.read_text(encoding="utf-8", errors="replace")[:LONGEST]
    corpus = Corpus.of("page.md", read_prose(Text.of(Source("page.md", text))).passages)
    random = Random(path.name)
    for _ in range(15):
        passage = random.randrange(len(corpus.passages)) if corpus.passages else 0
        cut = _cut(corpus, passage, random) if corpus.passages else None
        if cut is None:
            continue
        start, says = cut
        phrase, _ = read_phrase(Text.of(Source("claims.yml", says)))
        found = {(place.passage, place.match.start) for place in corpus.find(phrase)}
        assert (passage, start) in found, says


def _cut(corpus: Corpus, passage: int, random: Random) -> tuple[int, str] | None:
    """The index of a token, and a few words from there on that no mark-up would change."""
    tokens = corpus.body.texts[passage]
    starts = [at for at in range(len(tokens)) if _is_free(tokens, at)]
    if not starts:
        return None
    start = random.choice(starts)
    ends = [at for at in range(start, min(start + 12, len(tokens))) if tokens[at].kind == "word"]
    text = corpus.passages[passage].text.value
    says = text[tokens[start].start : tokens[random.choice(ends)].end]
    # Whether "one" is a number hangs on the word behind it, as in "with one another".
    return None if _MARK_UP.search(says) or says.endswith(" one") else (start, says)


def _is_free(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether a phrase may begin here: with a plain word behind another, no part of a hedge."""
    here = tokens[at]
    before = tokens[at - 1] if at else None
    plain = here.kind == "word" and here.norm.isalpha()
    alone = before is None or (before.kind == "word" and before.end < here.start)
    hedge = {
        "than",
        "least",
        "most",
        "to",
        "more",
        "less",
        "fewer",
        "under",
        "one",
        "a",
        "an",
        "the",
    }
    return plain and alone and here.norm not in hedge
