"""A decoder-only transformer in plain torch: its shapes, its training pass, its decode step."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

import torch
from torch.nn import functional
from torch.utils.checkpoint import checkpoint

Weights = Mapping[str, torch.Tensor]


@dataclass(frozen=True)
class Shape:
    """The sizes of a model, under the names that a transformers `config.json` gives them.

    Grouped attention with a norm on queries and keys, gated feed-forward, tied embeddings: Qwen3.
    """

    hidden_size: int
    intermediate_size: int
    num_hidden_layers: int
    num_attention_heads: int
    num_key_value_heads: int
    head_dim: int
    vocab_size: int
    rms_norm_eps: float
    rope_theta: float

    @classmethod
    def read(cls, path: Path) -> Shape:
        """The shape in a `config.json`; keys it does not know are left alone. Raises KeyError."""
        config = json.loads(path.read_text(encoding="utf-8"))
        return cls(**{field.name: config[field.name] for field in fields(cls)})

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """Each weight's name and dimensions, in the order in which a flat buffer holds them."""
        hidden, head = self.hidden_size, self.head_dim
        queries, keys = self.num_attention_heads * head, self.num_key_value_heads * head
        layer = {
            "norm1": (hidden,),
            "q": (queries, hidden),
            "k": (keys, hidden),
            "v": (keys, hidden),
            "q_norm": (head,),
            "k_norm": (head,),
            "o": (hidden, queries),
            "norm2": (hidden,),
            "gate": (self.intermediate_size, hidden),
            "up": (self.intermediate_size, hidden),
            "down": (hidden, self.intermediate_size),
        }
        whole: dict[str, tuple[int, ...]] = {"embed": (self.vocab_size, hidden)}
        for index in range(self.num_hidden_layers):
            whole.update({f"{index}.{name}": size for name, size in layer.items()})
        return whole | {"norm": (hidden,)}

    def parameters(self) -> int:
        """How many numbers the weights are."""
        return sum(math.prod(size) for size in self.tensors().values())

    def views(self, flat: torch.Tensor) -> dict[str, torch.Tensor]:
        """The weights as views of one flat buffer: moving the buffer moves the model."""
        sizes = self.tensors()
        parts = flat.split([math.prod(size) for size in sizes.values()])
        return {name: part.view(sizes[name]) for name, part in zip(sizes, parts, strict=True)}

    def kv_block_bytes(self, block: int) -> int:
        """Bytes of one block of `block` tokens in the KV cache, all layers, bf16."""
        return self.num_hidden_layers * 2 * block * self.num_key_value_heads * self.head_dim * 2


