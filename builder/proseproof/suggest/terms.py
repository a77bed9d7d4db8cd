"""Words as far as they can be compared: stems of prose and of names, and which of them are rare."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from functools import cache

from proseproof.nouns import dataclass

_PARTS = re.compile(r"[^\W\d_]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# What says little about which column or row is meant.
_IDLE = frozenset(
    "a an the of in on at to for from by with and or as is are was were be been has have had it its"
    " this that these those they them than then so we you our your not no but if when while into"
    " out which who what each every all both one two three more less per about only same"
    " also does do did can will would s".split()
)
_SHORT = {
    "mem": "memory", "frac": "fraction", "avg": "mean", "average": "mean", "min": "minimum",
    "max": "maximum", "med": "median", "pct": "percent", "num": "number", "cnt": "count",
    "len": "length", "lat": "latency", "tput": "throughput", "dur": "duration",
    "temp": "temperature", "req": "request", "resp": "response", "tok": "token",
    "iter": "iteration", "ms": "millisecond", "wake": "wake", "ran": "run", "err": "error",
    "cfg": "config", "util": "utilization", "freq": "frequency", "std": "deviation",
    "secs": "second", "s": "second", "took": "take", "taken": "take",
}  # fmt: skip
# Each with how much of a word has to be left before it.
_ENDINGS = (
    ("ions", 4), ("ion", 4), ("ies", 3), ("ing", 3), ("ed", 3), ("es", 3), ("s", 3), ("e", 3),
)  # fmt: skip


@cache
def stem(word: str) -> str:
    """What the forms of a word have in common: `saved`, `saving` and `saves` are `sav`."""
    word = word.lower()
    word = _SHORT.get(word, word)
    for ending, least in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 4 and word[-1] == word[-2] else word


@cache
def stems(text: str) -> tuple[str, ...]:
    """The stems of the words and numbers of a text or a name, those that say little left out."""
    parts = _PARTS.findall(_CAMEL.sub(" ", text))
    return tuple(stem(part) for part in parts if part.lower() not in _IDLE)


@cache
def joined(word: str) -> tuple[str, ...]:
    """The stem of a word with a capital inside as one: captures write `tinylfu` for "TinyLFU"."""
    return (stem(word),) if _CAMEL.search(word) else ()


@dataclass(frozen=True)
class Rarity:
    """How much a stem tells, from the names among which one is to be chosen: 0 to 1."""

    counts: Mapping[str, int]
    names: int

    @classmethod
    def of(cls, names: Iterable[str]) -> Rarity:
        """The rarity of the stems of `names`, each name counted once."""
        counts: dict[str, int] = {}
        number = 0
        for name in set(names):
            number += 1
            for one in set(stems(name)):
                counts[one] = counts.get(one, 0) + 1
        return cls(counts, number)

    def __call__(self, one: str) -> float:
        """Near 1 for a stem of a single name, near 0.2 for one that most names have."""
        count = self.counts.get(one, 1)
        return max(1 - math.log(count) / math.log(self.names + 2), 0.2)
