"""A text cut into tokens: words, numbers and marks, each with its characters."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Literal as OneOf, NamedTuple

from proseproof.language.literal import MINUS, Literal, no_number, read_literal
from proseproof.language.numeral import WORDS, is_malformed, read_numeral
from proseproof.language.units import unit_of_spelling
from proseproof.model import DecimalMark

TokenKind = OneOf["word", "number", "mark"]


class Token(NamedTuple):
    """A piece of a text, from `start` up to `end`.

    written: as it stands. norm: the same for pieces that read the same: quotes and dashes folded,
    the first letter small.
    literal: the number, where `kind` is "number". malformed: number words that are no numeral.
    """

    # A tuple, because a page is thousands of them, and no other record is made as fast.

    kind: TokenKind
    start: int
    end: int
    written: str
    norm: str
    literal: Literal | None = None
    malformed: bool = False


_STOP = r"\s=(/)\[\]{}<>|\"“”„«»`~≈≤≥×–—―…→;"
_NAME = re.compile(rf"(?:[a-z]+://[^\s<>\"]+|[^\W\d_][^{_STOP}]*)")
# Most words are plain letters with white space around them: there is nothing to look at closely.
_PLAIN = re.compile(r"\s*+([A-Za-z]++)(?=[.,:!?]?(?:\s|\Z))")
# Marks that begin no number and no name; a decimal comma does.
_ALONE = frozenset(",;:()[]{}!?\"'`/|&*@=<>%^~_\\")
_TRAILING = ".,:;!?'’*-‐‑+%"
_ATTACHED = re.compile(r"[^\W\d_]+|%")
_TO_ONE = re.compile(r":1(?![\w:]|[.,]\d)")
_DASHES = re.compile(r"[‐‑‒–—―−]")
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'"})
_NEVER_ONE = frozenset("every each any no this which next other another former latter".split())
_NO_NOUNS = frozenset("of in for after before within than to over under by or and at".split())
_ONE_AND_ONE = frozenset({("by", "one"), ("after", "another"), ("or", "another")})
_ARTICLE_UNITS = frozenset({"minute", "hour", "second", "millisecond"})
_SIGN_BEFORE = re.compile(r"[\w%)\]]")


def tokenize(text: str, mark: DecimalMark = ".") -> tuple[Token, ...]:
    """The tokens of a text, in order; white space is none. Raises nothing, whatever the text."""
    return _tokenize(text, mark)


def norms(text: str) -> tuple[str, ...]:
    """The same for texts that a reader does not tell apart: whatever their dashes and capitals."""
    return tuple(token.norm.lower() for token in tokenize(text))


@lru_cache(maxsize=8192)  # most of a page is the same before and after an edit
def _tokenize(text: str, mark: DecimalMark) -> tuple[Token, ...]:
    tokens = _numerals(text, _plain_tokens(text, mark))
    return tuple(_said_twice(tokens) if "(" in text else tokens)


def _plain_tokens(text: str, mark: DecimalMark) -> list[Token]:
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        plain = _PLAIN.match(text, at)
        if plain is not None:
            word, at = plain[1], plain.end()
            norm = word[:1].lower() + word[1:]
            tokens.append(Token("word", at - len(word), at, word, norm))
            continue
        char = text[at]
        if char.isspace():
            at = len(text) - len(text[at:].lstrip())
            continue
        to_one = _to_one(text, at, tokens) if char == ":" else None
        if to_one is not None:
            tokens.append(to_one)
            at = to_one.end
            continue
        if char in _ALONE and (char != "," or mark != ","):
            tokens.append(Token("mark", at, at + 1, char, char))
            at += 1
            continue
        token = _number(text, at, mark) or _name(text, at, tokens)
        if token is None:
            token = Token("mark", at, at + 1, char, _fold(char))
        tokens.append(token)
        at = token.end
    return tokens


def _to_one(text: str, at: int, before: list[Token]) -> Token | None:
    """The `:1` of a ratio such as 2.1:1, which is one number."""
    if not before or before[-1].kind != "number" or before[-1].end != at:
        return None
    found = _TO_ONE.match(text, at)
    return _word(text, at, found.end()) if found else None


def _number(text: str, at: int, mark: DecimalMark) -> Token | None:
    char = text[at]
    if char.isalpha():
        return None
    if "0" <= char <= "9":
        end = no_number(text, at, mark)
        if end is not None:
            end -= len(text[at:end]) - len(text[at:end].rstrip(_TRAILING))
            return _word(text, at, end)
    elif char in MINUS or char == "+":
        if at and (_SIGN_BEFORE.match(text[at - 1]) or text[at - 1] in MINUS):
            return None
        digit = re.compile(r".[$€£¥]?(?=\d)").match(text, at)
        if digit and no_number(text, digit.end(), mark):
            return None
    elif char == "#" and text[at + 1 : at + 2].isdigit() and not text[at - 1 : at].isalnum():
        reference = re.compile(r"#\d+").match(text, at)
        if reference:  # `#804` names an issue
            return _word(text, at, reference.end())
    literal = read_literal(text, at, mark)
    if literal is None:
        return None
    return Token("number", at, literal.end, literal.written, literal.written, literal)


def _name(text: str, at: int, before: list[Token]) -> Token | None:
    """A word or a name. Behind a number, a unit ends before a dash and a digit (`0.6s-1.8s`)."""
    found = _NAME.match(text, at)
    if found is None:
        return None
    last = before[-1] if before else None
    if last is not None and last.kind == "number":
        attached = _ATTACHED.match(text, at)
        if attached and (last.end == at or unit_of_spelling(attached.group()) is not None):
            behind = text[attached.end() : attached.end() + 2]
            if last.end == at or (behind[:1] in MINUS + "%" and behind[1:].isdigit()):
                return _word(text, at, attached.end())
    end = at + len(found.group().rstrip(_TRAILING)) or found.end()
    return _word(text, at, end)


def _word(text: str, start: int, end: int) -> Token:
    word = text[start:end]
    return Token("word", start, end, word, _fold(word), malformed=is_malformed(word))


def _fold(word: str) -> str:
    if not word.isascii():
        word = _DASHES.sub("-", word.translate(_QUOTES))
    return word[:1].lower() + word[1:]


_BEGINNINGS = WORDS | {"a", "an"}
_BEHIND_AN_ARTICLE = WORDS | _ARTICLE_UNITS


def _numerals(text: str, tokens: list[Token]) -> list[Token]:
    """Words that make up numerals, each run become one number token."""
    # Most words are small letters and no number, which one look tells.
    candidates = [
        at
        for at, token in enumerate(tokens)
        if (norm := token.norm) in _BEGINNINGS
        or (("-" in norm or not norm.islower()) and _head(norm) in _BEGINNINGS)
    ]
    result: list[Token] = []
    done = 0
    for at in candidates:
        if at < done or not _begins_numeral(tokens, at):
            continue
        result += tokens[done:at]
        merged = _numeral(text, tokens, at, result)
        result.append(merged[0] if merged else tokens[at])
        done = at + (merged[1] if merged else 1)
    return result + tokens[done:]


def _begins_numeral(tokens: list[Token], at: int) -> bool:
    """Whether a numeral may begin at a word that can begin one."""
    if _head(tokens[at].norm) not in ("a", "an") or "-" in tokens[at].norm:
        return True
    return at + 1 < len(tokens) and _head(tokens[at + 1].norm) in _BEHIND_AN_ARTICLE


def _head(norm: str) -> str:
    return (norm.split("-", 1)[0] if "-" in norm else norm).lower()


def _numeral(
    text: str, tokens: list[Token], at: int, before: list[Token]
) -> tuple[Token, int] | None:
    first = tokens[at]
    if first.kind != "word" or first.malformed:
        return None
    head = _head(first.norm)
    run, counts = _run_of_words(text, tokens, at)
    numeral = read_numeral(run)
    if numeral is None:
        follower = run[1] if len(run) > 1 else ""
        if head not in ("a", "an") or follower not in _ARTICLE_UNITS or _is_article(before):
            return None
        one = Fraction(1)
        literal = Literal(
            first.start, first.end, text[first.start : first.end], one, one, one,
            words=True, weak=True,
        )  # fmt: skip
        return Token("number", first.start, first.end, first.written, first.norm, literal), 1
    if numeral.weak and run[0] == "one" and _counts_nothing(tokens, at, before):
        return None
    used = 0
    while sum(counts[:used]) < numeral.words:
        used += 1
    if sum(counts[:used]) != numeral.words:
        return None
    last = tokens[at + used - 1]
    step = Fraction(1, 100) if numeral.fraction else Fraction(1)
    written = text[first.start : last.end]
    literal = Literal(
        first.start, last.end, written, numeral.value, step, step, words=True,
        fraction=numeral.fraction, factor=numeral.factor, weak=numeral.weak,
    )  # fmt: skip
    norm = " ".join(token.norm for token in tokens[at : at + used])
    return Token("number", first.start, last.end, written, norm, literal), used


def _is_article(before: list[Token]) -> bool:
    """Whether an "a" counts nothing: half a second, a quarter of an hour, 30 runs a minute."""
    if len(before) > 1 and before[-2].kind == "number" and may_be_counted(before[-1].norm):
        return True
    ahead = before[-2:] if before and before[-1].norm == "of" else before[-1:]
    literal = ahead[0].literal if ahead else None
    return literal is not None and literal.fraction


def may_be_counted(word: str) -> bool:
    """Whether a word behind a number may name what is counted: no unit, no preposition, no mark."""
    return word[:1].isalpha() and word not in _NO_NOUNS and unit_of_spelling(word) is None


def _counts_nothing(tokens: list[Token], at: int, before: list[Token]) -> bool:
    """Whether the "one" at `at` is no number: every one, one another, one by one."""
    ahead = tuple(token.norm for token in tokens[max(at - 2, 0) : at])
    behind = tuple(token.norm for token in tokens[at + 1 : at + 3])
    return (
        (bool(before) and before[-1].norm in _NEVER_ONE)
        or behind[:1] == ("another",)
        or behind in _ONE_AND_ONE
        or ahead == ("one", "by")
    )


def _run_of_words(text: str, tokens: list[Token], at: int) -> tuple[list[str], list[int]]:
    """The words from `at` on that only spaces part, hyphens split; and how many each token gave."""
    words: list[str] = []
    counts: list[int] = []
    for index in range(at, min(at + 9, len(tokens))):
        token = tokens[index]
        if token.kind != "word" or token.malformed:
            break
        if index > at and text[tokens[index - 1].end : token.start].strip():
            break
        parts = token.norm.lower().split("-")
        words += parts
        counts.append(len(parts))
    return words, counts


def _said_twice(tokens: list[Token]) -> list[Token]:
    """`fifteen (15)` become one number that remembers both of its forms."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        word, *rest = tokens[at : at + 4]
        if (
            len(rest) == 3
            and word.literal is not None and word.literal.words
            and rest[0].norm == "(" and rest[2].norm == ")"
            and rest[1].literal is not None and not rest[1].literal.words
        ):  # fmt: skip
            twin = replace(word.literal, twin=rest[1].literal, weak=False)
            norm = f"{word.norm} ({rest[1].norm})"
            result.append(Token("number", word.start, rest[2].end, norm, norm, twin))
            at += 4
        else:
            result.append(word)
            at += 1
    return result
