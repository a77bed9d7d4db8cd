"""What the words of a sentence say against an idea: exceptions, rows unread, moves the other way.

An idea may agree in its column, its statistic and its filters, and still say what the sentence does
not: "without warm runs", "run a", "rose from 60 to 33 ms". Where it is not clear, the words are
against it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise

from proseproof.language.token import Token, norms
from proseproof.suggest.draft import RANGES, Around, Draft
from proseproof.suggest.fact import Fact
from proseproof.suggest.idea import Idea, said_of
from proseproof.suggest.relation import Leaf, Value, is_difference, is_key
from proseproof.suggest.score import BOUNDS
from proseproof.suggest.terms import stem, stems

SENTENCE = 0.55
"""The weight of a word of the same sentence, as `Around` weighs them."""

CLAUSE = 0.8
"""That of a word of the same clause."""

_NEGATIONS = frozenset(
    "not no without never none nothing neither nor nobody cannot non lacking lacks lacked".split()
)
_EXCEPTIONS = frozenset(
    "except excepting exception exceptions excluding excludes excluded exclude unlike but only"
    " other others another else rest remaining instead rather besides barring minus omitting"
    " omitted half failing ignoring ignored disregarding skipping skipped discarding discarded"
    " hardly".split()
)
_FROM = frozenset({("apart", "from"), ("aside", "from"), ("far", "from"), ("save", "for")})
_EXCUSED = frozenset({"only", "no", "not", "never"})  # "only 9 ms", "never more than 9 ms"
_NEAR = 3  # "not warm", "without a warm start"
_FALLS = frozenset(
    "fall falls fell fallen falling drop drops dropped dropping decrease decreases decreased"
    " decreasing decline declines declined sink sinks sank sunk shrink shrinks shrank shrunk down"
    " lowered reduced reduces".split()
)
_RISES = frozenset(
    "rise rises rose risen rising increase increases increased increasing grow grows grew grown"
    " growing climb climbs climbed jump jumps jumped raised raises up".split()
)
_DIFFER = frozenset(
    "difference differ differs gap between less more above below over under than minus apart saved"
    " saves saving faster slower".split()
)
# "Takes up to 9 ms" bounds it; "summed up to 9 ms" and "went up to 9 ms" do not.
_BEFORE_UP_TO = frozenset(
    "is are was were be been being of at for take takes took taken taking use uses used need needs"
    " needed have has had cost costs last lasts lasted".split()
)
_BRIDGE = frozenset({"of", "=", ":", "number", "size", "and", "or", "to", ",", "-"})


def speaks_against(draft: Draft, idea: Idea) -> bool:
    """Whether the sentence of a draft denies, excepts, names or moves what an idea does not."""
    facts = tuple(chain.from_iterable(idea.facts))
    return (
        _is_denied(draft, facts)
        or _names_unread(draft, facts)
        or _is_no_value(draft, idea, facts)
        or _moves_otherwise(draft, idea, facts)
    )


# Negation and exception.


def _is_denied(draft: Draft, facts: Sequence[Fact]) -> bool:
    """Whether a word of negation or exception stands there that no filter with False means."""
    denied = {
        one
        for fact in facts
        for key, value in fact.group.filters
        if value is False
        for one in stems(key.path[-1])
    }
    rows = {str(value) for fact in facts for value in fact.group.constants.values()}
    said = False
    for words in (_without_names(text, rows) for text in _texts(draft)):
        for at, norm in enumerate(words):
            if norm in _NEGATIONS or norm.endswith(("n't", "n’t")) or norm.startswith("non-"):
                near = chain.from_iterable(map(stems, words[at : at + 1 + _NEAR]))
                if denied.isdisjoint(near):
                    return True
                said = True
            if norm in _EXCEPTIONS or tuple(words[at : at + 2]) in _FROM:
                return True
    return bool(denied) and not said


def _without_names(words: list[str], names: Collection[str]) -> list[str]:
    """The words of a text without the names of rows in it: `KV cache only` excepts nothing."""
    for name in map(norms, names):
        size = len(name)
        for at in range(len(words) - size, -1, -1) if size > 1 else ():
            if tuple(words[at : at + size]) == name:
                words = [*words[:at], *words[at + size :]]
    return words


def _texts(draft: Draft) -> Iterator[list[str]]:
    """The words that speak of a draft: its sentence; of a cell its row and its header as well."""
    sentence = draft.sentence
    yield [
        draft.tokens[at].norm.lower()
        for at in sentence
        if not (draft.tokens[at].norm in _EXCUSED and _is_of_bound(draft, at))
    ]
    if draft.cell is not None:
        grid, row, column = draft.cell
        cells = [*grid.rows[row], *grid.header[column : column + 1]]
        for cell in cells:
            yield [*norms(cell.text.value)]


def _is_of_bound(draft: Draft, at: int) -> bool:
    """Whether a negation belongs to the bound that a number has, or "only" to a number."""
    first = draft.first
    if draft.tokens[at].norm == "only":
        return at == first - 1
    bound = draft.said[0].hedge in BOUNDS and draft.said[0].hedge != "up to"
    return bound and first - 1 <= at < draft.said[0].at


# Rows that are named.


def _names_unread(draft: Draft, facts: Sequence[Fact]) -> bool:
    """Whether the sentence names a row nearest to the numbers, and none of the facts reads it."""
    relation = facts[0].group.relation
    named = {one for fact in facts if fact.leaf for name in fact.leaf.path for one in stems(name)}
    counted = {fact.leaf for fact in facts if fact.stat == "kinds"}
    for key in relation.rows:
        if key.kind == "number" and not (is_key(key) and relation.whole):
            continue
        if key.kind == "flag" or key in counted or any(fact.leaf is key for fact in facts):
            continue
        if any(_is_unread(draft, around, facts, key, named) for around in draft.around):
            return True
    return False


def _is_unread(
    draft: Draft, around: Around, facts: Sequence[Fact], key: Leaf, columns: set[str]
) -> bool:
    """Whether the words about a number name values of a key, and other rows are read.

    columns: the stems of the columns that are read, which name no row.
    """
    found = {
        value: weight_of(draft, around, key, value)
        for value in dict.fromkeys(facts[0].group.relation.rows[key])
        if value is not None and columns.isdisjoint(stems(str(value)))
    }
    named = {value: weight for value, weight in found.items() if weight >= SENTENCE}
    # With "engine kept" another row, "both kept", is not named as well.
    for value in list(named):
        own = set(stems(str(value)))
        if any(own < set(stems(str(other))) for other in named):
            del named[value]
    if not named:
        return False
    read: set[Value] = set()
    for fact in facts:
        values = _values_read(fact, key)
        if len(values) != 1 and not values <= named.keys():
            return True
        read |= values
    best = max(named.values())
    nearest = {value for value, weight in named.items() if weight == best}
    # In a clause with several, as "12 s with gzip and 3 s with zstd", one of them is enough.
    return read.isdisjoint(nearest) if best >= CLAUSE else not nearest <= read


def _values_read(fact: Fact, key: Leaf) -> set[Value]:
    """The values that a key has in the rows of a fact, as far as the rows are known."""
    group, rows = fact.group, fact.group.relation.rows
    if key in group.constants:
        return {group.constants[key]}
    filters = [(rows[one], value) for one, value in group.filters if one in rows]
    return {
        held
        for at, held in enumerate(rows[key])
        if held is not None and all(values[at] == value for values, value in filters)
    }


def weight_of(draft: Draft, around: Around, key: Leaf, value: Value) -> float:
    """How near the words name what a filter leaves, 0 to 1.3; all the words of it count.

    A number counts beside the name of its key: "run 6" is no "6 runs", and "ran in 6" is neither.
    """
    if isinstance(value, str):
        words = [around.words.get(one, 0.0) for one in said_of(key, value)]
        near = max(min(words, default=0.0), around.names.get(value.lower(), 0.0))
        return near if words else max(near, float(_is_written(draft, key, value.lower())))
    if not isinstance(value, bool) and draft.cell is None:
        return float(_is_beside(draft, key, value))
    return min((around.words.get(one, 0.0) for one in said_of(key, value)), default=0.0)


def _is_written(draft: Draft, key: Leaf, value: str) -> bool:
    """Whether a name such as "a", which words alone do not tell, stands behind its key's name or
    is a cell of the row."""
    if draft.cell is not None:
        grid, row, _ = draft.cell
        return any(cell.text.value.strip("`* ").lower() == value for cell in grid.rows[row])
    return _is_beside(draft, key, value)


def _is_beside(draft: Draft, key: Leaf, value: Value) -> bool:
    """Whether the sentence writes a value behind its key's name ("run a", "steps 1 and 2")."""
    tokens, name = draft.tokens, key.path[-1].lower()
    parts = {name, *name.split("_")}
    for at in draft.sentence:
        token = tokens[at]
        if token.literal is not None:
            if token.literal.value != value or token.literal.words:
                continue
            after = tokens[at + 1].norm.lower() if at + 1 < len(tokens) else ""
            if after == name and name.endswith("s"):
                return True  # "100 connections"
        elif token.norm.lower() != value:
            continue
        before = at - 1
        while before >= 0 and (tokens[before].literal or tokens[before].norm in _BRIDGE):
            before -= 1
        if before >= 0 and _names(tokens[before], parts):
            return True
    return False


