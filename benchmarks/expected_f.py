"""The set of the best expected F: time, growth with n, and accuracy beside the plain recursion.

`python benchmarks/expected_f.py` draws seeded probabilities of four kinds for 10^3 to 10^6
documents, finds the best set of each, and prints the times, how they grow from size to size,
and the ratio to the O(n^2) recursion over counts at 3,000 documents.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from metrics.expected.expected_f import best_set, expected_f_of_top
from metrics.typing import Array

SIZES = (1_000, 10_000, 100_000, 1_000_000)
PEER_SIZE = 3_000
ROUNDS = 3

Draw = Callable[[np.random.Generator, int], Array]

KINDS: dict[str, Draw] = {
    "uniform": lambda rng, n: rng.random(n),
    "rare (one in 50)": lambda rng, n: rng.random(n) ** 49,
    "20 expected in all": lambda rng, n: rng.random(n) ** (n / 20),
    "500 expected in all": lambda rng, n: rng.random(n) ** max(1.0, n / 500),
}


def recursion(p: Array) -> Array:
    """Expected F_1 of every top-k set by the recursion of Ye et al. (2012), in O(n^2)."""
    p = np.sort(p)[::-1]
    n = len(p)
    hits = np.zeros((n + 1, n + 1))
    hits[0, 0] = 1
    for k in range(1, n + 1):
        hits[k, :k] += hits[k - 1, :k] * (1 - p[k - 1])
        hits[k, 1 : k + 1] += hits[k - 1, :k] * p[k - 1]
    h = 1 / np.arange(1, 2 * n + 2)
    values = np.empty(n + 1)
    for k in range(n, 0, -1):
        a = np.arange(1, k + 1)
        values[k] = 2 * np.sum(a * hits[k, 1 : k + 1] * h[k + a - 1])
        h = p[k - 1] * h[1:] + (1 - p[k - 1]) * h[:-1]
    values[0] = np.prod(1 - p)
    return values


def timed(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    for beta in (1.0, 2.0, float("inf")):
        print(f"\nbest set for F, beta = {beta:g}: seconds (times the size before)")
        print(f"{'':22}" + "".join(f"{n:>18,}" for n in SIZES))
        for kind, draw in KINDS.items():
            cells, before = [], 0.0
            for n in SIZES:
                p = draw(np.random.default_rng(n), n)
                seconds = timed(partial(best_set, p, beta))
                grown = f"(x{seconds / before:5.1f})" if before else ""
                cells.append(f"{seconds:9.4f} {grown:8}")
                before = seconds
            print(f"{kind:22}" + "".join(f"{cell:>18}" for cell in cells))

    print(f"\nbeside the O(n^2) recursion, all {PEER_SIZE:,} top-k sets, beta = 1")
    for kind, draw in KINDS.items():
        p = draw(np.random.default_rng(7), PEER_SIZE)
        ours = timed(partial(expected_f_of_top, p, 1.0))
        peer = timed(partial(recursion, p), rounds=1)
        error = np.abs(expected_f_of_top(p, 1.0) - recursion(p)).max()
        print(f"{kind:22}{peer / ours:8.0f} times faster; largest difference {error:.1e}")


if __name__ == "__main__":
    main()
