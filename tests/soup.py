"""Small projects thrown together at random from the pieces of the language."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.project import small_project


def _each(text: str) -> list[str]:
    """The pieces between the bars, an empty one included."""
    return text.split("|")


_NUMBERS = _each(
    "0|1|7|30|0.6|44.06|100|1,234|12,345|−5|-5|-0.3|+4|1.2e-3|3×10⁵|12k|3.4M|29/30|5/0|#3|v1.2|$5|~5"
    "|2026-11-30|12:30|12,5|1.234,5|one|two|half|twice|halved|thirty-three|thirty-three-six|4 of 12"
    "|1 234|1\u2009234|a quarter|two thirds|a minute|a dozen|one and a half|fifteen (15)|ten (12)"
)
_UNITS = _each(
    "||| s| ms|s| GB| GiB|%| percent|x| times| pp|-second| percentage points| tokens/s| GB/s"
    "| per second| °C| runs| min"
)
_HEDGES = _each(
    "|||about|nearly|more than|less than|at most|within|up to|~|no more than|over|≥|never over"
    "|no run took less than|between"
)
_TIES = _each(" to |–|-| and |, | or | vs. | against | of |/| × | less, | more and | (|) ")
_WORDS = _each(
    "took|saved|faster|slower|less|more|improvement|each|both|every|fell|rose|down|up|VAE|no|between"
    "|all|lift|`code`|*em*|**b**|[l](x)|“q”|—|&nbsp;|&minus;|p95|the median is|the mean|fell to"
    "|as fast|Qwen 4B|only one|reduction of"
)
_COLUMNS = _each("t_s|t_ms|n|x_ratio|x_pct|x_pp|m_gb|m_gib|r_per_s|r_gb_per_s|name|median_s")
_EXPRESSIONS = _each(
    "{}|{}|{}|max({})|avg({})|median({})|count(*)|2 * {}|{}::VARCHAR|quantile_cont({}, 0.95)"
    "|round({}, 1)|'nan'::DOUBLE|'inf'::DOUBLE|NULL|DATE '2020-01-01'|INTERVAL 5 SECOND|[1, 2]|true"
    "|{} / 0|no.where"
)
_FORMATS = _each("{t_s} s|{t_s:.1f}|{n} of 5|{t_s}{n}|v{n}|{t_s:+.0f}%|x{{}}{n:d}|{no}")
_ODD: list[Any] = [
    None, "VAE", "5", "", True, [1, 2], {"a": 1}, 1e308, 10**22, "Qwen 4B", 0, 1e-12, "5 %", "a\nb",
    -3.5,
]  # fmt: skip
_BLOCKS = ["", "- ", "> ", "# ", "| a | ", '!!! note "x"\n    ']


def _phrase(random: Random) -> str:
    parts = []
    for _ in range(random.randint(1, 4)):
        number = random.choice(_NUMBERS) + random.choice(_UNITS)
        if random.random() < 0.4:
            number += random.choice(_TIES) + random.choice(_NUMBERS) + random.choice(_UNITS)
        parts += [random.choice(_WORDS), random.choice(_HEDGES), number]
    return " ".join(part for part in parts if part)


def _query(random: Random) -> str:
    columns = [
        random.choice(_EXPRESSIONS).format(random.choice(_COLUMNS))
        for _ in range(random.randint(1, 3))
    ]
    return (
        f"SELECT {', '.join(columns)} FROM rows{random.choice(['', ' LIMIT 1', ' WHERE n > 999'])}"
    )


def _other_digit(random: Random, text: str) -> str:
    places = [at for at, char in enumerate(text) if char.isdigit()]
    if not places or random.random() < 0.6:
        return text
    at = random.choice(places)
    return f"{text[:at]}{random.randint(0, 9)}{text[at + 1 :]}"


def soup(random: Random) -> dict[str, str]:
    """The files of a project: phrases, some with another digit on the page; odd values; a table."""
    rows = [
        {
            name: random.choice(_ODD) if random.random() < 0.15 else round(random.uniform(0, 60), 2)
            for name in _COLUMNS
        }
        for _ in range(random.randint(1, 3))
    ]
    claims: list[dict[str, Any]] = []
    page = ""
    for _ in range(random.randint(1, 6)):
        says = _phrase(random)
        claim: dict[str, Any] = {"says": says}
        claim[random.choice(["query", "query", "change", "holds"])] = _query(random)
        if random.random() < 0.2:
            claim |= random.choice(
                [{"each": True}, {"unit": "s"}, {"names": {"VAE": "x", "": "y"}}]
            )
        claims.append(claim)
        page += f"{random.choice(_BLOCKS)}{_other_digit(random, says)}.\n\n"
    page += "| A | B, s |\n|---|---|\n"
    for row in rows:
        page += f"| {row['name']} | {random.choice(['5 s', '5 of 5', '', 'x'])} |\n"
    table = {
        "id": "table", "kind": "table", "title": f"Table {random.choice(_NUMBERS)}",
        "data": "SELECT * FROM rows", "columns": {"A": "{name}", "B": random.choice(_FORMATS)},
    }  # fmt: skip
    more: dict[str, Any] = {"given": [{"says": _phrase(random), "why": "so"}]}
    if random.random() < 0.2:
        more["project_decimal"] = ","
    return small_project(page, claims, {"rows": rows}, figures=[table], **more)
