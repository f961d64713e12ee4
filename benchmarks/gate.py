"""How often the gate passes what only just should not pass: at most 5 in 100.

`python benchmarks/gate.py [--times N] [--only PART]` puts the limit of a rule just where the truth
is, so that every "passed" is false, and prints for every kind of rule and of test set in how many
of 100 test sets the gate said so (4,000 test sets: by chance 5.0 may show as 5.7).
docs/explanation/measured.md has what it printed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.coverage import COST, World, evaluation_of, everywhere
from breakeven.analysis.comparison.comparison import ComparedSystems
from breakeven.analysis.comparison.difference_bounds import paired_difference
from breakeven.analysis.comparison.loss_differences import LossAverage, bounded_losses
from breakeven.analysis.comparison.own_values import drawn_average
from breakeven.analysis.comparison.shared_documents import (
    OF_PROBABILITIES,
    ComparisonSettings,
    share_documents,
    values_of,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.value_bounds import bounded_average, bounded_classes
from metrics import measures
from metrics.typing import AVERAGES, Array, AverageName
from metrics.uncertainty.significance import holm_levels

ALPHA = 0.05
OTHERS = ("mcc", "kappa", "balanced_accuracy", "negative_predictive_value", "overlap")
TIMES = 4_000
WORLDS = (
    World("100 documents, 5 classes", 100, 5, 0.1),
    World("1,000 documents, 10 classes", 1_000, 10, 0.05),
    World("1,000 documents, 50 classes", 1_000, 50, 0.002),
    World("300 documents, 8 classes, one each", 300, 8, 0.05, exclusive=True),
    World("100 documents, F near 1", 100, 5, 0.1, recall=0.97, precision=0.98),
    World("100 documents, F near 0.3", 100, 5, 0.1, recall=0.3, precision=0.3),
    World("600 documents in clusters", 600, 8, 0.05, clustered=True),
    World("600 documents of unequal weight", 600, 8, 0.05, weighed=True),
)
# documents, the share of what was missed that the new system finds, and of hits that it loses
PAIRS = (
    (200, 0.0, 0.003),
    (200, 0.02, 0.02),
    (1_000, 0.0, 0.002),
    (1_000, 0.05, 0.01),
    (1_000, 0.2, 0.02),
    (100, 0.3, 0.1),
)


def p_of_averages(world: World, times: int) -> Iterator[tuple[str, list[float]]]:
    """The p-value of passing at the truth in each test set, by kind of rule."""
    all_such, random = everywhere(world), np.random.default_rng(11)
    pooled = all_such.tables.pooled()
    truth: dict[tuple[str, AverageName], float] = {
        ("f", "micro"): float(measures.f_beta(pooled, 1.0)),
        ("precision", "micro"): float(measures.precision(pooled)),
        ("recall", "micro"): float(measures.recall(pooled)),
        ("f", "macro"): float(np.nanmean(measures.f_beta(all_such.tables, 1.0))),
        ("f", "weighted"): float(
            np.average(measures.f_beta(all_such.tables, 1.0), weights=all_such.tables.positives)
        ),
        ("mcc", "micro"): float(measures.mcc(pooled)),
        ("mcc", "macro"): float(np.nanmean(measures.mcc(all_such.tables))),
        ("balanced_accuracy", "macro"): float(
            np.nanmean(measures.balanced_accuracy(all_such.tables))
        ),
        ("f", "per_document"): all_such.per_document["f", 1.0],
        ("exact_match", "micro"): all_such.exact,
    }
    recalls = measures.recall(all_such.tables)
    p_values: dict[str, list[float]] = {f"{average} {name}": [] for name, average in truth}
    of_classes: dict[str, list[float]] = {"recall of a class": [], "F of a class": []}
    of_f = measures.f_beta(all_such.tables, 1.0)
    for _ in range(times):
        evaluation = world.test_set(random)
        for (name, average), value in truth.items():
            got = bounded_average(evaluation, name, average, 1.0, "drop")
            p_values[f"{average} {name}"].append(float(got.tails(value)[0][0]))
        for kind, name, values in (("recall", "recall", recalls), ("F", "f", of_f)):
            got = bounded_classes(evaluation, name, 1.0)
            c = int(random.integers(world.classes))
            of_classes[f"{kind} of a class"].append(float(got.tails(values[c])[0][c]))
    yield from (p_values | of_classes).items()


def family(world: World, times: int) -> list[bool]:
    """In which test sets there is any false pass among the classes' recalls, all at the margin."""
    truth, random = measures.recall(everywhere(world).tables), np.random.default_rng(12)
    wrong = []
    for _ in range(times):
        got = bounded_classes(world.test_set(random), "recall", 1.0)
        p = np.array([got.tails(value)[0][c] for c, value in enumerate(truth)])
        p = np.where(np.isnan(p) | np.isnan(got.values), 1.0, p)
        wrong.append(bool(np.any(p <= holm_levels(p, ALPHA))))
    return wrong


