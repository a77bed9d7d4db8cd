"""What the words and thresholds of a summary mean, as the summary itself tells its readers."""

from __future__ import annotations

from typing import Any

from proseproof.miles.heat import BUSY_PCT, GAP_PERIODS, MERGE_S, SLOW_RATIO, SLOW_S
from proseproof.miles.steps import TIMER_SLACK_S


def definitions() -> dict[str, dict[str, Any]]:
    """By word: `text` in words, and each threshold under a key with its unit."""
    return {
        "answer_tokens": {
            "text": "The mean length of a step's answers, counting only tokens that the loss sees. "
            "tokens_per_gpu_per_s counts all of them."
        },
        "clean": {
            "text": "true: no heat pause overlapped the phase. false: one did. null: it is not "
            "known, because the telemetry is missing, has a gap, or shows another clock; the "
            "reason stands beside it. The lines of a timer and its value may differ by a little.",
            "timer_slack_s": TIMER_SLACK_S,
        },
        "config": {
            "text": "The resolved arguments that the run recorded, and what its run file adds. "
            "model is the last part of the path that was loaded."
        },
        "gap": {
            "text": "Two samples of the telemetry that are further apart than this many times the "
            "median distance.",
            "periods": GAP_PERIODS,
        },
        "heat_pause": {
            "text": "Between two consecutive samples a thermal slowdown counter rose, or a thermal "
            "slowdown flag was active at either of them. Pauses at most merge_s apart are one.",
            "merge_s": MERGE_S,
        },
        "median_s": {"text": "The median of n values in seconds; of an even n, the mean of two."},
        "n": {"text": "How many values a statistic is of."},
        "rollout": {
            "text": "The rollout_s seconds before the line that logs them. Every other phase runs "
            "from its timer's start line to its end line."
        },
        "shifted": {
            "text": "sleep, update_weights, save_model and finalize_and_resume_engines of a step "
            "are logged with the next step and are given here with their own. What the first "
            "step's line holds of them belongs to startup; the last step's are never logged."
        },
        "started_utc": {"text": "The time of the first timer or metrics line of the logs."},
        "status": {
            "text": "completed: the trainer logged the last of the configured rollouts. "
            "incomplete: it did not."
        },
        "step": {
            "text": "A rollout and the training on it, by the log's own number. optimizer_step "
            "counts the optimizer's steps, of which one rollout may have several."
        },
        "total_n": {"text": "How many steps the run has, clean or not, with a value or without."},
        "train_wait_s": {
            "text": "The trainer's time between two trainings. It contains sleep, update_weights, "
            "save_model, rollout and wake_up; train contains ref_log_probs, log_probs and "
            "actor_train. Adding a part to its whole counts it twice."
        },
        "unattributed_s": {
            "text": "train_wait_s without the rollout and the timers inside it: the release and "
            "the load of the engine, which have no timer, and idling."
        },
        "unexplained_slow": {
            "text": "A GPU that is busy at both of two consecutive samples, with the SM clock "
            "below slow_ratio of the run's median busy clock, outside of heat pauses, for slow_s "
            "or more.",
            "busy_pct": BUSY_PCT,
            "slow_ratio": SLOW_RATIO,
            "slow_s": SLOW_S,
        },
    }
