"""The link between host and GPU: how long a copy of one tensor takes, by size and host memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

import torch

from colocated.machine import Machine
from proseproof.probe.record import Log, link_record

Copy = Callable[[], object]


def measure_link(
    machine: Machine, log: Log, sizes: Sequence[int], repeats: int, deadline: float
) -> bool:
    """Writes one record per copy, for each memory, direction and size (bytes). False: cut short.

    The first copy of a kind is not recorded. pinned and pageable copy between buffers that were
    used before; pageable_new takes fresh host memory, as an offload that keeps
    no buffer does. deadline: on the clock of time.monotonic, in seconds.
    """
    largest = max(sizes)
    here = torch.empty(largest, dtype=torch.uint8, device=machine.device).random_()
    there = torch.empty_like(here)
    hosts = {
        "pinned": torch.empty(largest, dtype=torch.uint8, pin_memory=machine.cuda).fill_(1),
        "pageable": torch.empty(largest, dtype=torch.uint8).fill_(1),
    }
    for size in sizes:
        for memory, direction, copy in _copies(here[:size], there[:size], hosts, size):
            for repeat in range(-1, repeats):
                if time.monotonic() > deadline:
                    return False
                _, timing = machine.time(copy)
                if repeat >= 0:
                    log.write(link_record(memory, direction, size, repeat, timing))
    return True


def _copies(
    here: torch.Tensor, there: torch.Tensor, hosts: Mapping[str, torch.Tensor], size: int
) -> list[tuple[str, str, Copy]]:
    """(memory, direction, the copy) for every kind of copy of this size."""

    def both(memory: str, host: torch.Tensor) -> list[tuple[str, str, Copy]]:
        return [
            (memory, "host_to_device", lambda: here.copy_(host, non_blocking=True)),
            (memory, "device_to_host", lambda: host.copy_(here, non_blocking=True)),
        ]

    return [
        ("device", "device_to_device", lambda: there.copy_(here)),
        ("pageable_new", "device_to_host", lambda: here.to("cpu", copy=True)),
        *(kind for memory, whole in hosts.items() for kind in both(memory, whole[:size])),
    ]
