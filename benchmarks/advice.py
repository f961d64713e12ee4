"""Advice that is followed: whether the gain that `check` promises comes true on fresh documents.

`python benchmarks/advice.py [--times N] [--sizes small middle] [--world WORDS] [--by-task]` plants
a fault in the data of `planted_data`, as weak or strong as the seed has it, and lets `check` speak.
Each finding that was tried promises a measure before and after, and the interval of the difference.
Then the advice is followed, with the thresholds, the class map or the system that the finding
names, on 40,000 fresh documents of the same world. It prints for each advice, over the worlds: how
often it was given, in how many of 100 the true gain lies within the interval, how wide that is, the
mean gain promised and true, and how often a promised gain was truly a loss.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from scipy import stats

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import breakeven as be
from benchmarks.planted_data import SIZES, TASKS, Made, clean, decided, labelled, names_of
from benchmarks.planted_kinds import (
    confused_pair,
    copied,
    inverted,
    inverted_scores,
    one_changed,
    renamed,
    stretched,
    wrongly,
)
from breakeven.analysis.advice.trials import LEAVE_OUT
from breakeven.analysis.findings.finding import Finding, Trial
from breakeven.analysis.label_errors.label_evidence import fitted_probabilities
from breakeven.data.records import Review
from metrics.typing import Array

FRESH = {"train": 8_000, "test": 40_000}
# so many sets of them a task, in which each world has its fault planted anew
FRESH_SETS = 4
SEVERAL = ("several",)
# a loss that is less may be of the fresh documents
NOISE = 0.003
Rng = np.random.Generator


@dataclass(frozen=True, kw_only=True)
class World:
    """Documents with a fault.

    `plant`: puts it there; its second argument are numbers in [0, 1] that say how strong it is, the
    same for what is reviewed and what is fresh. `others`: how many other systems there are.
    `tuned`: whether there is a split to tune on. `texts`: whether the fault is in the texts; else
    each document has a text of one word, which is its own.
    """

    plant: Callable[[Made, Array, Rng], Made]
    tasks: tuple[str, ...] = TASKS
    others: int = 0
    tuned: bool = True
    texts: bool = False


# --- faults of any strength


def nothing(made: Made, strength: Array, rng: Rng) -> Made:
    return made


def copies(change: Callable[[str, Rng], str], words: int = 0) -> Callable[..., Made]:
    """From one in fifty to one in five of the test documents are copies from training."""

    def plant(made: Made, strength: Array, rng: Rng) -> Made:
        if words:
            short = [" ".join(text.split()[:words]) for text in made.text]
            made = made.but(text=np.array(short, dtype=object))
        return copied(made, 0.02 + 0.18 * strength[0], change, rng)

    return plant


def same_ids(made: Made, strength: Array, rng: Rng) -> Made:
    """Up to one in five of the test documents have ids of training documents, and are right."""
    test, train = made.rows("test"), made.rows("train")
    number = int((0.02 + 0.18 * strength[0]) * len(test))
    ids, p, predicted = made.ids.copy(), made.p.copy(), made.predicted.copy()
    known = rng.permutation(test)[:number]
    ids[known] = ids[rng.permutation(train)[:number]]
    predicted[known] = made.true[known]
    p[known] = 0.9 * made.true[known] + 0.1 * p[known]
    return made.but(ids=ids, p=p, predicted=predicted)


def conflicting(made: Made, strength: Array, rng: Rng) -> Made:
    """Up to one in five of the test documents have the text of another, with another label."""
    rows = rng.permutation(made.rows("test"))
    number = int((0.01 + 0.09 * strength[0]) * len(rows))
    ones, others = rows[:number], rows[number : 2 * number]
    apart = (made.true[ones] != made.true[others]).any(axis=1)
    ones, others = ones[apart], others[apart]
    text, p, predicted = made.text.copy(), made.p.copy(), made.predicted.copy()
    text[others], p[others], predicted[others] = text[ones], p[ones], predicted[ones]
    return made.but(text=text, p=p, predicted=predicted)


def two_names(made: Made, strength: Array, rng: Rng) -> Made:
    """Up to half of a class's documents have its name with a capital."""
    return renamed(made, 0, str.capitalize, 0.05 + 0.45 * strength[0], rng, "true")


