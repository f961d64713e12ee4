"""The small tallies that everything else is a function of, and how to count them.

Adding tallies means more documents; `pooled()` means all units as one. Entries may be
fractions: expected counts and bootstrap weights use the same tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy import sparse

from metrics.incidence import count_per_class, count_per_document, judged
from metrics.typing import Array


@dataclass(frozen=True)
class ContingencyTable:
    """Decisions against truth, one 2 x 2 table per unit (class, or document).

    All four arrays have one shape, (units,) or () for a single table. `tn` is NaN where the
    set of possible classes is unbounded: what needs it is then undefined by itself.
    Source: Lewis (1995), figure 1; Manning et al., table 13.8.
    """

    tp: Array
    fp: Array
    fn: Array
    tn: Array

    def __add__(self, other: ContingencyTable) -> ContingencyTable:
        return ContingencyTable(
            self.tp + other.tp, self.fp + other.fp, self.fn + other.fn, self.tn + other.tn
        )

    def __getitem__(self, units: Any) -> ContingencyTable:
        return ContingencyTable(self.tp[units], self.fp[units], self.fn[units], self.tn[units])

    def __len__(self) -> int:
        return len(self.tp)

    @property
    def assigned(self) -> Array:
        """Decisions that say yes, tp + fp."""
        return self.tp + self.fp

    @property
    def positives(self) -> Array:
        """Documents truly in the class, tp + fn."""
        return self.tp + self.fn

    @property
    def negatives(self) -> Array:
        """Documents truly outside the class, fp + tn."""
        return self.fp + self.tn

    @property
    def total(self) -> Array:
        """All judged decisions, tp + fp + fn + tn."""
        return self.tp + self.fp + self.fn + self.tn

    def pooled(self) -> ContingencyTable:
        """One table of all units together, shape (): what micro-averages measure."""
        return ContingencyTable(np.sum(self.tp), np.sum(self.fp), np.sum(self.fn), np.sum(self.tn))


def count_decisions(
    truth: sparse.csc_array,
    assigned: sparse.csc_array,
    unjudged: sparse.csc_array | None = None,
    unit: Literal["class", "document"] = "class",
) -> ContingencyTable:
    """Tables from boolean (documents, classes) matrices of truth and of decisions.

    One table per class, or per document with `unit="document"` (classes are then the items).
    Pairs in `unjudged` count nowhere.
    """
    truth, assigned = judged(truth, unjudged), judged(assigned, unjudged)
    count = count_per_class if unit == "class" else count_per_document
    tp = count(truth.multiply(assigned))
    fp = count(assigned) - tp
    fn = count(truth) - tp
    items = truth.shape[0 if unit == "class" else 1]
    total = items if unjudged is None else items - count(unjudged)
    return ContingencyTable(tp, fp, fn, total - tp - fp - fn)


@dataclass(frozen=True)
class ConfusionMatrix:
    """What is assigned (columns) where what is true (rows), with *nothing* as last row and column.

    `counts` is sparse, shape (classes + 1, classes + 1). The diagonal holds the true positives,
    the rest of a row the class's false negatives, the rest of a column its false positives, so
    the margins are those of the contingency table, whatever the task.

    Single-label with one decision per document: the usual matrix, *nothing* being empty.
    Multi-label: in a document with m missed and e extra classes every missed/extra pair
    weighs 1 / max(m, e), and what stays unpaired goes to *nothing*. So each missed class
    weighs 1 in its row and each extra class 1 in its column.
    """

    counts: sparse.csr_array

    def __add__(self, other: ConfusionMatrix) -> ConfusionMatrix:
        return ConfusionMatrix(sparse.csr_array(self.counts + other.counts))

    @property
    def classes(self) -> int:
        """How many classes there are, without the row and column for none."""
        return int(self.counts.shape[0]) - 1

    def between_classes(self) -> Array:
        """The dense (classes, classes) part without *nothing*."""
        return np.asarray(self.counts[:-1, :-1].toarray())

    def table(self, documents: int) -> ContingencyTable:
        """The contingency table of each class in a collection of `documents`."""
        tp = self.counts.diagonal()[:-1]
        fn = np.asarray(self.counts.sum(axis=1))[:-1] - tp
        fp = np.asarray(self.counts.sum(axis=0))[:-1] - tp
        return ContingencyTable(tp, fp, fn, documents - tp - fp - fn)


def _row_weighted(pairs: sparse.csr_array, weights: Array) -> sparse.csr_array:
    out = sparse.csr_array(pairs, dtype=float)
    out.data *= np.repeat(weights, np.diff(out.indptr))
    return out


def count_confusion(truth: sparse.sparray, assigned: sparse.sparray) -> ConfusionMatrix:
    """The confusion matrix of boolean (documents, classes) matrices of truth and of decisions."""
    hits = sparse.csr_array(truth.multiply(assigned))
    missed = sparse.csr_array(sparse.csr_array(truth) > hits)
    extra = sparse.csr_array(sparse.csr_array(assigned) > hits)
    m, e = np.diff(missed.indptr), np.diff(extra.indptr)
    weight = 1 / np.maximum(1, np.maximum(m, e))
    between = _row_weighted(missed, weight).T @ extra.astype(float)
    # what a document's other side cannot match, spread evenly over this side
    to_nothing = _row_weighted(missed, 1 - np.minimum(m, e) / np.maximum(m, 1)).sum(axis=0)
    from_nothing = _row_weighted(extra, 1 - np.minimum(m, e) / np.maximum(e, 1)).sum(axis=0)
    hits_per_class = np.asarray(hits.astype(float).sum(axis=0))
    counts = sparse.block_array(
        [
            [between + sparse.diags_array(hits_per_class), to_nothing[:, None]],
            [from_nothing[None, :], None],
        ],
        format="csr",
    )
    return ConfusionMatrix(sparse.csr_array(counts))


@dataclass(frozen=True)
class ScoreTally:
    """How one class's scores fall, positives among all: every curve is a function of it.

    `scores` and `positives` are ascending, in the precision they came in. Documents without
    a score rank below everything and are never assigned; only their numbers are kept.
    """

    scores: Array
    positives: Array
    unscored: int = 0
    unscored_positives: int = 0

    def __add__(self, other: ScoreTally) -> ScoreTally:
        return pooled_scores([self, other])

    @property
    def r(self) -> int:
        """Number of positives, scored or not."""
        return len(self.positives) + self.unscored_positives

    @property
    def n(self) -> int:
        """Number of documents, scored or not."""
        return len(self.scores) + self.unscored

    def assigned_at(self, thresholds: Any) -> Array:
        """How many documents score at least each threshold."""
        return len(self.scores) - np.searchsorted(self.scores, self._comparable(thresholds))

    def hits_at(self, thresholds: Any) -> Array:
        """How many positives score at least each threshold."""
        return len(self.positives) - np.searchsorted(self.positives, self._comparable(thresholds))

    def at(self, threshold: Any) -> ContingencyTable:
        """The table when exactly the documents with score >= threshold are assigned.

        A scalar gives shape (), an array one table per threshold.
        """
        assigned, tp = self.assigned_at(threshold), self.hits_at(threshold)
        return ContingencyTable(tp, assigned - tp, self.r - tp, self.n - assigned - (self.r - tp))

    def _comparable(self, thresholds: Any) -> Array:
        # A threshold is a double. Searching single-precision scores for it would either
        # round it (and move a document across) or widen a copy of all scores: take the
        # least number of the scores' own precision that is not below it.
        wanted = np.asarray(thresholds)
        own = self.scores.dtype
        if wanted.dtype == own:
            return wanted
        with np.errstate(over="ignore"):
            near = wanted.astype(own)
        return np.where(near < wanted, np.nextafter(near, own.type(np.inf)), near)


def tally_scores(
    scores: Array, positive: Array, unscored: int = 0, unscored_positives: int = 0
) -> ScoreTally:
    """Tally one class: scores, shape (documents,), and the indices or mask of the positives."""
    return ScoreTally(np.sort(scores), np.sort(scores[positive]), unscored, unscored_positives)


def pooled_scores(tallies: list[ScoreTally]) -> ScoreTally:
    """All document/class pairs of several tallies as one list."""
    return ScoreTally(
        np.sort(np.concatenate([t.scores for t in tallies])),
        np.sort(np.concatenate([t.positives for t in tallies])),
        sum(t.unscored for t in tallies),
        sum(t.unscored_positives for t in tallies),
    )
