"""Rules that fit the decisions to a purpose: so many per document, per class, or the best F.

Fit on tuning data and keep what was found: a threshold chosen on the documents it is then
measured on gives an upper bound. The names RCut, SCut and PCut are Yang's (2001).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from metrics.curves import hit_points
from metrics.measures import f_beta
from metrics.records import scores_of_class
from metrics.tallies import Array, ContingencyTable, ScoreTally

# `order`: among equal scores at the cut the earlier class (or document) is taken, so that the
# number is exact; `include`: all of them are taken.
Ties = Literal["order", "include"]

# equal values of different thresholds differ by rounding
EQUAL = 1e-12

# scores sorted at a time
BLOCK = 4_000_000


@dataclass(frozen=True)
class Selection:
    """The best so many of each unit: `decisions`, boolean csc (documents, classes).

    `tied`, boolean, shape (units,): equal scores lay on both sides of the unit's cut, so that
    the tie rule, not the system, decided.
    """

    decisions: sparse.csc_array
    tied: Array


def top_k(scores: Array | sparse.csr_array, k: int, ties: Ties = "order") -> Selection:
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
        return Selection(
            _decisions(document[picked], by_document.indices[picked], documents, classes), tied
        )
    rows, columns, tied = [], [], np.zeros(documents, dtype=bool)
    step = max(1, BLOCK // max(1, classes))
    for at in range(0, documents, step):
        block = scores[:, at : at + step].T
        chosen, tied[at : at + step] = _best_of_rows(block, min(k, classes), ties)
        document, klass = np.nonzero(chosen)
        rows.append(document + at)
        columns.append(klass)
    return Selection(_decisions(_joined(rows), _joined(columns), documents, classes), tied)


def proportional(
    scores: Array | sparse.csr_array, shares: Array, factor: float = 1.0, ties: Ties = "order"
) -> Selection:
    """PCut: each class gets floor(factor * share * documents + 1/2) of its best documents.

    `shares`, shape (classes,), in [0, 1]: the class's share of the training documents. The
    number is clipped to 0..documents. Needs the whole batch. Scores as for `top_k`; `tied` is
    per class. Source: Yang (2001); Sebastiani (2002), proportional thresholding.
    """
    classes, documents = scores.shape
    wanted = factor * np.asarray(shares, dtype=float) * documents
    # 0.29 * 50 is just below 14.5
    number = np.floor(wanted + 0.5 + EQUAL * np.maximum(1.0, wanted))
    quota = np.clip(number, 0, documents).astype(np.int64)
    rows, columns, tied = [], [], np.zeros(classes, dtype=bool)
    for c in range(classes):
        document, score = scores_of_class(scores, c)
        there = ~np.isnan(score)
        document, score = document[there], score[there]
        group = np.zeros(len(document), dtype=np.int64)
        picked, one = _best_of_groups(group, score, document, quota[c : c + 1], ties)
        rows.append(document[picked])
        columns.append(np.full(len(picked), c))
        tied[c] = one[0]
    return Selection(_decisions(_joined(rows), _joined(columns), documents, classes), tied)


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
    at = (start + quota)[cut]
    tied[cut] = score[at] == score[at - 1]
    chosen = within < quota[group]
    if ties == "include":
        lowest = np.full(len(quota), np.inf)
        lowest[cut] = score[at - 1]
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


def best_threshold(tally: ScoreTally, beta: float = 1.0, c_f: float = 0.0) -> BestThreshold:
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


def top_k_curve(scores: Array | sparse.csr_array, labels: sparse.sparray) -> ContingencyTable:
    """The pooled table when every document gets its k best classes, for k = 0..classes.

    Shape (classes + 1,); ties by class order. Scores as for `top_k`, `labels` boolean
    (documents, classes). Source: Lewis (1991), One Category or Many, after Field.
    """
    classes, documents = scores.shape
    truth = sparse.csr_array(labels)
    document = np.repeat(np.arange(documents), np.diff(truth.indptr))
    if sparse.issparse(scores):
        scored = np.diff(sparse.csc_array(scores).indptr)
        rank = _listed_ranks(sparse.csc_array(scores), truth)
    else:
        scored = np.sum(~np.isnan(scores), axis=0)
        rank = _dense_ranks(scores, document, truth.indices)
    tp = np.append(0, np.cumsum(np.bincount(rank, minlength=classes)[:classes]))
    # a document with s scores gets min(k, s) classes: one more at each k up to s
    more = documents - np.cumsum(np.bincount(scored, minlength=classes + 1))[:classes]
    assigned = np.append(0, np.cumsum(more))
    fn = truth.nnz - tp
    fp = assigned - tp
    return ContingencyTable(tp, fp, fn, documents * classes - tp - fp - fn)


def _dense_ranks(scores: Array, document: Array, klass: Array) -> Array:
    """Per pair, how many classes its document ranks before it; pairs without a score left out."""
    score = scores[klass, document]
    ranked = ~np.isnan(score)
    document, klass, score = document[ranked], klass[ranked], score[ranked]
    rank = np.empty(len(document), dtype=np.int64)
    step = max(1, BLOCK // max(1, scores.shape[0]))
    for at in range(0, len(document), step):
        part = slice(at, at + step)
        others = scores[:, document[part]]
        earlier = np.arange(len(scores))[:, None] < klass[part]
        before = (others > score[part]) | ((others == score[part]) & earlier)
        rank[part] = before.sum(axis=0)
    return rank


def _listed_ranks(scores: sparse.csc_array, truth: sparse.csr_array) -> Array:
    document = np.repeat(np.arange(scores.shape[1]), np.diff(scores.indptr))
    order = np.lexsort((scores.indices, -scores.data, document))
    rank = np.arange(len(order)) - np.searchsorted(document, document)
    pair = document * scores.shape[0] + scores.indices[order]
    true_pairs = np.repeat(np.arange(truth.shape[0]), np.diff(truth.indptr)) * truth.shape[1]
    return rank[np.isin(pair, true_pairs + truth.indices)]


def exactly_true_number(truth: sparse.sparray, assigned: sparse.sparray) -> bool:
    """Whether every document was given exactly as many classes as it truly has.

    Only asked where the numbers differ between documents and some decision is wrong: then such
    decisions were hardly made without knowing the truth, and no system in operation can know it.
    Both are boolean (documents, classes). Source: Lewis (1991), One Category or Many.
    """
    true_number = np.asarray(truth.astype(np.int64).sum(axis=1))
    number = np.asarray(assigned.astype(np.int64).sum(axis=1))
    if not np.array_equal(true_number, number) or len(np.unique(true_number)) < 2:
        return False
    return bool(truth.multiply(assigned).sum() < true_number.sum())
