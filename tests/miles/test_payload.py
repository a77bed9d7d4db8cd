"""The dict that a log line prints: what is read, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, strategies as st

from proseproof.miles.payload import BadPayload, Odd, read_payload

READS: dict[str, Any] = {
    "{}": {},
    "{'perf/rollout_time': 60.71, 'train/step': 1}": {
        "perf/rollout_time": 60.71,
        "train/step": 1,
    },
    "{'a': np.float64(1.0), 'b': np.int64(-5), 'c': np.True_}": {"a": 1.0, "b": -5, "c": True},
    "{'a': tensor(2., device='cuda:0', dtype=torch.bfloat16)}": {"a": 2.0},
    "{'a': tensor([1., 2.]), 'b': array([3, 4])}": {"a": [1.0, 2.0], "b": [3, 4]},
    "{'a': inf, 'b': -inf}": {"a": math.inf, "b": -math.inf},
    "{'a': None, 'b': True, 'c': False}": {"a": None, "b": True, "c": False},
    "{'a': {'b': {'c': [1, (2, 3)]}}, 'd': {4, 5}}": {
        "a": {"b": {"c": [1, [2, 3]]}},
        "d": [4, 5],
    },
    "{'a': <Status.DONE: 'done'>, 'b': torch.float32, 'c': b'x'}": {
        "a": Odd("<Status.DONE: 'done'>"),
        "b": Odd("torch.float32"),
        "c": Odd("b'x'"),
    },
    "{'zero_std/count_0.0': 2, 7: 'seven'}": {"zero_std/count_0.0": 2, "7": "seven"},
    r"""{'it\'s': "a \"word\"", 'b': '\u00e9\n\x41'}""": {"it's": 'a "word"', "b": "é\nA"},
    "{'a': 9223372036854775808123}": {"a": 9223372036854775808123},
    # JSON inside a text stays a text.
    """{'a': '{"b": 1}'}""": {"a": '{"b": 1}'},
    # What stands behind the dict is another's.
    "{'a': 1} [repeated 3x across cluster]": {"a": 1},
}
REFUSES = {
    "{'a': 60.7": "ends early",
    "{'a': nan": "ends early",
    "{'a': 'b": "ends early",
    "{'a'": "ends early",
    "{": "ends early",
    "": "does not begin with {",
    "[1]": "is no dict",
    "{'a': 1, 'a': 2}": "says 'a' twice",
    "{'a':1, 'a' : 2}": "says 'a' twice",
    "{'a': 1 'b': 2}": "holds \"'b': 2}\" where , or } should stand",
    "{'a': -}": "holds '-}' where a value should stand",
    "{'a': 1, 'b'}": "has a key without a value",
    "{'a': " + "[" * 99: "is nested more than 60 deep",
    "{'a': " + "9" * 500 + "}": "holds a number of 500 characters",
}


@pytest.mark.parametrize("text", READS)
def test_reads(text: str) -> None:
    assert read_payload(text) == READS[text]


def test_reads_nan() -> None:
    read = read_payload("{'a': nan, 'b': np.float64(nan)}")
    assert isinstance(read, dict)
    assert all(isinstance(value, float) and math.isnan(value) for value in read.values())


@pytest.mark.parametrize("text", REFUSES)
def test_refuses(text: str) -> None:
    read = read_payload(text)
    assert isinstance(read, BadPayload)
    assert read.reason == REFUSES[text]


def test_a_call_is_read_and_never_made() -> None:
    read = read_payload("{'a': __import__('os').system('false')}")
    assert isinstance(read, BadPayload)


plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
nested = st.recursive(
    plain, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


@given(st.dictionaries(st.text(), nested))
def test_what_python_prints_is_read_back(values: dict[str, Any]) -> None:
    assert read_payload(repr(values)) == values


@given(st.dictionaries(st.text(min_size=1), st.integers() | st.floats(allow_nan=False)))
def test_plain_numbers_keep_their_kind(values: dict[str, Any]) -> None:
    read = read_payload(repr(values))
    assert isinstance(read, dict)
    assert [type(value) for value in read.values()] == [type(one) for one in values.values()]


@given(st.text() | st.text(alphabet="{}[](),:'\"\\<>.=-+_ nantensor0123456789"))
def test_reading_never_raises(text: str) -> None:
    read_payload("{" + text)
    read_payload("{'a': " + text)


@given(st.dictionaries(st.text(), nested), st.data())
def test_a_cut_dict_is_refused(values: dict[str, Any], data: st.DataObject) -> None:
    whole = repr(values)
    cut = data.draw(st.integers(0, len(whole) - 1))
    assert isinstance(read_payload(whole[:cut]), BadPayload)
