"""What a summary takes from the log: its own names, the log's keys, and whose step a value is.

Facts from the sources of Miles (radixark/miles at 31f1ca96 and later files). The trainer's timers
are summed up when its step ends, just behind `train`, and start anew there. So what runs between
two steps, the sleep, the weight update and the saving, is logged with the step after it.
"""

from __future__ import annotations

from typing import Literal

from proseproof.nouns import dataclass


@dataclass(frozen=True)
class Phase:
    """A duration of each step.

    name: of the summary, in `{name}_s` and `{name}_clean`. key: of the log.
    role: whose `perf` line carries it. timer: of the lines `Timer … start`; None for the rollout,
    which has none and ends with its own perf line. shifted: logged with the step after its own.
    judged: whether it gets a clean flag and statistics. core: whether it has its place in a summary
    where the run never logs it, as a null with a reason.
    """

    name: str
    key: str
    role: Literal["rollout", "trainer"] = "trainer"
    timer: str | None = None
    shifted: bool = False
    judged: bool = True
    core: bool = True


def _timed(name: str, *, shifted: bool = False, judged: bool = True, core: bool = True) -> Phase:
    return Phase(name, f"perf/{name}_time", "trainer", name, shifted, judged, core)


PHASES = (
    Phase("rollout", "perf/rollout_time", role="rollout"),
    _timed("train"),
    _timed("ref_log_probs", core=False),
    _timed("log_probs", core=False),
    _timed("actor_train", core=False),
    _timed("wake_up"),
    _timed("sleep", shifted=True),
    _timed("update_weights", shifted=True),
    _timed("save_model", shifted=True, core=False),
    # It lies inside the weight update and times the un-pausing of the engine, not its memory.
    _timed("finalize_and_resume_engines", shifted=True, core=False),
    # It holds waiting of every kind, so a pause inside it says nothing.
    _timed("train_wait", judged=False),
    Phase("step", "perf/step_time", judged=False, core=False),
)


@dataclass(frozen=True)
class Metric:
    """A number of each step that is no duration; the rest as in Phase."""

    name: str
    key: str
    role: Literal["rollout", "trainer"] = "rollout"
    core: bool = False


METRICS = (
    # The lengths count tokens that the loss sees; the rate counts raw ones.
    Metric("answer_tokens", "rollout/response_len/mean", core=True),
    Metric("longest_answer_tokens", "rollout/response_len/max"),
    Metric("tokens_per_gpu_per_s", "perf/tokens_per_gpu_per_sec"),
    Metric("truncated_ratio", "rollout/truncated_ratio"),
    # The log calls these two percentages; they are fractions of one.
    Metric("all_zero_reward_ratio", "rollout/zero_std/all_zero_percentage"),
    Metric("all_one_reward_ratio", "rollout/zero_std/all_one_percentage"),
)

OPTIMIZER = (
    Metric("loss", "train/loss", "trainer"),
    Metric("grad_norm", "train/grad_norm", "trainer"),
)

KEYS = frozenset(one.key for one in (*PHASES, *METRICS, *OPTIMIZER))
"""The keys that reading a log keeps."""

TIMERS = frozenset(phase.timer for phase in PHASES if phase.timer and phase.judged)
"""The timers whose lines are kept."""

INSIDE_WAIT = ("sleep", "update_weights", "save_model", "wake_up")
"""The trainer's timers that run while it waits and do not overlap; the rollout does too."""
