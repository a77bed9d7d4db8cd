"""The run file, and the settings of a run."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from proseproof.miles.config import read_config
from proseproof.miles.run_file import RunFile, read_run_file
from proseproof.miles.strict import read_json

LEAST = {"run": "e3e-base", "logs": ["run.log"]}


def refused(raw: bytes) -> list[str]:
    read = read_run_file("run.json", raw)
    assert not isinstance(read, RunFile)
    return [str(refusal) for refusal in read]


def test_an_id_and_a_log_are_enough() -> None:
    read = read_run_file("run.json", json.dumps(LEAST).encode())
    assert read == RunFile("run.json", "e3e-base", ("run.log",))


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b'{"run": "a",\n "logs": ["x"', "run.json:2: the file ends inside a list"),
        (b'{"run": "a",\n "run": "b"}', "run.json:2: the key `run` stands twice in one object"),
        (b'{"run": "a",\n "x": [1,\n NaN]}', "run.json:3: `NaN` is no JSON number"),
        (b'{"run": "a",\n "x": 1e999}', "run.json:2: `1e999` is beyond the range of a double"),
        (b'{"run":\n "\xff"}', "run.json:2: the text is not UTF-8"),
        ('{"run": "a"}'.encode("utf-16"), "run.json:1: the text is UTF-16, not UTF-8"),
        (b'{"run": "\\ud800"}', "run.json:1: `\\ud800` is half of a surrogate pair"),
        (b"[1]", "run.json:1: this is no JSON object"),
        (b"[" * 100_000, "run.json:1: more than 200 objects and lists stand inside one another"),
    ],
)
def test_it_is_strict_json(raw: bytes, message: str) -> None:
    assert refused(raw) == [message]


def test_a_byte_order_mark_is_passed_over() -> None:
    assert isinstance(read_run_file("r", b"\xef\xbb\xbf" + json.dumps(LEAST).encode()), RunFile)


def test_every_fault_is_told_with_its_line() -> None:
    text = """{
      "run": "a b",
      "logs": [],
      "zone": "UTC",
      "time_zone": "Mars/Olympus",
      "clocks_aligned": "no",
      "config": 5
    }"""
    said = refused(text.encode())
    assert [line.split(": ")[0] for line in said] == [f"run.json:{n}" for n in range(2, 8)]
    assert said[1] == "run.json:3: logs is [], not a list of different paths"
    assert said[2].startswith("run.json:4: the key 'zone' is not known; the keys are run, logs, ")
    assert said[3] == (
        "run.json:5: 'Mars/Olympus' is no time zone known here; an offset such as +02:00 is one"
    )
    assert refused(b"{}") == [
        "run.json: the key 'run' is missing",
        "run.json: the key 'logs' is missing",
    ]


ARGUMENTS = {
    "seed": 1,
    "num_rollout": 12,
    "train_backend": "fsdp",
    "hf_checkpoint": "/models/Qwen3-4B/",
    "offload_train": True,
    "offload_rollout": False,
    "offload_rollout_level": ["kv_cache"],
    "sglang_mem_fraction_static": 0.25,
    "wandb_key": "secret",
    "rollout_batch_size": 8,
}


def test_settings_come_from_the_arguments_and_secrets_stay_behind() -> None:
    assert read_config(ARGUMENTS, {}) == {
        "seed": 1,
        "rollouts": 12,
        "backend": "fsdp",
        "model": "Qwen3-4B",
        "offload_train": True,
        "offload_rollout": False,
        "offload_rollout_level": ["kv_cache"],
        "mem_fraction_static": 0.25,
        "rollout_batch_size": 8,
    }


def test_a_number_written_as_text_is_a_number_and_a_long_seed_is_text() -> None:
    config = read_config(
        {"seed": "9007199254740993", "num_rollout": "12", "sglang_mem_fraction_static": "0.25"}, {}
    )
    assert isinstance(config, dict)
    assert (config["seed"], config["rollouts"], config["mem_fraction_static"]) == (
        "9007199254740993",
        12,
        0.25,
    )
    assert config["backend_reason"] == "no train_backend is recorded"


@pytest.mark.parametrize(
    ("arguments", "given", "message"),
    [
        ({"seed": "abc"}, {}, "seed is 'abc', not a whole number"),
        ({"seed": True}, {}, "seed is True, not a whole number"),
        ({"num_rollout": 1.5}, {}, "rollouts is 1.5, not a whole number"),
        ({}, {"mem_fraction_static": 25}, "mem_fraction_static is 25, not a fraction of one"),
        ({"seed": 1}, {"seed": 2}, "seed is 1 in the arguments and 2 in config"),
    ],
)
def test_settings_that_cannot_be(
    arguments: dict[str, Any], given: dict[str, Any], message: str
) -> None:
    assert read_config(arguments, given) == message


@given(
    st.binary(max_size=80) | st.text(alphabet='{}[]":,\\u0123456789eE.- NaInfty').map(str.encode)
)
def test_reading_never_raises(raw: bytes) -> None:
    read_run_file("run.json", raw)
    read_json("run.json", raw)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(json_values)
def test_strict_json_reads_what_json_writes(value: Any) -> None:
    assert read_json("x", json.dumps(value).encode()) == value


@given(st.dictionaries(st.sampled_from([*ARGUMENTS, "start_rollout_id"]), json_values))
def test_settings_never_raise(arguments: dict[str, Any]) -> None:
    read_config(arguments, {})
