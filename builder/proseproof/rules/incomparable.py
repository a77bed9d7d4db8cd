"""A comparison of runs that differ in more than the figure says.

`compare: {runs: [a, b], differ: [offload_rollout]}` on a figure names its runs and the settings
that may differ. Any other difference in their `config` is this finding, and a setting that was
not recorded (a null, or no entry) counts as one. So is a claim of the figure that pools rows of
several runs: a query over a table with a `run` column must name it. What all of them share is
taken with `SELECT DISTINCT`, of columns as they are: one row says that no run differs.
"""

from collections.abc import Iterator, Mapping, Sequence

from proseproof.finding import Finding, Label
from proseproof.judge.comparison import Pools, Setting, differing, settings_of
from proseproof.judge.examination import Examination
from proseproof.model import Compare, Figure
from proseproof.near import listing
from proseproof.rules.does_not_hold import shown
from proseproof.rules.wording import first_line
from proseproof.source import Text

NAME = "incomparable"


def check(examination: Examination) -> Iterator[Finding]:
    """Each figure whose runs may not be compared, and each claim of it that pools runs."""
    pools = Pools(examination)
    for figure in examination.figures:
        if figure.compare is not None:
            yield from _runs(examination, figure, figure.compare)
            yield from _pooling(pools, figure)


def _runs(examination: Examination, figure: Figure, compare: Compare) -> Iterator[Finding]:
    known, lost = {}, []
    for run in compare.runs:
        settings = settings_of(run.value, examination.captures.values())
        if settings is None:
            lost.append(run)
        else:
            known[run.value] = settings
    if lost:
        yield _lost(lost)
        return
    allowed = {name.value for name in compare.differ}
    found = differing(known)
    for setting, each in found.items():
        if setting not in allowed:
            yield _difference(figure, compare, setting, each)
    for name in compare.differ:
        if name.value not in found:
            yield Finding(NAME, name.span(), f"the runs do not differ in `{name.value}`")


def _lost(runs: Sequence[Text]) -> Finding:
    names = listing(f"`{run.value}`" for run in runs)
    alone = len(runs) == 1
    what, whose = ("a run", "its") if alone else ("runs", "their")
    message = f"no capture has {what} {names} with {whose} config"
    others = tuple(Label(run.span()) for run in runs[1:])
    return Finding(NAME, runs[0].span(), message, labels=others)


def _difference(
    figure: Figure, compare: Compare, setting: str, each: Mapping[str, Setting]
) -> Finding:
    gap = any(one.value is None for one in each.values())
    values = ", ".join(
        f"{run}: {'not recorded' if one.value is None else shown(one.value)}"
        for run, one in each.items()
    )
    notes = [f"{run}: {one.why}" for run, one in each.items() if one.why]
    if compare.differ:
        allowed = listing(sorted(name.value for name in compare.differ))
        notes.append(f"the figure lets them differ in {allowed}")
    return Finding(
        NAME, compare.span,
        f"the runs of `{figure.id}` {'may differ' if gap else 'differ'} in `{setting}` as well"
        f" ({values})",
        notes=tuple(notes),
    )  # fmt: skip


def _pooling(pools: Pools, figure: Figure) -> Iterator[Finding]:
    for sql, table, count in pools.of(figure):
        yield Finding(
            NAME, first_line(sql), f"the query pools the rows of {count} runs of `{table}`",
            notes=("a figure with `compare` keeps its runs apart",),
            help="name the run: `WHERE run = …`, or `GROUP BY run`; a value that all runs share is "
            "one row of `SELECT DISTINCT`",
        )  # fmt: skip
