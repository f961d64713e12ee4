"""The best fixed answer, the same classes for every document.

And whether a system is better by more than chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from breakeven.analysis.comparison.bootstrap import Claim
from breakeven.analysis.comparison.difference_bounds import PairedDifference, pooled_difference
from breakeven.analysis.comparison.paired_tests import right_documents
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.wording import listed, quoted
from metrics.baselines import Baseline, baselines, best_fixed, fixed_tables, right_with
from metrics.effective_size import cluster_weights
from metrics.measures import f_beta, ratio
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, F1_BETA, Array

# --- the best fixed answer: the same classes for every document, without a look at any
#
# One rule says which answer that is, for every sentence that speaks of it. Where a document has
# one class, or the task is to say yes or no to a single one, the answer is right for most
# documents; where a document may have several, it has the highest F over all decisions. Shuffled
# decisions are a mixture of fixed answers, so they are expected to do no better.


# of the classes of an answer
NAMED = 3


def best_answer(evaluation: BaseEvaluation) -> tuple[int, ...]:
    """The classes that the best fixed answer gives to every document, ascending.

    Of an evaluation in which something is true.
    """
    tables = evaluation.tables
    if evaluation.yes_or_no:
        return (0,) if tables.positives[0] > tables.negatives[0] else ()
    if evaluation.single_label:
        return (int(np.argmax(tables.positives)),)
    return best_fixed(tables)


def fixed_name(names: Sequence[str], classes: tuple[int, ...]) -> str:
    """What an answer is called: `never “spam”`, `no class`, `every class`, `always “a” and “b”`."""
    if not classes:
        return f"never {quoted(names[0])}" if len(names) == 1 else "no class"
    if 1 < len(names) == len(classes):
        return "every class"
    return f"always {listed([names[c] for c in classes], NAMED)}"


def answering(name: str) -> str:
    """A fixed answer by its name, as something that one can do: `always answering “spam”`."""
    for word in ("always ", "never "):
        if name.startswith(word):
            return f"{word}answering {name.removeprefix(word)}"
    return f"always answering {name}"


# --- a system beside the best fixed answer, and whether it is better by more than chance


# on each side of the difference to a fixed answer
SURE = 0.025


@dataclass(frozen=True)
class PooledDecisions:
    """What a way of deciding gives over all classes; `one_of`: one decision for one true class."""

    table: ContingencyTable
    one_of: bool

    @property
    def share(self) -> tuple[float, float]:
        """How many are right, and of how many: documents, or classes that are true or given.

        By either the better of two ways of deciding has the higher micro F.
        """
        table = self.table
        of = table.positives if self.one_of else table.tp + table.fp + table.fn
        return float(table.tp), float(of)

    @property
    def right(self) -> float:
        """The share, in [0, 1]; NaN of nothing."""
        return float(ratio(*self.share))


@dataclass(frozen=True, kw_only=True)
class BestFixed:
    """The best fixed answer, and a system beside it.

    `name`: as `never “spam”`. `classes`: those that it gives. `mine`, `its`: what the two come to.
    `difference`: of the system to the answer, in micro F. `claim`: what may be said of that; None
    where it was not counted how far it may be off.
    """

    name: str
    classes: tuple[int, ...]
    mine: PooledDecisions
    its: PooledDecisions
    difference: PairedDifference
    claim: Claim | None

    @property
    def points(self) -> float:
        """By how much the system is better; NaN where that cannot be told."""
        return float(self.difference.points[0])

    @property
    def shown_better(self) -> bool:
        """Whether the system is better, and by more than chance."""
        return self.claim == "beyond" and self.points > 0


def pooled_of(evaluation: BaseEvaluation) -> PooledDecisions:
    """An evaluation as a way of deciding."""
    return pooled_as(evaluation, evaluation.tables)


def compare_with_best_fixed(evaluation: BaseEvaluation) -> BestFixed | None:
    """A system beside the best fixed answer; None where there is no document or nothing is true.

    That the system is worse is held to a stricter level, by the number of classes: the answer is
    the best one in hindsight.
    """
    tables = evaluation.tables
    if not evaluation.documents or not float(tables.positives.sum()) > 0:
        return None
    classes = best_answer(evaluation)
    fixed, counts = fixed_tables(tables, classes), evaluation.beside_answer(classes)
    old, new, moved = fixed, tables, (counts.hits, counts.alarms)
    if evaluation.yes_or_no:
        old, new = _both_sides(fixed), _both_sides(tables)
        right = counts.hits - counts.alarms
        moved = right, -right
    measure = partial(f_beta, beta=F1_BETA)
    difference = pooled_difference(old, new, measure, moved, counts.size, counts.times)
    return BestFixed(
        name=fixed_name(evaluation.classes, classes),
        classes=classes,
        mine=pooled_of(evaluation),
        its=pooled_as(evaluation, fixed),
        difference=difference,
        claim=_claim(difference, max(len(tables), 2), counted=evaluation.differs_by_document),
    )


def pooled_as(evaluation: BaseEvaluation, tables: ContingencyTable) -> PooledDecisions:
    """Tables of all classes as a way of deciding the documents of an evaluation."""
    if evaluation.yes_or_no:
        return PooledDecisions(_both_sides(tables).pooled(), one_of=True)
    return PooledDecisions(tables.pooled(), evaluation.one_of)


def _both_sides(tables: ContingencyTable) -> ContingencyTable:
    """A class and what is not in it as two classes, of which each document has one."""
    tp, fp, fn, tn = (float(cell[0]) for cell in tables.cells)
    cells = (tp, tn), (fp, fn), (fn, fp), (tn, tp)
    return ContingencyTable(*(np.array(cell) for cell in cells))


def _claim(difference: PairedDifference, answers: int, *, counted: bool) -> Claim | None:
    points = float(difference.points[0])
    if np.isnan(points):
        return "undefined"
    if abs(points) <= EQUAL:
        return "same"
    if not counted:
        return None
    level = SURE if points > 0 else SURE / answers
    ends = difference.bounds(np.array([level]))
    low, high = float(ends.low[0]), float(ends.high[0])
    if np.isnan(low):
        return "untested"
    return "beyond" if low > 0 or high < 0 else "chance"


# --- the same by documents: the fixed answer that is completely right on most of them


@dataclass(frozen=True, kw_only=True)
class FixedByDocuments:
    """The fixed answer that is completely right on most documents, and a system beside it.

    `name`: as `never “spam”`. `mine`, `its`: the shares of documents that the two get completely
    right. `claim`: what may be said of the difference of these shares.
    """

    name: str
    mine: float
    its: float
    claim: Claim | None

    @property
    def shown_better(self) -> bool:
        """Whether the system is better, and by more than chance."""
        return self.claim == "beyond" and self.mine > self.its


def best_by_documents(evaluation: Evaluation) -> Baseline:
    """The fixed answer that gives most documents exactly their classes."""
    found = baselines(
        evaluation.tables, evaluation.truth, evaluation.weights, evaluation.scored.unjudged
    )
    return max(found, key=lambda each: np.nan_to_num(each.exact_match))


def compare_by_documents(evaluation: Evaluation) -> FixedByDocuments | None:
    """A system beside that answer, by the share of documents that are completely right.

    None where no fixed answer can be compared with it. Where each document has one class and gets
    one, the share is micro F, and the comparison that of `compare_with_best_fixed`.
    """
    fixed = compare_with_best_fixed(evaluation)
    if fixed is None or fixed.claim == "undefined":
        return None
    if fixed.mine.one_of:
        return FixedByDocuments(
            name=fixed.name, mine=fixed.mine.right, its=fixed.its.right, claim=fixed.claim
        )
    best = best_by_documents(evaluation)
    difference = _difference_by_documents(evaluation, best.classes)
    return FixedByDocuments(
        name=fixed_name(evaluation.classes, best.classes),
        mine=evaluation.exact_match,
        its=best.exact_match,
        claim=_claim(difference, max(len(evaluation.tables), 2), counted=True),
    )


def _difference_by_documents(evaluation: Evaluation, classes: tuple[int, ...]) -> PairedDifference:
    """Of the shares of documents that a system and an answer get completely right."""
    part = evaluation.scored
    its = right_with(evaluation.truth, classes, part.unjudged)
    judged = ~np.isnan(its)
    both = [np.where(judged, right, 0.0) for right in (its, right_documents(evaluation))]
    drawn = cluster_weights(evaluation.documents, part.weights, part.clusters)
    size = np.asarray(drawn.sum(axis=1)).ravel()
    old, new = (_right_or_wrong(float((drawn @ right).sum()), drawn @ judged) for right in both)
    moved = drawn @ (both[1] - both[0])
    measure = partial(f_beta, beta=F1_BETA)
    return pooled_difference(old, new, measure, (moved, -moved), size, np.ones(len(size)))


def _right_or_wrong(right: float, judged: Array) -> ContingencyTable:
    """Documents that are right or wrong as one table, whose F is the share that is right."""
    wrong = float(judged.sum()) - right
    return ContingencyTable(*(np.array([cell]) for cell in (right, wrong, wrong, right)))
