"""Words of other languages that loosen or bound a number. None is read, so each is told."""

from __future__ import annotations

from collections.abc import Sequence

from proseproof.language.token import Token

_WORDS = (
    # German
    "mehr als|weniger als|höchstens|mindestens|wenigstens|maximal|minimal|rund|etwa|ungefähr|zirka"
    "|circa|ca|fast|knapp|beinahe|annähernd|über|unter|bis zu|kaum"
    # French
    "|plus de|moins de|au plus|au moins|environ|presque|près de|à peine"
    # Spanish and Portuguese
    "|más de|menos de|al menos|como máximo|casi|alrededor de|aproximadamente|cerca de|apenas"
    "|mais de|pelo menos|no máximo|quase|até|acerca de|hasta"
    # Italian
    "|più di|meno di|almeno|al massimo|quasi|fino a|oltre"
    # Dutch
    "|meer dan|minder dan|minstens|hoogstens|ongeveer|bijna"
)
_BY_WORDS = frozenset(tuple(words.split()) for words in _WORDS.split("|"))
_LONGEST = max(map(len, _BY_WORDS))


def foreign_hedge(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Where such words stand right before the number at index `at`: the first token, and the one
    behind the last. None without them."""
    end = at
    if end and tokens[end - 1].norm == "." and tokens[end - 1].kind == "mark":
        end -= 1  # ca. 5 s
    for width in range(min(_LONGEST, end), 0, -1):
        if tuple(token.norm.lower() for token in tokens[end - width : end]) in _BY_WORDS:
            return end - width, end
    return None
