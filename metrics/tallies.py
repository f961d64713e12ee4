"""The small tallies that everything else is a function of, and how to count them.

Adding tallies means more documents; `pooled()` means all units as one. Entries may be fractions:
expected counts, weights of documents and bootstrap weights use the same tables. A table may come
from arrays of labels, from graded truth, or from pairs out of a universe without bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Literal

import numpy as np
from scipy import sparse

from metrics.effective_size import EffectiveTrials, cluster_weights, effective_trials
from metrics.incidence import count_per_class, count_per_document, judged, weigh_per_class
from metrics.parallel import first_of_equal, merge_sorted
from metrics.typing import EQUAL, Array

# --- the small tallies that everything else is a function of, and how to count them
#
# Adding tallies means more documents; `pooled()` means all units as one. Entries may be fractions:
# expected counts, weights of documents and bootstrap weights use the same tables.


def left_over(total: Any, part: Any) -> Array:
    """Whole - part, elementwise, and 0 where sums of weights differ by rounding alone."""
    left = np.asarray(total - part)
    if left.dtype.kind != "f":
        return left[()]
    return np.where(left <= EQUAL * np.asarray(total), 0.0, left)[()]


@dataclass(frozen=True)
class ContingencyTable:
    """Decisions against truth, one 2 x 2 table per unit (class, or document).

    All four arrays have one shape, (units,) or () for a single table. `tn` is NaN where the
    set of possible classes is unbounded: what needs it is then undefined by itself.
    `effective`: how many independent trials the proportions rest on, where documents have weights
    or clusters; None where each was drawn alone and counts 1.
    Source: Lewis (1995), figure 1; Manning et al., table 13.8.
    """

    tp: Array
    fp: Array
    fn: Array
    tn: Array
    effective: EffectiveTrials | None = field(default=None, kw_only=True)

    def __add__(self, other: ContingencyTable) -> ContingencyTable:
        cells = self.tp + other.tp, self.fp + other.fp, self.fn + other.fn, self.tn + other.tn
        return ContingencyTable(
            *cells, effective=_not_told(cells[0], self.effective, other.effective)
        )

    def __getitem__(self, units: Any) -> ContingencyTable:
        effective = None if self.effective is None else self.effective[units]
        cells = self.tp[units], self.fp[units], self.fn[units], self.tn[units]
        return ContingencyTable(*cells, effective=effective)

    def __len__(self) -> int:
        return len(self.tp)

    @property
    def cells(self) -> tuple[Array, Array, Array, Array]:
        """True positives, false positives, false negatives, true negatives: as `CELLS`."""
        return self.tp, self.fp, self.fn, self.tn

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
        cells = np.sum(self.tp), np.sum(self.fp), np.sum(self.fn), np.sum(self.tn)
        return ContingencyTable(*cells, effective=_not_told(cells[0], self.effective))


def _not_told(cell: Array, *effective: EffectiveTrials | None) -> EffectiveTrials | None:
    # put together, tables no longer know which documents they share
    if all(one is None for one in effective):
        return None
    unknown = np.full(np.shape(cell), np.nan)
    return EffectiveTrials(unknown, unknown, unknown)


def count_decisions(
    truth: sparse.csc_array,
    assigned: sparse.csc_array,
    unjudged: sparse.csc_array | None = None,
    unit: Literal["class", "document"] = "class",
    weights: Array | None = None,
    clusters: Array | None = None,
) -> ContingencyTable:
    """Tables from boolean (documents, classes) matrices of truth and of decisions.

    One table per class, or per document with `unit="document"` (classes are then the items).
    Pairs in `unjudged` count nowhere. A class's table counts each document by its weight, shape
    (documents,), and knows how many independent documents those of one cluster are worth;
    ValueError for a document's own table, which is not weighted.
    """
    truth, assigned = judged(truth, unjudged), judged(assigned, unjudged)
    if unit == "document":
        if weights is not None or clusters is not None:
            raise ValueError("the table of one document is not weighted")
        return _cells(truth, assigned, unjudged, truth.shape[1], count_per_document)
    if weights is None:
        table = _cells(truth, assigned, unjudged, truth.shape[0], count_per_class)
    else:
        weigh = partial(weigh_per_class, weights=weights)
        table = _cells(truth, assigned, unjudged, float(np.sum(weights)), weigh)
    if weights is None and clusters is None:
        return table
    gathered = cluster_weights(truth.shape[0], weights, clusters)
    hits = sparse.csc_array(truth.multiply(assigned))
    either = sparse.csc_array(truth + assigned)
    effective = (effective_trials(hits, trials, gathered) for trials in (assigned, truth, either))
    return replace(table, effective=EffectiveTrials(*effective))


def _cells(
    truth: sparse.csc_array,
    assigned: sparse.csc_array,
    unjudged: sparse.csc_array | None,
    items: float,
    count: Callable[[sparse.sparray], Array],
) -> ContingencyTable:
    tp = count(truth.multiply(assigned))
    fp = left_over(count(assigned), tp)
    fn = left_over(count(truth), tp)
    total = items if unjudged is None else items - count(unjudged)
    return ContingencyTable(tp, fp, fn, left_over(total, tp + fp + fn))


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

    def table(self, documents: float) -> ContingencyTable:
        """The contingency table of each class among `documents`, or a sum of their weights."""
        tp = self.counts.diagonal()[:-1]
        fn = np.asarray(self.counts.sum(axis=1))[:-1] - tp
        fp = np.asarray(self.counts.sum(axis=0))[:-1] - tp
        return ContingencyTable(tp, fp, fn, left_over(documents, tp + fp + fn))


def _row_weighted(pairs: sparse.csr_array, weights: Array) -> sparse.csr_array:
    out = sparse.csr_array(pairs, dtype=float)
    out.data *= np.repeat(weights, np.diff(out.indptr))
    return out


def count_confusion(
    truth: sparse.sparray, assigned: sparse.sparray, weights: Array | None = None
) -> ConfusionMatrix:
    """The confusion matrix of boolean (documents, classes) matrices of truth and of decisions.

    Documents count by their `weights`, shape (documents,).
    """
    hits = sparse.csr_array(truth.multiply(assigned))
    missed = sparse.csr_array(sparse.csr_array(truth) > hits)
    extra = sparse.csr_array(sparse.csr_array(assigned) > hits)
    m, e = np.diff(missed.indptr), np.diff(extra.indptr)
    own = np.ones(len(m)) if weights is None else weights
    between = _row_weighted(missed, own / np.maximum(1, np.maximum(m, e))).T @ extra.astype(float)
    # what a document's other side cannot match, spread evenly over this side
    to_nothing = _row_weighted(missed, own * (1 - np.minimum(m, e) / np.maximum(m, 1))).sum(axis=0)
    from_nothing = _row_weighted(extra, own * (1 - np.minimum(m, e) / np.maximum(e, 1))).sum(axis=0)
    hits_per_class = np.asarray(_row_weighted(hits, own).sum(axis=0))
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
    `weights` and `positive_weights` are theirs, above 0, and numbers of documents sums of them
    (whole ones: how many documents have that score); None where each document counts 1.
    """

    scores: Array
    positives: Array
    unscored: float = 0
    unscored_positives: float = 0
    weights: Array | None = None
    positive_weights: Array | None = None

    def __add__(self, other: ScoreTally) -> ScoreTally:
        return pooled_scores([self, other])

    @property
    def r(self) -> float:
        """Number of positives, scored or not."""
        return self._amount(len(self.positives), self._hits) + self.unscored_positives

    @property
    def n(self) -> float:
        """Number of documents, scored or not."""
        return self._amount(len(self.scores), self._assigned) + self.unscored

    @property
    def has_integer_counts(self) -> bool:
        """Whether numbers of documents are whole: nothing rounds."""
        return self.weights is None or self.weights.dtype.kind in "iu"

    @cached_property
    def _assigned(self) -> Array | None:
        return _running(self.weights)

    @cached_property
    def _hits(self) -> Array | None:
        return _running(self.positive_weights)

    def _amount(self, number: Any, running: Array | None) -> Any:
        return number if running is None else running[number]

    def number_at(self, thresholds: Any) -> Array:
        """How many documents, whatever their weights, score at least each threshold."""
        return len(self.scores) - np.searchsorted(self.scores, self._comparable(thresholds))

    def assigned_at(self, thresholds: Any) -> Any:
        """How many documents score at least each threshold."""
        return self._amount(self.number_at(thresholds), self._assigned)

    def hits_at(self, thresholds: Any) -> Any:
        """How many positives score at least each threshold."""
        number = len(self.positives) - np.searchsorted(self.positives, self._comparable(thresholds))
        return self._amount(number, self._hits)

    @cached_property
    def entering(self) -> tuple[Array, Array, Array]:
        """The distinct scores of positives, falling; how many documents and positives are above.

        Three arrays of one length, the last two as `assigned_at` and `hits_at` have them: every
        curve is made of these points, so they are looked for once.
        """
        first = first_of_equal(self.positives)
        scores = self.positives[first]
        numbers = len(self.scores) - np.searchsorted(self.scores, scores)
        hits = len(self.positives) - np.flatnonzero(first)
        return (
            scores[::-1],
            self._amount(numbers[::-1], self._assigned),
            self._amount(hits[::-1], self._hits),
        )

    def highest_assigning(self, amount: float) -> Any:
        """The highest score at which at least so many are assigned; None where none does."""
        if self._assigned is None:
            return self.scores[-int(amount)] if amount <= len(self.scores) else None
        reached = amount if self.has_integer_counts else amount * (1 - EQUAL)  # rounding alone
        number = int(np.searchsorted(self._assigned, reached))
        return self.scores[-number] if number <= len(self.scores) else None

    def short(self, thresholds: Any) -> Array:
        """Each threshold rounded down, to as few digits, four at least, as leave decisions alone.

        Shape as given. Nothing scores between a threshold and the number for it, so that one may
        be read out and typed in again; 0, infinities and NaN stay.
        """
        wanted = np.asarray(thresholds, dtype=float)
        rejected = len(self.scores) - self.number_at(wanted)
        ends = np.append(-np.inf, self.scores.astype(float))
        rounded, open_ = wanted.copy(), np.isfinite(wanted) & (wanted != 0)
        with np.errstate(all="ignore"):
            power = np.floor(np.log10(np.abs(wanted)))
            for digits in range(4, 17):
                up, down = 10.0 ** (digits - 1 - power), 10.0 ** (power - digits + 1)
                # by whichever is a whole number: the quotient, or product, is then the nearest
                steps_exact = np.where(up >= 1, wanted * up, wanted / down)
                near = np.rint(steps_exact)
                for steps in (near, near - 1):
                    number = np.where(up >= 1, steps / up, steps * down)
                    fits = open_ & (ends[rejected] < number) & (number <= wanted)
                    rounded, open_ = np.where(fits, number, rounded), open_ & ~fits
        return rounded

    def at(self, threshold: Any) -> ContingencyTable:
        """The table when exactly the documents with score >= threshold are assigned.

        A scalar gives shape (), an array one table per threshold.
        """
        tp, r = self.hits_at(threshold), self.r
        fp = left_over(self.assigned_at(threshold), tp)
        return ContingencyTable(tp, fp, left_over(r, tp), left_over(left_over(self.n, r), fp))

    def _comparable(self, thresholds: Any) -> Array:
        return comparable(thresholds, self.scores.dtype)


