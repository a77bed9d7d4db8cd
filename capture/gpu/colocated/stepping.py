"""One step of a colocated run: its phases in their order, each timed and recorded."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import torch

from colocated.engine import Engine
from colocated.machine import HostCopy, Machine
from colocated.trainer import Trainer
from proseproof.probe.plan import WAIT_S, Setting
from proseproof.probe.record import Log, phase_record


@dataclass(frozen=True)
class Task:
    """What one step works on.

    lengths: tokens of each answer, longest first. tokens: what the trainer learns, [batch, length].
    """

    lengths: tuple[int, ...]
    tokens: torch.Tensor


class Colocated:
    """A trainer and an engine on one GPU, taken through steps of different settings."""

    def __init__(self, trainer: Trainer, engine: Engine, machine: Machine, log: Log) -> None:
        self.trainer, self.engine, self.machine, self.log = trainer, engine, machine, log
        self.fraction: float | None = None  # of the cache that the engine holds
        self.stored: tuple[float, ...] = ()  # the trainer's fingerprint when it last went to sleep
        self.learned = trainer.sample()  # of its weights after it last trained

    def step(self, setting: Setting, run: str, step: int, task: Task, kind: str) -> bool:
        """Runs and records one step. False where it does not fit, which is recorded with sizes."""
        facts: dict[str, Any] = {}
        work = self._work(setting, task, facts)
        current = "arrange"
        try:
            self._arrange(setting)
            for current in setting.phases():
                self._before(current)
                moved, timing = self.machine.time(work[current])
                memory = self.machine.memory()
                self.log.write(phase_record(run, step, current, timing, memory, moved, kind))
                self._after(current, facts)
        except torch.OutOfMemoryError as error:
            refused = {
                "record": "does_not_fit",
                "run": run,
                "step": step,
                "phase": current,
                "message": str(error).partition(" GPU 0 ")[0],
                **self.sizes(setting),
                **asdict(self.machine.memory()),
            }
        else:
            self.log.write(
                {
                    "record": "step" if kind == "phase" else "warmup_step",
                    "run": run,
                    "step": step,
                    "answer_tokens": sum(task.lengths),
                    "longest_answer_tokens": max(task.lengths),
                    "trained_tokens": task.tokens.numel(),
                    **facts,
                }
            )
            return True
        self._recover()
        self.log.write(refused)
        return False

    def sizes(self, setting: Setting) -> dict[str, int]:
        """The bytes that the setting asks room for."""
        return {
            "total_bytes": self.machine.total_bytes(),
            "trainer_state_bytes": self.trainer.state_bytes,
            "gradient_bytes": self.trainer.sizes["weights"],
            "engine_weight_bytes": self.engine.weight_bytes,
            "kv_cache_bytes": self.engine.cache_bytes(setting.fraction),
        }

    def _work(
        self, setting: Setting, task: Task, facts: dict[str, Any]
    ) -> Mapping[str, Callable[[], Mapping[str, int]]]:
        trainer, engine = self.trainer, self.engine

        def generate() -> Mapping[str, int]:
            facts["decode_steps"] = engine.generate(task.lengths)
            return {}

        def train() -> Mapping[str, int]:
            facts["loss"] = trainer.train(task.tokens)
            self.machine.give_back()
            return {}

        def pause() -> Mapping[str, int]:
            time.sleep(WAIT_S)
            return {}

        return {
            "rollout": generate,
            "release": lambda: engine.release(setting.release),
            "wake_up": trainer.wake,
            "train": train,
            "sleep": lambda: trainer.sleep(hold=setting.after_sleep == "hold"),
            "pause": pause,
            "resume_weights": engine.load_weights,
            "update_weights": lambda: engine.update(self._source()),
            "resume_kv": lambda: engine.load_cache(setting.fraction),
            "capture_graphs": engine.capture,
        }

    def _before(self, phase: str) -> None:
        if phase == "sleep":
            self.stored = self.trainer.fingerprint()

    def _after(self, phase: str, facts: dict[str, Any]) -> None:
        """Checks, outside the timed part, that a move changed no value."""
        if phase == "wake_up":
            facts["state_intact"] = self.trainer.fingerprint() == self.stored
        elif phase == "train":
            self.learned = self.trainer.sample()
        elif phase == "update_weights":
            facts["weights_match"] = bool(torch.equal(self.engine.sample(), self.learned))

    def _source(self) -> torch.Tensor | HostCopy:
        """Where the trainer's weights are: on the device, or in host memory while it sleeps."""
        trainer = self.trainer
        return trainer.flats["weights"] if trainer.awake else trainer.host["weights"]

    def _arrange(self, setting: Setting) -> None:
        """Brings both sides to where a step of the setting begins: the engine ready to generate."""
        if setting.offload_train and self.trainer.awake:
            self.stored = self.trainer.fingerprint()
            self.trainer.sleep()
        ready = self.engine.weights is not None and self.engine.cache is not None
        if not ready or self.fraction != setting.fraction:
            self.engine.release("all")
            self.engine.load_weights()
            self.engine.update(self._source())
            self.engine.load_cache(setting.fraction)
            self.engine.capture()
            self.fraction = setting.fraction
        if not setting.offload_train and not self.trainer.awake:
            self.trainer.wake()
        self.machine.collect()

    def _recover(self) -> None:
        """After a refused allocation: nothing is left half done, the next step builds anew."""
        self.trainer.drop_gradients()
        self.engine.release("all")
        self.fraction = None
        self.machine.collect()
