"""A capture with much that agrees by chance: runs of two cache policies, cold and warm."""

from __future__ import annotations

from typing import Any

_ROWS = """\
1 lru cold 54.77 15.239 4474 258 25341 true
1 tinylfu cold 63.47 10.741 5199 276 18316 true
2 lru cold 53.06 14.42 4339 256 23119 true
2 tinylfu cold 62.33 11.504 5054 276 16343 true
3 lru warm 62.74 12.483 4465 256 20589 true
3 tinylfu warm 70.12 8.564 5091 276 13043 true
4 lru warm 62.53 11.502 4534 256 22369 true
4 tinylfu warm 70.64 7.978 5330 278 14677 true
5 lru warm 62.45 12.556 4283 257 22447 true
5 tinylfu warm 69.76 8.281 5349 277 13533 true
6 lru warm 62.9 12.344 4408 258 25553 true
6 tinylfu warm 71.82 7.792 5164 277 16938 true
7 lru warm 63.99 11.459 4371 256 20466 false
7 tinylfu warm 70.47 9.015 5354 277 16311 true
8 lru warm 61.95 12.303 4337 258 20074 true
8 tinylfu warm 71.06 8.691 5250 276 13975 true
9 lru warm 64.17 12.502 4521 257 24198 true
9 tinylfu warm 70.76 8.435 5298 276 17831 true
10 lru warm 64.15 12.316 4495 256 23546 true
10 tinylfu warm 72.54 7.828 5159 278 15970 true
"""


def _row(line: str) -> dict[str, Any]:
    run, policy, start, hit, p95, rate, memory, evictions, ok = line.split()
    return {
        "run": int(run), "policy": policy, "start": start, "hit_pct": float(hit),
        "p95_ms": float(p95), "requests_per_s": int(rate), "memory_mib": int(memory),
        "evictions": int(evictions), "ok": ok == "true",
    }  # fmt: skip


CACHE = {"cache": [_row(line) for line in _ROWS.splitlines()]}
