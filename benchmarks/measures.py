"""All curves of a full-size collection: time and memory beside scikit-learn and plain sorting.

`python benchmarks/measures.py [documents] [classes]` makes seeded synthetic scores the size of
RCV1 (781,265 x 103), measures every class, and prints ratios taken in the same run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from breakeven.analysis.evaluation.scored import ScoredSplit
from metrics.tallies import count_decisions
from metrics.thresholds.strategies import at_thresholds
from metrics.typing import CELLS, Array

THRESHOLDS = 20
ROUNDS = 5
# scikit-learn needs about 0.2 s for one class of this size, so it measures some of them
PEER_CLASSES = 12


def synthetic(documents: int, classes: int, seed: int = 0) -> tuple[Array, sparse.csc_array]:
    """Scores (classes, documents) in single precision, with truth of Zipf-like prevalence."""
    rng = np.random.default_rng(seed)
    scores = np.empty((classes, documents), dtype=np.float32)
    columns = []
    for c in range(classes):
        r = max(1, int(documents * 0.4 / (c + 1)))
        positive = np.sort(rng.choice(documents, r, replace=False))
        scores[c] = rng.normal(size=documents)
        scores[c, positive] += np.float32(1.5)
        columns.append(positive)
    indptr = np.concatenate([[0], np.cumsum([len(p) for p in columns])])
    truth = sparse.csc_array(
        (np.ones(indptr[-1], dtype=bool), np.concatenate(columns), indptr),
        shape=(documents, classes),
    )
    return scores, truth


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def peak() -> float:
    """Most memory this process has had, in bytes."""
    import resource  # not every system has it

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0


def sort_each(scores: Array) -> None:
    for of_class in scores:
        np.sort(of_class)


def measured(scores: Array, truth: sparse.csc_array) -> ScoredSplit:
    """Everything that the pages show of every class's ranking."""
    documents, classes = truth.shape
    rows = np.arange(documents)
    part = ScoredSplit(tuple(map(str, range(classes))), rows, rows, truth, None, scores)
    _ = part.tallies, part.break_even_points, part.eleven_points, part.average_precisions
    _ = part.at_threshold(0.5)
    return part


def main(documents: int = 781_265, classes: int = 103) -> None:
    scores, truth = synthetic(documents, classes)
    print(f"{documents:,} documents x {classes} classes, scores {scores.nbytes / 1e6:.0f} MB")
    before = peak()
    part = measured(scores, truth)
    highest = peak()
    # in turn, so that a slow moment of the machine meets both
    rounds = [
        (timed(lambda: sort_each(scores))[0], timed(lambda: measured(scores, truth))[0])
        for _ in range(ROUNDS)
    ]
    sorting, ours = np.min(rounds, axis=0)
    held = (
        scores.nbytes
        + truth.data.nbytes
        + truth.indices.nbytes
        + sum(t.scores.nbytes + t.positives.nbytes for t in part.tallies)
    )
    print(f"all classes measured in {ours:.2f} s, {ours / classes * 1e3:.2f} ms a class")
    print(f"  as a ratio to sorting each class's scores once: {ours / sorting:.2f}")
    print(
        f"  peak memory {highest / 1e6:.0f} MB (before: {before / 1e6:.0f}), "
        f"{highest / held:.2f} of the {held / 1e6:.0f} MB of scores, truth and tallies held"
    )

    thresholds = np.linspace(-2, 3, THRESHOLDS)
    moved = [timed(partial(part.at_threshold, float(t)))[0] for t in thresholds]
    print(f"a moved threshold over all classes: median {np.median(moved) * 1e3:.2f} ms")
    table = part.at_threshold(0.5)
    recounted = count_decisions(truth, at_thresholds(scores, 0.5))
    assert all(np.array_equal(getattr(table, cell), getattr(recounted, cell)) for cell in CELLS)
    beside_scikit_learn(part, scores, truth, ours / classes)


def beside_scikit_learn(
    part: ScoredSplit, scores: Array, truth: sparse.csc_array, ours_per_class: float
) -> None:
    """The same curve, table, break-even and averages by scikit-learn, class by class."""
    from sklearn.metrics import average_precision_score, confusion_matrix, precision_recall_curve

    chosen = np.unique(np.linspace(0, len(part.classes) - 1, PEER_CLASSES).astype(int))
    spent, worst = 0.0, 0.0
    for c in chosen:
        y = np.zeros(len(scores[c]), dtype=bool)
        y[truth.indices[truth.indptr[c] : truth.indptr[c + 1]]] = True

        def peer(y: Array = y, c: int = c) -> tuple[Any, ...]:
            precision, recall, thresholds = precision_recall_curve(y, scores[c])
            precision, recall = precision[:-1], recall[:-1]  # without the invented last point
            nearest = np.argmin(np.abs(precision - recall))
            levels = [
                precision[recall * y.sum() * 10 >= i * y.sum() - 1e-6].max() for i in range(11)
            ]
            return (
                average_precision_score(y, scores[c]),
                (precision[nearest] + recall[nearest]) / 2,
                levels,
                confusion_matrix(y, scores[c] >= 0.5),
                (precision, recall, thresholds),
            )

        seconds, (ap, meeting, levels, cells, _) = timed(peer)
        spent += seconds
        own = part.at_threshold(0.5)
        tn, fp, fn, tp = cells.ravel()
        assert (own.tn[c], own.fp[c], own.fn[c], own.tp[c]) == (tn, fp, fn, tp)
        worst = max(
            worst,
            abs(ap - part.average_precisions[c]),
            abs(meeting - part.break_even_points[c].value),
            float(np.abs(np.array(levels) - part.eleven_points[c].levels).max()),
        )
    peer_per_class = spent / len(chosen)
    print(
        f"scikit-learn: {peer_per_class * 1e3:.0f} ms a class over {len(chosen)} classes, "
        f"{peer_per_class / ours_per_class:.0f} times ours; largest difference {worst:.1e}"
    )
    assert worst <= 1e-12


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
