"""How often each kind of interval that the app shows holds what it is said to hold.

`python benchmarks/coverage.py [--quick] [--times N] [--only WORD]` makes test sets over a grid of
sizes, numbers of classes, prevalences, structures and betas, and prints for every kind of
interval in how many of 100 the 95 % interval held the value of all such documents (aim: 93 to
97), the mean over the settings, the lowest and the highest with its setting. The values of all
such documents are those of 400,000 more.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from breakeven.analysis.comparison.bootstrap import replicates_of
from breakeven.analysis.comparison.own_values import own_values
from breakeven.analysis.comparison.shared_documents import ComparisonSettings, share_documents
from breakeven.analysis.estimation.losses import all_members, mean_loss
from breakeven.analysis.estimation.probabilities import ClassProbabilities
from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.records import Predictions, Truth
from metrics import measures
from metrics.catalogue import measures_shown
from metrics.class_agreement import (
    balanced_accuracy_of_classes,
    kappa_of_classes,
    matthews_of_classes,
)
from metrics.expected.prediction import Prediction, expected_count
from metrics.ranking.break_even import break_even
from metrics.ranking.curves import average_precision
from metrics.ranking.ranking_intervals import average_precision_interval, break_even_interval
from metrics.tallies import ContingencyTable, ScoreTally, tally_scores
from metrics.thresholds.costs import ERROR_RATE
from metrics.typing import Array, AverageName
from metrics.uncertainty.average_intervals import class_intervals
from metrics.uncertainty.intervals import Interval, f_interval, precision_interval, recall_interval
from metrics.uncertainty.resampling import percentiles

BETAS = (0.0, 0.5, 1.0, 2.0, np.inf)
MANY = 400_000


@dataclass(frozen=True)
class World:
    """Documents of one kind: how they are, and how a system decides them.

    `rarest`: the lowest prevalence, `commonest` the highest; `hard` makes rare classes the ones
    that are missed; `exclusive`: one class a document; `clustered`: seven in ten documents are
    copies of the one before; `weighed`: drawn with unequal chances, which weights make good;
    `unjudged`: the share of the pairs nobody judged.
    """

    name: str
    n: int
    classes: int
    rarest: float
    commonest: float = 0.3
    recall: float = 0.75
    precision: float = 0.75
    hard: bool = False
    exclusive: bool = False
    clustered: bool = False
    weighed: bool = False
    unjudged: float = 0.0

    @property
    def sampled(self) -> bool:
        """Whether documents have weights or clusters, or pairs that nobody judged."""
        return self.clustered or self.weighed or self.unjudged > 0

    @property
    def prevalence(self) -> Array:
        """Of each class, the most common first."""
        found = np.geomspace(self.commonest, self.rarest, self.classes)
        return found / found.sum() if self.exclusive else found

    @property
    def misses(self) -> Array:
        """The share of the positives missed, of documents of middling difficulty."""
        spread = np.linspace(0.7, 1.3, self.classes) if self.classes > 1 else np.ones(1)
        if self.hard:
            spread = np.linspace(0.3, 2.3, self.classes)
        return np.clip((1 - self.recall) * spread, 0, 0.49)

    def documents(self, n: int, random: np.random.Generator) -> tuple[Array, Array, Array]:
        """Truth and decisions, boolean (n, classes), and how hard each document is, in 0..2."""
        hard = 2 * random.random((n, 1))
        k = self.classes
        if self.exclusive:
            true_class = random.choice(k, n, p=self.prevalence)
            missed = random.random(n) < self.misses[true_class] * hard[:, 0]
            given = np.where(missed, random.choice(k, n, p=self.prevalence), true_class)
            return true_class[:, None] == np.arange(k), given[:, None] == np.arange(k), hard
        true = random.random((n, k)) < self.prevalence
        missed = random.random((n, k)) < self.misses * hard
        alarms = (1 - self.misses) * (1 - self.precision) / self.precision
        alarms = np.minimum(alarms * self.prevalence / (1 - self.prevalence), 0.4)
        added = random.random((n, k)) < alarms * hard
        return true, np.where(true, ~missed, added), hard

    def test_set(self, random: np.random.Generator) -> Evaluation:
        """One test set, evaluated."""
        true, called, hard = self.documents(self.n, random)
        clusters = weights = off = None
        if self.clustered:
            clusters = np.cumsum(random.random(self.n) >= 0.7)
            _, first = np.unique(clusters, return_index=True)
            same = first[np.searchsorted(np.unique(clusters), clusters)]
            true, called = true[same], called[same]
        if self.weighed:
            # hard documents were drawn more often, and count for less
            true, called, hard = self.documents(4 * self.n, random)
            chance = (0.5 + hard[:, 0] / 2) / 1.5
            drawn = np.flatnonzero(random.random(4 * self.n) < chance)[: self.n]
            true, called, weights = true[drawn], called[drawn], 1 / chance[drawn]
        if self.unjudged:
            off = sparse.csc_array(random.random(true.shape) < self.unjudged)
        return evaluation_of(true, called, clusters, weights, off)


def evaluation_of(
    true: Array,
    called: Array,
    clusters: Array | None = None,
    weights: Array | None = None,
    off: sparse.csc_array | None = None,
) -> Evaluation:
    """Decisions beside the truth, as the app evaluates them."""
    n, k = true.shape
    truth = Truth(
        None, tuple(f"c{c}" for c in range(k)), sparse.csc_array(true), (), np.full(n, -1)
    )
    truth = replace(truth, clusters=clusters, weights=weights, unjudged=off)
    said = Predictions("s", np.arange(n), decisions=sparse.csc_array(called))
    return evaluate(said, score_split(truth, said, None), None, Cut("given"))


@dataclass(frozen=True)
class Everywhere:
    """The tables of very many documents, by class, and means over documents."""

    tables: ContingencyTable
    per_document: dict[tuple[str, float], float]
    exact: float


def everywhere(world: World) -> Everywhere:
    """What all such documents have."""
    random = np.random.default_rng(12345)
    cells = np.zeros((4, world.classes))
    sums: defaultdict[tuple[str, float], float] = defaultdict(float)
    counts: defaultdict[tuple[str, float], float] = defaultdict(float)
    exact = 0.0
    part = 20_000
    for _ in range(MANY // part):
        true, called, _ = world.documents(part, random)
        judged = random.random(true.shape) >= world.unjudged
        true, called = true & judged, called & judged
        by = [true & called, ~true & called, true & ~called, judged & ~true & ~called]
        cells += [cell.sum(axis=0) for cell in by]
        exact += float((true == called).all(axis=1).sum())
        table = ContingencyTable(*(cell.sum(axis=1).astype(float) for cell in by))
        for key, values in _measured(table):
            sums[key] += float(np.nansum(values))
            counts[key] += float(np.sum(~np.isnan(values)))
    means = {key: sums[key] / counts[key] for key in sums}
    return Everywhere(ContingencyTable(*cells), means, exact / MANY)


def _measured(table: ContingencyTable) -> Iterator[tuple[tuple[str, float], Array]]:
    yield ("precision", 1.0), measures.precision(table)
    yield ("recall", 1.0), measures.recall(table)
    for beta in BETAS:
        yield ("f", beta), measures.f_beta(table, beta)


class Tally:
    """How often intervals held, by kind and setting."""

    def __init__(self) -> None:
        self.held: defaultdict[tuple[str, str], list[float]] = defaultdict(list)

    def add(self, kind: str, setting: str, ends: Interval, truth: Any) -> None:
        """Intervals beside what they should hold, those that are defined."""
        low, high, true = np.broadcast_arrays(ends.low, ends.high, truth)
        there = ~np.isnan(low) & ~np.isnan(true)
        held = (low <= true + 1e-12) & (true <= high + 1e-12)
        self.held[kind, setting] += held[there].astype(float).tolist()

    def show(self) -> None:
        """Every kind: the mean over its settings, its lowest and its highest one."""
        print(f"{'':44}{'mean':>7}{'low':>7}{'high':>7}  93 to 97 in   lowest at")
        for kind in dict.fromkeys(kind for kind, _ in self.held):
            shares = {s: np.mean(h) for (k, s), h in self.held.items() if k == kind and len(h) > 30}
            if not shares:
                continue
            values = np.array(list(shares.values()))
            inside = np.mean((values >= 0.93) & (values <= 0.97))
            lowest = min(shares, key=lambda s: shares[s])
            print(
                f"{kind:44}{100 * values.mean():7.1f}{100 * values.min():7.1f}"
                f"{100 * values.max():7.1f}{100 * inside:9.0f} %     {lowest}"
            )


def decisions(worlds: list[World], times: int, tally: Tally) -> None:
    """Intervals of classes and of averages."""
    for world in worlds:
        all_such, random = everywhere(world), np.random.default_rng(7)
        expected = world.n * world.prevalence
        bands = {"5 to 20": (5, 20), "20 to 100": (20, 100), "100 and more": (100, np.inf)}
        in_band = {name: (a <= expected) & (expected < b) for name, (a, b) in bands.items()}
        for _ in range(times):
            e = world.test_set(random)
            for beta in BETAS:
                _classes(e, beta, all_such, in_band, world.name, tally)
                _averages(e, beta, all_such, world.name, tally)


def _classes(
    e: Evaluation,
    beta: float,
    all_such: Everywhere,
    in_band: dict[str, Array],
    name: str,
    tally: Tally,
) -> None:
    sampled = ", in clusters" if e.scored.clusters is not None else ""
    kinds: dict[str, tuple[Interval, Array]] = {
        f"F of a class, beta {beta:g}": (
            f_interval(e.tables, beta),
            measures.f_beta(all_such.tables, beta),
        )
    }
    if beta == 1:
        kinds |= {
            "precision of a class": (
                precision_interval(e.tables),
                measures.precision(all_such.tables),
            ),
            "recall of a class": (recall_interval(e.tables), measures.recall(all_such.tables)),
            **{
                f"{key} of a class": (class_intervals(e.tables, measure), measure(all_such.tables))
                for key, measure in measures_shown("further").items()
            },
        }
    tried = {0.0: e.tables.assigned, np.inf: e.tables.positives}.get(beta)
    for kind, (ends, truth) in kinds.items():
        for band, part in in_band.items():
            there = part if tried is None or kind[0] != "F" else part & (tried > 0)
            tally.add(
                f"{kind}{sampled}, {band} docs",
                name,
                Interval(ends.low[there], ends.high[there]),
                truth[there],
            )


def _averages(e: Evaluation, beta: float, all_such: Everywhere, name: str, tally: Tally) -> None:
    intervals = average_intervals(e, beta, "drop", further=beta == 1)
    assert intervals is not None
    functions: dict[str, measures.Measure] = {"f": partial(measures.f_beta, beta=beta)}
    if beta == 1:
        functions |= {"precision": measures.precision, "recall": measures.recall}
        tally.add("exact match, accuracy", name, intervals.exact_match, all_such.exact)
        for key, ends in intervals.all_classes.items():
            tally.add(f"{key} of all classes", name, ends, _of_all_classes(all_such, key))
        for key, measure in measures_shown("further").items():
            pooled = measure(all_such.tables.pooled())
            tally.add(f"micro {key}", name, intervals.micro[key], pooled)
            there = ~np.isnan(measure(e.tables))
            of_macro = np.mean(measure(all_such.tables)[there]) if there.any() else np.nan
            tally.add(f"macro {key}", name, intervals.macro[key], of_macro)
    for key, measure in functions.items():
        what = f"F, beta {beta:g}" if key == "f" else key
        there = ~np.isnan(measure(e.tables))
        tally.add(f"micro {what}", name, intervals.micro[key], measure(all_such.tables.pooled()))
        of_macro = np.mean(measure(all_such.tables)[there]) if there.any() else np.nan
        tally.add(f"macro {what}", name, intervals.macro[key], of_macro)
        there &= e.tables.positives > 0
        by = all_such.tables.positives[there]
        of_weighted = (
            np.average(measure(all_such.tables)[there], weights=by) if by.sum() else np.nan
        )
        tally.add(f"weighted {what}", name, intervals.weighted[key], of_weighted)
        per_document = all_such.per_document[key, beta if key == "f" else 1.0]
        tally.add(f"per-document {what}", name, intervals.per_document[key], per_document)


# a cost of five for what is missed: a measure of one's own, as anybody may write one
COST = OwnMeasure("cost", "(5*fn + fp)/n", "lower")


def agreement(worlds: list[World], times: int, tally: Tally) -> None:
    """Averaged MCC, κ, balanced accuracy and NPV, and a cost whose interval is drawn."""
    for world in worlds:
        all_such, random = everywhere(world), np.random.default_rng(12)
        for i in range(times):
            e = world.test_set(random)
            intervals = average_intervals(e, 1.0, "drop", further=True)
            assert intervals is not None
            for key, ends in intervals.all_classes.items():
                tally.add(f"{key} of all classes", world.name, ends, _of_all_classes(all_such, key))
            for key, measure in measures_shown("further").items():
                for average, truth in _means(e, all_such, measure).items():
                    ends = getattr(intervals, average)[key]
                    tally.add(f"{average} {key}", world.name, ends, truth)
            drawn = own_values(e, COST, "drop", i)
            for average, truth in _means(e, all_such, COST).items():
                tally.add(f"{average} cost", world.name, drawn.averages[average], truth)


def _means(
    e: Evaluation, all_such: Everywhere, measure: measures.Measure
) -> dict[AverageName, float]:
    """What all such documents have, over the classes that the test set's own mean is over."""
    values, there = measure(all_such.tables), ~np.isnan(measure(e.tables))
    occurring = there & (e.tables.positives > 0)
    by = all_such.tables.positives[occurring]
    return {
        "micro": float(measure(all_such.tables.pooled())),
        "macro": float(np.mean(values[there])) if there.any() else np.nan,
        "weighted": float(np.average(values[occurring], weights=by)) if by.sum() else np.nan,
    }


