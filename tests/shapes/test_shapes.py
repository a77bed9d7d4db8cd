"""Files as the tools write them, each with the views that are made of it and what they give."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proseproof.disk import Disk
from proseproof.language.units import unit_of_column
from proseproof.query import Answer, Question, Worker
from proseproof.shapes import Declared, Misfit, Shape, declare, shape_names, shapes_of
from proseproof.shapes.declare import _read

DATA = Disk(Path(__file__).parent / "data")

FILES = {
    "asv.json": "asv",
    "google-benchmark.json": "google-benchmark",
    "hyperfine.json": "hyperfine",
    "mlperf-loadgen.txt": "mlperf",
    "mlperf-training.log": "mlperf",
    "nvidia-smi-index.csv": "nvidia-smi",
    "nvidia-smi.csv": "nvidia-smi",
    "pyperf-one.json": "pyperf",
    "pyperf.json": "pyperf",
    "pytest-benchmark.json": "pytest-benchmark",
    "sglang.jsonl": "sglang",
    "tensorboard.csv": "tensorboard",
    "tensorboard.json": "tensorboard",
    "vllm.json": "vllm",
    "vllm.jsonl": "vllm",
    "wandb-history.jsonl": "wandb",
    "wandb-panel.csv": "wandb",
}
"""Each file, and the tool that wrote it."""


def fitting(tool: str, file: str, worker: Worker) -> tuple[Shape, Declared]:
    """The one form of the tool's files that the file has."""
    made = [(shape, declare(shape, file, DATA, worker)) for shape in shapes_of(tool)]
    fits = [(shape, one) for shape, one in made if isinstance(one, Declared)]
    assert len(fits) == 1, made
    return fits[0]


def rows(file: str, sql: str, worker: Worker) -> list[tuple[Any, ...]]:
    """What a query gives over the tables and views of a file."""
    shape, declared = fitting(FILES[file], file, worker)
    capture = _read(shape, file, DATA)
    assert not isinstance(capture, Misfit)
    views = [(name, text) for name, text, _ in declared.views]
    (answer,), refused = worker.ask(capture.tables, views, [Question(sql)])
    assert isinstance(answer, Answer), answer
    assert not any(refused)
    return list(answer.rows)


def test_every_known_tool_has_a_file_here() -> None:
    assert set(FILES.values()) == set(shape_names())
    assert sorted(FILES) == list(DATA.glob("*"))


@pytest.mark.parametrize("tool", shape_names())
def test_a_shape_says_what_it_is(tool: str) -> None:
    for shape in shapes_of(tool):
        assert shape.title
        assert shape.made_by
        assert shape.has
        assert shape.endings or shape.marker
        for view in shape.views:
            assert view.about
            assert view.columns
            assert view.sources


@pytest.mark.parametrize("tool", shape_names())
def test_a_suffix_of_a_column_is_a_unit_that_is_known(tool: str) -> None:
    for shape in shapes_of(tool):
        for name in (column.name for view in shape.views for column in view.columns):
            if name.rpartition("_")[2] in {"s", "ms", "ns", "bytes", "mib", "w", "c", "mhz", "pct"}:
                assert unit_of_column(name) is not None, name


@pytest.mark.parametrize(("file", "tool"), FILES.items())
def test_a_file_is_of_its_tool_and_of_no_other(file: str, tool: str, worker: Worker) -> None:
    fitting(tool, file, worker)
    others = [one for other in shape_names() if other != tool for one in shapes_of(other)]
    for shape in others:
        assert isinstance(declare(shape, file, DATA, worker), Misfit), shape.title


