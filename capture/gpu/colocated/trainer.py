"""The trainer: bf16 weights and Adam's fp32 state, which it can move to host memory and back."""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch

from colocated.decoder import Shape, training_loss
from colocated.machine import HostCopy, Machine
from proseproof.probe.plan import Host

LEARNING_RATE, BETA1, BETA2, EPSILON = 1e-4, 0.9, 0.95, 1e-8


class Trainer:
    """Four flat buffers: `weights` (bf16) and `master`, `m`, `v` (fp32), 14 bytes a parameter.

    Gradients are bf16, and live only while a step trains.
    """

    def __init__(self, shape: Shape, seed: int, host: Host, chunk: int, machine: Machine) -> None:
        """Random weights from the seed. chunk: bytes of one host block. The state starts awake."""
        self.shape, self.machine = shape, machine
        size = shape.parameters()
        draw = torch.Generator(machine.device).manual_seed(seed)
        weights = torch.empty(size, dtype=torch.bfloat16, device=machine.device)
        weights.normal_(0, 0.02, generator=draw)
        for name, view in shape.views(weights).items():
            if "norm" in name:
                view.fill_(1)
        self.flats = {
            "weights": weights,
            "master": weights.float(),
            "m": torch.zeros(size, dtype=torch.float32, device=machine.device),
            "v": torch.zeros(size, dtype=torch.float32, device=machine.device),
        }
        self.parameters = {
            name: torch.nn.Parameter(view) for name, view in shape.views(weights).items()
        }
        self.sizes = {name: flat.nbytes for name, flat in self.flats.items()}
        self.host = {
            name: HostCopy(size, host, chunk, machine) for name, size in self.sizes.items()
        }
        self.awake = True
        self.updates = 0

    @property
    def state_bytes(self) -> int:
        """Bytes that sleeping and waking move."""
        return sum(self.sizes.values())

    def sleep(self, hold: bool = False) -> Mapping[str, int]:
        """Moves the state to host memory and frees it on the device. Returns bytes by kind.

        hold: this process keeps the freed memory for its own tensors; the driver gets none back.
        """
        for name, flat in self.flats.items():
            self.host[name].store(flat)
        self.machine.synchronize()
        self._drop()
        if hold:
            freed = 0
        else:
            self.machine.give_back()
            freed = self.state_bytes
        self.awake = False
        return {"device_to_host": self.state_bytes, "freed": freed}

    def wake(self) -> Mapping[str, int]:
        """Brings the state back from host memory. Returns bytes by kind.

        Raises torch.OutOfMemoryError where it does not fit; the trainer then still sleeps.
        """
        try:
            for name, flat in self.flats.items():
                flat.untyped_storage().resize_(self.sizes[name])
                self.host[name].load(flat)
        except torch.OutOfMemoryError:
            self._drop()
            self.machine.give_back()
            raise
        self.machine.synchronize()
        self.awake = True
        return {"host_to_device": self.state_bytes, "allocated": self.state_bytes}

    def train(self, tokens: torch.Tensor) -> float:
        """One forward, backward and Adam step on tokens [batch, length]. Returns the loss."""
        loss = training_loss(self.shape, self.parameters, tokens)
        loss.backward()
        self._adam()
        self.drop_gradients()
        return float(loss.detach())

    def drop_gradients(self) -> None:
        """Frees the gradients."""
        for parameter in self.parameters.values():
            parameter.grad = None

    def fingerprint(self) -> tuple[float, ...]:
        """A sum over a sample of each buffer: equal before a sleep and after the wake-up."""
        return tuple(float(flat[::10007].double().sum()) for flat in self.flats.values())

    def sample(self) -> torch.Tensor:
        """A strided sample of the weights, on the host; the trainer is awake."""
        return self.flats["weights"][::10007].to("cpu", copy=True)

    def _drop(self) -> None:
        # The views that make up the model stay; only their storage goes, so that waking is a copy.
        self.machine.synchronize()
        for flat in self.flats.values():
            flat.untyped_storage().resize_(0)

    @torch.no_grad()
    def _adam(self) -> None:
        self.updates += 1
        rate = LEARNING_RATE / (1 - BETA1**self.updates)
        correction = math.sqrt(1 - BETA2**self.updates)
        views = {name: self.shape.views(self.flats[name]) for name in ("master", "m", "v")}
        for name, parameter in self.parameters.items():
            if parameter.grad is None:
                raise RuntimeError(f"the weight {name} has no gradient")
            gradient = parameter.grad.float()
            master, m, v = (views[kind][name] for kind in ("master", "m", "v"))
            m.lerp_(gradient, 1 - BETA1)
            v.mul_(BETA2).addcmul_(gradient, gradient, value=1 - BETA2)
            master.addcdiv_(m, v.sqrt().div_(correction).add_(EPSILON), value=-rate)
            parameter.copy_(master)
