"""What the offload probe does, decided before it starts: settings, their phases, their order."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Release = Literal["all", "kv_cache", "none"]
AfterSleep = Literal["free", "wait", "hold"]
Host = Literal["pinned", "pageable"]

FIRST = "first"  # the series of a run that names none
WAIT_S = 1.0  # how long the setting `default-wait` waits behind the sleep

# name -> (the trainer is moved to host memory while the engine works, what the engine gives back,
#          what becomes of the memory that the trainer's sleep frees)
KNOWN: Mapping[str, tuple[bool, Release, AfterSleep]] = MappingProxyType(
    {
        "default": (True, "all", "free"),
        "engine-kept": (True, "none", "free"),
        "kv-only": (True, "kv_cache", "free"),
        "trainer-kept": (False, "all", "free"),
        "both-kept": (False, "none", "free"),
        "default-wait": (True, "all", "wait"),
        "default-hold": (True, "all", "hold"),
    }
)


@dataclass(frozen=True)
class Setting:
    """What each side gives back while the other works.

    offload_train: the trainer's state goes to host memory. release: what the engine frees.
    after_sleep: `free` hands the trainer's memory to the driver and goes on at once; `wait` hands
    it over and lets WAIT_S pass; `hold` leaves it with the process until the step is over.
    fraction: the share of the GPU's memory that the engine's weights and KV cache take together.
    labelled: the fraction is not the one of the whole run, so the name carries it.
    """

    name: str
    offload_train: bool
    release: Release
    after_sleep: AfterSleep
    fraction: float
    labelled: bool = False

    def run(self, seed: int, host: Host, series: str = FIRST) -> str:
        """The run's id, such as `default-seed1` or `both-kept-frac060-seed1`.

        series: a later visit to a machine; it tells a repetition from the run that it repeats.
        """
        share = f"-frac{round(self.fraction * 100):03d}" if self.labelled else ""
        memory = "" if host == "pinned" else f"-{host}"
        visit = "" if series == FIRST else f"-{series}"
        return f"{self.name}{share}{memory}{visit}-seed{seed}"

    def phases(self) -> tuple[str, ...]:
        """The phases of one step, in order. A phase that the setting does not have is absent."""
        gives = self.release != "none"
        return (
            "rollout",
            *(["release"] if gives else []),
            *(["wake_up"] if self.offload_train else []),
            "train",
            *(["sleep"] if self.offload_train else []),
            *(["pause"] if self.after_sleep == "wait" else []),
            *(["resume_weights"] if self.release == "all" else []),
            "update_weights",
            *(["resume_kv", "capture_graphs"] if gives else []),
        )


def parse_settings(text: str, fraction: float) -> tuple[Setting, ...]:
    """`default,both-kept@0.6` → settings; what follows `@` is that setting's own fraction.

    Raises ValueError for an unknown name, a fraction outside 0 to 1, or the same setting twice.
    """
    settings: list[Setting] = []
    for part in text.split(","):
        name, _, own = part.strip().partition("@")
        if name not in KNOWN:
            raise ValueError(f"no setting is named {name!r}; the settings are {', '.join(KNOWN)}")
        try:
            share = float(own) if own else fraction
        except ValueError:
            raise ValueError(f"{own!r} is no fraction of the GPU's memory") from None
        if not 0 < share < 1:
            raise ValueError(f"the fraction {share:g} is not between 0 and 1")
        settings.append(Setting(name, *KNOWN[name], share, labelled=bool(own)))
    if len({setting.run(0, "pinned") for setting in settings}) < len(settings):
        raise ValueError(f"a setting stands twice in {text!r}")
    return tuple(settings)


def order(settings: Sequence[Setting], seed: int, step: int) -> tuple[Setting, ...]:
    """The settings in the order in which this step of this seed takes them.

    Drift of the machine (heat, neighbours) then falls on every setting alike.
    """
    shuffled = list(settings)
    random.Random(f"order/{seed}/{step}").shuffle(shuffled)
    return tuple(shuffled)


def answer_lengths(seed: int, step: int, batch: int, low: int, high: int) -> tuple[int, ...]:
    """How many tokens each answer of the step has, longest first; `low` to `high`, both inside.

    Every setting gets the same lengths for the same seed and step: the steps can be compared.
    """
    draw = random.Random(f"answers/{seed}/{step}")
    return tuple(sorted((draw.randint(low, high) for _ in range(batch)), reverse=True))


def replays(lengths: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """(graph's batch size, times in a row) for answers of these lengths, longest first.

    A batch shrinks as answers end; each decode step takes the smallest graph that holds the rest.
    Raises ValueError where no graph is large enough.
    """
    if lengths and len(lengths) > max(sizes, default=0):
        raise ValueError(f"no graph holds a batch of {len(lengths)}")
    runs: list[tuple[int, int]] = []
    for step in range(max(lengths, default=0)):
        active = sum(length > step for length in lengths)
        size = min(size for size in sizes if size >= active)
        if runs and runs[-1][0] == size:
            runs[-1] = (size, runs[-1][1] + 1)
        else:
            runs.append((size, 1))
    return tuple(runs)
