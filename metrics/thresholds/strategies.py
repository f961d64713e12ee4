"""Rules that fit the decisions to a purpose: so many per document, per class, or the best F.

Thresholds of very many classes may be fitted on half of the documents and tried on the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy import sparse

from metrics.expected.expected_f import best_set
from metrics.incidence import Scores, from_columns, scores_of_class
from metrics.measures import f_beta, precision, recall
from metrics.parallel import run_parallel
from metrics.ranking.curves import OperatingPoints, hit_points
from metrics.sparse_scores import ListedTallies
from metrics.tallies import ContingencyTable, ScoreTally, comparable, left_over
from metrics.typing import DEFAULT_BETA, EQUAL, Array

# --- Rules that fit the decisions to a purpose: so many per document, per class, or the best F
#
# Fit on tuning data and keep what was found: a threshold chosen on the documents it is then
# measured on gives an upper bound. The names RCut, SCut and PCut are Yang's (2001).


# `order`: among equal scores at the cut the earlier class (or document) is taken, so that the
# number is exact; `include`: all of them are taken.
Ties = Literal["order", "include"]

# scores sorted at a time
BLOCK = 4_000_000


@dataclass(frozen=True)
class Assignment:
    """The best so many of each unit: `decisions`, boolean csc (documents, classes).

    `tied`, boolean, shape (units,): equal scores lay on both sides of the unit's cut, so that
    the tie rule, not the system, decided.
    """

    decisions: sparse.csc_array
    tied: Array


def top_k(scores: Array | sparse.csr_array, k: int, ties: Ties = "order") -> Assignment:
    """RCut: every document gets its k best classes, fewer where fewer have a score.

    Scores are (classes, documents), NaN for none, or csr with listed classes only; `tied` is
    per document. Source: Lewis (1991), One Category or Many; the tie rules are this project's.
    """
    classes, documents = scores.shape
    if sparse.issparse(scores):
        by_document = sparse.csc_array(scores)
        document = np.repeat(np.arange(documents), np.diff(by_document.indptr))
        picked, tied = _best_of_groups(
            document, by_document.data, by_document.indices, np.full(documents, k), ties
        )
        return Assignment(
            _decisions(document[picked], by_document.indices[picked], documents, classes), tied
        )
    rows, columns, tied = [], [], np.zeros(documents, dtype=bool)
    step = max(1, BLOCK // max(1, classes))
    for start in range(0, documents, step):
        block = scores[:, start : start + step].T
        chosen, tied[start : start + step] = _best_of_rows(block, min(k, classes), ties)
        document, klass = np.nonzero(chosen)
        rows.append(document + start)
        columns.append(klass)
    return Assignment(_decisions(_joined(rows), _joined(columns), documents, classes), tied)


def proportional(
    scores: Array | sparse.csr_array,
    shares: Array,
    factor: float = 1.0,
    ties: Ties = "order",
    weights: Array | None = None,
) -> Assignment:
    """PCut: each class gets floor(factor * share * documents + 1/2) of its best documents.

    `shares`, shape (classes,), in [0, 1]: the class's share of the training documents. The
    number is clipped to 0..documents. With `weights`, shape (documents,), documents are taken
    until those whose half still fits are as heavy. Needs the whole batch. Scores as for `top_k`;
    `tied` is per class. Source: Yang (2001); Sebastiani (2002), proportional thresholding.
    """
    classes, documents = scores.shape
    own = np.ones(documents) if weights is None else np.asarray(weights, dtype=float)
    wanted = factor * np.asarray(shares, dtype=float) * own.sum()
    # 0.29 * 50 is just below 14.5
    wanted = wanted + EQUAL * np.maximum(1.0, wanted)
    rows, columns, tied = [], [], np.zeros(classes, dtype=bool)
    for c in range(classes):
        document, score = scores_of_class(scores, c)
        is_scored = ~np.isnan(score)
        document, score = document[is_scored], score[is_scored]
        group = np.zeros(len(document), dtype=np.int64)
        heavy = own[document[np.lexsort((document, -score))]]
        quota = np.count_nonzero(np.cumsum(heavy) - heavy / 2 <= wanted[c])
        picked, tied_here = _best_of_groups(group, score, document, np.array([quota]), ties)
        rows.append(document[picked])
        columns.append(np.full(len(picked), c))
        tied[c] = tied_here[0]
    return Assignment(_decisions(_joined(rows), _joined(columns), documents, classes), tied)


def _best_of_rows(block: Array, k: int, ties: Ties) -> tuple[Array, Array]:
    scored = ~np.isnan(block)
    if k == 0 or not block.size:
        return np.zeros(block.shape, dtype=bool), np.zeros(len(block), dtype=bool)
    order = np.argsort(-block, axis=1, kind="stable")  # NaN sorts last
    ranked = np.take_along_axis(block, order, axis=1)
    last = ranked[:, k - 1 : k]
    tied = ranked[:, k] == last[:, 0] if k < block.shape[1] else np.zeros(len(block), dtype=bool)
    if ties == "include":
        # with fewer than k scores, `last` is NaN and everything scored is in
        return scored & ((block >= last) | np.isnan(last)), tied
    chosen = np.zeros(block.shape, dtype=bool)
    np.put_along_axis(chosen, order[:, :k], True, axis=1)
    return chosen & scored, tied


def _best_of_groups(
    group: Array, score: Array, item: Array, quota: Array, ties: Ties
) -> tuple[Array, Array]:
    """Positions of each group's best `quota[group]` entries; which groups had ties at the cut."""
    order = np.lexsort((item, -score, group))
    group, score = group[order], score[order]
    start = np.searchsorted(group, np.arange(len(quota)))
    size = np.diff(np.append(start, len(group)))
    within = np.arange(len(group)) - start[group]
    cut = (quota > 0) & (quota < size)
    tied = np.zeros(len(quota), dtype=bool)
    first_rejected = (start + quota)[cut]
    tied[cut] = score[first_rejected] == score[first_rejected - 1]
    chosen = within < quota[group]
    if ties == "include":
        lowest = np.full(len(quota), np.inf)
        lowest[cut] = score[first_rejected - 1]
        chosen |= score >= lowest[group]
    return order[chosen], tied


