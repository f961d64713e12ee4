"""Where two systems part: who is right, what a choice between them could reach, what changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.comparison.paired_tests import one_right, right_documents
from breakeven.evaluation.evaluation import Evaluation
from metrics.incidence import count_per_class, judged, members
from metrics.measures import ratio
from metrics.tallies import ContingencyTable
from metrics.typing import Array

Change = Literal["fixed", "broken", "right", "wrong"]


@dataclass(frozen=True)
class Agreement:
    """Between every two systems, shape (systems, systems), in [0, 1].

    `same`: share of all decisions that agree. `overlap`: of the pairs that either assigns, the
    share that both do; NaN where neither assigns anything. Documents count by their weights.
    """

    same: Array
    overlap: Array


def agreement(evaluations: Sequence[Evaluation]) -> Agreement:
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
    return Agreement(1 - ratio(either - both, decisions), ratio(both, either))


@dataclass(frozen=True)
class Changes:
    """Documents from an old to a new system, by whether each got them right; arrays of counts.

    Over the documents a class concerns, those where it is true or either assigns it: shape
    (classes,). The rest is right in both and counted nowhere.
    """

    fixed: Array
    broken: Array
    right: Array
    wrong: Array


def changes(old: Evaluation, new: Evaluation) -> Changes:
    """Per class: wrong decisions made right, right ones made wrong, and the unchanged."""
    only_new, only_old = one_right(old, new)
    wrong = (old.truth != old.assigned).multiply(new.truth != new.assigned)
    right = old.truth.multiply(old.assigned).multiply(new.assigned)
    off = old.scored.unjudged
    kinds = (only_new, only_old, judged(right, off), judged(wrong, off))
    return Changes(*(count_per_class(pairs) for pairs in kinds))


def document_changes(old: Evaluation, new: Evaluation) -> dict[Change, Array]:
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
class Combined:
    """Tables per class of two systems taken together.

    `union`: assigned by either. `intersection`: assigned by both. `oracle`: each decision by
    whoever is right, the most that any choice between the two can reach.
    """

    union: ContingencyTable
    intersection: ContingencyTable
    oracle: ContingencyTable


def combined(old: Evaluation, new: Evaluation) -> Combined:
    """What both systems could reach together, on the documents shown."""
    truth = old.truth
    either = sparse.csc_array(old.assigned + new.assigned)
    both = sparse.csc_array(old.assigned.multiply(new.assigned))
    # a hit if either hits; a false positive only if both have it
    oracle = sparse.csc_array(truth.multiply(either) + both)
    union, intersection, best = (
        replace(old, assigned=_as_boolean(pairs)).tables for pairs in (either, both, oracle)
    )
    return Combined(union, intersection, best)


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