def rotary(shape: Shape, length: int, device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
    """Cosines and sines by position, [length, head_dim] each, bf16."""
    half = torch.arange(0, shape.head_dim, 2, device=device, dtype=torch.float32) / shape.head_dim
    angles = torch.outer(
        torch.arange(length, device=device, dtype=torch.float32), shape.rope_theta**-half
    ).repeat(1, 2)
    return angles.cos().to(torch.bfloat16), angles.sin().to(torch.bfloat16)


def _turn(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    first, second = x.chunk(2, dim=-1)
    return x * cos + torch.cat((-second, first), dim=-1) * sin


def _queries_keys_values(
    shape: Shape, w: Weights, layer: int, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """[..., heads, head_dim] each, from x [..., hidden]; cos and sin broadcast over the heads."""
    head, eps = shape.head_dim, shape.rms_norm_eps
    x = functional.rms_norm(x, (shape.hidden_size,), w[f"{layer}.norm1"], eps)
    q, k, v = (
        functional.linear(x, w[f"{layer}.{name}"]).unflatten(-1, (-1, head)) for name in "qkv"
    )
    q = functional.rms_norm(q, (head,), w[f"{layer}.q_norm"], eps)
    k = functional.rms_norm(k, (head,), w[f"{layer}.k_norm"], eps)
    return _turn(q, cos, sin), _turn(k, cos, sin), v


def _after_attention(
    shape: Shape, w: Weights, layer: int, x: torch.Tensor, attended: torch.Tensor
) -> torch.Tensor:
    x = x + functional.linear(attended, w[f"{layer}.o"])
    y = functional.rms_norm(x, (shape.hidden_size,), w[f"{layer}.norm2"], shape.rms_norm_eps)
    gated = functional.silu(functional.linear(y, w[f"{layer}.gate"])) * functional.linear(
        y, w[f"{layer}.up"]
    )
    return x + functional.linear(gated, w[f"{layer}.down"])


def training_loss(shape: Shape, w: Weights, tokens: torch.Tensor) -> torch.Tensor:
    """The mean cross-entropy of the next token, from tokens [batch, length], in fp32.

    Each layer is computed again in the backward pass, as a memory-bound trainer does.
    """
    cos, sin = (part.unsqueeze(1) for part in rotary(shape, tokens.shape[1] - 1, tokens.device))

    def block(x: torch.Tensor, layer: int) -> torch.Tensor:
        q, k, v = _queries_keys_values(shape, w, layer, x, cos, sin)
        repeat = shape.num_attention_heads // shape.num_key_value_heads
        k, v = (part.repeat_interleave(repeat, dim=2) for part in (k, v))
        q, k, v = (part.transpose(1, 2) for part in (q, k, v))
        attended = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        return _after_attention(shape, w, layer, x, attended.transpose(1, 2).flatten(2))

    x = functional.embedding(tokens[:, :-1], w["embed"])
    for layer in range(shape.num_hidden_layers):
        x = checkpoint(block, x, layer, use_reentrant=False, preserve_rng_state=False)
    x = functional.rms_norm(x, (shape.hidden_size,), w["norm"], shape.rms_norm_eps)
    logits = functional.linear(x, w["embed"]).flatten(0, 1).float()
    return functional.cross_entropy(logits, tokens[:, 1:].flatten())


def decode_step(
    shape: Shape,
    w: Weights,
    cache: torch.Tensor,
    tokens: torch.Tensor,
    positions: torch.Tensor,
    table: torch.Tensor,
    turns: tuple[torch.Tensor, torch.Tensor],
) -> torch.Tensor:
    """The likeliest next token of each sequence, [batch].

    cache: [layers, 2, blocks, tokens of a block, key heads, head_dim]; the keys and values of
    these tokens are written into it. tokens, positions: [batch]. table: the blocks of each
    sequence, [batch, blocks]. turns: what `rotary` gives. No value is read back to the host, so a
    CUDA graph can hold it.
    """
    batch, block = tokens.shape[0], cache.shape[3]
    cos, sin = (part[positions].unsqueeze(1) for part in turns)
    slot = table.gather(1, (positions // block).unsqueeze(1)).squeeze(1) * block + positions % block
    span = torch.arange(table.shape[1] * block, device=tokens.device)
    hidden_from = span.unsqueeze(0) > positions.unsqueeze(1)  # [batch, length]
    heads = shape.num_key_value_heads
    x = functional.embedding(tokens, w["embed"])
    for layer in range(shape.num_hidden_layers):
        q, k, v = _queries_keys_values(shape, w, layer, x, cos, sin)
        keys, values = cache[layer, 0], cache[layer, 1]
        keys.flatten(0, 1).index_copy_(0, slot, k)
        values.flatten(0, 1).index_copy_(0, slot, v)
        past_keys = keys[table].flatten(1, 2).permute(0, 2, 3, 1)  # [batch, heads, dim, length]
        past_values = values[table].flatten(1, 2).transpose(1, 2)  # [batch, heads, length, dim]
        scores = q.unflatten(1, (heads, -1)) @ past_keys / math.sqrt(shape.head_dim)
        scores = scores.float().masked_fill(hidden_from[:, None, None, :], -math.inf)
        attended = scores.softmax(-1).to(x.dtype) @ past_values
        x = _after_attention(shape, w, layer, x, attended.reshape(batch, -1))
    x = functional.rms_norm(x, (shape.hidden_size,), w["norm"], shape.rms_norm_eps)
    return functional.linear(x, w["embed"]).argmax(-1)
