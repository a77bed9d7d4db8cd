"""Reading a log of the probe: what is refused, and what stays quiet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from proseproof.miles.refusal import Refusal
from proseproof.probe.read import ProbeLog, read_log

from .logs import announced, both_kept, end, phase, raw, step, telemetry

DATA = Path(__file__).parent / "data"
RUN = "both-kept-seed1"


def read(records: list[dict[str, Any]]) -> ProbeLog:
    log = read_log("probe.jsonl", raw(records))
    assert isinstance(log, ProbeLog), log
    return log


def refused(content: bytes) -> str:
    refusal = read_log("probe.jsonl", content)
    assert isinstance(refusal, Refusal), refusal
    return str(refusal)


def test_a_log_of_a_rehearsal_is_read_whole() -> None:
    log = read_log("rehearsal.jsonl", (DATA / "rehearsal.jsonl").read_bytes())
    assert isinstance(log, ProbeLog), log
    assert sorted(log.runs) == [
        f"{name}-seed1"
        for name in ("both-kept", "default", "engine-kept", "kv-only", "trainer-kept")
    ]
    assert len(log.steps) == 10  # two steps of five settings; the warm-up is in none of them
    phases = [row["phase"] for row in log.phases["engine-kept-seed1", 0]]
    assert phases == ["rollout", "wake_up", "train", "sleep", "update_weights"]
    sizes = {(row["memory"], row["direction"], row["bytes"]) for row in log.links}
    assert ("pageable_new", "device_to_host", 2 << 20) in sizes
    assert log.end is not None
    assert log.end["reason"] == "complete"


def test_the_last_line_of_a_killed_probe_is_left_out() -> None:
    whole = raw([*both_kept(), end()])
    log = read_log("probe.jsonl", whole[:-9])
    assert isinstance(log, ProbeLog)
    assert log.end is None
    assert len(log.steps) == 3


def test_the_last_word_about_the_telemetry_counts() -> None:
    log = read([telemetry("running"), telemetry("failed", "exit 9: no devices")])
    assert log.telemetry is not None
    assert log.telemetry["reason"] == "exit 9: no devices"


@pytest.mark.parametrize(
    ("records", "answer"),
    [
        ([phase(RUN, 0, "train", 0, 1)], f"probe.jsonl:1: the run {RUN} was not announced"),
        ([announced(RUN), announced(RUN)], f"probe.jsonl:2: the run {RUN} stands twice"),
        (
            [announced(RUN), *[phase(RUN, 0, "train", 0, 1)] * 2],
            f"probe.jsonl:3: step 0 of {RUN} has train twice",
        ),
        (
            [announced(RUN), step(RUN, 0), step(RUN, 0)],
            f"probe.jsonl:3: step 0 of {RUN} stands twice",
        ),
        (
            [announced(RUN), step(RUN, 0, weights_match=False)],
            f"probe.jsonl:2: step 0 of {RUN} left the engine with other weights",
        ),
        (
            [announced(RUN), step(RUN, 0, state_intact=False)],
            f"probe.jsonl:2: step 0 of {RUN} changed the trainer's state while it moved",
        ),
        ([{"record": "phases"}], "probe.jsonl:1: the record's kind 'phases' is unknown"),
        ([{"record": ["end"]}], "probe.jsonl:1: the record's kind ['end'] is unknown"),
        ([{"record": "end"}], "probe.jsonl:1: the record end has no reason"),
        (
            [announced(RUN), phase(RUN, 0, "train", 0, -1)],
            "probe.jsonl:2: the record phase has -1 as wall_s",
        ),
        (
            [announced(RUN), step(RUN, 0, answer_tokens="7000")],
            "probe.jsonl:2: the record step has '7000' as answer_tokens",
        ),
        (
            [announced(RUN), step(RUN, True)],
            "probe.jsonl:2: the record step has True as step",
        ),
    ],
)
def test_a_record_that_cannot_be_is_refused_by_line(
    records: list[dict[str, Any]], answer: str
) -> None:
    assert refused(raw(records)) == answer


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (b'{"record": NaN}\n', "probe.jsonl:1: `NaN` is no JSON number"),
        (b'{"record": "end", "record": "run"}\n', "probe.jsonl:1: the key `record` stands twice"),
        (b"[1]\n", "probe.jsonl:1: a line holds no object"),
        (b"\xff\n", "probe.jsonl:1: the text is not UTF-8"),
    ],
)
def test_a_line_that_is_no_strict_json_is_refused(content: bytes, answer: str) -> None:
    assert refused(content).startswith(answer)


@given(st.binary())
def test_any_bytes_are_a_log_or_a_refusal(content: bytes) -> None:
    assert isinstance(read_log("probe.jsonl", content), ProbeLog | Refusal)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text() | st.integers(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(st.sampled_from(both_kept()), st.data())
def test_any_value_in_a_field_is_read_or_refused(record: dict[str, Any], data: Any) -> None:
    field = data.draw(st.sampled_from(sorted(record)))
    odd = json.dumps({**record, field: data.draw(JSON)}).encode() + b"\n"
    first = raw([announced(RUN)])
    assert isinstance(read_log("probe.jsonl", first + odd), ProbeLog | Refusal)
