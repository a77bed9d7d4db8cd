"""The settings of a run: from its resolved arguments, under the summary's own names."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from proseproof.miles.measured import plain, put
from proseproof.nouns import dataclass

# Always present in a summary; a null says why.
_MAIN: Mapping[str, str] = {
    "seed": "seed",
    "rollouts": "num_rollout",
    "backend": "train_backend",
    "model": "hf_checkpoint",
    "offload_train": "offload_train",
    "offload_rollout": "offload_rollout",
    "offload_rollout_level": "offload_rollout_level",
    "mem_fraction_static": "sglang_mem_fraction_static",
}
# Present where the run recorded them. No argument beyond these is taken over: others name folders
# of a machine, accounts and keys.
_MORE: Mapping[str, str] = {
    "start_rollout": "start_rollout_id",
    **{
        name: name
        for name in (
            "colocate",
            "actor_num_nodes",
            "actor_num_gpus_per_node",
            "rollout_num_gpus",
            "rollout_num_gpus_per_engine",
            "rollout_batch_size",
            "n_samples_per_prompt",
            "rollout_max_response_len",
            "rollout_temperature",
            "global_batch_size",
            "micro_batch_size",
            "use_dynamic_batch_size",
            "max_tokens_per_gpu",
            "gradient_checkpointing",
            "fsdp_cpu_offload",
            "advantage_estimator",
            "lr",
        )
    },
}
_WHOLE = ("seed", "rollouts", "start_rollout")


def read_config(
    arguments: Mapping[str, Any] | None, given: Mapping[str, Any]
) -> dict[str, Any] | str:
    """The settings, or in words what is wrong with them.

    arguments: the resolved arguments, None where none were recorded. given: settings under the
    summary's names. A setting that both tell differently is wrong. A model's path is cut to its
    last part. Seeds past 2**53 are text.
    """
    config: dict[str, Any] = {}
    for name, key in {**_MAIN, **_MORE}.items():
        found = [
            source[by] for source, by in ((arguments or {}, key), (given, name)) if by in source
        ]
        values = [_normal(name, value) for value in found if value is not None]
        wrong = next((value for value in values if isinstance(value, _Wrong)), None)
        if wrong is not None:
            return wrong.message
        if len(values) == 2 and values[0] != values[1]:
            return f"{name} is {values[0]!r} in the arguments and {values[1]!r} in config"
        if values:
            config[name] = plain(values[0])
        elif name in _MAIN:
            why = "no arguments were recorded" if arguments is None else f"no {key} is recorded"
            put(config, name, None, why)
    config.update({name: plain(value) for name, value in given.items() if name not in config})
    return config


@dataclass(frozen=True)
class _Wrong:
    message: str


def _normal(name: str, value: Any) -> Any:
    """The value in its one form: a number written as text becomes a number."""
    if name in _WHOLE:
        number = _number(value)
        if number is None or number != int(number):
            return _Wrong(f"{name} is {value!r}, not a whole number")
        written = isinstance(value, int) or (isinstance(value, str) and value.strip().isdecimal())
        return int(value) if written else int(number)  # a double would lose the end of a long seed
    if name == "mem_fraction_static":
        number = _number(value)
        if number is None or not 0 < number <= 1:
            return _Wrong(f"{name} is {value!r}, not a fraction of one")
        return number
    if name == "model":
        return (
            PurePosixPath(str(value).replace("\\", "/")).name if isinstance(value, str) else value
        )
    return value


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
