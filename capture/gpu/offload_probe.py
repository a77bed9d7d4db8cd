"""Measures what a trainer and an engine on one GPU pay for giving memory back to each other.

A stand-in for a colocated run: it moves the bytes that such a run moves, with random weights.
Writes NAME.jsonl, NAME.telemetry.csv and NAME.environment.json into a folder. Exit status: 0, also
where the time budget cut the plan short (the log's last record says so); 1 where a move changed a
value or the settings ask for more than there is; 2 where the arguments are wrong.
"""

from __future__ import annotations

import argparse
import gc
import json
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import torch

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "builder"))

from colocated.decoder import Shape  # noqa: E402
from colocated.engine import BLOCK, Engine  # noqa: E402
from colocated.link import measure_link  # noqa: E402
from colocated.machine import Machine  # noqa: E402
from colocated.stepping import Colocated, Task  # noqa: E402
from colocated.surroundings import environment, telemetry  # noqa: E402
from colocated.trainer import BETA1, BETA2, LEARNING_RATE, Trainer  # noqa: E402

from proseproof.probe.plan import (  # noqa: E402
    FIRST,
    Setting,
    answer_lengths,
    order,
    parse_settings,
)
from proseproof.probe.record import Log  # noqa: E402

MIB = 1 << 20


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    """The command line, checked. Exits with 2 where it is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    add = parser.add_argument
    add("--out", type=Path, required=True, help="folder for the three files")
    add("--name", default="probe", help="what the files are called")
    add("--device", default="cuda", choices=["cuda", "cpu"], help="cpu: a rehearsal")
    add("--model", type=Path, default=HERE / "models/qwen3-4b.json", help="a config.json")
    add("--settings", default="default,engine-kept,kv-only,trainer-kept,both-kept")
    add("--fraction", type=float, default=0.25, help="of GPU memory for engine weights and cache")
    add("--seeds", default="1", help="such as 1,2,3")
    add("--steps", type=int, default=12, help="0: only the link")
    add("--series", default=FIRST, help="names the runs of a later visit to a machine")
    add("--host", default="pinned", choices=["pinned", "pageable"], help="where the trainer sleeps")
    add("--chunk-mib", type=int, default=1024, help="a block of host memory; a power of two")
    add("--batches", default="64,32,16,8", help="batch sizes with a CUDA graph")
    add("--answers", default="64,160", help="tokens of the shortest and the longest answer")
    add("--train", default="8,512", help="sequences and tokens of one training step")
    add("--link-mib", type=int, default=0, help="measure the link up to this size; 0: do not")
    add("--link-repeats", type=int, default=5)
    add("--budget-s", type=float, default=460, help="wall-clock seconds; it stops before them")
    add("--commit", help="the git commit, where the folder is no repository")
    args = parser.parse_args(argv)
    try:
        args.settings = parse_settings(args.settings, args.fraction)
        for name in ("seeds", "batches", "answers", "train"):
            setattr(args, name, [int(part) for part in getattr(args, name).split(",")])
        args.low, args.high = args.answers
        args.sequences, args.length = args.train
    except ValueError as error:
        parser.error(str(error))
    if args.device == "cuda" and not torch.cuda.is_available():
        parser.error("torch sees no GPU; --device cpu rehearses without one")
    return args


def config(args: argparse.Namespace, setting: Setting, seed: int) -> dict[str, Any]:
    """What a run was made with, for its `run` record."""
    return {
        "record": "run",
        "run": setting.run(seed, args.host, args.series),
        "series": args.series,
        "setting": setting.name,
        "seed": seed,
        "rollouts": args.steps,
        "backend": "stand-in",
        "offload_train": setting.offload_train,
        "offload_rollout": setting.release != "none",
        "offload_rollout_level": setting.release,
        "after_sleep": setting.after_sleep,
        "mem_fraction_static": setting.fraction,
        "host_memory": args.host,
        "host_chunk_bytes": args.chunk_mib * MIB,
        "model": args.model.stem,
        "kv_block_tokens": BLOCK,
        "graph_batches": args.batches,
        "answer_tokens_min": args.low,
        "answer_tokens_max": args.high,
        "train_sequences": args.sequences,
        "train_sequence_tokens": args.length,
        "learning_rate": LEARNING_RATE,
        "adam_betas": [BETA1, BETA2],
        "device": args.device,
    }


def measure_steps(args: argparse.Namespace, machine: Machine, log: Log, deadline: float) -> str:
    """Runs the planned steps. Returns why it ended: `complete` or `time budget`."""
    shape = Shape.read(args.model)
    trainer, timing = machine.time(
        lambda: Trainer(shape, args.seeds[0], args.host, args.chunk_mib * MIB, machine)
    )
    engine = Engine(shape, args.batches, args.high, args.seeds[0], machine)
    colocated = Colocated(trainer, engine, machine, log)
    log.write(
        {
            "record": "sizes",
            "parameters": shape.parameters(),
            "trainer_bytes": trainer.sizes,
            "startup_s": timing.wall_s,
        }
    )
    print(f"trainer ready after {timing.wall_s:.1f} s: {shape.parameters():,} parameters")
    for setting in args.settings:
        try:
            print(setting.name, colocated.sizes(setting))
        except ValueError as error:
            raise SystemExit(str(error)) from None

    def task(seed: int, step: int) -> Task:
        draw = torch.Generator().manual_seed(seed * 100_003 + step)
        size = (args.sequences, args.length)
        tokens = torch.randint(shape.vocab_size, size, generator=draw).to(machine.device)
        lengths = answer_lengths(seed, step, max(args.batches), args.low, args.high)
        return Task(lengths, tokens)

    gc.disable()  # a collection inside a phase would be counted into it; `arrange` collects
    colocated.step(args.settings[0], "warmup", 0, task(0, 0), "warmup")
    for seed in args.seeds:
        for setting in args.settings:
            log.write(config(args, setting, seed) | colocated.sizes(setting))
    refused: set[str] = set()
    longest = 0.0
    for step in range(args.steps):
        for seed in args.seeds:
            for setting in order(args.settings, seed, step):
                run = setting.run(seed, args.host, args.series)
                if run in refused:
                    continue
                start = time.monotonic()
                if start + 1.2 * longest > deadline:
                    return "time budget"
                if not colocated.step(setting, run, step, task(seed, step), "phase"):
                    refused.add(run)
                longest = max(longest, time.monotonic() - start)
        print(f"step {step} done, {deadline - time.monotonic():.0f} s left", flush=True)
    return "complete"


def measure(args: argparse.Namespace, machine: Machine, log: Log, deadline: float) -> str:
    """The link, then the steps, as far as the arguments ask. Returns why it ended."""
    if args.link_mib:
        sizes = [1 << power for power in range(20, (args.link_mib * MIB).bit_length())]
        if not measure_link(machine, log, sizes, args.link_repeats, deadline):
            return "time budget"
        machine.collect()
    return measure_steps(args, machine, log, deadline) if args.steps else "complete"


def summary_lines(log: Path) -> list[str]:
    """The median seconds of each phase by setting, and what did not fit, for the terminal."""
    walls: dict[tuple[str, str], list[float]] = defaultdict(list)
    notes = []
    for line in log.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["record"] == "phase":
            walls[record["run"], record["phase"]].append(record["wall_s"])
        elif record["record"] in ("does_not_fit", "telemetry", "end"):
            notes.append(line)
        elif record["record"] == "step" and not (
            record.get("state_intact", True) and record.get("weights_match", True)
        ):
            notes.append(f"CHECK FAILED: {line}")
    return [
        f"{run:32} {phase:16} {sorted(took)[len(took) // 2]:9.4f} s median of {len(took)}"
        for (run, phase), took in sorted(walls.items())
    ] + notes


def main(argv: Sequence[str]) -> int:
    """Runs the probe; see the module's docstring for what it writes and returns."""
    args = arguments(argv)
    deadline = time.monotonic() + args.budget_s
    machine = Machine(
        torch.device(args.device, 0) if args.device == "cuda" else torch.device("cpu")
    )
    args.out.mkdir(parents=True, exist_ok=True)
    path = args.out / f"{args.name}.jsonl"
    told = ["OUT" if item == str(args.out) else item for item in argv]  # the folder says nothing
    surroundings = environment(machine, told, args.commit)
    signal.signal(signal.SIGTERM, _stop)
    ended = "complete"
    with path.open("x", encoding="utf-8", newline="\n") as stream:
        log = Log(stream)
        (args.out / f"{args.name}.environment.json").write_text(
            json.dumps(surroundings, indent=1, sort_keys=True) + "\n", encoding="utf-8"
        )
        try:
            with telemetry(args.out / f"{args.name}.telemetry.csv", log):
                ended = measure(args, machine, log, deadline)
        except BaseException as error:
            ended = f"{type(error).__name__}: {error}".splitlines()[0]
            raise
        finally:
            log.write({"record": "end", "reason": ended, "end_unix_s": round(time.time(), 6)})
            lines = summary_lines(path)
            print(*lines, sep="\n", flush=True)
    return 1 if any(line.startswith("CHECK FAILED") for line in lines) else 0


def _stop(number: int, _: FrameType | None) -> None:
    raise SystemExit(f"stopped by signal {number}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
