"""The device a probe runs on: time a piece of work, read its memory, hold copies on the host."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import torch

from proseproof.probe.plan import Host
from proseproof.probe.record import Memory, Timing

T = TypeVar("T")
REHEARSAL_BYTES = 256 << 20  # what the rehearsal without a GPU takes for the GPU's memory


@dataclass(frozen=True)
class Machine:
    """One CUDA device, or the processor for a rehearsal (`device.type == "cpu"`)."""

    device: torch.device

    @property
    def cuda(self) -> bool:
        """Whether there is a GPU."""
        return self.device.type == "cuda"

    def synchronize(self) -> None:
        """Waits until the device has nothing left to do."""
        if self.cuda:
            torch.cuda.synchronize(self.device)

    def total_bytes(self) -> int:
        """The GPU's memory in bytes, as the driver counts it."""
        return torch.cuda.mem_get_info(self.device)[1] if self.cuda else REHEARSAL_BYTES

    def give_back(self) -> None:
        """Hands memory that no tensor uses back to the driver, for another process to use."""
        if self.cuda:
            torch.cuda.synchronize(self.device)
            torch.cuda.empty_cache()

    def collect(self) -> None:
        """Drops what only unreachable objects hold, then gives it back: for use between steps."""
        gc.collect()
        self.give_back()

    def time(self, work: Callable[[], T]) -> tuple[T, Timing]:
        """The result of `work` and its time, from an idle device to an idle device."""
        self.synchronize()
        begin = end = None
        if self.cuda:
            torch.cuda.reset_peak_memory_stats(self.device)
            begin = torch.cuda.Event(enable_timing=True)
            end = torch.cuda.Event(enable_timing=True)
        start_unix = time.time()
        start = time.perf_counter()
        if begin is not None:
            begin.record()
        result = work()
        if end is not None:
            end.record()
        self.synchronize()
        wall = time.perf_counter() - start
        device = begin.elapsed_time(end) / 1000 if begin is not None and end is not None else None
        return result, Timing(round(start_unix, 6), wall, device)

    def memory(self) -> Memory:
        """What is in use now, and the peak since the last `time` began."""
        if not self.cuda:
            return Memory(None, None, None, None)
        free, total = torch.cuda.mem_get_info(self.device)
        return Memory(
            total - free,
            torch.cuda.memory_allocated(self.device),
            torch.cuda.memory_reserved(self.device),
            torch.cuda.max_memory_allocated(self.device),
        )


class HostCopy:
    """Host memory for one flat tensor, taken once and used again at every step.

    It is cut into chunks of a power of two: torch rounds a pinned block up to one, and a single
    block of 16 GB would take 32.
    """

    def __init__(self, size: int, host: Host, chunk: int, machine: Machine) -> None:
        """size, chunk: bytes. Raises RuntimeError where the host has not that much memory."""
        pin = host == "pinned" and machine.cuda
        self.size, self.chunk = size, chunk
        self.chunks = [
            _pinned(min(chunk, size - start)) if pin else _touched(min(chunk, size - start))
            for start in range(0, size, chunk)
        ]

    def store(self, flat: torch.Tensor) -> None:
        """Copies the flat tensor here; with pinned memory it returns before the copy is done."""
        for part, piece in zip(self.chunks, self._pieces(flat), strict=True):
            part.copy_(piece, non_blocking=True)

    def load(self, flat: torch.Tensor) -> None:
        """Copies what is held here into the flat tensor; it may return before the copy is done."""
        for part, piece in zip(self.chunks, self._pieces(flat), strict=True):
            piece.copy_(part, non_blocking=True)

    def _pieces(self, flat: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return flat.view(torch.uint8).split(self.chunk)


def _touched(size: int) -> torch.Tensor:
    # Pages that were never touched would be counted into the first copy.
    return torch.empty(size, dtype=torch.uint8).fill_(1)


def _pinned(size: int) -> torch.Tensor:
    # A virtual machine may grow its memory as it is used, more slowly than it is asked for.
    for wait_s in (1, 2, 4, 8):
        try:
            return torch.empty(size, dtype=torch.uint8, pin_memory=True)
        except RuntimeError as error:
            print(f"no {size} bytes of pinned memory yet: {error}".splitlines()[0], flush=True)
            time.sleep(wait_s)
    return torch.empty(size, dtype=torch.uint8, pin_memory=True)