def comparable(thresholds: Any, own: np.dtype[Any]) -> Array:
    """The least numbers of the scores' own precision that are not below thresholds, as shaped.

    A threshold is a double. Comparing single-precision scores with it would either round it (and
    move a document across) or widen a copy of all scores.
    """
    wanted = np.asarray(thresholds)
    if wanted.dtype == own or own.kind != "f":
        return wanted
    with np.errstate(over="ignore"):
        near = wanted.astype(own)
    return np.where(near < wanted, np.nextafter(near, own.type(np.inf)), near)


def _running(weights: Array | None) -> Array | None:
    """Weights of the 0, 1, 2, ... documents that score highest, added up."""
    return None if weights is None else np.append(weights[:0].sum(), np.cumsum(weights[::-1]))


def tally_scores(
    scores: Array,
    positive: Array,
    unscored: float = 0,
    unscored_positives: float = 0,
    weights: Array | None = None,
) -> ScoreTally:
    """Tally one class: scores, shape (documents,), and the indices or mask of the positives.

    `weights`, shape (documents,): how much each counts; documents of weight 0 are left out.
    """
    if weights is None:
        return ScoreTally(np.sort(scores), np.sort(scores[positive]), unscored, unscored_positives)
    order = np.argsort(scores, kind="stable")
    order = order[weights[order] > 0]
    is_positive = np.zeros(len(scores), dtype=bool)
    is_positive[positive] = True
    hits = order[is_positive[order]]
    return ScoreTally(
        scores[order], scores[hits], unscored, unscored_positives, weights[order], weights[hits]
    )