def confused(made: Made, strength: Array, rng: Rng) -> Made:
    """Two classes are taken for each other in up to four of ten documents."""
    return confused_pair(made, rng, 0.4 * strength[0])


def one_cut(made: Made, strength: Array, rng: Rng) -> Made:
    """The threshold of one class is too high or too low."""
    return _cut(made, np.append(_threshold(strength[:1]), np.full(11, 0.5)))


def all_cut(made: Made, strength: Array, rng: Rng) -> Made:
    """The threshold of all classes is too high or too low."""
    return _cut(made, np.full(12, _threshold(strength[:1])[0]))


def each_cut(made: Made, strength: Array, rng: Rng) -> Made:
    """Each class has another threshold."""
    return _cut(made, _threshold(strength[:12]))


def _threshold(strength: Array) -> Array:
    """From 0.02 to 0.98."""
    return 0.02 + 0.96 * strength


def _cut(made: Made, thresholds: Array) -> Made:
    return made.but(predicted=made.p >= thresholds)


def turned(made: Made, strength: Array, rng: Rng) -> Made:
    """From six in ten documents to all have their scores turned round."""
    other = inverted(made, rng) if made.task == "several" else inverted_scores(made, rng)
    some = (rng.random(made.n) < 0.6 + 0.4 * strength[0])[:, None]
    return made.but(
        p=np.where(some, other.p, made.p), predicted=np.where(some, other.predicted, made.predicted)
    )


def too_sure(made: Made, strength: Array, rng: Rng) -> Made:
    """Probabilities are nearer to 0 and 1 than they should be, a little or far too much."""
    return stretched(1.3 + 2.2 * strength[0])(made, rng)


WORLDS: Mapping[str, World] = {
    "nothing planted": World(plant=nothing),
    "ids in two splits": World(plant=same_ids),
    "texts copied": World(plant=copies(lambda text, rng: text.upper()), texts=True),
    "texts copied, one word changed": World(plant=copies(one_changed), texts=True),
    "short texts copied": World(plant=copies(lambda text, rng: text, words=9), texts=True),
    "contradicting labels": World(plant=conflicting, texts=True),
    "name differs in case": World(plant=two_names),
    "two classes confused": World(plant=confused, tasks=("one", "several")),
    "a threshold off": World(plant=one_cut, tasks=SEVERAL),
    "all thresholds off": World(plant=all_cut, tasks=SEVERAL),
    "each threshold off": World(plant=each_cut, tasks=SEVERAL),
    "a threshold off, no dev": World(plant=one_cut, tasks=SEVERAL, tuned=False),
    "each threshold off, no dev": World(plant=each_cut, tasks=SEVERAL, tuned=False),
    "scores turned round": World(plant=turned),
    "probabilities too sure": World(plant=too_sure),
    "another system": World(plant=nothing, others=1),
    "four other systems": World(plant=nothing, others=4),
}


# --- a review of a world, and its fresh documents


@cache
def fresh(task: str, number: int) -> Made:
    """Documents of a task, each with a text of its own, which is one word."""
    n, rng = sum(FRESH.values()), np.random.default_rng([number, TASKS.index(task), 77])
    true, p = labelled(rng, task, n)
    names = np.tile(names_of(task), (n, 1))
    return Made(
        task=task,
        names=names_of(task),
        ids=np.array([f"d{i}" for i in range(n)], dtype=object),
        split=np.repeat(np.array(list(FRESH), dtype=object), list(FRESH.values())),
        text=_own_texts(n),
        true=true,
        p=p,
        predicted=decided(task, p),
        columns={},
        true_names=names,
        predicted_names=names.copy(),
    )


def _own_texts(n: int) -> Array:
    return np.array([f"text{i}" for i in range(n)], dtype=object)


