"""The guide after its captures moved by seven percent: what is left is what the update names."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from proseproof.disk import Disk
from proseproof.outcome import Outcome
from proseproof.query import Worker
from proseproof.run import check
from proseproof.update import Update, update

ROOT = Path(__file__).parents[2]
MOVED = Decimal("1.07")


def move(document: Any, schema: Any) -> int:
    """Multiplies every number of a JSON document, and gives how many are others then.

    An integer is rounded. What the schema refuses stays: a capture has to be a capture.
    """
    was = {path: _at(document, path) for path in _numbers(document)}
    for path, value in was.items():
        scaled = Decimal(repr(value)) * MOVED
        _put(document, path, round(scaled) if isinstance(value, int) else float(scaled))
    validator = Draft202012Validator(schema)
    while refused := [tuple(error.absolute_path) for error in validator.iter_errors(document)]:
        for path, value in was.items():
            if any(path[: len(spot)] == spot for spot in refused):
                _put(document, path, value)
    return sum(_at(document, path) != value for path, value in was.items())


def _numbers(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if isinstance(value, dict | list):
            yield from _numbers(value, (*path, key))
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield (*path, key)


def _at(node: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        node = node[key]
    return node


def _put(node: Any, path: tuple[Any, ...], value: Any) -> None:
    _at(node, path[:-1])[path[-1]] = value


@pytest.fixture(scope="module")
def guide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the guide whose captures all moved."""
    root = tmp_path_factory.mktemp("guide")
    for folder in ("docs", "claims"):
        shutil.copytree(ROOT / folder, root / folder)
    shutil.copy(ROOT / "README.md", root)
    now = check(Disk(ROOT))
    assert now.project is not None
    for declared in now.project.captures:
        schema: Any = True
        if declared.schema is not None:
            schema = json.loads((ROOT / declared.schema.value).read_text("utf-8"))
            _copied(root, declared.schema.value)
        for file in now.captures[declared.name].files:
            path = _copied(root, file.path)
            if path.suffix == ".json":
                document = json.loads(path.read_text("utf-8"))
                assert move(document, schema) > 10, f"{path.name} has hardly moved"
                path.write_text(json.dumps(document), encoding="utf-8")
    return root


def _copied(root: Path, path: str) -> Path:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(ROOT / path, root / path))


def run(root: Path, worker: Worker) -> Update:
    """An update of the project, written."""

    def look(texts: Mapping[str, str]) -> Outcome:
        return check(Disk(root, {path: text.encode() for path, text in texts.items()}), worker)

    result = update(look)
    Disk(root).write_all(result.texts)
    return result


def test_what_is_left_is_what_the_update_names(guide: Path, worker: Worker) -> None:
    before = check(Disk(guide), worker)
    result = run(guide, worker)
    after = check(Disk(guide), worker)
    assert len(before.findings) > 50
    assert [one.finding.order for one in result.left] == [one.order for one in after.findings]
    assert all(one.why for one in result.left)
    assert not any(edit.safe for finding in after.findings for edit in finding.edits)
    assert len(after.findings) < len(before.findings) / 5
    assert after.numbers == before.numbers
    second = run(guide, worker)
    assert (second.texts, second.changes) == ({}, ())


def test_only_numbers_have_changed(guide: Path, worker: Worker) -> None:
    run(guide, worker)
    for path in sorted({*guide.glob("docs/**/*.md"), *guide.glob("claims/*.yml")}):
        old = (ROOT / path.relative_to(guide)).read_text("utf-8")
        assert _frame(path.read_text("utf-8")) == _frame(old)


def _frame(text: str) -> str:
    """A text without its digits and the marks between them."""
    return "".join(char for char in text if not (char.isdigit() or char in ",_"))