def pair(
    n: int, classes: int, gained: float, lost: float, random: np.random.Generator
) -> tuple[Evaluation, Evaluation]:
    """An old and a new system: the new finds a share of what was missed, and loses one of hits."""
    prevalence = np.geomspace(0.3, 0.05, classes)
    true = random.random((n, classes)) < prevalence
    before = np.where(true, random.random(true.shape) < 0.8, random.random(true.shape) < 0.03)
    coin = random.random(true.shape)
    right = before == true
    flipped = np.where(right, coin < lost, coin < gained)
    return evaluation_of(true, before), evaluation_of(true, before ^ flipped)


def passed_pairs(
    n: int, classes: int, gained: float, lost: float, times: int
) -> Iterator[tuple[str, list[bool]]]:
    """In which test sets the gate passes where the margin is the true difference, by average.

    By what documents gain and lose alone: the gate also asks the drawn documents, and passes less.
    """
    random = np.random.default_rng(13)
    many = [pair(100_000, classes, gained, lost, random) for _ in range(4)]
    settings = ComparisonSettings("f", 1.0, "drop", ())
    truth = {
        average: float(
            np.mean(
                [
                    values_of(b, settings).averages[average]
                    - values_of(a, settings).averages[average]
                    for a, b in many
                ]
            )
        )
        for average in AVERAGES
    }
    passes: dict[str, list[bool]] = {average: [] for average in AVERAGES}
    for _ in range(times):
        a, b = pair(n, classes, gained, lost, random)
        common = share_documents([a, b])
        values = tuple(values_of(e, settings) for e in common.evaluations)
        side = ComparedSystems(common, settings, values, None, 0)
        for average in AVERAGES:
            low = paired_difference(side, average).bounds(np.array([ALPHA])).low
            passes[average].append(bool(low[0] > truth[average]))
    yield from passes.items()


def shown(kind: str, setting: str, passed: Sequence[bool] | Array) -> None:
    """One row: the share of test sets in which the gate passed."""
    print(f"{kind:28}{setting:44}{100 * np.mean(np.asarray(passed)):6.1f}", flush=True)


def of_averages(times: int) -> None:
    """Rows of averages and classes."""
    for world in WORLDS:
        for kind, p in p_of_averages(world, times):
            shown(kind, world.name, np.array(p) <= ALPHA)


def of_families(times: int) -> None:
    """Rows of the classes of a test set as a family."""
    for world in WORLDS[:3]:
        shown("any of a family (Holm)", world.name, family(world, times))


def of_pairs(times: int) -> None:
    """Rows of differences."""
    for n, gained, lost in PAIRS:
        setting = f"{n:,} documents, finds {gained:g}, loses {lost:g}"
        for average, passed in passed_pairs(n, 5, gained, lost, times):
            shown(f"{average} F, difference", setting, passed)