def _of_all_classes(all_such: Everywhere, key: str) -> float:
    if key == "balanced_accuracy":
        return balanced_accuracy_of_classes(all_such.tables)
    return {"mcc": matthews_of_classes, "kappa": kappa_of_classes}[key](all_such.tables).value


def differences(worlds: list[World], times: int, tally: Tally) -> None:
    """Paired intervals of the difference of two systems that find the same documents hard."""
    for world in worlds:
        better = replace(world, recall=world.recall + 0.1, precision=world.precision + 0.08)
        random = np.random.default_rng(11)
        truths = [everywhere(each) for each in (world, better)]
        for i in range(times):
            true, first, second = _both(world, better, world.n, random)
            common = share_documents([evaluation_of(true, first), evaluation_of(true, second)])
            drawn = replicates_of(common, ComparisonSettings("f", 1.0, "drop", ()), 600, i).averages
            values: dict[str, list[float]] = {
                "micro": [float(measures.f_beta(t.tables.pooled(), 1.0)) for t in truths],
                "macro": [_macro(t.tables, common.evaluations) for t in truths],
                "per_document": [t.per_document["f", 1.0] for t in truths],
            }
            for name, (old, new) in values.items():
                ends = Interval(*percentiles(drawn[name][1] - drawn[name][0]))
                tally.add(f"difference of {name.replace('_', '-')} F", world.name, ends, new - old)