def _joined(parts: list[Array]) -> Array:
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)


def _decisions(document: Array, klass: Array, documents: int, classes: int) -> sparse.csc_array:
    return sparse.csc_array(
        (np.ones(len(document), dtype=bool), (document, klass)), shape=(documents, classes)
    )


@dataclass(frozen=True)
class BestThreshold:
    """The threshold at which F is largest on the data it was looked for, and that F.

    `threshold` is +inf where assigning nothing is best.
    """

    threshold: float
    f: float


def best_threshold(
    tally: ScoreTally, beta: float = DEFAULT_BETA, c_f: float = 0.0
) -> BestThreshold:
    """SCut: the threshold with the largest F, the highest among equals.

    Candidates are +inf and every distinct score; `c_f`, in [0, 1], is F where nothing is
    assigned and nothing true. Optimistic on the data it was chosen on. Source: Yang (2001).
    """
    # between two entries of positives F only falls, so other scores need no look
    points = hit_points(tally)
    nothing = c_f if tally.r == 0 else 0.0
    values = np.append(nothing, f_beta(points.table(), beta))
    best = int(np.argmax(values >= values.max() - EQUAL))
    return BestThreshold(float(np.append(np.inf, points.threshold)[best]), float(values[best]))


# What is reached on the documents at hand is reached on others about every other time:
# `metrics.promises` has thresholds that keep their word.


def threshold_of_recall(tally: ScoreTally, least: float) -> float:
    """The threshold with the best precision among those with recall of at least `least`.

    The highest among equals; NaN where none has it, as without positives. `least` in (0, 1].
    """
    points = hit_points(tally)
    # between two positives recall stands still and precision falls: other scores need no look
    return _best_allowed(points, recall(points.table()), precision(points.table()), least)


def threshold_of_precision(tally: ScoreTally, least: float) -> float:
    """The threshold with the best recall among those with precision of at least `least`.

    The highest among equals, which has the best precision of them; NaN where none has it.
    """
    points = hit_points(tally)
    return _best_allowed(points, precision(points.table()), points.tp, least)


def _best_allowed(points: OperatingPoints, wished: Array, merit: Array, least: float) -> float:
    allowed = np.flatnonzero(wished >= least - EQUAL)
    if not len(allowed):
        return float("nan")
    best = allowed[np.argmax(merit[allowed] >= merit[allowed].max() - EQUAL)]
    return float(points.threshold[best])


def top_k_curve(
    scores: Array | sparse.csr_array, labels: sparse.sparray, weights: Array | None = None
) -> ContingencyTable:
    """The pooled table when every document gets its k best classes, for k = 0..classes.

    Shape (classes + 1,); ties by class order. Scores as for `top_k`, `labels` boolean
    (documents, classes), documents counting by their `weights`, shape (documents,). Source:
    Lewis (1991), One Category or Many, after Field.
    """
    classes, documents = scores.shape
    truth = sparse.csr_array(labels)
    document = np.repeat(np.arange(documents), np.diff(truth.indptr))
    if sparse.issparse(scores):
        scored = np.diff(sparse.csc_array(scores).indptr)
        document, rank = _listed_ranks(sparse.csc_array(scores), truth)
    else:
        scored = np.sum(~np.isnan(scores), axis=0)
        document, rank = _dense_ranks(scores, document, truth.indices)

    def counted(positions: Array, documents_of: Array, length: int) -> Array:
        own = None if weights is None else weights[documents_of]
        return np.bincount(positions, own, minlength=length)[:classes]

    tp = np.append(0, np.cumsum(counted(rank, document, classes)))
    # a document with s scores gets min(k, s) classes: one more at each k up to s
    everyone = np.arange(documents)
    all_of_them = documents if weights is None else float(np.sum(weights))
    more = left_over(all_of_them, np.cumsum(counted(scored, everyone, classes + 1)))
    fp = left_over(np.append(0, np.cumsum(more)), tp)
    number = np.diff(truth.indptr)
    fn = left_over(number.sum() if weights is None else float(number @ weights), tp)
    return ContingencyTable(tp, fp, fn, left_over(all_of_them * classes, tp + fp + fn))