def systems_of(world: World, made: Made, strength: Array, rng: Rng) -> dict[str, Made]:
    """What each system says of the documents of a world, the one under review first.

    Where there are several, each is wrong on up to one in ten documents more, as the strength has
    it.
    """
    made = world.plant(made, strength, rng)
    if not world.others:
        return {"a": made}
    out = {}
    for name, share in zip("abcdefg"[: world.others + 1], 0.1 * strength, strict=False):
        out[name] = wrongly(made, np.flatnonzero(rng.random(made.n) < share), rng)
    return out


def review_of(systems: Mapping[str, Made]) -> Review:
    """All systems in one review."""
    reviews = {name: made.review() for name, made in systems.items()}
    said = [replace(each.predictions[0], system=name) for name, each in reviews.items()]
    return replace(reviews["a"], predictions=tuple(said))


# --- advice followed


@dataclass(frozen=True)
class FreshDocuments:
    """Fresh documents under review: `plain` without the fault, `systems` with it."""

    plain: Made
    systems: Mapping[str, Made]

    @property
    def rows(self) -> Array:
        """Those of test."""
        return self.plain.rows("test")

    @property
    def made(self) -> Made:
        """As the system under review has them, of test."""
        return self.systems["a"].take(self.rows)

    @property
    def spoiled(self) -> Array:
        """Which of them the fault has touched, or whose text is there twice."""
        made, plain = self.made, self.plain.take(self.rows)
        _, place, number = np.unique(made.text.astype(str), return_inverse=True, return_counts=True)
        changed = (made.text != plain.text) | (made.ids != plain.ids)
        return np.asarray(changed | (number[place] > 1))


def micro_f(true: Array, called: Array) -> float:
    """F₁ of all decisions; accuracy where each document has one class and gets one."""
    return float(2 * (true & called).sum() / (true.sum() + called.sum()))


def brier(true: Array, p: Array, task: str) -> float:
    """The mean square; of documents that have one class each, that of all classes at once."""
    squares = (true - p) ** 2
    return float(squares.mean() if task == "several" else squares.sum(axis=1).mean())


def recalibrated(review: Review, made: Made) -> tuple[float, float]:
    """The Brier score as it is, and with probabilities fitted on dev of what was reviewed."""
    predictions = next(each for each in review.predictions if each.system == "a")
    fit = fitted_probabilities(review.truth, predictions, "dev")
    place = {name: c for c, name in enumerate(review.truth.classes)}
    p = np.column_stack(
        [fit.of_class(place[str(name)], made.p[:, c]) for c, name in enumerate(made.names)]
    )
    if made.task != "several":
        p /= p.sum(axis=1, keepdims=True)
    return brier(made.true, made.p, made.task), brier(made.true, p, made.task)


def followed(finding: Finding, review: Review, there: FreshDocuments) -> tuple[float, float]:
    """The measure of the trial on fresh documents, without the advice and with it."""
    made, evidence, classes = there.made, finding.evidence, review.truth.classes
    if finding.code == "calibration.off":
        return recalibrated(review, made)
    column = {str(name): c for c, name in enumerate(made.names)}
    true, called = made.true, made.predicted
    named = true & (made.true_names == made.predicted_names)
    before = float(2 * (named & called).sum() / (true.sum() + called.sum()))
    if finding.code in (*LEAVE_OUT, "labels.conflict"):
        left = ~there.spoiled
        return before, micro_f(true[left], called[left])
    if finding.code == "classes.same-name":
        return before, micro_f(true, called)
    if finding.code == "system.better":
        other = there.systems[str(evidence["system"])].take(there.rows)
        return before, micro_f(other.true, other.predicted)
    if finding.code == "threshold.one-for-all":
        return before, micro_f(true, made.p >= float(evidence["threshold"]))
    mine = [column[classes[c]] for c in finding.classes]
    if finding.code == "pair.confused":
        both = [np.column_stack([np.delete(m, mine, 1), m[:, mine].any(axis=1)])
                for m in (true, called)]  # fmt: skip
        return before, micro_f(*both)
    if finding.code == "scores.inverse":
        (c,) = (c for name, c in column.items() if f"“{name}”" in not_none(finding.trial).measure)
        area = roc_area(true[:, c], made.p[:, c])
        return area, 1 - area
    assert finding.code == "threshold.move", finding.code
    moved = called.copy()
    for each in finding.members or (finding,):
        c = column[classes[each.classes[0]]]
        moved[:, c] = made.p[:, c] >= float(each.evidence["threshold"])
    if finding.members:
        return before, micro_f(true, moved)
    return micro_f(true[:, mine], called[:, mine]), micro_f(true[:, mine], moved[:, mine])