def of_others(times: int) -> None:
    """Rows of classes by the other measures, and of a cost of one's own, whose bounds are drawn."""
    for world in WORLDS:
        all_such, random = everywhere(world), np.random.default_rng(14)
        tables = all_such.tables
        passed: dict[str, list[bool]] = {
            **{f"{name} of a class": [] for name in OTHERS},
            **{f"{average} cost, at most": [] for average in ("micro", "macro")},
        }
        for _ in range(times):
            evaluation = world.test_set(random)
            c = int(random.integers(world.classes))
            for name in OTHERS:
                truth = float(measures.averaged_measures(1.0)[name](tables)[c])
                got = bounded_classes(evaluation, name, 1.0)
                passed[f"{name} of a class"].append(bool(got.tails(truth)[0][c] <= ALPHA))
            costs: tuple[tuple[AverageName, float], ...] = (
                ("micro", float(COST(tables.pooled()))),
                ("macro", float(np.mean(COST(tables)))),
            )
            for average, truth in costs:
                drawn = drawn_average(evaluation, COST, average, "drop")
                passed[f"{average} cost, at most"].append(bool(drawn.tails(truth)[1][0] <= ALPHA))
        for kind, passes in passed.items():
            shown(kind, world.name, passes)


# documents, classes, and how sharply probabilities are off for one of fifty documents
LOSSES = ((200, 3, 0.0), (1_000, 3, 0.0), (200, 3, 3.0), (1_000, 3, 3.0), (1_000, 20, 3.0))


def with_probabilities(
    n: int, classes: int, sharp: float, random: np.random.Generator
) -> tuple[Evaluation, Evaluation]:
    """Two systems of which the second adds noise of its own to what the first knows."""
    logit = random.normal(-1.5, 1.5, (n, classes))
    true = random.random(logit.shape) < 1 / (1 + np.exp(-logit))
    off = sharp * (random.random((n, 1)) < 0.02) * random.normal(size=logit.shape)
    systems = []
    for noise in (off, off + random.normal(0, 0.3, logit.shape)):
        p = 1 / (1 + np.exp(-(logit + noise)))
        evaluation = evaluation_of(true, p >= 0.5)
        scored = replace(evaluation.scored, given=p.T, probabilities=True)
        systems.append(replace(evaluation, scored=scored))
    return systems[0], systems[1]


def of_losses(times: int) -> None:
    """Rows of log loss and Brier score, at most and not worse, where the limit is the truth."""
    averages: tuple[LossAverage, ...] = ("micro", "macro")
    for n, classes, sharp in LOSSES:
        random = np.random.default_rng(15)
        many = [with_probabilities(50_000, classes, sharp, random) for _ in range(4)]
        rules = [
            (name, average, ComparisonSettings(name, 1.0, "drop", ()))
            for name, average in product(OF_PROBABILITIES, averages)
        ]
        truths = [
            np.mean([[values_of(e, s).averages[a] for e in both] for both in many], axis=0)
            for _, a, s in rules
        ]
        passed: dict[str, list[bool]] = {}
        for _ in range(times):
            systems = with_probabilities(n, classes, sharp, random)
            for (name, average, settings), truth in zip(rules, truths, strict=True):
                at_most = bounded_losses(systems[1], name, average).tails(float(truth[1]))[1][0]
                passed.setdefault(f"{average} {name}, at most", []).append(at_most <= ALPHA)
                values = tuple(values_of(e, settings) for e in systems)
                side = ComparedSystems(share_documents(systems), settings, values, None, 0)
                high = paired_difference(side, average).bounds(np.array([ALPHA])).high
                not_worse = bool(high[0] < truth[1] - truth[0])
                passed.setdefault(f"{average} {name}, difference", []).append(not_worse)
        setting = f"{n:,} documents, {classes} classes, {'few far off' if sharp else 'none off'}"
        for kind, passes in passed.items():
            shown(kind, setting, passes)


PARTS = {"averages": of_averages, "others": of_others, "families": of_families, "pairs": of_pairs,
         "losses": of_losses}  # fmt: skip


def main() -> None:
    """Print every row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=TIMES)
    parser.add_argument("--only", choices=PARTS)
    args = parser.parse_args()
    print(f"{'rule at the margin':28}{'test sets':44}{'passed of 100':>6}")
    for name, part in PARTS.items():
        if args.only in (None, name):
            part(args.times)


if __name__ == "__main__":
    main()
