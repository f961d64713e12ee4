"""Dividing 100,000 documents of 100 classes, as a ratio to scikit-multilearn on a part of them.

`python benchmarks/split.py [documents]` prints how long a division takes, alone and with groups;
what the search for nearly equal texts takes beside it; what iterative stratification (Sechidis et
al. 2011, and by pairs of classes, Szymański and Kajdanowicz 2017) takes for a tenth of the
documents; and how far classes and pairs of classes are from their shares by each. Measured:
100,000 documents take 1.5 times what iterative stratification takes for 10,000 of them, and as long
as its form by pairs; 0.3 documents off on average, where those are 3.6 and 7.2 off; pairs 1.0 off,
where those are 1.7 and 1.5 off. The search for nearly equal texts takes two thirds as long again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from scipy import sparse

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from metrics.dataset.near_duplicates import near_groups
from metrics.dataset.stratification import stratified
from metrics.typing import Array

SHARES = np.array([0.7, 0.1, 0.2])
# words of a text, drawn from so many as often as words of texts are
WORDS, VOCABULARY = 60, 50_000


def labelled(n: int, k: int = 100) -> Array:
    prevalence = np.geomspace(0.3, 0.003, k)
    return np.random.default_rng(0).random((n, k)) < prevalence


def texts(n: int) -> tuple[Array, Array]:
    """The words of n texts as numbers, and where each begins; one in ten repeats another nearly."""
    rng = np.random.default_rng(1)
    codes = np.minimum(rng.zipf(1.3, (n, WORDS)), VOCABULARY)
    again = rng.choice(n, n // 10, replace=False)
    codes[again] = codes[rng.integers(0, n, len(again))]
    codes[again, -2] = 0
    return codes.ravel(), np.arange(n + 1) * WORDS


def off(labels: Array, part: Array) -> str:
    """How far classes and pairs of classes are from the shares of the parts."""
    held = [sparse.csr_array(labels[part == p].astype(float)) for p in range(3)]
    counts = np.array([part_labels.sum(axis=0) for part_labels in held])
    error = np.abs(counts - np.outer(SHARES, counts.sum(axis=0)))
    left, right = np.triu_indices(labels.shape[1], k=1)
    pairs = np.array([(part_labels.T @ part_labels).toarray()[left, right] for part_labels in held])
    pairs = pairs[:, pairs.sum(axis=0) > 1]
    of_pairs = np.abs(pairs - np.outer(SHARES, pairs.sum(axis=0)))
    return (
        f"classes {error.mean():.2f} documents off on average, {error.max():.1f} at most; pairs "
        f"{of_pairs.mean():.2f}, {of_pairs.max():.1f}"
    )


def timed(what: str, divided: Callable[[], Array], labels: Array) -> float:
    start = time.perf_counter()
    part = divided()
    took = time.perf_counter() - start
    print(f"{what}: {took:.2f} s; {off(labels, part)}", flush=True)
    return took


def by_scikit_multilearn(labels: Array, order: int) -> Array:
    from skmultilearn.model_selection import IterativeStratification

    part = np.empty(len(labels), dtype=int)
    folds = IterativeStratification(3, order=order, sample_distribution_per_fold=SHARES.tolist())
    for p, (_, rows) in enumerate(folds.split(np.zeros((len(labels), 1)), labels)):
        part[rows] = p
    return part


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    labels = labelled(n)
    rows = sparse.csr_array(labels)
    groups = np.repeat(np.arange(n), np.random.default_rng(2).geometric(0.5, n))[:n]
    ours = timed(f"{n:,}, 100 classes", lambda: stratified(rows, np.arange(n), SHARES), labels)
    timed("with groups", lambda: stratified(rows, groups, SHARES)[groups], labels)
    start = time.perf_counter()
    groups_of_texts = near_groups(*texts(n))
    took = time.perf_counter() - start
    print(
        f"nearly equal texts: {took:.2f} s beside it; {(groups_of_texts >= 0).sum():,} have one",
        flush=True,
    )

    some = labels[: n // 10].astype(int)
    for order in (1, 2):
        what = f"scikit-multilearn, {len(some):,} of them, order {order}"
        took = timed(what, partial(by_scikit_multilearn, some, order), some)
        print(f"ratio: {ours / took:.2f} for ten times the documents", flush=True)
    part = sparse.csr_array(some)
    timed("ours on the same", lambda: stratified(part, np.arange(len(some)), SHARES), some)


if __name__ == "__main__":
    main()
