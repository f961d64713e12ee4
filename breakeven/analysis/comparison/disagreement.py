"""Where two systems part.

Who is right, what a choice between them could reach, what changed, and where, for all classes at
once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.comparison.paired_tests import one_right, right_documents
from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.incidence import count_per_class, judged, members
from metrics.measures import ratio
from metrics.tallies import ContingencyTable
from metrics.typing import Array

# --- where two systems part: who is right, what a choice between them could reach, what changed


DecisionChange = Literal["fixed", "broken", "right", "wrong"]


@dataclass(frozen=True)
class SystemAgreement:
    """Between every two systems, shape (systems, systems), in [0, 1].

    `same`: share of all decisions that agree. `overlap`: of the pairs that either assigns, the
    share that both do; NaN where neither assigns anything. Documents count by their weights.
    """

    same: Array
    overlap: Array


def system_agreement(evaluations: Sequence[Evaluation]) -> SystemAgreement:
    """How alike the systems decide, whatever is true. All are on the same documents.

    Source of the overlap: Lewis (1991), (4).
    """
    off, weights = evaluations[0].scored.unjudged, evaluations[0].weights
    stacked = [
        judged(evaluation.assigned, off).reshape((1, -1)).astype(np.int64)
        for evaluation in evaluations
    ]
    rows = sparse.vstack(stacked, format="csr")
    own = rows
    if weights is not None:
        of_pairs = sparse.diags_array(np.repeat(weights, len(evaluations[0].classes)))
        own = sparse.csr_array(rows @ of_pairs)
    both = np.asarray((own @ rows.T).toarray())
    assigned = np.diagonal(both)
    either = assigned[:, None] + assigned[None, :] - both
    decisions = float(evaluations[0].tables.total.sum())
    return SystemAgreement(1 - ratio(either - both, decisions), ratio(both, either))


@dataclass(frozen=True)
class DecisionChanges:
    """Documents from an old to a new system, by whether each got them right; arrays of counts.

    Over the documents a class concerns, those where it is true or either assigns it: shape
    (classes,). The rest is right in both and counted nowhere.
    """

    fixed: Array
    broken: Array
    right: Array
    wrong: Array


def changes(old: Evaluation, new: Evaluation) -> DecisionChanges:
    """Per class: wrong decisions made right, right ones made wrong, and the unchanged."""
    only_new, only_old = one_right(old, new)
    wrong = (old.truth != old.assigned).multiply(new.truth != new.assigned)
    right = old.truth.multiply(old.assigned).multiply(new.assigned)
    off = old.scored.unjudged
    kinds = (only_new, only_old, judged(right, off), judged(wrong, off))
    return DecisionChanges(*(count_per_class(pairs) for pairs in kinds))


def document_changes(old: Evaluation, new: Evaluation) -> dict[DecisionChange, Array]:
    """Positions of the documents by outcome; right means that all classes are."""
    before, after = right_documents(old), right_documents(new)
    return {
        "fixed": np.flatnonzero(after & ~before),
        "broken": np.flatnonzero(before & ~after),
        "right": np.flatnonzero(before & after),
        "wrong": np.flatnonzero(~before & ~after),
    }


@dataclass(frozen=True)
class ClassDisagreement:
    """The decisions on one class that two systems make differently, as positions of documents.

    Of the class's positives: found by one and missed by the other. Of the rest: left alone by
    one and assigned by the other, wrongly.
    """

    found_by_new: Array
    found_by_old: Array
    spared_by_new: Array
    spared_by_old: Array


def disagreement_on(old: Evaluation, new: Evaluation, c: int) -> ClassDisagreement:
    """Where two systems differ on a class."""
    only_new, only_old = (_rows(pairs, c) for pairs in one_right(old, new))
    positive = _rows(old.truth, c)
    return ClassDisagreement(
        np.intersect1d(only_new, positive),
        np.intersect1d(only_old, positive),
        np.setdiff1d(only_new, positive),
        np.setdiff1d(only_old, positive),
    )


def _rows(pairs: sparse.csc_array, c: int) -> Array:
    return np.sort(members(pairs, c))


@dataclass(frozen=True)
class CombinedSystems:
    """Tables per class of two systems taken together.

    `union`: assigned by either. `intersection`: assigned by both. `oracle`: each decision by
    whoever is right, the most that any choice between the two can reach.
    """

    union: ContingencyTable
    intersection: ContingencyTable
    oracle: ContingencyTable


def combined(old: Evaluation, new: Evaluation) -> CombinedSystems:
    """What both systems could reach together, on the documents shown."""
    truth = old.truth
    either = sparse.csc_array(old.assigned + new.assigned)
    both = sparse.csc_array(old.assigned.multiply(new.assigned))
    # a hit if either hits; a false positive only if both have it
    oracle = sparse.csc_array(truth.multiply(either) + both)
    union, intersection, best = (
        replace(old, assigned=_as_boolean(pairs)).tables for pairs in (either, both, oracle)
    )
    return CombinedSystems(union, intersection, best)


def _as_boolean(pairs: sparse.csc_array) -> sparse.csc_array:
    return sparse.csc_array(pairs.astype(bool))


@dataclass(frozen=True)
class ConfusionChanges:
    """Cells of the confusion matrix that differ, the largest change first; one length.

    `true`, `assigned`: class indices, -1 for *nothing*; `old`, `new`: counts.
    """

    true: Array
    assigned: Array
    old: Array
    new: Array

    def __len__(self) -> int:
        return len(self.true)


def confusion_changes(old: Evaluation, new: Evaluation) -> ConfusionChanges:
    """The difference of two confusion matrices, cell by cell, the diagonal included."""
    before, after = old.confusion.counts, new.confusion.counts
    change = sparse.coo_array(after - before)
    # pairs that share a document weigh fractions, whose sums may differ by rounding alone
    keep = np.abs(change.data) > 1e-9
    row, column = (axis[keep] for axis in change.coords)
    order = np.lexsort((column, row, -np.abs(change.data[keep])))
    row, column = row[order], column[order]
    k = old.confusion.classes
    return ConfusionChanges(
        np.where(row == k, -1, row),
        np.where(column == k, -1, column),
        np.asarray(before[row, column]).ravel(),
        np.asarray(after[row, column]).ravel(),
    )


# --- where two systems differ, counted for all classes at once


@dataclass(frozen=True)
class DifferenceCounts:
    """Documents that only one of two systems decides rightly, by class; shape (classes,).

    `found`: of the class, missed by the other. `spared`: not of the class, and wrongly assigned
    by the other.
    """

    found_by_new: Array
    found_by_old: Array
    spared_by_new: Array
    spared_by_old: Array


def difference_counts(old: Evaluation, new: Evaluation) -> DifferenceCounts:
    """How many documents of each kind every class has; both on the same documents."""
    right = one_right(old, new)
    found = [count_per_class(pairs.multiply(old.truth)) for pairs in right]
    spared = [count_per_class(pairs) - hits for pairs, hits in zip(right, found, strict=True)]
    return DifferenceCounts(found[0], found[1], spared[0], spared[1])


def most_changed(changes: ConfusionChanges, classes: int, most: int) -> Array:
    """The classes whose confusions change most, ascending, at most so many; shape (found,).

    By the sum of changes in a class's row and column off the diagonal; `classes` stands for
    *nothing*. Classes without any change are not among them.
    """
    true, assigned = (np.where(a < 0, classes, a) for a in (changes.true, changes.assigned))
    size, apart = np.abs(changes.new - changes.old), true != assigned
    weight = np.zeros(classes + 1)
    np.add.at(weight, true[apart], size[apart])
    np.add.at(weight, assigned[apart], size[apart])
    largest = np.argsort(-weight, kind="stable")[:most]
    return np.sort(largest[weight[largest] > 0])
