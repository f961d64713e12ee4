"""How often the intervals of agreement hold, who is named wrongly, and what it takes.

`python benchmarks/agreement.py --runs 1000` and `python benchmarks/agreement.py --times`

People of known error rates, and a system that errs alone, label documents; what so many documents
would come to is taken from a very large collection made the same way. Printed per setting: in how
many of 100 runs the 95 % interval of alpha of sets, of alpha of a class of 40 % and of 5 % of the
documents, and of the agreement on yes holds that value; in how many anybody is named as a copy of
the system though nobody is; and in how many one more person is found who hands in the system's
decisions with 3 in 100 changed, both in the first 200 runs. Runs in which nobody differs on a
class, so that no interval of it is shown, are left out. With 1,000 runs (95 +- 1.4 of 100 by chance
alone):

                                         sets   40 %    5 %    yes   named  found
single-label, 100 documents              93.7   97.0   94.1   94.8     0.0   93.0
single-label, 300 documents              94.2   94.5   95.3   94.5     0.0  100.0
multi-label, 100 documents               95.7   95.9   93.0   94.9     0.0   96.0
multi-label, 300 documents               94.7   95.2   95.8   94.8     0.0  100.0
multi-label, 300, each labels 60 %       94.8   95.6   97.0   95.6     0.0  100.0
multi-label, 300 in clusters of two      94.5   95.4   95.0   94.5     0.0  100.0
multi-label, 300, two people             94.1   94.8   97.0   94.3     0.0  100.0

Of the class of 5 % the plain central share of the draws would hold 90 to 95: few documents have the
class, and what they contribute is skewed. So the ends of alpha of a class are moved for it (BCa).

`--times`: all that the page shows, with 1,000 draws:

  1,000 documents,  10 classes,  4 people:   0.16 s
 10,000 documents,  90 classes,  4 people:   0.55 s
  3,000 documents, 300 classes, 20 people:   1.26 s
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from scipy import sparse

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.people import PREVALENCES, labels_with_errors
from breakeven.analysis.annotators.agreement import agreement_of
from breakeven.analysis.annotators.consistency import ratings_of
from breakeven.analysis.annotators.copied_labels import find_copied_labels
from breakeven.data.records import Annotator, Truth
from metrics.annotators import coincidences as tally
from metrics.annotators.agreement_intervals import corrected_interval, draw, interval
from metrics.annotators.coincidences import Coincidences, document_coincidences
from metrics.annotators.ratings import pairable_votes
from metrics.annotators.set_agreement import drawn_alphas, judgements_of, set_sums
from metrics.typing import Array

LARGE = 200_000
# runs in which copies are looked for
COPIED = 200


@dataclass(frozen=True)
class Setting:
    """Error rates of people and of a system that errs alone, and how many documents each labels."""

    name: str
    single: bool
    documents: int
    people: tuple[float, ...] = (0.05, 0.1, 0.15, 0.2)
    system: float = 0.1
    share: float = 1.0
    twice: bool = False  # every document comes twice, as a cluster


def made(setting: Setting, rng: np.random.Generator) -> tuple[Truth, Annotator]:
    """A collection that people labelled, and what a system decided."""
    n, k = setting.documents, len(PREVALENCES)
    if setting.single:
        labels = np.eye(k, dtype=bool)[rng.choice(k, n, p=PREVALENCES / PREVALENCES.sum())]
    else:
        labels = rng.random((n, k)) < PREVALENCES
    given = [labels_with_errors(labels, rate, setting.single, rng) for rate in setting.people]
    there = [rng.random(n) < setting.share for _ in given]
    assigned = labels_with_errors(labels, setting.system, setting.single, rng)
    rows = np.repeat(np.arange(n), 2) if setting.twice else np.arange(n)
    people = tuple(
        Annotator(
            f"p{i}",
            np.flatnonzero(here[rows]),
            sparse.csc_array(labels_of_person[rows][here[rows]]),
        )
        for i, (labels_of_person, here) in enumerate(zip(given, there, strict=True))
    )
    truth = Truth(
        ids=None,
        classes=tuple("abcde"),
        labels=sparse.csc_array(labels[rows]),
        splits=(),
        split_of=np.full(len(rows), -1),
        clusters=rows if setting.twice else None,
        annotators=people,
    )
    return truth, Annotator("model", np.arange(len(rows)), sparse.csc_array(assigned[rows]))


def measured(truth: Truth, replicates: int) -> tuple[Array, Array, Array]:
    """Alpha of sets, of the first and the last class, and positive agreement, with their ends.

    NaN where nobody differs on the class.
    """
    ratings = ratings_of(truth, truth.annotators, np.arange(truth.n))
    units = np.flatnonzero(ratings.people > 1)
    ratings = ratings.of_documents(units)
    clusters = None if truth.clusters is None else truth.clusters[units]
    drawn = draw(len(units), None, clusters, replicates)
    sets = set_sums(judgements_of(ratings))[0]
    each = document_coincidences(pairable_votes(ratings))
    groups = each.gathered(drawn.gather)
    both = [each.sums(np.ones(len(units))), groups.sums(drawn.times)]
    pooled = [Coincidences(*(x.sum(axis=0) for x in (c.both, c.differ, c.neither))) for c in both]
    alphas, again = tally.alpha(both[0])[[0, -1]], tally.alpha(both[1])[[0, -1]]
    differ = both[0].differ[[0, -1]] > 0
    value = [sets.alpha(), *alphas, tally.positive_agreement(pooled[0])]
    ends = [
        interval(drawn_alphas([sets], drawn.gather, drawn.times)[0], True),
        *zip(
            *corrected_interval(
                alphas, again, groups.acceleration()[[0, -1]], len(drawn.times), differ
            ),
            strict=True,
        ),
        interval(tally.positive_agreement(pooled[1]), True),
    ]
    low, high = np.array(ends).T
    return np.array(value), low, high


SETTINGS = (
    Setting("single-label, 100 documents", True, 100),
    Setting("single-label, 300 documents", True, 300),
    Setting("multi-label, 100 documents", False, 100),
    Setting("multi-label, 300 documents", False, 300),
    Setting("multi-label, 300, each labels 60 %", False, 300, share=0.6),
    Setting("multi-label, 300 in clusters of two", False, 300, twice=True),
    Setting("multi-label, 300, two people", False, 300, people=(0.1, 0.15)),
)


def coverage(runs: int) -> None:
    """How often the intervals hold what very many such documents would come to."""
    copied = min(runs, COPIED)
    print(f"{'':<38}{'sets':>7}{'40 %':>7}{'5 %':>7}{'yes':>7}{'named':>8}{'found':>7}")
    for number, setting in enumerate(SETTINGS):
        rng = np.random.default_rng(number)
        large = replace(setting, documents=LARGE, twice=False)
        target = measured(made(large, rng)[0], 1)[0]
        held, defined, wrongly, copies_found = np.zeros(4), np.zeros(4), 0, 0
        for run in range(runs):
            truth, system = made(setting, rng)
            _, low, high = measured(truth, 1_000)
            held += (low <= target) & (target <= high)
            defined += ~np.isnan(low)
            if run >= copied:
                continue
            rows = np.arange(truth.n)
            wrongly += bool(find_copied_labels(truth, truth.annotators, [system], rows, 1_000, 0))
            copies_found += _copy_found(truth, system, rng)
        numbers = [*(100 * held / defined), 100 * wrongly / copied]
        print(f"{setting.name:<38}" + "".join(f"{x:7.1f}" for x in numbers[:4])
              + f"{numbers[4]:8.1f}{100 * copies_found / copied:7.1f}")  # fmt: skip


def _copy_found(truth: Truth, system: Annotator, rng: np.random.Generator) -> bool:
    """Whether the last person is named after handing in the system's decisions, 3 in 100 changed.

    Of single-label data a document keeps one class.
    """
    decided = system.labels.toarray()
    changed = decided.copy()
    other = rng.random(len(changed)) < 0.03
    changed[other] = np.roll(changed[other], 1, axis=1)
    copied = Annotator("copy", system.rows, sparse.csc_array(changed))
    people = (*truth.annotators, copied)
    named = find_copied_labels(truth, people, [system], np.arange(truth.n), 1_000, 0)
    return [copy.name for copy in named] == ["copy"]


def times() -> None:
    """Seconds for everything that the page shows, and as a ratio to sorting as many numbers."""
    rng = np.random.default_rng(0)
    for documents, classes, people in ((1_000, 10, 4), (10_000, 90, 4), (3_000, 300, 20)):
        labels = rng.random((documents, classes)) < 1.5 / classes
        given = tuple(
            Annotator(
                f"p{i}",
                np.arange(documents),
                sparse.csc_array(
                    (labels & (rng.random(labels.shape) > 0.1))
                    | (rng.random(labels.shape) < 0.1 / classes)
                ),
            )
            for i in range(people)
        )
        truth = Truth(
            ids=None,
            classes=tuple(f"c{c}" for c in range(classes)),
            labels=sparse.csc_array(labels),
            splits=(),
            split_of=np.full(documents, -1),
            annotators=given,
        )
        started = time.perf_counter()
        agreement_of(truth, np.arange(documents))
        took = time.perf_counter() - started
        numbers = rng.random(documents * people)
        started = time.perf_counter()
        np.sort(numbers)
        ratio = took / (time.perf_counter() - started)
        print(
            f"{documents:>7,} documents, {classes:>3} classes, {people:>2} people: {took:6.2f} s, "
            f"{ratio:,.0f} times sorting one number a judgement"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000)
    parser.add_argument("--times", action="store_true")
    arguments = parser.parse_args()
    if arguments.times:
        times()
    else:
        coverage(arguments.runs)
