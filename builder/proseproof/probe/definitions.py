"""What the words of a probe's summary mean: the texts that travel with the numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proseproof.miles.heat import GAP_PERIODS, MERGE_S

_PHASES = {
    "rollout": "The engine writes one batch of answers by replaying CUDA graphs of a decode step.",
    "release": "The engine frees what its setting gives back: the graphs and the KV cache, and "
    "at level all its weights too. The weights are dropped, not copied: the update brings them.",
    "wake_up": "The trainer's weights and optimizer state come back from host memory.",
    "train": "One forward and backward pass with recomputed layers, and one Adam step; unused "
    "memory is handed back to the driver at the end.",
    "sleep": "The trainer's weights and optimizer state go to host memory and are freed.",
    "pause": "A wait on purpose behind the sleep, in the setting default-wait alone.",
    "resume_weights": "The engine takes memory for its weights, without content.",
    "update_weights": "The engine's weights are filled from the trainer's: over the link from "
    "host memory where the trainer sleeps, on the device where it stays.",
    "resume_kv": "The engine takes memory for its KV cache and zeroes it.",
    "capture_graphs": "The engine records its CUDA graphs anew, with one warm-up pass of each. An "
    "engine that maps its memory back at the same address keeps its graphs and has no such phase.",
}

DEFINITIONS: Mapping[str, Mapping[str, Any]] = {
    **{f"{name}_s": {"text": f"{text} Wall clock."} for name, text in _PHASES.items()},
    "step_s": {
        "text": "The sum of the step's phases without pause. The checks between them are not in it."
    },
    "moves_s": {"text": "The sum of the step's phases without rollout, train and pause."},
    "series": {
        "text": "Runs of one visit to a machine; first where the log names none. A repetition has "
        "another series, and its runs are compared with one another."
    },
    "after_sleep": {
        "text": "What becomes of the memory that the trainer's sleep frees. free: the driver gets "
        "it. wait: the driver gets it, and nothing happens for the length of a pause. hold: the "
        "process keeps it until the step is over."
    },
    "wall_s": {"text": "Wall clock, from an idle GPU to an idle GPU."},
    "device_s": {
        "text": "Between two CUDA events around the phase. What the driver does on the host, such "
        "as taking and freeing memory, may lie outside."
    },
    "used_bytes": {"text": "In use on the whole GPU after the phase, as the driver counts it."},
    "peak_allocated_bytes": {"text": "The most that tensors took together during the phase."},
    "host_gb_per_s": {
        "text": "Bytes between host and GPU over the phase's wall clock, in units of 10^9."
    },
    "gb_per_s": {"text": "The bytes of one copy over the median time of n copies, 10^9 a second."},
    "link": {
        "text": "Copies of one tensor. pinned and pageable: between buffers that were used before. "
        "pageable_new: into host memory taken for the copy. device: within the GPU, where "
        "each byte is read once and written once and counted once. The first copy is left out."
    },
    "clean": {
        "text": "true: no heat pause overlapped the phase. false: one did. null: it is not known. "
        "A heat pause lies between two samples where a thermal counter rose or a thermal flag was "
        "active.",
        "merge_s": MERGE_S,
        "gap_periods": GAP_PERIODS,
    },
    "n": {"text": "How many values the median is of."},
    "total_n": {"text": "How many whole steps the run has."},
    "warmup": {"text": "One step of the first setting runs before the others and is left out."},
    "trainer_state_bytes": {
        "text": "Weights in bf16, and in fp32 their master copy and Adam's two moments: 14 bytes a "
        "parameter. Gradients are bf16 and live only while the trainer trains.",
        "bytes_per_parameter": 14,
    },
    "mem_fraction_static": {
        "text": "The share of the GPU's memory that the engine's weights and KV cache take."
    },
    "does_not_fit": {
        "text": "The phase asked for memory that the GPU did not have. The run ends there; its "
        "sizes stand beside it."
    },
}