def _both(
    world: World, better: World, n: int, random: np.random.Generator
) -> tuple[Array, Array, Array]:
    # from one seed: the same documents, as hard for both, and decided with the same luck
    seed = int(random.integers(2**32))
    true, first, _ = world.documents(n, np.random.default_rng(seed))
    same, second, _ = better.documents(n, np.random.default_rng(seed))
    assert np.array_equal(true, same)
    return true, first, second


def _macro(tables: ContingencyTable, evaluations: tuple[Evaluation, ...]) -> float:
    there = np.logical_and.reduce([~np.isnan(measures.f_beta(e.tables, 1.0)) for e in evaluations])
    return float(np.mean(measures.f_beta(tables, 1.0)[there]))


@dataclass(frozen=True)
class Ranked:
    """Documents with a score for one class: positives lie `apart` higher, in normal scores."""

    name: str
    prevalence: float
    apart: float

    def drawn(self, n: int, random: np.random.Generator) -> ScoreTally:
        """So many documents of this kind."""
        positive = random.random(n) < self.prevalence
        return tally_scores(random.normal(0, 1, n) + self.apart * positive, positive)


RANKED = [
    Ranked(f"prevalence {prevalence:g}, {apart:g} apart", prevalence, apart)
    for prevalence in (0.005, 0.05, 0.3)
    for apart in (0.7, 1.5, 3.0)
]


