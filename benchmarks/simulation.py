"""How often intervals hold the truth and tests cry wolf, counted on simulated systems.

The model: ten classes, from common to rare. Each document has its own difficulty, shared by all
systems, so the decisions on one document go wrong together, and systems resemble each other.
The true values are those of a million documents.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np
from scipy import sparse

from breakeven.analysis.comparison.bootstrap import replicates_of
from breakeven.analysis.comparison.paired_tests import mcnemar, micro_sign_test, randomisation
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    SharedDocuments,
    share_documents,
)
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, decided, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Predictions, Truth
from metrics.measures import f_beta
from metrics.typing import Array
from metrics.uncertainty import resampling, significance
from metrics.uncertainty.average_intervals import micro_interval
from metrics.uncertainty.intervals import Interval, f_interval

PREVALENCE = np.array([0.4, 0.25, 0.15, 0.1, 0.08, 0.05, 0.04, 0.03, 0.02, 0.01])
MICRO_F = ComparisonSettings("f", 1.0, "drop", (0, 1, 2))
ALPHA = 0.05


@dataclass(frozen=True)
class Rates:
    """A system's errors: the share of positives it misses and of negatives it assigns, at most.

    A document's difficulty, in (0, 1), scales both by up to 2; `by_document` False makes all
    documents equally hard, and so all decisions independent.
    """

    misses: float = 0.25
    false_alarms: float = 0.03
    by_document: bool = True


def documents_of(n: int, systems: list[Rates], rng: np.random.Generator) -> tuple[Array, ...]:
    """Truth and each system's decisions, boolean (documents, classes)."""
    labels = rng.random((n, len(PREVALENCE))) < PREVALENCE
    difficulty = 2 * rng.random((n, 1))
    out = [labels]
    for rates in systems:
        scale = difficulty if rates.by_document else np.ones((n, 1))
        missed = rng.random(labels.shape) < rates.misses * scale
        added = rng.random(labels.shape) < rates.false_alarms * scale
        out.append(np.where(labels, ~missed, added))
    return tuple(out)


def evaluations_of(labels: Array, *calls: Array, clusters: Array | None = None) -> SharedDocuments:
    """Decisions as evaluations on the same documents."""
    n, k = labels.shape
    truth = Truth(None, tuple("abcdefghij"[:k]), sparse.csc_array(labels), (), np.full(n, -1))
    truth = replace(truth, clusters=clusters)
    out: list[Evaluation] = []
    for i, assigned in enumerate(calls):
        said = Predictions(str(i), np.arange(n), decisions=sparse.csc_array(assigned))
        out.append(evaluate(said, score_split(truth, said, None), None, Cut("given")))
    return share_documents(out)


@cache
def true_f(rates: Rates) -> tuple[float, tuple[float, ...]]:
    """Micro F1 and F1 per class over a million documents."""
    labels, called = documents_of(1_000_000, [rates], np.random.default_rng(99))
    tp, either = (labels & called).sum(axis=0), labels.sum(axis=0) + called.sum(axis=0)
    return float(2 * tp.sum() / either.sum()), tuple((2 * tp / either).tolist())


def worlds(
    n: int, systems: list[Rates], times: int, seed: int
) -> Iterator[tuple[int, SharedDocuments]]:
    """`times` test sets of n documents, numbered, drawn one after another from a seed."""
    rng = np.random.default_rng(seed)
    for i in range(times):
        yield i, evaluations_of(*documents_of(n, systems, rng))


def coverage_of_averages(
    n: int = 500, times: int = 1000, replicates: int = 1000, seed: int = 0
) -> dict[str, float]:
    """How often 95 % intervals hold the true micro F1, and by bootstrap the true difference.

    The difference is between a better and a worse system.
    """
    better, worse = Rates(misses=0.2, false_alarms=0.02), Rates()
    truths = true_f(worse)[0], true_f(better)[0]
    held = np.zeros(2)
    for i, common in worlds(n, [worse, better], times, seed):
        old, new = replicates_of(common, MICRO_F, replicates, i).averages["micro"]
        ends = _micro_f(common.evaluations[0])
        held[0] += ends.low <= truths[0] <= ends.high
        low, high = resampling.percentiles(new - old)
        held[1] += low <= truths[1] - truths[0] <= high
    return {"micro F1": held[0] / times, "difference of micro F1": held[1] / times}


def _micro_f(evaluation: Evaluation) -> Interval:
    return micro_interval(decided(evaluation), partial(f_beta, beta=1.0))


