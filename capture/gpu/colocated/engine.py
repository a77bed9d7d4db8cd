"""The engine: its own weights, a paged KV cache, and CUDA graphs that decode over both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch

from colocated.decoder import Shape, decode_step, rotary
from colocated.machine import HostCopy, Machine
from proseproof.probe.plan import Release, replays

BLOCK = 16  # tokens of one block of the KV cache


class Engine:
    """What can be given back: `weights`, `cache` and `graphs`; each is None or empty when gone."""

    def __init__(
        self, shape: Shape, sizes: Sequence[int], longest: int, seed: int, machine: Machine
    ) -> None:
        """sizes: the batch sizes that get a graph. longest: tokens of the longest answer."""
        self.shape, self.machine = shape, machine
        self.sizes, self.seed = tuple(sorted(sizes, reverse=True)), seed
        self.blocks = -(-longest // BLOCK)
        device, batch = machine.device, self.sizes[0]
        self.turns = rotary(shape, self.blocks * BLOCK, device)
        self.tokens = torch.zeros(batch, dtype=torch.int64, device=device)
        self.positions = torch.zeros(batch, dtype=torch.int64, device=device)
        self.table = torch.zeros(batch, self.blocks, dtype=torch.int64, device=device)
        self.stream = torch.cuda.Stream(device) if machine.cuda else None
        self.weights: torch.Tensor | None = None
        self.views: Mapping[str, torch.Tensor] = {}
        self.cache: torch.Tensor | None = None
        self.graphs: dict[int, torch.cuda.CUDAGraph] = {}

    @property
    def weight_bytes(self) -> int:
        """Bytes of the engine's weights, bf16."""
        return self.shape.parameters() * 2

    def cache_blocks(self, fraction: float) -> int:
        """Blocks of the KV cache when weights and cache take this share of the GPU's memory.

        Raises ValueError where the share does not hold the weights and one full batch.
        """
        room = int(self.machine.total_bytes() * fraction) - self.weight_bytes
        blocks = room // self.shape.kv_block_bytes(BLOCK)
        if blocks < self.table.numel():
            raise ValueError(f"the fraction {fraction:g} leaves no room for a full batch")
        return blocks

    def cache_bytes(self, fraction: float) -> int:
        """Bytes of the KV cache at this share; raises ValueError as `cache_blocks` does."""
        return self.cache_blocks(fraction) * self.shape.kv_block_bytes(BLOCK)

    def load_weights(self) -> Mapping[str, int]:
        """Takes memory for the weights; `update` fills it. Returns bytes by kind."""
        self.weights = torch.empty(
            self.shape.parameters(), dtype=torch.bfloat16, device=self.machine.device
        )
        self.views = self.shape.views(self.weights)
        return {"allocated": self.weight_bytes}

    def update(self, source: torch.Tensor | HostCopy) -> Mapping[str, int]:
        """Fills the weights from the trainer's, on the device or in host memory."""
        assert self.weights is not None
        if isinstance(source, HostCopy):
            source.load(self.weights)
            return {"host_to_device": self.weight_bytes}
        self.weights.copy_(source)
        return {"device_to_device": self.weight_bytes}

    def load_cache(self, fraction: float) -> Mapping[str, int]:
        """Takes memory for the KV cache, zeroed: a mask does not hide a stale NaN."""
        shape = self.shape
        blocks = self.cache_blocks(fraction)
        size = (shape.num_hidden_layers, 2, blocks, BLOCK, shape.num_key_value_heads)
        self.cache = torch.zeros(
            *size, shape.head_dim, dtype=torch.bfloat16, device=self.machine.device
        )
        # Blocks of one sequence lie apart, as after long use.
        draw = torch.Generator().manual_seed(self.seed)
        chosen = torch.randperm(blocks, generator=draw)[: self.table.numel()]
        self.table.copy_(chosen.view_as(self.table))
        return {"allocated": self.cache.nbytes}

    def capture(self) -> Mapping[str, int]:
        """Records one decode step for each batch size as a CUDA graph, all in one memory pool."""
        if self.stream is None:
            return {}
        pool = None
        for size in self.sizes:
            self._rewind()
            self.stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(self.stream):
                self._decode(size)  # libraries set up their workspaces outside the graph's pool
            torch.cuda.current_stream().wait_stream(self.stream)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, pool=pool, stream=self.stream):
                self._decode(size)
            pool = graph.pool()
            self.graphs[size] = graph
        return {}

    def generate(self, lengths: Sequence[int]) -> int:
        """Writes answers of these lengths, longest first. Returns the decode steps it took."""
        self._rewind()
        steps = 0
        for size, times in replays(lengths, self.sizes):
            for _ in range(times):
                if self.stream is None:
                    self._decode(size)
                else:
                    self.graphs[size].replay()
            steps += times
        return steps

    def release(self, what: Release) -> Mapping[str, int]:
        """Gives back the graphs and the cache, and with `all` the weights too."""
        if what == "none":
            return {}
        freed = self.cache.nbytes if self.cache is not None else 0
        for graph in self.graphs.values():
            graph.reset()
        self.graphs.clear()
        self.cache = None
        if what == "all" and self.weights is not None:
            freed += self.weights.nbytes
            self.weights, self.views = None, {}
        self.machine.give_back()
        return {"freed": freed}

    def sample(self) -> torch.Tensor:
        """A strided sample of the weights, on the host."""
        assert self.weights is not None
        return self.weights[::10007].to("cpu", copy=True)

    def _rewind(self) -> None:
        self.tokens.copy_(torch.arange(len(self.tokens)) % self.shape.vocab_size)
        self.positions.zero_()

    @torch.no_grad()
    def _decode(self, size: int) -> None:
        assert self.cache is not None
        tokens, positions = self.tokens[:size], self.positions[:size]
        following = decode_step(
            self.shape, self.views, self.cache, tokens, positions, self.table[:size], self.turns
        )
        tokens.copy_(following)
        positions.add_(1)