def rankings(times: int, tally: Tally) -> None:
    """Average precision and break-even points of a class."""
    for kind in RANKED:
        everything = kind.drawn(2_000_000, np.random.default_rng(1))
        truths = average_precision(everything), break_even(everything).value
        for positives in (5, 10, 30, 100, 300):
            random = np.random.default_rng(positives)
            for _ in range(times):
                scores_of_class = kind.drawn(round(positives / kind.prevalence), random)
                size = "5 to 10" if positives <= 10 else "30 and more"
                where = f"{kind.name}, {positives} positives"
                intervals = (
                    average_precision_interval(scores_of_class),
                    break_even_interval(break_even(scores_of_class), scores_of_class.r),
                )
                for name, ends, truth in zip(
                    ("average precision", "break-even point"), intervals, truths, strict=True
                ):
                    tally.add(f"{name}, {size} positives", where, ends, truth)


def estimates(times: int, tally: Tally) -> None:
    """What is expected of unlabelled documents, beside what labels drawn of it turn out to be."""
    for n, k, exclusive in ((30, 2, True), (100, 4, True), (300, 10, True), (50, 5, False)):
        random = np.random.default_rng(n)
        name = f"{n} documents, {k} classes{', one each' if exclusive else ''}"
        for _ in range(times):
            p = random.dirichlet(np.full(k, 0.5), n) if exclusive else random.beta(0.5, 2, (n, k))
            calls = p == p.max(axis=1, keepdims=True) if exclusive else p > 0.5
            given = (random.random((n, 1)) > np.cumsum(p, axis=1)).sum(axis=1)
            true = random.random((n, k)) < p
            if exclusive:
                true = np.minimum(given, k - 1)[:, None] == np.arange(k)
            probabilities = ClassProbabilities(
                tuple(map(str, range(k))), p.T, sparse.csc_array(calls), one_each=exclusive
            )
            parts = [probabilities.of_class(c)[1] for c in range(k)]
            loss = mean_loss(probabilities, parts, [ERROR_RATE] * k)
            tally.add("expected loss of all decisions", name, _ends(loss), (true != calls).mean())
            counts = [expected_count(p[:, c]) for c in range(k)]
            for c, count in enumerate(counts):
                tally.add("expected count of a class", name, _ends(count), true[:, c].sum())
            if not exclusive:
                tally.add(
                    "expected count of all",
                    name,
                    _ends(all_members(probabilities, counts)),
                    true.sum(),
                )


