"""The plan of the probe: which phases a setting has, in which order the settings run."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, strategies as st

from proseproof.probe.plan import KNOWN, Setting, answer_lengths, order, parse_settings, replays


def only(text: str) -> Setting:
    (setting,) = parse_settings(text, 0.25)
    return setting


@pytest.mark.parametrize(
    ("setting", "phases"),
    [
        (
            "default",
            (
                "rollout release wake_up train sleep resume_weights update_weights resume_kv "
                "capture_graphs"
            ),
        ),
        ("engine-kept", "rollout wake_up train sleep update_weights"),
        (
            "kv-only",
            "rollout release wake_up train sleep update_weights resume_kv capture_graphs",
        ),
        (
            "trainer-kept",
            "rollout release train resume_weights update_weights resume_kv capture_graphs",
        ),
        ("both-kept", "rollout train update_weights"),
        (
            "default-wait",
            (
                "rollout release wake_up train sleep pause resume_weights update_weights resume_kv "
                "capture_graphs"
            ),
        ),
        (
            "default-hold",
            (
                "rollout release wake_up train sleep resume_weights update_weights resume_kv "
                "capture_graphs"
            ),
        ),
    ],
)
def test_a_phase_that_a_setting_does_not_have_is_absent(setting: str, phases: str) -> None:
    assert only(setting).phases() == tuple(phases.split())


@pytest.mark.parametrize(
    ("text", "host", "run"),
    [
        ("default", "pinned", "default-seed1"),
        ("both-kept@0.6", "pinned", "both-kept-frac060-seed1"),
        ("default", "pageable", "default-pageable-seed1"),
    ],
)
def test_a_run_is_named_after_what_sets_it_apart(text: str, host: str, run: str) -> None:
    assert only(text).run(1, "pageable" if host == "pageable" else "pinned") == run


def test_a_repetition_is_named_after_its_series() -> None:
    assert only("default").run(1, "pageable", "second") == "default-pageable-second-seed1"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("defualt", "no setting is named 'defualt'; the settings are default, engine-kept, "),
        ("default@most", "'most' is no fraction of the GPU's memory"),
        ("default@1.5", "the fraction 1.5 is not between 0 and 1"),
        ("default@nan", "the fraction nan is not between 0 and 1"),
        ("default,kv-only,default", "a setting stands twice"),
    ],
)
def test_a_setting_that_cannot_be_is_named(text: str, answer: str) -> None:
    with pytest.raises(ValueError, match=answer):
        parse_settings(text, 0.25)


def test_a_setting_may_stand_twice_with_another_fraction() -> None:
    small, large = parse_settings("both-kept, both-kept@0.6", 0.25)
    assert (small.fraction, large.fraction) == (0.25, 0.6)


@given(st.text())
def test_any_text_is_settings_or_a_value_error(text: str) -> None:
    with contextlib.suppress(ValueError):
        assert parse_settings(text, 0.25)


def test_the_settings_alternate_in_an_order_that_the_seed_decides() -> None:
    settings = parse_settings(",".join(KNOWN), 0.25)
    orders = [order(settings, 1, step) for step in range(12)]
    assert orders == [order(settings, 1, step) for step in range(12)]
    assert all(sorted(s.name for s in one) == sorted(KNOWN) for one in orders)
    assert len({one[0].name for one in orders}) > 1
    assert orders != [order(settings, 2, step) for step in range(12)]


def test_every_setting_gets_the_same_answers_for_a_seed_and_a_step() -> None:
    lengths = answer_lengths(1, 0, 8, 64, 160)
    assert lengths == answer_lengths(1, 0, 8, 64, 160)
    assert lengths != answer_lengths(1, 1, 8, 64, 160)
    assert list(lengths) == sorted(lengths, reverse=True)
    assert all(64 <= length <= 160 for length in lengths)


def test_a_batch_that_shrinks_takes_a_smaller_graph() -> None:
    # Three answers for two steps, two of them for one more, one for two more.
    assert replays((5, 3, 2), (4, 2, 1)) == ((4, 2), (2, 1), (1, 2))


def test_a_batch_that_no_graph_holds_is_refused() -> None:
    with pytest.raises(ValueError, match="no graph holds a batch of 3"):
        replays((5, 3, 2), (2, 1))


@given(st.lists(st.integers(1, 40), min_size=1, max_size=8))
def test_every_token_is_written(lengths: list[int]) -> None:
    lengths.sort(reverse=True)
    plan = replays(lengths, (8, 4, 2, 1))
    assert sum(times for _, times in plan) == lengths[0]
    assert sum(size * times for size, times in plan) >= sum(lengths)