BOTH = "scores", "positives"


def pooled_scores(tallies: Sequence[ScoreTally]) -> ScoreTally:
    """All document/class pairs of several tallies as one list."""
    unscored = sum(t.unscored for t in tallies)
    unscored_positives = sum(t.unscored_positives for t in tallies)
    if all(t.weights is None for t in tallies):
        scores, positives = (merge_sorted([getattr(t, field) for t in tallies]) for field in BOTH)
        return ScoreTally(scores, positives, unscored, unscored_positives)
    scores, positives = (np.concatenate([getattr(t, field) for t in tallies]) for field in BOTH)
    weights = np.concatenate([_weights(t.scores, t.weights) for t in tallies])
    hit_weights = np.concatenate([_weights(t.positives, t.positive_weights) for t in tallies])
    order, hits = np.argsort(scores, kind="stable"), np.argsort(positives, kind="stable")
    return ScoreTally(
        scores[order],
        positives[hits],
        unscored,
        unscored_positives,
        weights[order],
        hit_weights[hits],
    )


def _weights(documents: Array, weights: Array | None) -> Array:
    return np.ones(len(documents)) if weights is None else weights


# --- Tables from arrays of labels


def count(
    y_true: Any,
    y_pred: Any,
    labels: Sequence[Any] | Array | None = None,
    sample_weight: Sequence[float] | Array | None = None,
) -> ContingencyTable:
    """One table per class, from the true and the assigned labels of the same documents.

    Both are vectors of one label a document, shape (documents,), or 0/1 matrices, dense or
    sparse, shape (documents, classes). The classes of vectors are `labels` in this order, else
    all that occur, sorted. `sample_weight`: how much each document counts. ValueError where the
    shapes differ, or a matrix holds anything else.

    >>> count(["a", "b", "b"], ["a", "a", "b"]).tp
    array([1, 1])
    >>> count([[1, 0], [1, 1]], [[1, 0], [0, 1]]).fn
    array([1, 0])
    """
    true, assigned = (_array(values) for values in (y_true, y_pred))
    if true.shape != assigned.shape:
        raise ValueError(
            f"y_true has the shape {true.shape} and y_pred {assigned.shape}; give both the same"
        )
    weights = None if sample_weight is None else np.asarray(sample_weight, dtype=float)
    if weights is not None and weights.shape != true.shape[:1]:
        raise ValueError(f"sample_weight has the shape {weights.shape}; give one a document")
    if len(true.shape) == 2:
        pair = _matrix("y_true", true), _matrix("y_pred", assigned)
        return count_decisions(*pair, weights=weights)
    if len(true.shape) != 1:
        raise ValueError("give vectors of labels, or 0/1 matrices with a column for each class")
    if (true.dtype.kind in "US") != (assigned.dtype.kind in "US"):
        raise ValueError("the labels of y_true and y_pred are text and numbers; use one of the two")
    classes = np.unique(np.concatenate([true, assigned])) if labels is None else np.asarray(labels)
    return count_decisions(_one_of(true, classes), _one_of(assigned, classes), weights=weights)


