"""How often sentences that compare, or are certain, are said where nothing is there.

`python benchmarks/false_alarms.py [--worlds NAME ...] [--repeats N] [--seed N] [--list]` makes
reviews from a seed and lets the product speak: in worlds in which nothing is there (equal classes,
equal systems, random splits, no drift, right probabilities, no weak slice), and in worlds with a
planted effect. It prints a table: a row a sentence, a column a world, in how many of 100 reviews it
is said, and the binomial error. In a world where it is not true a sentence may be said in 5 of 100
(`*`: more than 5, beyond two errors). A dot: it was never said. What each sentence is, whose it is
and which test stands behind it: `benchmarks/claims.py`. Measured: `docs/explanation/measured.md`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from scipy import sparse

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.claims import FACTS
from breakeven.analysis.advice.checks import (
    check_data,
    check_decisions,
    check_slices,
)
from breakeven.analysis.comparison.comparison import SystemPair, compare_systems, pair_of
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    largest_classes,
    share_documents,
)
from breakeven.analysis.estimation.calibration import calibration_over
from breakeven.analysis.estimation.monitoring import monitoring, period_shares
from breakeven.analysis.estimation.periods import by_number
from breakeven.analysis.estimation.probabilities import class_probabilities
from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.class_assessment import standing_of, verdicts_of, weaker_classes
from breakeven.analysis.findings.duplicates import search_near
from breakeven.analysis.findings.system_findings import search_wrong
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.story.verdict import fixed_answer_text
from breakeven.data.records import Predictions, Review, Truth
from breakeven.gate.gate_rules import target_rules
from breakeven.results.summary import summary_text
from breakeven.results.target_verdict import target_verdict_of
from metrics.thresholds.costs import CostMatrix
from metrics.typing import Array
from metrics.uncertainty.class_verdicts import VERDICTS

Kind = Literal["one", "several"]
# bootstrap replicates and swaps of a comparison: enough for 5 in 100 of up to 90 classes
REPLICATES = 2_000
# sentences may be said so often where they are not true
MOST = 0.05
# true of every system that is right more often than not
GOOD = frozenset({"always.better", "class.above", "target.fixed"})


@dataclass(frozen=True)
class World:
    """Documents whose classes, systems and splits are alike but for what is planted.

    `classes` classes; `documents` of each of two splits; `right`: the share that a system decides
    rightly; `kind`: one class a document, or several; `plant`: what is there, "" for nothing;
    `truly`: the sentences that are true in it.
    """

    classes: int
    documents: int
    right: float = 0.8
    kind: Kind = "one"
    plant: str = ""
    truly: frozenset[str] = GOOD


def planted(plant: str, *truly: str, classes: int = 10, documents: int = 1_000) -> World:
    """A world in which something is there, and these sentences are true."""
    return World(classes, documents, plant=plant, truly=GOOD | set(truly))


WORLDS: Mapping[str, World] = {
    "5 classes": World(5, 300),
    "10 classes": World(10, 1_000),
    "30 classes": World(30, 1_500),
    "90 classes": World(90, 4_500),
    "50 documents": World(5, 50),
    "half right": World(10, 1_000, right=0.5, truly=frozenset({"always.better", "target.fixed"})),
    "guessing": World(5, 500, right=0.2, truly=frozenset({"system.baseline", "class.below"})),
    "binary": World(2, 500),
    "several": World(20, 1_000, kind="several"),
    "weak class": planted(
        "weak class",
        "class.below",
        "class.weaker",
        "class.low-recall",
        "class.low-both",
        "class.called-too-seldom",
        "class.called-too-often",
        "class.many-errors",
        "calibration.off",
        "calibration.trust",
    ),
    "small weak": planted(
        "small weak",
        "size.effect",
        "class.weaker",
        "class.below",
        "class.low-precision",
        "calibration.trust",
        "pair.confused",
    ),
    "pair": planted("pair", "pair.confused", "class.weaker", "class.many-errors"),
    "better system": planted(
        *("better system", "system.better", "pair.micro", "pair.classes", "target.systems")
    ),
    "weak slice": planted("weak slice", "slices.weak"),
    "drift": planted(
        *("drift", "monitor.classes", "split.label-shift", "split.mix", "class.called-too-seldom")
    ),
    "too sure": planted("too sure", "calibration.off", "calibration.trust"),
}


@dataclass(frozen=True)
class Made:
    """A review of a world: its truth, and two systems."""

    truth: Truth
    systems: tuple[Predictions, Predictions]


def made(world: World, rng: np.random.Generator) -> Made:
    """A review: train and test at random, texts by class, two columns and a date of no meaning."""
    n = 2 * world.documents
    columns = {
        "source": rng.choice(list("pqrst"), n).astype(object),
        "region": rng.choice([f"r{i}" for i in range(8)], n).astype(object),
        "date": np.array(
            [str(np.datetime64("2024-01-01") + int(i)) for i in rng.integers(0, 300, n)],
            dtype=object,
        ),
    }
    part = rng.permutation(np.repeat([0, 1], world.documents))
    labels = _labels(world, part, rng)
    hard = np.zeros(n)
    if world.plant == "weak slice":
        hard[(columns["source"] == "p") & (columns["region"] < "r4")] = 0.25
    own = 150 * (1 + labels.argmax(axis=1))
    words = np.where(rng.random((n, 25)) < 0.3, own[:, None], 0) + rng.integers(0, 150, (n, 25))
    texts = np.array([" ".join(f"w{w}" for w in row) for row in words], dtype=object)
    truth = Truth(
        ids=np.array([f"d{i}" for i in rng.permutation(n)], dtype=object),
        classes=tuple(f"c{c:02}" for c in range(world.classes)),
        labels=sparse.csc_array(labels),
        splits=("train", "test"),
        split_of=part,
        columns={**columns, "text": texts},
        text_column="text",
    )
    better = 0.06 if world.plant == "better system" else 0.0
    scores_of_systems = [
        _scores(world, labels, world.right + by - hard, rng) for by in (0.0, better)
    ]
    return Made(
        truth,
        tuple(  # type: ignore[arg-type]
            Predictions(name, np.arange(n), scores=scores, probabilities=True)
            for name, scores in zip("ab", scores_of_systems, strict=True)
        ),
    )


def _labels(world: World, part: Array, rng: np.random.Generator) -> Array:
    n, k = len(part), world.classes
    if world.kind == "several":
        return rng.random((n, k)) < 0.15
    share = np.ones(k)
    if world.plant == "small weak":
        share[k // 2 :] = 0.2
    drawn = rng.choice(k, n, p=share / share.sum())
    if world.plant == "drift":
        # of the later test documents four in ten are of one class that had one in ten
        late = (part == 1) & (np.arange(n) > n // 2)
        drawn[late & (rng.random(n) < 0.35)] = 1
    return drawn[:, None] == np.arange(k)


def _scores(world: World, labels: Array, right: Array, rng: np.random.Generator) -> Array:
    """Probabilities that mean what they say, but where planted; shape (classes, documents)."""
    n, k = labels.shape
    if world.kind == "several":
        # three signals of known likelihood, equally informative of every class
        likely = np.array([[0.70, 0.25, 0.05], [0.05, 0.10, 0.85]])
        row_of_table = np.where(labels, 0, 1)
        u = rng.random(labels.shape)
        signal = (u[..., None] > np.cumsum(likely, axis=1)[row_of_table]).sum(axis=-1).clip(max=2)
        odds = 0.15 * likely[0] / (0.15 * likely[0] + 0.85 * likely[1])
        return np.asarray(odds[signal].T)
    # how sure a document makes the system, around what it gets right
    reach = min(0.15, max(0.0, world.right - 1 / k))
    sure = np.clip(right + rng.uniform(-reach, reach, n), 1 / k, 0.98)
    true = labels.argmax(axis=1)
    hit = rng.random(n) < _right_here(world, true, sure, rng)
    wrong = (true + rng.integers(1, k, n)) % k
    if world.plant == "pair":
        both = (true < 2) & (rng.random(n) < 0.7)
        wrong[both] = 1 - true[both]
    given = np.where(hit, true, wrong)
    shown = np.clip(sure + 0.15, 0, 0.99) if world.plant == "too sure" else sure
    # what is given has the highest score, however unsure the system is
    shown = np.maximum(shown, 1 / k + 0.01)
    p = np.full((n, k), 1.0) * ((1 - shown) / (k - 1))[:, None]
    p[np.arange(n), given] = shown
    return np.asarray(p.T)


def _right_here(world: World, true: Array, sure: Array, rng: np.random.Generator) -> Array:
    if world.plant == "weak class":
        return np.where(true == 0, 0.25, sure)
    if world.plant == "small weak":
        return np.where(true >= world.classes // 2, sure - 0.3, sure)
    return sure


def _evaluated(review: Made, predictions: Predictions) -> Evaluation:
    cut = natural_cut(predictions, review.truth.task == "single-label")
    return evaluate(predictions, score_split(review.truth, predictions, "test"), "test", cut)


def _of_classes(review: Made, mine: Evaluation, other: Evaluation, limits: Limits) -> Iterator[str]:
    verdicts = verdicts_of(mine, limits)
    if len(standing_of(mine, verdicts).weak):
        yield "class.below"
    if (verdicts.verdict == VERDICTS.index("well")).any():
        yield "class.above"
    if verdicts.good.any():
        yield "class.good"
    if len(weaker_classes(mine)):
        yield "class.weaker"
    if "are the weaker ones" in summary_text(mine, 1.0, "drop", None):
        yield "size.effect"


def _of_findings(
    review: Made, mine: Evaluation, other: Evaluation, limits: Limits
) -> Iterator[str]:
    data = check_data(review.truth, limits, search_near(review.truth, limits))
    decisions = check_decisions(
        review.truth, review.systems, mine, None, limits, 1.0, others=(other,)
    )
    slices = check_slices(review.truth, mine, limits, search_wrong(review.truth, mine))
    for finding in (*data.findings, *decisions, *slices.findings):
        yield finding.code


def _of_pairs(review: Made, mine: Evaluation, other: Evaluation, limits: Limits) -> Iterator[str]:
    pair = compared(mine, other)
    for name in ("micro", "macro"):
        if pair.claim(name) == "beyond":
            yield f"pair.{name}"
    if pair.real_classes.any():
        yield "pair.classes"
    text = fixed_answer_text(mine)
    if "clearly" in text.split(":")[0]:
        yield "always.better" if text.startswith("Yes") else "always.worse"


def compared(mine: Evaluation, other: Evaluation) -> SystemPair:
    """The second system set against the first on F."""
    common = share_documents([mine, other])
    settings = ComparisonSettings("f", 1.0, "drop", largest_classes(mine))
    return pair_of(compare_systems(common, settings, replicates=REPLICATES), 0, 1)


def _of_estimates(
    review: Made, mine: Evaluation, other: Evaluation, limits: Limits
) -> Iterator[str]:
    predictions = review.systems[0].take(mine.rows)
    p = class_probabilities(review.truth, predictions, mine.assigned)
    if calibration_over(p, mine.truth, range(len(mine.classes))).verdict in (
        *("low", "high", "uneven"),
    ):
        yield "calibration.trust"
    periods = by_number(mine.documents, max(10, mine.documents // 10))
    if period_shares(p, periods).alarm.any():
        yield "monitor.classes"
    course = monitoring(p, mine.truth, periods, 1.0, 1.0, [CostMatrix()] * len(mine.classes))
    for name, series in (("f", course.f), ("loss", course.loss), ("shares", course.share)):
        if series is not None and series.changed.any():
            yield f"monitor.{name}"


def _of_target(world: World, review: Made, mine: Evaluation, other: Evaluation) -> Iterator[str]:
    """What is said at a target that the system just reaches, and of the other system."""
    if world.kind == "several":  # of which nobody knows the share exactly
        return
    made_review = Review("made", review.truth, review.systems, (), "")
    selection = Selection(mine.system, "test", 0, 1.0, "drop", mine.cut)
    verdict = target_verdict_of(
        made_review,
        selection,
        mine,
        target_rules(world.right),
        limits=Limits(),
        leaks=None,
        others=[other],
    )
    if verdict.outcome != "CANNOT TELL YET":
        yield "target.ready" if verdict.outcome == "READY" else "target.not-yet"
    for line in verdict.lines:
        if "clearly" in line.text and line.key in ("fixed", "systems"):
            yield f"target.{line.key}"


SPEAKERS: tuple[Callable[[Made, Evaluation, Evaluation, Limits], Iterator[str]], ...] = (
    _of_classes,
    _of_findings,
    _of_pairs,
    _of_estimates,
)


def claims_in(world: World, rng: np.random.Generator) -> set[str]:
    """The sentences, by their keys, that are said of one review of a world."""
    of = made(world, rng)
    mine, other = (_evaluated(of, said) for said in of.systems)
    # a class at half is at the level that counts as good in the world where half is right
    limits = Limits(good=0.5 if world.right == 0.5 else 0.9)
    found = {key for speak in SPEAKERS for key in speak(of, mine, other, limits)}
    return (found | set(_of_target(world, of, mine, other))) - set(FACTS)


def counted(world: World, repeats: int, seed: int) -> Counter[str]:
    """In how many reviews of a world each sentence is said."""
    found: Counter[str] = Counter()
    for at in range(repeats):
        found.update(claims_in(world, np.random.default_rng([seed, at])))
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--worlds", nargs="*", choices=[*WORLDS], default=[*WORLDS])
    parser.add_argument("--repeats", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    columns: dict[str, Counter[str]] = {}
    for name in args.worlds:
        columns[name] = counted(WORLDS[name], args.repeats, args.seed)
        print(f"{name}: {dict(sorted(columns[name].items()))}", flush=True)
    print()
    print(table(columns, args.repeats))


def table(columns: Mapping[str, Counter[str]], repeats: int) -> str:
    """Markdown: in how many of 100 reviews each sentence is said, a row each."""
    rows = [f"| of 100 (±) | {' | '.join(columns)} |", f"| --- |{' ---: |' * len(columns)}"]
    for key in sorted({key for of in columns.values() for key in of}):
        cells = [_cell(of[key], repeats, key in WORLDS[name].truly) for name, of in columns.items()]
        rows.append(f"| `{key}` | {' | '.join(cells)} |")
    return "\n".join(rows)


def _cell(times: int, repeats: int, true: bool) -> str:
    if not times:
        return "."
    share = times / repeats
    error = np.sqrt(share * (1 - share) / repeats)
    allowed = 2 * np.sqrt(MOST * (1 - MOST) / repeats)
    shown = f"{100 * share:.0f} ± {100 * error:.0f}"
    if true:
        return f"**{shown}**"
    return f"{shown} *" if share > MOST + allowed else shown


if __name__ == "__main__":
    main()
