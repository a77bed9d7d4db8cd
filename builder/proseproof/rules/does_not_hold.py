"""A sentence with a counterexample.

`holds` is a query whose first column must be true in every row. The other columns are the
evidence: a row whose first column is false is shown as the counterexample.
"""

from collections.abc import Iterator, Sequence

from proseproof.finding import Finding, Label
from proseproof.judge.claim import Examined
from proseproof.judge.examination import Examination
from proseproof.judge.quantity import show_raw
from proseproof.near import first_few
from proseproof.query import Answer, Value
from proseproof.rules.wording import first_line

NAME = "does-not-hold"
_SHOWN = 3  # counterexamples that a finding lists
_WIDEST = 60  # characters of a value


def check(examination: Examination) -> Iterator[Finding]:
    """Each `holds` with a row whose first column is false."""
    for examined in examination.claims:
        if isinstance(examined.asked.holds, Answer):
            rows = [row for row in examined.asked.holds.rows if row[0] is False]
            if rows:
                yield _finding(examined, examined.asked.holds, rows)


def _finding(examined: Examined, answer: Answer, rows: Sequence[tuple[Value, ...]]) -> Finding:
    claim = examined.claim
    assert claim.holds is not None
    words = " ".join(claim.says.value.split())
    shown = [evidence(answer, row) for row in first_few(rows, _SHOWN)]
    if len(shown) < len(rows):
        shown.append(f"and {len(rows) - len(shown)} more of {len(answer.rows)} rows")
    places = tuple(Label(judged.place.whole, "said here") for judged in examined.places[:1])
    labels = (Label(first_line(claim.holds), shown[0]), *places)
    return Finding(
        NAME, claim.says.span(), f'"{words}" has a counterexample', "", labels, tuple(shown[1:]),
        "change the words to what the rows say, or `holds` where it asks for more than they do",
    )  # fmt: skip


def evidence(answer: Answer, row: tuple[Value, ...]) -> str:
    """The columns behind the first, as in: region = ap-south, p99_ms = 231.4."""
    pairs = [
        f"{column.name} = {shown(value)}"
        for column, value in zip(answer.columns[1:], row[1:], strict=True)
    ]
    return ", ".join(pairs) or "the query gives false"


def shown(value: Value) -> str:
    """A value of a row, short."""
    text = show_raw(value)
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"
