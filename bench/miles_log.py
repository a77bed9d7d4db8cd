"""How fast a log of Miles is read, and in how much memory: `python bench/miles_log.py [MB]`.

The log is made up: for each step the trainer's and the rollout's records, a progress bar, and
a few thousand lines of the engine, which make up nearly all of a real log.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from proseproof.miles.fields import KEYS, TIMERS
from proseproof.miles.log import LogReader

ZERO = datetime(2026, 11, 30, tzinfo=UTC)
ENGINE = (
    "\x1b[36m(SGLangEngine pid=4242, ip=10.0.0.7)\x1b[0m [{at}] Decode batch, #running-req: 129, "
    "#token: 204812, token usage: 0.22, cuda graph: True, gen throughput (token/s): 12405.28, "
    "#queue-req: 0\n"
)
TRAINER = "\x1b[36m(FSDPTrainRayActor pid=4243)\x1b[0m [{at}.123 actor_cell0_rank0] "


def step(number: int, engine_lines: int) -> Iterator[str]:
    """The lines of one step."""
    at = str(ZERO + timedelta(seconds=300 * number))[:19]
    head = TRAINER.format(at=at)
    metrics = {f"rollout/metric_{index}": index / 7 for index in range(40)}
    metrics |= {"rollout/response_len/mean": 798.25, "perf/rollout_time": 60.71}
    yield from (ENGINE.format(at=at) for _ in range(engine_lines))
    yield f"[{at}.123 rollout_manager] metrics.py:89 - perf {number}: {metrics}\n"
    for name in ("sleep", "update_weights", "wake_up", "train", "log_probs", "actor_train"):
        yield f"{head}timer.py:33 - Timer {name} start\n"
        yield "".join(f"\r{name}: {done}%|{'█' * (done // 10)}" for done in range(0, 100, 10))
        yield f"\r{head}timer.py:46 - Timer {name} end (elapsed: 2.1s)\n"
    yield f"{head}log_utils.py:542 - step {number}: {{'train/loss': 0.002, 'train/step': 1}}\n"
    yield f"{head}train_metric_utils.py:56 - perf {number}: {{'perf/train_time': 240.0}}\n"


def write(path: Path, size: int, engine_lines: int) -> None:
    """A log of about `size` bytes."""
    written = number = 0
    with path.open("w", encoding="utf-8") as stream:
        while written < size:
            written += stream.write("".join(step(number, engine_lines)))
            number += 1


def measure(path: Path) -> dict[str, float]:
    """Reads the log once."""
    reader = LogReader(UTC, KEYS, TIMERS)
    begun = time.perf_counter()
    cpu = time.process_time()
    with path.open("rb") as stream:
        digest = reader.read(path.name, stream)
    seconds = time.perf_counter() - begun
    cpu = time.process_time() - cpu
    assert not reader.refusals
    megabytes = digest.size / 1e6
    return {
        "size_mb": round(megabytes, 1),
        "steps": len(reader.log().trainers),
        "wall_s": round(seconds, 3),
        "cpu_s": round(cpu, 3),
        "mb_per_cpu_s": round(megabytes / cpu, 1),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


if __name__ == "__main__":
    wanted = int(float(sys.argv[1]) * 1e6) if len(sys.argv) > 1 else 1_000_000_000
    lines = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "run.log"
        write(log, wanted, lines)
        print(json.dumps(measure(log)))