def _names(token: Token, parts: set[str]) -> bool:
    word = token.written.lower()
    return word in parts or (word.endswith("s") and word[:-1] in parts)


# What moves.


def _is_no_value(draft: Draft, idea: Idea, facts: Sequence[Fact]) -> bool:
    """Whether a value is taken for what is a difference ("rose by 9 ms") or a sum ("up to"), or a
    difference of two columns for what no word calls one."""
    if idea.how:
        return False
    words = {draft.tokens[at].norm.lower() for at in draft.sentence}
    if any(one.leaf and one.leaf.derived for one in facts) and words.isdisjoint(_DIFFER):
        return True
    before = draft.tokens[draft.first - 1].norm if draft.first - 1 in draft.sentence else ""
    if draft.said[0].hedge == "up to":
        return before.isalpha() and before not in _BEFORE_UP_TO
    return (before == "by" or before in _FALLS | _RISES) and not all(
        one.leaf and is_difference(one.leaf) for one in facts
    )


def _moves_otherwise(draft: Draft, idea: Idea, facts: Sequence[Fact]) -> bool:
    """Whether the numbers rise where the words fall, or the reverse; or begin at another row."""
    if draft.parted:
        return True  # one end of a move that no query gives as a whole
    sentence = [draft.tokens[at].norm.lower() for at in draft.sentence]
    words = set(sentence)
    if words & (_FALLS | _RISES) and " DESC" in idea.sql:
        return True  # from the last row to the first it does not move
    for one, other in pairwise(draft.said):
        if one.tie in RANGES:
            first, last = one.literal.value, other.literal.value
            if (words & _FALLS and first < last) or (words & _RISES and first > last):
                return True
    read = [fact.group.constants for fact in facts]
    begins = {stem(after) for before, after in pairwise(sentence) if before == "from"}
    begins |= {stem(sentence[at + 2]) for at, norm in enumerate(sentence[:-2]) if norm == "from"}
    for key in {key for held in read for key in held} if len(read) > 1 else ():
        values = [held.get(key) for held in read]
        if len(set(values)) > 1 and any(
            isinstance(value, str) and begins & {stem(value), *stems(value)} for value in values[1:]
        ):
            return True
    return False
