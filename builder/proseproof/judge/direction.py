"""The words of a phrase that say which way a change goes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal as OneOf

from proseproof.language.hedge import read_hedge
from proseproof.language.reading import Said
from proseproof.language.token import Token
from proseproof.nouns import dataclass

Direction = OneOf[
    "less",
    "more",
    "faster",
    "slower",
    "signed",
    "improvement",
    "level",
    "part",
    "as fast",
    "unread",
]


@dataclass(frozen=True)
class Turn:
    """Which way a change goes, and the word that says it: `tokens[first:behind]`, or none.

    open: another word may say it.
    """

    direction: Direction
    first: int = 0
    behind: int = 0
    open: bool = False


_WORDS: dict[Direction, str] = {
    "less": (
        "less fewer lower smaller shorter cheaper lighter fall falls fell fallen falling down cut"
        " cuts cutting save saves saved saving savings reduce reduces reduced reducing reduction"
        " reductions drop drops dropped dropping decrease decreases decreased decreasing decline"
        " declines declined shrink shrinks shrank shrunk halve halves halved halving trim trims"
        " trimmed lose loses lost lowers lowered lowering slash slashes slashed shave shaves shaved"
        " plunge plunges plunged sink sinks sank"
    ),
    "more": (
        "more higher larger longer bigger greater heavier rise rises rose risen rising up grow"
        " grows grew grown growing growth increase increases increased increasing gain gains"
        " gained lift lifts lifted climb climbs climbed double doubles doubled doubling triple"
        " triples tripled tripling quadruple quadruples"
        " quadrupled quadrupling raise raises raised raising boost boosts boosted"
        " boosting jump jumps jumped surge surges surged"
    ),
    "faster": (
        "faster quicker speedup speedups speed-up speed-ups sped accelerate accelerates accelerated"
        " acceleration"
    ),
    "slower": "slower slowdown slowdowns slow-down slow-downs slows slowed slowing",
    "improvement": "improvement improvements improve improves improved improving better",
}
_DIRECTIONS = {word: name for name, words in _WORDS.items() for word in words.split()}
COMPARATIVES = frozenset(_DIRECTIONS)
"""The words that compare one number with another."""

# Behind "as", what a factor says, and what a percent or a part does: "80% as many" is 0.8 of it.
_AS_WORDS: dict[tuple[Direction, Direction], str] = {
    ("faster", "as fast"): "fast quick quickly rapid rapidly",
    ("slower", "unread"): "slow slowly",
    ("more", "part"): (
        "many much high large big great long tall wide heavy heavily often frequent frequently"
        " expensive costly"
    ),
    ("less", "unread"): (
        "few little low small short cheap cheaply light rare rarely seldom infrequent infrequently"
    ),
}
_AS = {word: both for both, words in _AS_WORDS.items() for word in words.split()}
_PAIRS = (
    "less more, fewer more, lower higher, smaller larger, smaller bigger, shorter longer,"
    " lighter heavier, cheaper dearer, faster slower, quicker slower, speedup slowdown,"
    " speed-up slow-down, fall rise, falls rises, fell rose, fallen risen, falling rising, down up,"
    " shrinks grows, shrank grew, shrunk grown, reduces increases, reduced increased,"
    " reduction increase, decrease increase, decreases increases, decreased increased,"
    " decreasing increasing, dropped jumped, drops jumps, drop jump, lowers raises, lowered raised,"
    " lose gain, loses gains, lost gained, fast slow, quickly slowly, few many, little much,"
    " low high, small large, short long, light heavy, cheap expensive, rarely often"
)
OPPOSITES: dict[str, str] = {}
"""The word for the other way, for words that say which way a change goes."""
for _pair in _PAIRS.split(", "):
    _down, _up = _pair.split()
    OPPOSITES.setdefault(_down, _up)
    OPPOSITES.setdefault(_up, _down)

# "Speeds up" and "slows down" are one word in two, between which something short may stand.
_IN_TWO: dict[str, tuple[frozenset[str], Direction]] = {
    "up": (frozenset({"speeds", "sped", "speeding"}), "faster"),
    "down": (frozenset({"slows", "slowed", "slowing"}), "slower"),
}
_APART = 4
_CLAUSE_ENDS = frozenset({";", ".", ":", "?", "!", ",", "(", ")"})
_NEXT_CLAUSE = frozenset({"and", "but", "while", "whereas", "then", "or", "with"})
_ARTICLES = frozenset({"the", "a", "an", "by"})


def direction_of(
    tokens: Sequence[Token], said: Said, group: Sequence[Said], measure: str
) -> Direction | None:
    """Which way the number `said` reads a change; None where no word or sign says it.

    group: the numbers that share its words, itself among them: "12 and 5 percent less". What
    counts is the nearest word behind the group in its clause, else the nearest before it. A hedge
    ("more than") is no direction. "Times" that nothing turns multiplies: more. "Level" is a number
    that says where a move arrives ("fell to 17 s"), "part" one that says how much of the whole is
    left ("a third of the time"), "unread" one that is compared by a word which reads no change
    ("3 times as noisy").
    """
    found = turn_of(tokens, said, group, measure)
    return found.direction if found is not None else None


def turn_of(
    tokens: Sequence[Token], said: Said, group: Sequence[Said], measure: str
) -> Turn | None:
    """The same, with the word that says it."""
    own = said.literal.written.lower()
    if own in _DIRECTIONS:
        return Turn(_DIRECTIONS[own])  # the number is the word: halved, doubled
    first, last = group[0], group[-1]
    compared = _as(tokens, last, measure)
    if compared is not None and not compared.open:
        return compared
    found = _nearest(tokens, range(last.after, len(tokens)), first, _NEXT_CLAUSE)
    if found is None:
        found = _nearest(tokens, range(first.at - 1, -1, -1), first, frozenset())
        if found is not None and _arrives(tokens, first):
            return Turn("level")
    way = found.direction if found is not None else None
    if said.literal.sign and way in (None, "less", "more") and measure != "factor":
        return Turn("signed")
    if found is not None or compared is not None:
        return found or compared
    if measure == "points":
        return Turn("signed")
    if measure == "factor" and (_is_times(tokens, last) or said.literal.factor):
        return Turn("more")
    return Turn("part") if measure == "share" and _is_part(tokens, last) else None


def _as(tokens: Sequence[Token], last: Said, measure: str) -> Turn | None:
    """What "as" and a word say behind a number: "3 times as many", "80% as fast"."""
    at = last.after
    norms = [token.norm.lower() for token in tokens[at : at + 3]]
    if norms[:1] != ["as"]:
        return None
    both = _AS.get(norms[1]) if len(norms) > 1 else None
    if both is None:  # "3 times as noisy as", but "fell 12% as expected"
        return Turn("unread", open=norms[2:] != ["as"])
    return Turn(both[measure != "factor"], at, at + 2)


def _nearest(
    tokens: Sequence[Token], order: Iterable[int], said: Said, ends: frozenset[str]
) -> Turn | None:
    hedge = read_hedge(tokens, said.at)
    hedged = range(hedge[1], said.at) if hedge is not None else range(0)
    for index in order:
        norm = tokens[index].norm.lower()
        if index in hedged:
            continue
        if norm in _IN_TWO:
            verbs, in_two = _IN_TWO[norm]
            near = range(max(index - _APART, 0), index)
            verb = next((at for at in near if tokens[at].norm.lower() in verbs), None)
            if verb is not None:
                return Turn(in_two, verb, index + 1)
        if norm in _DIRECTIONS and not (norm == "up" and _next(tokens, index) == "to"):
            return Turn(_DIRECTIONS[norm], index, index + 1)
        if tokens[index].kind == "number" or norm in _CLAUSE_ENDS or norm in ends:
            return None
    return None


def _next(tokens: Sequence[Token], index: int) -> str:
    return tokens[index + 1].norm if index + 1 < len(tokens) else ""


def _arrives(tokens: Sequence[Token], said: Said) -> bool:
    """Whether "to" stands before the number, and no number before that."""
    at = said.at
    hedge = read_hedge(tokens, at)
    at = hedge[1] if hedge is not None else at
    while at > 0 and tokens[at - 1].norm in _ARTICLES:
        at -= 1
    return at > 0 and tokens[at - 1].norm == "to"


def _is_times(tokens: Sequence[Token], said: Said) -> bool:
    """Whether a factor multiplies: 5.7 times, 5.7x the rate."""
    behind = [token.norm for token in tokens[said.at + 1 : said.at + 3]]
    return behind[:1] == ["times"] or behind[1:] in (["the"], ["that"])


def _is_part(tokens: Sequence[Token], said: Said) -> bool:
    """Whether a part is left of the whole: a third of the time, half as long, half the time."""
    return said.after < len(tokens) and tokens[said.after].norm in ("of", "as", "the")