def _dense_ranks(scores: Array, document: Array, klass: Array) -> tuple[Array, Array]:
    """Per pair its document, and how many classes that ranks before it; unscored ones left out."""
    score = scores[klass, document]
    ranked = ~np.isnan(score)
    document, klass, score = document[ranked], klass[ranked], score[ranked]
    rank = np.empty(len(document), dtype=np.int64)
    step = max(1, BLOCK // max(1, scores.shape[0]))
    for start in range(0, len(document), step):
        part = slice(start, start + step)
        others = scores[:, document[part]]
        earlier = np.arange(len(scores))[:, None] < klass[part]
        before = (others > score[part]) | ((others == score[part]) & earlier)
        rank[part] = before.sum(axis=0)
    return document, rank


def _listed_ranks(scores: sparse.csc_array, truth: sparse.csr_array) -> tuple[Array, Array]:
    document = np.repeat(np.arange(scores.shape[1]), np.diff(scores.indptr))
    order = np.lexsort((scores.indices, -scores.data, document))
    rank = np.arange(len(order)) - np.searchsorted(document, document)
    pair = document * scores.shape[0] + scores.indices[order]
    true_pairs = np.repeat(np.arange(truth.shape[0]), np.diff(truth.indptr)) * truth.shape[1]
    true = np.isin(pair, true_pairs + truth.indices)
    return document[true], rank[true]


def at_thresholds(scores: Scores, thresholds: Any) -> sparse.csc_array:
    """Assign where score >= threshold: one for all classes, or shape (classes,), +inf for never.

    Scores (k, m) dense or csr; decisions boolean csc (m, k).
    """
    limits = np.broadcast_to(np.asarray(thresholds, dtype=float), scores.shape[:1])
    if sparse.issparse(scores):
        shared_limit = limits[:1] if np.all(limits == limits[:1]) else None
        each = np.repeat(limits, np.diff(scores.indptr)) if shared_limit is None else shared_limit
        chosen = np.flatnonzero(scores.data >= each)
        ends = np.searchsorted(chosen, scores.indptr).astype(scores.indptr.dtype)
        every = np.ones(len(chosen), dtype=bool)
        return sparse.csc_array((every, scores.indices[chosen], ends), shape=scores.shape[::-1])
    limits = comparable(limits, scores.dtype)

    def assigned(c: int) -> Array:
        return np.flatnonzero(scores[c] >= limits[c])

    # class by class: a comparison of the whole matrix would hold a second one of booleans
    rows = run_parallel(assigned, len(scores), scores.size)
    return from_columns(rows, scores.shape[1])


def at_fitted(scores: Scores, thresholds: Array, below: Array | None) -> sparse.csc_array:
    """Assign at each class's threshold, below it where `below` says so; boolean csc (m, k)."""
    if below is None or not below.any():
        return at_thresholds(scores, thresholds)
    rows = []
    for c in range(scores.shape[0]):
        document, score = scores_of_class(scores, c)
        chosen = score < thresholds[c] if below[c] else score >= thresholds[c]
        rows.append(np.sort(document[chosen]))
    return from_columns(rows, scores.shape[1])


def at_parts(scores: Scores, thresholds: Array, part_of: Array) -> sparse.csc_array:
    """Assign where score >= the threshold of the document's part; boolean csc (m, k).

    `thresholds`: shape (parts, classes), +inf for never; `part_of`: of each document, shape (m,),
    -1 for the last.
    """

    def assigned(c: int) -> Array:
        document, score = scores_of_class(scores, c)
        limits = comparable(thresholds[:, c], np.asarray(score).dtype)
        return np.sort(document[score >= limits[part_of[document]]])

    size = scores.nnz if sparse.issparse(scores) else scores.size
    return from_columns(run_parallel(assigned, scores.shape[0], size), scores.shape[1])


def best_sets(scores: Scores, beta: float) -> sparse.csc_array:
    """Assign, class by class, the set of greatest expected F; boolean csc (m, k)."""
    rows = []
    for c in range(scores.shape[0]):
        document, p = scores_of_class(scores, c)
        # a document without a score has no probability to be added up
        rows.append(np.sort(document[best_set(p, beta).calls]))
    return from_columns(rows, scores.shape[1])


def largest(scores: Scores) -> sparse.csc_array:
    """Assign each document the class of its largest score, if it has one; boolean csc (m, k)."""
    k, m = scores.shape
    if sparse.issparse(scores):
        by_document = sparse.csc_array(scores)
        by_document.sort_indices()
        listed = np.diff(by_document.indptr) > 0
        document = np.repeat(np.arange(m), np.diff(by_document.indptr))
        # by document, then falling score, then class order: the first of each document wins
        order = np.lexsort((by_document.indices, -by_document.data, document))
        best = by_document.indices[order[by_document.indptr[:-1][listed]]]
        rows = np.flatnonzero(listed)
    else:
        step = max(1, BLOCK // max(1, k))
        blocks = [np.argmax(scores[:, start : start + step], axis=0) for start in range(0, m, step)]
        best, rows = _joined(blocks), np.arange(m)
    return sparse.csc_array((np.ones(len(rows), dtype=bool), (rows, best)), shape=(m, k))


def short_between(tally: ScoreTally, threshold: float) -> float:
    """A short number between the lowest accepted and the highest rejected score.

    The middle of the gap to as few digits, three at least, as stay inside it: the decisions on
    these documents are those at `threshold`, which must be a score, or +inf, which stays.
    """
    if np.isinf(threshold):
        return threshold
    rejected = len(tally.scores) - int(tally.number_at(threshold))
    high = float(threshold)
    low = float(tally.scores[rejected - 1]) if rejected else high - 1
    for digits in range(3, 18):
        rounded = float(f"{(low + high) / 2:.{digits}g}")
        if low < rounded <= high:
            return rounded
    return high


def just_above(tally: ScoreTally) -> float:
    """The next number above the highest score, in the scores' precision; +inf without any."""
    if not len(tally.scores):
        return float("inf")
    return float(np.nextafter(tally.scores[-1], tally.scores.dtype.type(np.inf)))


# --- Thresholds of very many classes, fitted on half of the documents and tried on the other


def fit_on_other_half(listed: ListedTallies, beta: float) -> tuple[Array, Array]:
    """Hits and assignments of each class if every other document is decided as the rest say best.

    By the threshold with the largest F among those with a score, the highest among equals. Shape
    (classes,); NaN for a class of which either half has no positive with a score.
    """
    sides = [listed.documents % 2 == side for side in (0, 1)]
    best = [_best(listed, side & np.isfinite(listed.scores), beta) for side in sides]
    is_defined = ~np.isnan(best[0] + best[1])
    tp, assigned = np.zeros((2, len(listed)))
    for side, threshold in zip(sides, reversed(best), strict=True):
        limits = np.where(is_defined, threshold, np.inf)
        above = side & (listed.scores >= np.repeat(limits, np.diff(listed.ends)))
        assigned += _number(above, listed.ends)
        tp += _number(above & listed.positive, listed.ends)
    return np.where(is_defined, tp, np.nan), np.where(is_defined, assigned, np.nan)


def _best(listed: ListedTallies, chosen: Array, beta: float) -> Array:
    """The best threshold of each class for a mask of the pairs; NaN without positives there.

    Below a positive F only falls until the next one, so no other score is looked at.
    """
    hits = np.flatnonzero(chosen & listed.positive)
    klass, ends = listed.classes_at(hits), np.searchsorted(hits, listed.ends)
    starts = np.flatnonzero(listed.first_of(listed.scores))
    first = starts[np.searchsorted(starts, hits, "right") - 1]
    before = np.append(0, np.cumsum(chosen))
    tp, r = ends[klass + 1] - np.searchsorted(hits, first), np.diff(ends)[klass]
    assigned = before[listed.ends[klass + 1]] - before[first]
    f = np.nan_to_num(f_beta(ContingencyTable(tp, assigned - tp, r - tp, np.zeros(len(r))), beta))
    own = np.flatnonzero(np.diff(ends))
    most = np.zeros(len(listed))
    most[own] = np.maximum.reduceat(f, ends[own]) if len(own) else 0.0
    top = np.flatnonzero(f >= most[klass] - EQUAL)
    out = np.full(len(listed), np.nan)
    out[klass[top]] = listed.scores[hits[top]]  # the last of them, which is the highest, stays
    return out


def _number(chosen: Array, ends: Array) -> Array:
    """How many of each class's pairs a mask holds, shape (classes,)."""
    return np.diff(np.append(0, np.cumsum(chosen))[ends])
