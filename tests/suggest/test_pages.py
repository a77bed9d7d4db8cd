"""Whole pages over captures of several kinds: how often the author's query is among the first.

Each number stands in a sentence of its own, beside the query that its author had in mind.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project import write_files
from tests.suggest.lab import PAGE

from proseproof.answers import ask_all
from proseproof.load import Loaded, load
from proseproof.query import Worker
from proseproof.run import examine_all
from proseproof.suggest import propose

LOAD = """\
server,connections,requests_per_s,p50_ms,p99_ms,errors
nginx,10,31834.7,4.53,16.19,0
nginx,100,48193.4,8.01,53.88,0
nginx,1000,72871.2,15.42,111.60,17
caddy,10,23560.9,5.32,30.21,0
caddy,100,35715.5,11.24,71.95,0
caddy,1000,54011.8,21.31,189.33,3
envoy,10,26961.3,5.02,24.57,0
envoy,100,40877.6,9.46,63.13,0
envoy,1000,61770.1,18.22,169.10,0
"""
SERVED = [
    (
        "At 100 connections nginx served 48,193 requests per second.",
        "SELECT requests_per_s FROM load WHERE server = 'nginx' AND connections = 100",
    ),
    (
        "With 1000 connections the p99 of caddy rose to 189 ms.",
        "SELECT p99_ms FROM load WHERE server = 'caddy' AND connections = 1000",
    ),
    ("We tested three servers.", "SELECT count(DISTINCT server) FROM load"),
    ("The slowest p99 of all was 189.3 ms.", "SELECT max(p99_ms) FROM load"),
    (
        "At 1000 connections caddy served 26% fewer requests than nginx.",
        "SELECT a.requests_per_s, b.requests_per_s FROM load a, load b WHERE a.server = 'nginx'",
    ),
    (
        "Across all servers the p50 at 10 connections lay between 4.5 and 5.3 ms.",
        "SELECT min(p50_ms), max(p50_ms) FROM load WHERE connections = 10",
    ),
    ("In total we saw 20 errors.", "SELECT sum(errors) FROM load"),
    (
        "For envoy the p99 at 1000 connections is 6.9 times that at 10.",
        "SELECT a.p99_ms, b.p99_ms FROM load a, load b WHERE a.connections = 10",
    ),
    ("There were 9 measurements.", "SELECT count(*) FROM load"),
    ("The best rate was 72,871 requests per second.", "SELECT max(requests_per_s) FROM load"),
]
TRAINED = """{"runs": {
  "small-lr1": {"config": {"model": "small", "seed": 42, "batch_size": 256},
    "result": {"accuracy_ratio": 0.873, "loss": 0.412, "train_s": 812.4, "peak_memory_bytes": 3104000000},
    "epochs": [{"epoch": 0, "loss": 1.612}, {"epoch": 1, "loss": 0.812}, {"epoch": 2, "loss": 0.412}]},
  "small-lr2": {"config": {"model": "small", "seed": 42, "batch_size": 256},
    "result": {"accuracy_ratio": 0.881, "loss": 0.391, "train_s": 809.9, "peak_memory_bytes": 3152000000},
    "epochs": [{"epoch": 0, "loss": 1.591}, {"epoch": 1, "loss": 0.791}, {"epoch": 2, "loss": 0.391}]},
  "large-lr1": {"config": {"model": "large", "seed": 42, "batch_size": 256},
    "result": {"accuracy_ratio": 0.912, "loss": 0.288, "train_s": 2610.2, "peak_memory_bytes": 11762000000},
    "epochs": [{"epoch": 0, "loss": 1.488}, {"epoch": 1, "loss": 0.688}, {"epoch": 2, "loss": 0.288}]},
  "large-lr2": {"config": {"model": "large", "seed": 42, "batch_size": 256},
    "result": {"accuracy_ratio": 0.925, "loss": 0.251, "train_s": 2598.7, "peak_memory_bytes": 11713000000},
    "epochs": [{"epoch": 0, "loss": 1.451}, {"epoch": 1, "loss": 0.651}, {"epoch": 2, "loss": 0.251}]}
}}"""  # noqa: E501 - a row a line
LEARNT = [
    (
        "The run `large-lr2` reached an accuracy of 92.5%.",
        "SELECT result.accuracy_ratio FROM runs WHERE run = 'large-lr2'",
    ),
    (
        "The run `small-lr1` ended with a loss of 0.412.",
        "SELECT result.loss FROM runs WHERE run = 'small-lr1'",
    ),
    ("All runs used a batch size of 256.", "SELECT DISTINCT config.batch_size FROM runs"),
    ("Every run had seed 42.", "SELECT DISTINCT config.seed FROM runs"),
    (
        "Training `large-lr1` took 43.5 minutes.",
        "SELECT result.train_s FROM runs WHERE run = 'large-lr1'",
    ),
    (
        "It needed 11.76 GB of memory at its peak.",
        "SELECT result.peak_memory_bytes FROM runs WHERE run = 'large-lr1'",
    ),
    (
        "The large models took 2,599 to 2,610 s to train.",
        "SELECT min(result.train_s), max(result.train_s) FROM runs WHERE config.model = 'large'",
    ),
    (
        "Between `small-lr2` and `large-lr2` the accuracy rose by 4.4 percentage points.",
        "SELECT a.result.accuracy_ratio, b.result.accuracy_ratio FROM runs a, runs b",
    ),
    (
        "The loss of `large-lr2` in epoch 0 was 1.451.",
        "SELECT loss FROM epochs WHERE run = 'large-lr2' AND epoch = 0",
    ),
    ("We trained four runs.", "SELECT count(*) FROM runs"),
]
PAGES = {
    "a CSV of a load test": ("load.csv", LOAD, "{}", SERVED),
    "nested runs": (
        "train.json", TRAINED, '{runs: "runs.{run}", epochs: "runs.{run}.epochs[]"}', LEARNT,
    ),
}  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_nine_queries_of_ten_are_among_the_first_three(
    page: str, tmp_path: Path, worker: Worker
) -> None:
    file, text, tables, sentences = PAGES[page]
    declared = f"file: capture/{file}" + (f", tables: {tables}" if tables != "{}" else "")
    files = {
        "claims/project.yml": f"pages: [docs/*.md]\ncaptures:\n  {Path(file).stem}: "
        f"{{{declared}}}\n",
        f"capture/{file}": text,
        PAGE: "# Results\n\n" + "\n\n".join(sentence for sentence, _ in sentences) + "\n",
    }
    loaded = load(write_files(tmp_path, files))
    assert isinstance(loaded, Loaded)
    found = propose(loaded, examine_all(loaded, ask_all(worker, loaded)), PAGE, worker)
    offered: dict[str, list[str]] = {}
    for one in found.proposals:
        line = one.span.source.line(one.span.first.line)
        offered.setdefault(line, []).extend(choice.sql for choice in one.choices[:3])
    missed = [
        sentence
        for sentence, query in sentences
        if not any(sql.startswith(query) for sql in offered.get(sentence, []))
    ]
    assert len(missed) <= 1, missed