def _array(values: Any) -> Any:
    return values if sparse.issparse(values) else np.asarray(values)


def _matrix(argument: str, values: Any) -> sparse.csc_array:
    found = values.data if sparse.issparse(values) else values
    if not np.isin(found, (0, 1)).all():
        raise ValueError(
            f"{argument} holds other values than 0 and 1; a matrix has 1 where a class applies and "
            f"0 where not"
        )
    return sparse.csc_array(values, dtype=bool)


def _one_of(values: Array, labels: Array) -> sparse.csc_array:
    """Boolean (documents, labels): each document's own label, none where it is not listed."""
    order = np.argsort(labels)
    place = np.searchsorted(labels, values, sorter=order).clip(max=len(labels) - 1)
    listed = np.flatnonzero(labels[order][place] == values) if len(labels) else np.zeros(0, int)
    columns = order[place[listed]]
    return sparse.csc_array(
        (np.ones(len(listed), dtype=bool), (listed, columns)), shape=(len(values), len(labels))
    )


# --- what a standard of correctness does to the numbers: several truths, grades, no bounds


def by_standard(
    standards: Mapping[str, sparse.csc_array], assigned: sparse.csc_array
) -> dict[str, ContingencyTable]:
    """The tables per class of the same decisions under each of several standards, by name.

    Source: Lewis (1991), Standard of Correctness.
    """
    return {name: count_decisions(truth, assigned) for name, truth in standards.items()}


def graded_table(grades: Array, calls: Array, accepted: Collection[str]) -> ContingencyTable:
    """Decisions against graded truth, where the `accepted` grades count as correct.

    `grades` and `calls` (boolean) have shape (documents,) or (documents, classes); the table has
    shape () or (classes,). Report several sets of accepted grades. Source: Lewis (1991),
    Partitioning of Results.
    """
    correct, calls = np.isin(grades, list(accepted)), np.asarray(calls, dtype=bool)
    cells = (calls & correct, calls & ~correct, ~calls & correct, ~calls & ~correct)
    return ContingencyTable(*(np.sum(cell, axis=0) for cell in cells))


def unbounded(table: ContingencyTable) -> ContingencyTable:
    """The same table where the set of possible classes has no bounds.

    The pairs right and produced are then all there are. Fallout, specificity, accuracy and error
    rate become undefined (with tn = 0 fallout would always be 1); precision, recall, overlap and
    F stay. Source: Lewis (1991), Types of Extracted Data, on MUC-3.
    """
    return ContingencyTable(
        table.tp, table.fp, table.fn, np.full_like(table.tp, np.nan, dtype=float)
    )