def not_none(trial: Trial | None) -> Trial:
    """A trial that is there."""
    assert trial is not None
    return trial


def roc_area(true: Array, scores: Array) -> float:
    """The share of pairs of a positive and a negative in the right order (Mann-Whitney)."""
    ranks, n = stats.rankdata(scores), int(true.sum())
    return float((ranks[true].sum() - n * (n + 1) / 2) / (n * (len(true) - n)))


@dataclass(frozen=True)
class Outcome:
    """What came of an advice: promised and true."""

    world: str
    task: str
    size: str
    code: str
    trial: Trial
    change: float

    @property
    def promised(self) -> float:
        """By how much the measure is said to get better."""
        return self.trial.gain

    @property
    def gain(self) -> float:
        """By how much it truly gets better."""
        return -self.change if self.trial.better == "lower" else self.change

    @property
    def held(self) -> bool:
        """Whether the true change is within the interval."""
        return self.trial.low <= self.change <= self.trial.high


def outcomes(name: str, task: str, size: str, seed: int) -> Iterator[Outcome]:
    """Every advice on one set of a world, followed."""
    world = WORLDS[name]
    rng = np.random.default_rng([seed, *map(ord, name)])
    strength = rng.random(16)
    made = clean(task, size, 5_000 + seed).but(columns={})
    if not world.texts:
        made = made.but(text=_own_texts(made.n))
    if not world.tuned:
        made = made.take(made.rows("train", "test"))
    review = review_of(systems_of(world, made, strength, rng))
    tried = [
        finding
        for finding in be.check(review, system="a")
        if finding.trial is not None and not finding.trial.not_tried
    ]
    if not tried:
        return
    plain = fresh(task, seed % FRESH_SETS)
    there = FreshDocuments(plain, systems_of(world, plain, strength, rng))
    for finding in tried:
        before, after = followed(finding, review, there)
        code = finding.code
        if code == "threshold.move":
            code += " (several)" if finding.members else ""
            code += ", halves" if "half" in not_none(finding.trial).what else ""
        yield Outcome(name, task, size, code, not_none(finding.trial), after - before)


# --- the table


def line_of(name: str, some: Sequence[Outcome]) -> str:
    """A row of the table."""
    known = [each for each in some if not np.isnan(each.trial.low)]
    held = f"{100 * np.mean([each.held for each in known]):5.1f}" if known else "    –"
    wide = f"{np.mean([e.trial.high - e.trial.low for e in known]):.4f}" if known else "     –"
    promised, true = (np.array([getattr(e, key) for e in some]) for key in ("promised", "gain"))
    worse = int(np.sum((promised > 0) & (true < -NOISE)))
    return (
        f"{name:46} {len(some):5} {held:>6} {wide:>7} {promised.mean():9.4f} {true.mean():9.4f} "
        f"{worse:5} of {int(np.sum(promised > 0)):4}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--sizes", nargs="*", default=["small", "middle"], choices=list(SIZES))
    parser.add_argument("--world", default="", help="only worlds whose name has these words")
    parser.add_argument("--by-task", action="store_true")
    given = parser.parse_args()
    rows: dict[str, list[Outcome]] = defaultdict(list)
    for name, world in WORLDS.items():
        if given.world not in name:
            continue
        for task in world.tasks:
            for size in given.sizes:
                for seed in range(given.times * len(TASKS) // len(world.tasks)):
                    for each in outcomes(name, task, size, seed):
                        rows[f"{each.code}, {each.size}"].append(each)
                        if given.by_task:
                            rows[f"  {each.code}, {each.task}"].append(each)
                        rows["~ all"].append(each)
    print(f"{'advice':46} given   held   width  promised      true  worse")
    for name in sorted(rows):
        print(line_of(name, rows[name]))


if __name__ == "__main__":
    main()
