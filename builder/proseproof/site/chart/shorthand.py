"""Altair's shorthand for a channel, as in `mean(rollout_s):Q`, read to the keys it stands for."""

from __future__ import annotations

import re

from proseproof.nouns import dataclass

TYPES = {
    "Q": "quantitative",
    "O": "ordinal",
    "N": "nominal",
    "T": "temporal",
    "G": "geojson",
}

AGGREGATES = (
    "argmax", "argmin", "average", "count", "distinct", "exponential", "exponentialb", "max",
    "mean", "median", "min", "missing", "product", "q1", "q3", "ci0", "ci1", "stderr", "stdev",
    "stdevp", "sum", "valid", "values", "variance", "variancep",
)  # fmt: skip

_UNIT = re.compile(
    r"(?:utc)?(?:year|quarter|month|week|day|dayofyear|date|hours|minutes|seconds"
    r"|milliseconds)+"
)
_CALL = re.compile(r"(\w+)\((.*)\)", re.DOTALL)


@dataclass(frozen=True)
class UnknownType:
    """A shorthand whose part behind the colon is no type."""

    written: str


def read_shorthand(text: str) -> dict[str, str] | UnknownType:
    """The keys of a channel that a shorthand stands for: `field`, `type`, `aggregate`, `timeUnit`.

    `min(a):Q` gives {"aggregate": "min", "field": "a", "type": "quantitative"}; a type is a letter
    or a whole word; a name in brackets that is neither an aggregate nor a time unit is a field.
    """
    keys: dict[str, str] = {}
    body, colon, code = text.rpartition(":")
    if not colon or body.endswith("\\"):  # Vega's own escape: the colon belongs to the name
        body = text
    elif code in TYPES or code in TYPES.values():
        keys["type"] = TYPES.get(code, code)
    elif re.fullmatch(r"\w*", code):
        return UnknownType(code)
    else:
        body = text
    call = _CALL.fullmatch(body)
    if call and call[1] == "count" and not call[2]:
        return {"aggregate": "count", "type": "quantitative", **keys}
    if call and call[2] and call[1] in AGGREGATES:
        return {"aggregate": call[1], "field": call[2], **keys}
    if call and call[2] and _UNIT.fullmatch(call[1]):
        return {"timeUnit": call[1], "field": call[2], "type": "temporal", **keys}
    return {"field": body, **keys} if body else keys
