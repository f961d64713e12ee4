"""How long the best pairs take to find, and how often two parts of a class are found.

`python benchmarks/merging.py [classes]` prints the time of all pairs of classes of 100,000
documents as a ratio to recounting one pair, how often texts of one kind are said to be two, and how
often two kinds are found. Measured: all 499,500 pairs of 1,000 classes take as long as 5 recounts
of one pair; of 100 classes of one kind 4 at most are said to be two; of two kinds that have a fifth
of their words to themselves, half of the documents each, 8 in 100 are found among 30 documents, 56
among 100, all among 300.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
from scipy import sparse

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from breakeven.analysis.class_structure.dividing import DIVIDING_LEVEL, LEAST_AGREEMENT
from metrics.merging.merge_gains import count_meetings_in_documents, merge_classes
from metrics.merging.two_clusters import two_clusters
from metrics.tallies import count_decisions
from metrics.typing import Array

DOCUMENTS = 100_000
WORDS = 3_000
REPEATS = 200


def decided(classes: int, rng: np.random.Generator) -> tuple[sparse.csc_array, sparse.csc_array]:
    """Three true classes a document, seven of ten of them assigned, and as many wrong ones."""
    share = 1 / np.arange(1, classes + 1)
    rows = np.repeat(np.arange(DOCUMENTS), 3)

    def drawn(rows: Array) -> sparse.csc_array:
        columns = rng.choice(classes, len(rows), p=share / share.sum())
        ones = np.ones(len(rows), dtype=bool)
        return sparse.csc_array((ones, (rows, columns)), shape=(DOCUMENTS, classes))

    truth = drawn(rows)
    true = truth.tocoo()
    is_hit = rng.random(true.nnz) < 0.7
    ones = np.ones(int(is_hit.sum()), dtype=bool)
    hits = sparse.csc_array((ones, (true.row[is_hit], true.col[is_hit])), shape=truth.shape)
    return truth, sparse.csc_array(hits + drawn(rows[rng.random(len(rows)) < 0.3]))


def texts(n: int, share: float, other: float, rng: np.random.Generator) -> sparse.csr_array:
    """Counts of words of n documents of some sixty words, of any length, bursty as texts are.

    Each of two kinds has 20 words of its own, which are this `share` of its words; `other`: the
    share of documents of the second kind.
    """
    common = 1 / np.arange(10, WORDS + 10)
    common /= common.sum()
    kinds = np.tile(common * (1 - share), (2, 1))
    for kind, start in zip(kinds, (200, 201), strict=True):
        kind[start : start + 40 : 2] += share / 20
    # what came once comes again: the rate of a word varies from document to document
    rates = kinds[(np.arange(n) < other * n).astype(int)] * rng.gamma(0.5, 2, (n, WORDS))
    length = rng.lognormal(4, 0.6, n)
    return sparse.csr_array(rng.poisson(rates * (length / rates.sum(axis=1))[:, None]))


def divides(n: int, share: float, other: float, rng: np.random.Generator) -> bool:
    made = two_clusters(texts(n, share, other, rng))
    return made.p <= DIVIDING_LEVEL and made.agreement >= LEAST_AGREEMENT


def main() -> None:
    classes = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    rng = np.random.default_rng(0)
    truth, assigned = decided(classes, rng)
    start = time.perf_counter()
    meetings = count_meetings_in_documents(truth, assigned)
    first, second, _ = meetings.pairs()
    meetings.by_size(first, second)
    ours = time.perf_counter() - start
    into = np.eye(classes, dtype=bool)
    into[1] = into[0]
    start = time.perf_counter()
    new = sparse.csr_array(into)
    count_decisions(merge_classes(truth, new), merge_classes(assigned, new))
    once = time.perf_counter() - start
    pairs = classes * (classes - 1) // 2
    print(f"{pairs:,} pairs, {DOCUMENTS:,} documents: {ours:.2f} s; one recount {once:.2f} s")
    print(f"ratio: {ours / once:.1f}")
    for n in (30, 100, 300):
        false = np.mean([divides(n, 0.0, 0.0, rng) for _ in range(REPEATS)])
        half = np.mean([divides(n, 0.2, 0.5, rng) for _ in range(REPEATS // 3)])
        third = np.mean([divides(n, 0.2, 0.3, rng) for _ in range(REPEATS // 3)])
        print(f"{n} documents: one kind said to be two {false:.1%}; two kinds with a fifth of")
        print(f"  their words their own found {half:.0%} (half each), {third:.0%} (30 to 70)")


if __name__ == "__main__":
    main()
