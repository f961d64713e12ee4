"""Time and memory of the measures of classes in a tree, beside evaluating the classes alone.

`python benchmarks/hierarchy.py [documents] [classes]` draws classes below 700 names in up to some
13 levels and three classes a document, and prints how long each part takes, in terms of counting
the classes' tables once. Measured, 100,000 documents and 5,000 classes on a busy machine: 6 s and
0.6 GB in all, half of it the lowest common ancestors of 900,000 pairs of a true and a called class.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from scipy import sparse

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import breakeven as be
from breakeven.analysis.class_structure.hierarchical_measures import hierarchical_measures
from metrics.hierarchy.lowest_common_ancestors import lowest_common_tables, measure_ways_up
from metrics.hierarchy.nodes import without_ancestors
from metrics.merging.merge_gains import merge_classes
from metrics.tallies import count_decisions

ABOVE, EACH = 700, 3


def review_of(documents: int, classes: int) -> be.Review:
    """Three classes a document, of which the system has six in ten right."""
    rng = np.random.default_rng(0)
    above = {f"n{i}": f"n{rng.integers(0, i)}" for i in range(12, ABOVE)}
    above |= {f"c{i}": f"n{rng.integers(0, ABOVE)}" for i in range(classes)}
    true, other = (rng.integers(0, classes, (documents, EACH)) for _ in range(2))
    called = np.where(rng.random(true.shape) < 0.6, true, other)
    rows = np.repeat(np.arange(documents), EACH)

    def pairs(classes_of_rows: Any) -> sparse.csr_array:
        ones = np.ones(classes_of_rows.size, dtype=bool)
        return sparse.csr_array((ones, (rows, classes_of_rows.ravel())), shape=(documents, classes))

    names = [f"c{i}" for i in range(classes)]
    return be.from_arrays(pairs(true), pairs(called), classes=names, hierarchy=above)


def timed(run: Callable[[], Any]) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start


def main(documents: int, classes: int) -> None:
    review = review_of(documents, classes)
    tree, evaluation = review.hierarchy, be.evaluate(review).evaluation
    assert tree is not None
    truth, called = evaluation.truth, evaluation.assigned
    once = timed(lambda: count_decisions(truth, called))
    into = tree.ancestors[: tree.classes]
    ways = measure_ways_up(tree.parents, tree.levels)
    parts = {
        "truth and calls with ancestors": lambda: [
            merge_classes(labels, into) for labels in (truth, called)
        ],
        "classes without ancestors": lambda: without_ancestors(called, into[:, :classes]),
        "lowest common ancestors": lambda: lowest_common_tables(truth, called, ways),
        "everything": lambda: hierarchical_measures(tree, evaluation),
    }
    print(
        f"{documents:,} documents, {classes:,} classes in {tree.depth} levels; tables {once:.2f} s"
    )
    for name, run in parts.items():
        taken = timed(run)
        print(f"{name}: {taken:.2f} s, {taken / once:.0f} times the tables", flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"memory at most: {memory:.2f} GB")


if __name__ == "__main__":
    given = [int(number) for number in sys.argv[1:3]]
    main(*(given + [100_000, 5_000][len(given) :]))
