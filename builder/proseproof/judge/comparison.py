"""What is equal and what differs between the runs of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from proseproof.capture import Capture
from proseproof.judge.examination import Examination
from proseproof.model import Figure
from proseproof.nouns import dataclass
from proseproof.query import Answer
from proseproof.query.tree import children
from proseproof.source import Text


@dataclass(frozen=True)
class Setting:
    """A setting of a run. value: None where it was not recorded; `why` may then say the reason."""

    value: Any
    why: str = ""


NOT_RECORDED = Setting(None)


def settings_of(run: str, captures: Iterable[Capture]) -> Mapping[str, Setting] | None:
    """The `config` of a run, from the capture that has it under `runs`; nested keys are joined.

    A null is no value: the setting was not recorded, and `NAME_reason` beside it says why.
    """
    for capture in captures:
        if run in capture.configs:
            return dict(_flat(capture.configs[run]))
    return None


_REASON = "_reason"


def _flat(config: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Setting]]:
    for key, value in config.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        elif not (key.endswith(_REASON) and key.removesuffix(_REASON) in config):
            why = config.get(f"{key}{_REASON}") if value is None else None
            yield f"{before}{key}", Setting(value, why if isinstance(why, str) else "")


def differing(known: Mapping[str, Mapping[str, Setting]]) -> dict[str, dict[str, Setting]]:
    """The settings that are not known to be the same in all runs: by name, that of each run.

    What was not recorded is like nothing, not even like another that was not; 1 and true are
    different values.
    """
    names = sorted({name for settings in known.values() for name in settings})
    result = {}
    for name in names:
        each = {run: settings.get(name, NOT_RECORDED) for run, settings in known.items()}
        kinds = {(type(one.value).__name__, repr(one.value)) for one in each.values()}
        if len(kinds) > 1 or any(one.value is None for one in each.values()):
            result[name] = each
    return result


def held_equal(known: Mapping[str, Mapping[str, Setting]]) -> dict[str, Any]:
    """The settings that are the same in all runs, with their value."""
    different = differing(known)
    first = next(iter(known.values()), {})
    return {name: one.value for name, one in sorted(first.items()) if name not in different}


class Pools:
    """Finds queries that pool the rows of several runs; looks at each view and table once."""

    def __init__(self, examination: Examination) -> None:
        self._examination = examination
        self._of_view: dict[str, tuple[tuple[str, int], ...]] = {}
        self._runs: dict[str, int] = {}

    def of(self, figure: Figure) -> Iterator[tuple[Text, str, int]]:
        """Queries of a figure over several runs that do not name `run`: SQL, table, runs."""
        examination = self._examination
        answers: list[tuple[Text | None, Any]] = [(figure.data, examination.data.get(figure))]
        for examined in examination.claims:
            if examined.asked.figure is figure:
                claim, asked = examined.claim, examined.asked
                answers += [
                    (claim.query or claim.change, asked.binding),
                    (claim.holds, asked.holds),
                ]
        for sql, answer in answers:
            if sql is not None and isinstance(answer, Answer):
                for table, count in self._of_answer(answer):
                    yield sql, table, count

    def _of_answer(self, answer: Answer) -> Iterator[tuple[str, int]]:
        if _names_run(answer.tree) or _is_common(answer):
            return
        for name in sorted(answer.names):
            view = self._examination.views.get(name)
            if view is not None:
                if name not in self._of_view:
                    self._of_view[name] = tuple(self._of_answer(view))
                yield from self._of_view[name]
            if name not in self._runs:
                self._runs[name] = _runs_of(name, self._examination.captures)
            if self._runs[name] > 1:
                yield name, self._runs[name]


def _names_run(tree: Mapping[str, Any]) -> bool:
    if tree.get("class") == "COLUMN_REF" and tree["column_names"][-1].lower() == "run":
        return True
    if "run" in (name.lower() for name in tree.get("using_columns", ())):
        return True
    return any(_names_run(child) for child in children(tree))


def _is_common(answer: Answer) -> bool:
    """Whether it is values that all rows share: `SELECT DISTINCT gpu FROM runs`, one row of columns
    as they are recorded. Rows of several runs are then read and not mixed."""
    tree = answer.tree
    modifiers = tree.get("modifiers", ())
    return (
        len(answer.rows) == 1
        and [one["type"] for one in modifiers] == ["DISTINCT_MODIFIER"]
        and not modifiers[0].get("distinct_on_targets")
        and all(item.get("class") == "COLUMN_REF" for item in tree.get("select_list", ()))
        and tree.get("from_table", {}).get("type") == "BASE_TABLE"
        and not tree.get("cte_map", {}).get("map")
    )


def _runs_of(table: str, captures: Mapping[str, Capture]) -> int:
    for capture in captures.values():
        for rows in capture.tables:
            if rows.table.lower() == table and "run" in rows.columns:
                at = rows.columns.index("run")
                return len({row[at] for row in rows.rows})
    return 0