def _ends(prediction: Prediction) -> Interval:
    return Interval(prediction.low, prediction.high)


WORLDS = [
    World("20 documents, 2 classes", 20, 2, 0.4, 0.5, exclusive=True),
    World("20 documents, 5 classes", 20, 5, 0.2),
    World("50 documents, 4 classes, good", 50, 4, 0.2, recall=0.96, precision=0.95),
    World("100 documents, 10 classes, one each", 100, 10, 0.05, exclusive=True),
    World("300 documents, 30 classes", 300, 30, 0.005),
    World("300 documents, 30 classes, one each", 300, 30, 0.005, exclusive=True),
    World("500 documents, 30 classes, rare ones hard", 500, 30, 0.005, hard=True),
    World("500 documents, 10 classes, unjudged", 500, 10, 0.02, unjudged=0.2),
    World("500 documents, 10 classes, weighed", 500, 10, 0.02, weighed=True),
    World("500 documents, 10 classes, clusters", 500, 10, 0.02, clustered=True),
    World("1,000 documents, 20 classes, good", 1000, 20, 0.01, recall=0.95, precision=0.95),
    World("2,000 documents, 90 classes", 2000, 90, 0.001, hard=True),
    World("2,000 documents, 90 classes, one each", 2000, 90, 0.001, hard=True, exclusive=True),
    World("5,000 documents, 10 classes", 5000, 10, 0.001, 0.5),
]


def main() -> None:
    """Read the options and print the grid."""
    parser = argparse.ArgumentParser(description="Coverage of every kind of interval.")
    parser.add_argument("--times", type=int, default=400)
    parser.add_argument("--quick", action="store_true", help="few test sets: figures within ±4")
    parser.add_argument("--only", default="", help="parts whose name holds this")
    args = parser.parse_args()
    times = 60 if args.quick else args.times
    compared = [world for world in WORLDS if 100 <= world.n <= 1000 and not world.sampled]
    parts: dict[str, Callable[[Tally], None]] = {
        "decisions": lambda tally: decisions(WORLDS, times, tally),
        "agreement": lambda tally: agreement(WORLDS[:: 2 if args.quick else 1], times, tally),
        "differences": lambda tally: differences(compared, times, tally),
        "rankings": lambda tally: rankings(times, tally),
        "estimates": lambda tally: estimates(times, tally),
    }
    for name, part in parts.items():
        if args.only in name:
            tally = Tally()
            part(tally)
            print(f"{name}: {times} test sets of each setting")
            tally.show()


if __name__ == "__main__":
    main()
