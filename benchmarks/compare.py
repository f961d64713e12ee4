"""Comparing systems: how fast, the same by seed, and how often intervals and tests are right.

`python benchmarks/compare.py [simulations]` compares the six systems of the Reuters sample with
10,000 bootstrap replicates beside a plain NumPy loop, then counts coverage and false findings
on simulated systems (1,000 test sets unless said otherwise).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks import simulation
from breakeven.analysis.comparison.bootstrap import replicates_of
from breakeven.analysis.comparison.comparison import compare_systems, pair_of
from breakeven.analysis.comparison.shared_documents import (
    OF_RANKINGS,
    ComparisonSettings,
    SharedDocuments,
    largest_classes,
    share_documents,
)
from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.readers.samples import load_sample
from metrics.averaging import Undefined
from metrics.typing import Array
from metrics.uncertainty import resampling

REPLICATES = 10_000
LOOPED = 100
UNDEFINED: Undefined = "drop"


def reuters() -> SharedDocuments:
    review = load_sample("reuters")
    found = []
    for said in review.predictions:
        part = score_split(review.truth, said, "test")
        found.append(evaluate(said, part, "test", natural_cut(said, False)))
    return share_documents(found)


def plain_loop(common: SharedDocuments, replicates: int, seed: int) -> Array:
    """Micro, macro and per-class F1 of every replicate, one after another, in plain NumPy."""
    truth = common.evaluations[0].truth.toarray()
    called = [evaluation.assigned.toarray() for evaluation in common.evaluations]
    n, k = truth.shape
    rng = np.random.default_rng(seed)
    out = np.empty((len(called), k + 2, replicates))
    for b in range(replicates):
        rows = rng.integers(0, n, n)
        true = truth[rows]
        for s, decisions in enumerate(called):
            drawn = decisions[rows]
            tp = (true & drawn).sum(axis=0)
            either = true.sum(axis=0) + drawn.sum(axis=0)
            with np.errstate(invalid="ignore"):
                f = 2 * tp / either
            out[s, :k, b] = f
            out[s, k, b] = 2 * tp.sum() / either.sum()
            out[s, k + 1, b] = np.nanmean(f)
    return out


def speed() -> None:
    common = reuters()
    settings = ComparisonSettings("f", 1.0, UNDEFINED, largest_classes(common.evaluations[0]))
    start = time.perf_counter()
    drawn = replicates_of(common, settings, REPLICATES, seed=1)
    ours = time.perf_counter() - start
    start = time.perf_counter()
    ends = [resampling.percentiles(values) for values in drawn.averages.values()]
    ends.append(resampling.percentiles(drawn.per_class))
    intervals = time.perf_counter() - start
    start = time.perf_counter()
    looped = plain_loop(common, LOOPED, seed=1)
    loop = (time.perf_counter() - start) * REPLICATES / LOOPED
    again = replicates_of(common, settings, REPLICATES, seed=1)
    same = np.array_equal(drawn.per_class, again.per_class, equal_nan=True)
    print(
        f"{len(common.systems)} systems, {common.documents:,} documents, "
        f"{drawn.per_class.shape[1]} classes, {REPLICATES:,} replicates"
    )
    print(f"  replicates of micro, macro, per-document and per-class F1   {ours:6.2f} s")
    print(f"  their 95 % intervals                                        {intervals:6.2f} s")
    print(f"  plain NumPy loop (from {LOOPED} replicates)                      {loop:8.1f} s")
    print(f"  ratio of the loop to ours                                   {loop / ours:6.0f}")
    other = replicates_of(common, settings, 100, seed=2).averages["micro"]
    differs = not np.array_equal(drawn.averages["micro"][:, :100], other)
    print(f"  the same by seed: {same}; another seed differs: {differs}")
    # the two are the same statistic: their spreads agree within what replicates allow
    spread = drawn.averages["micro"].std(axis=1) / looped[:, -2].std(axis=1)
    print(f"  spread of micro F1, ours to the loop's: {spread.min():.2f} to {spread.max():.2f}")
    start = time.perf_counter()
    side = compare_systems(common, settings)
    pair_of(side, 2, 4)
    both = side.standing_of_classes.best, side.standing_of_averages.best
    assert len(both[0]) == drawn.per_class.shape[1]
    print(f"  a whole comparison, randomisation included: {time.perf_counter() - start:.2f} s")
    for measure in OF_RANKINGS:
        start = time.perf_counter()
        compare_systems(common, ComparisonSettings(measure, 1.0, UNDEFINED, settings.top))
        print(f"  {measure}, 2,000 replicates: {time.perf_counter() - start:.1f} s")


def simulations(times: int) -> None:
    print(f"\nCoverage of 95 % intervals, {times:,} test sets of 500 documents (aim: 93 to 97 %)")
    for name, share in simulation.coverage_of_averages(times=times).items():
        print(f"  {name:32} {100 * share:5.1f} %")
    print("Coverage with ten copies of each of 300 documents (aim: 93 to 97 %, and about half)")
    for name, share in simulation.coverage_with_copies(times=times).items():
        print(f"  {name:32} {100 * share:5.1f} %")
    print("Coverage per class, by rising rarity (f_interval, and the bootstrap it is not)")
    for name, shares in simulation.coverage_per_class(times=times).items():
        print(f"  {name:12}" + "".join(f"{100 * share:7.1f}" for share in shares))
    print("  in clusters, which are named or ignored")
    for name, shares in simulation.coverage_per_class_in_clusters(times=times).items():
        print(f"  {name:12}" + "".join(f"{100 * share:7.1f}" for share in shares))
    print(f"False findings at 5 %, {times:,} pairs of systems without a difference (3 to 7 %)")
    for by_document, caption in (
        (True, "documents of different difficulty"),
        (False, "all decisions independent"),
    ):
        print(f"  {caption}")
        for name, share in simulation.rejections(times=times, by_document=by_document).items():
            print(f"    {name:30} {100 * share:5.1f} %")
    print("  classes drawn at random")
    for name, share in simulation.rejections_over_classes(times=4 * times).items():
        print(f"    {name:30} {100 * share:5.1f} %")


if __name__ == "__main__":
    speed()
    simulations(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