@pytest.mark.parametrize(
    ("file", "sql", "expected"),
    [
        (
            "hyperfine.json",
            (
                "SELECT command, count(*), min(time_s) FROM hyperfine_runs GROUP BY command "
                "ORDER BY command LIMIT 1"
            ),
            [("cat big.log", 4, pytest.approx(0.0011, abs=2e-4))],
        ),
        (
            "hyperfine.json",
            "SELECT bool_and(min_s <= median_s AND median_s <= max_s) FROM hyperfine_times",
            [(True,)],
        ),
        (
            "pytest-benchmark.json",
            "SELECT benchmark, params.n, median_s < 1, ops_per_s > 1 FROM pytest_benchmark_times",
            [
                ("test_sort[10]", 10, True, True),
                ("test_sort[1000]", 1000, True, True),
                ("test_sum", None, True, True),
            ],
        ),
        (  # the last one was recorded in microseconds
            "google-benchmark.json",
            (
                "SELECT benchmark, count(*), min(real_time_ns) BETWEEN 1 AND 1e5 "
                "FROM google_benchmark_times GROUP BY benchmark ORDER BY benchmark"
            ),
            [("BM_Sort/1024", 2, True), ("BM_Sort/8", 2, True), ("BM_Str", 2, True)],
        ),
        (
            "google-benchmark.json",
            "SELECT DISTINCT aggregate FROM google_benchmark_aggregates ORDER BY ALL",
            [("mean",), ("median",), ("stddev",)],
        ),
        (
            "pyperf.json",
            "SELECT benchmark, count(*) FROM pyperf_values GROUP BY benchmark ORDER BY benchmark",
            [("sort", 20), ("sum", 20)],
        ),
        ("pyperf-one.json", "SELECT DISTINCT benchmark FROM pyperf_runs", [("sort",)]),
        (
            "asv.json",
            "SELECT benchmark FROM asv_times",
            [
                ("b.Sorting.time_sort(10, 'up')",),
                ("b.Sorting.time_sort(10, 'down')",),
                ("b.Sorting.time_sort(1000, 'up')",),
                ("b.Sorting.time_sort(1000, 'down')",),
                ("b.time_sum",),
            ],
        ),
        (
            "asv.json",
            "SELECT time_s FROM asv_times WHERE benchmark LIKE '%(1000, ''up'')'",
            [(6.018999556545168e-06,)],
        ),
        ("asv.json", "SELECT tracked FROM asv_tracked", [(42,)]),
        (
            "mlperf-training.log",
            "SELECT phase, number, duration_s FROM mlperf_intervals",
            [("epoch", 1, 1.5), ("run", 1, 5.0)],
        ),
        (
            "mlperf-training.log",
            "SELECT value FROM mlperf_values WHERE key = 'eval_accuracy'",
            [(0.7197,)],
        ),
        (
            "mlperf-loadgen.txt",
            "SELECT latency_ns FROM mlperf_latencies WHERE result = 'max'",
            [(12008,)],
        ),
        (  # [N/A] is null, and no sample of it counts
            "nvidia-smi-index.csv",
            (
                "SELECT count(*), count(utilization_pct), max(utilization_pct), max(power_w), "
                "max(temperature_c), max(sm_mhz), max(memory_used_mib) FROM nvidia_smi_samples"
            ),
            [(2, 1, 98, 412.55, 63, 1980, 1024)],
        ),
        (
            "nvidia-smi.csv",
            (
                "SELECT count(*) FILTER (sw_thermal OR hw_thermal), count(DISTINCT gpu), "
                "max(utilization_pct) FROM nvidia_smi_samples"
            ),
            [(0, 1, 100)],
        ),
        (
            "nvidia-smi.csv",
            "SELECT max(slice) <= 30, sum(samples) FROM nvidia_smi_slices",
            [(True, 30)],
        ),
        (
            "tensorboard.csv",
            "SELECT step, value, year(logged_at) FROM tensorboard_scalars",
            [(0, 59.31, 2022), (1, 64.78, 2022)],
        ),
        (
            "tensorboard.json",
            "SELECT step, value, year(logged_at) FROM tensorboard_scalars",
            [(0, 59.31, 2022), (1, 64.78, 2022)],
        ),
        (  # without rate or limit the tool writes the text "inf", and nothing
            "vllm.jsonl",
            (
                "SELECT model, request_rate, max_concurrency, requests_per_s, median_ttft_ms > 0 "
                "FROM vllm_serving"
            ),
            [
                ("Qwen/Qwen3-4B", "inf", None, 8.25, True),
                ("Qwen/Qwen3-4B", 4, None, 3.875, True),
                ("Qwen/Qwen3-4B", 2, 16, 1.96875, True),
            ],
        ),
        ("vllm.json", "SELECT output_tokens_per_s FROM vllm_serving", [(1056,)]),
        (  # where it writes a bare Infinity, which is no JSON
            "sglang.jsonl",
            "SELECT request_rate, duration_s, input_tokens_per_s FROM sglang_serving",
            [("Infinity", 40, 3900), (4, 80, 1950), (2, pytest.approx(154.8, abs=0.1), 1007.5)],
        ),
        (
            "wandb-history.jsonl",
            'SELECT step, runtime_s, "train/loss", lr FROM wandb_history',
            [(0, 1.5, 1.5, None), (1, 2.5, 1.25, 0.1)],
        ),
        (
            "wandb-panel.csv",
            "SELECT step, run, metric, value FROM wandb_series ORDER BY run, step",
            [
                (10, "b", "train/loss", 0.9),
                (0, "cool-run-1", "train/loss", 1.5),
                (10, "cool-run-1", "train/loss", 1.1),
            ],
        ),
    ],
)
def test_what_the_views_give(
    file: str, sql: str, expected: list[tuple[Any, ...]], worker: Worker
) -> None:
    assert rows(file, sql, worker) == expected


def test_columns_that_a_file_lacks_are_left_out(worker: Worker) -> None:
    _, declared = fitting("hyperfine", "hyperfine.json", worker)
    (times,) = [sql for name, sql, _ in declared.views if name == "hyperfine_times"]
    assert times == (
        "SELECT command,\n"
        "       mean AS mean_s,\n"
        "       stddev AS stddev_s,\n"
        "       median AS median_s,\n"
        "       min AS min_s,\n"
        "       max AS max_s,\n"
        "       user AS user_s,\n"
        "       system AS system_s\n"
        "FROM hyperfine"
    )


@pytest.mark.parametrize(
    ("tool", "file", "reason"),
    [
        ("hyperfine", "pyperf.json", "`hyperfine` has no member `results`"),
        ("hyperfine", "nvidia-smi.csv", "it does not end with .json"),
        ("asv", "hyperfine.json", "`results` of `asv` is a list, not an object"),
        ("nvidia-smi", "tensorboard.csv", "it has no `timestamp`"),
        ("mlperf", "vllm.jsonl", "no line has the mark `:::MLLOG`"),
        ("pytest-benchmark", "google-benchmark.json", "it has no `fullname`"),
    ],
)
def test_why_a_file_is_not_of_a_shape(tool: str, file: str, reason: str, worker: Worker) -> None:
    assert declare(shapes_of(tool)[0], file, DATA, worker) == Misfit(reason)