def coverage_with_copies(
    n: int = 300, copies: int = 10, times: int = 1000, seed: int = 5
) -> dict[str, float]:
    """How often the 95 % interval of micro F1 holds the truth, documents being there in copies.

    `clusters named`: the column that says whose copy a document is was given; else `unnamed`.
    """
    rates, rng = Rates(), np.random.default_rng(seed)
    truth = true_f(rates)[0]
    again = np.repeat(np.arange(n), copies)
    held = {"clusters named": 0, "clusters unnamed": 0}
    for _ in range(times):
        labels, called = (matrix[again] for matrix in documents_of(n, [rates], rng))
        for name, clusters in zip(held, (again, None), strict=True):
            common = evaluations_of(labels, called, clusters=clusters)
            ends = _micro_f(common.evaluations[0])
            held[name] += bool(ends.low <= truth <= ends.high)
    return {name: count / times for name, count in held.items()}


def coverage_per_class_in_clusters(
    clusters: int = 300, times: int = 500, seed: int = 3
) -> dict[str, Array]:
    """As `coverage_per_class`, for documents in clusters of one to nine, seven in ten copies.

    `named`: the column of clusters was given; else `ignored`.
    """
    rates, rng = Rates(), np.random.default_rng(seed)
    truth = np.array(true_f(rates)[1])
    held = {"named": np.zeros(len(truth)), "ignored": np.zeros(len(truth))}
    defined = np.zeros(len(truth))
    for _ in range(times):
        originals = documents_of(clusters, [rates], rng)
        cluster = np.repeat(np.arange(clusters), rng.integers(1, 10, clusters))
        others = documents_of(len(cluster), [rates], rng)
        copied = rng.random((len(cluster), 1)) < 0.7
        labels, called = (
            np.where(copied, own[cluster], other)
            for own, other in zip(originals, others, strict=True)
        )
        for name, clusters_named in zip(held, (cluster, None), strict=True):
            (evaluation,) = evaluations_of(labels, called, clusters=clusters_named).evaluations
            ends = f_interval(evaluation.tables, 1.0)
            held[name] += (ends.low <= truth) & (truth <= ends.high)
        defined += ~np.isnan(f_beta(evaluation.tables, 1.0))
    return {name: counts / defined for name, counts in held.items()}


def coverage_per_class(
    n: int = 500, times: int = 400, replicates: int = 1000, seed: int = 1
) -> dict[str, Array]:
    """Of the 95 % intervals of F1 of each class, the share that hold the true F1.

    `wilson`: `intervals.f_interval`; `bootstrap`: percentiles over documents. Where F1 is
    undefined there is no interval, and the test set does not count.
    """
    rates = Rates()
    truth = np.array(true_f(rates)[1])
    held = {"wilson": np.zeros(len(truth)), "bootstrap": np.zeros(len(truth))}
    defined = np.zeros(len(truth))
    for i, common in worlds(n, [rates], times, seed):
        (evaluation,) = common.evaluations
        defined += ~np.isnan(f_beta(evaluation.tables, 1.0))
        wilson = f_interval(evaluation.tables, 1.0)
        held["wilson"] += (wilson.low <= truth) & (truth <= wilson.high)
        drawn = replicates_of(common, MICRO_F, replicates, i).per_class[0]
        low, high = resampling.percentiles(drawn)
        held["bootstrap"] += (low <= truth) & (truth <= high)
    return {name: counts / defined for name, counts in held.items()}


def rejections(
    n: int = 500, times: int = 1000, draws: int = 1000, by_document: bool = True, seed: int = 2
) -> dict[str, float]:
    """How often each paired test finds a difference between two systems that have none."""
    alike = Rates(by_document=by_document)
    rejected = dict.fromkeys(
        ("bootstrap, micro F1", "randomisation, micro F1", "micro sign test", "McNemar"), 0
    )
    for i, common in worlds(n, [alike, alike], times, seed):
        old, new = common.evaluations
        drawn = replicates_of(common, MICRO_F, draws, i).averages["micro"]
        low, high = resampling.percentiles(drawn[1] - drawn[0])
        rejected["bootstrap, micro F1"] += bool(low > 0 or high < 0)
        p = randomisation(old, new, MICRO_F, draws, i).averages["micro"]
        rejected["randomisation, micro F1"] += p <= ALPHA
        rejected["micro sign test"] += micro_sign_test(old, new).p <= ALPHA
        rejected["McNemar"] += mcnemar(old, new).p <= ALPHA
    return {name: count / times for name, count in rejected.items()}


def rejections_over_classes(
    classes: int = 90, times: int = 1000, seed: int = 3
) -> dict[str, float]:
    """The same for the tests over classes, with classes drawn as their null has them."""
    rng = np.random.default_rng(seed)
    tests = (
        ("macro sign test", significance.macro_sign_test),
        ("macro t-test", significance.macro_t_test),
        ("macro t-test on ranks", significance.macro_rank_test),
    )
    rejected = dict.fromkeys((name for name, _ in tests), 0)
    for _ in range(times):
        level = rng.beta(3, 1.5, classes)
        old, new = np.clip(level + rng.normal(0, 0.1, (2, classes)), 0, 1)
        for name, test in tests:
            rejected[name] += test(old, new).p <= ALPHA
    return {name: count / times for name, count in rejected.items()}
