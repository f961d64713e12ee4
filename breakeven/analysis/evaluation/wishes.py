"""Thresholds for a wish of recall, precision or candidates, with or without a promise.

What is fitted is what `metrics.thresholds.strategies` and `metrics.promises` find of one
class, of all classes together, or of documents. Tested in `test_wishes`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.scored import ScoredSplit
from metrics.effective_size import cluster_weights
from metrics.incidence import Scores, count_per_document, mask_of, members, scores_of_class
from metrics.promises.class_thresholds import (
    ALPHA,
    DrawnScores,
    PromisedThreshold,
    falling_thresholds,
    promise_pooled,
    promise_precision,
    promise_precision_drawn,
    promise_recall,
    promise_recall_drawn,
    rising_thresholds,
)
from metrics.promises.document_means import control_risk, documents_worth, threshold_of_share
from metrics.tallies import ScoreTally, pooled_scores
from metrics.thresholds.strategies import (
    at_thresholds,
    short_between,
    threshold_of_precision,
    threshold_of_recall,
)
from metrics.typing import Array

# how a threshold of a wish came about
HowWished = Literal["tuned", "promised", "not promised", "not reached", "no positives", "unscored"]
# where it is not what was wished for
UNREACHED = ("not promised", "not reached")


@dataclass(frozen=True)
class WishedThresholds:
    """A threshold per class, shape (classes,), and how each came about.

    `promises`: what each rests on, one a class, or one for all of them; empty without a promise.
    """

    thresholds: Array
    how: tuple[HowWished, ...]
    promises: tuple[PromisedThreshold, ...] = ()


def alpha_of(cut: Cut) -> float:
    """How often the promise of a cut may be broken: less where several levels were tried."""
    return ALPHA / cut.tries


def wished_of_tallies(cut: Cut, tallies: Sequence[ScoreTally]) -> WishedThresholds:
    """Of tallies alone, wherever they were counted.

    ValueError where documents have to be known: for a promise of documents of unequal weight or in
    clusters, which tallies do not tell, or of more than one class, and for a mean over documents.
    """
    if cut.average == "class" and cut.rule != "candidates":
        promise = promise_recall if cut.rule == "recall" else promise_precision
        each_class = [
            _of_class(cut, tally, partial(promise, tally, cut.least, alpha_of(cut)))
            for tally in tallies
        ]
        return _joined(each_class)
    if cut.average == "micro" and not cut.promise and cut.rule != "candidates":
        pooled = pooled_scores(list(tallies))
        return _for_all(cut, pooled, _plain(cut, pooled), None, len(tallies))
    raise ValueError(f"the wish {cut} needs the documents themselves")


def wished_of_documents(cut: Cut, part: ScoredSplit) -> WishedThresholds:
    """Of the documents of a split that a system scored."""
    classes = len(part.classes)
    if cut.rule == "candidates" or cut.average == "per_document":
        scores, mass, documents = _true_pairs(cut, part)
        most = 1 - cut.least
        plain = threshold_of_share(scores, mass, most)
        promise = control_risk(scores, mass, documents, cut.least) if cut.promise else None
        return _for_all(cut, part.pooled, plain, promise, classes)
    if cut.average == "micro":
        plain = _plain(cut, part.pooled)
        return _for_all(
            cut, part.pooled, plain, _pooled(cut, part) if cut.promise else None, classes
        )
    if not (cut.promise and part.sampled):
        return wished_of_tallies(cut, part.tallies)
    gathered = cluster_weights(len(part.rows), part.weights, part.clusters)
    promise_drawn = promise_recall_drawn if cut.rule == "recall" else promise_precision_drawn

    def of_class(c: int) -> PromisedThreshold:
        drawn = _drawn(part, c, gathered)
        return promise_drawn(drawn, part.tallies[c], cut.least, alpha_of(cut))

    return _joined([_of_class(cut, part.tallies[c], partial(of_class, c)) for c in range(classes)])


def _joined(
    each_class: Sequence[tuple[float, HowWished, PromisedThreshold | None]],
) -> WishedThresholds:
    promises = tuple(promise for _, _, promise in each_class if promise is not None)
    thresholds = np.array([threshold for threshold, _, _ in each_class], dtype=float)
    return WishedThresholds(thresholds, tuple(how for _, how, _ in each_class), promises)


def _of_class(
    cut: Cut, tally: ScoreTally, promise_of: Callable[[], PromisedThreshold]
) -> tuple[float, HowWished, PromisedThreshold | None]:
    """One class's threshold, how it came about, and its promise if one is asked for."""
    nothing = PromisedThreshold(math.nan) if cut.promise else None
    if not len(tally.scores):
        return math.inf, "unscored", nothing
    if not tally.r:
        return math.inf, "no positives", nothing
    promise = promise_of() if cut.promise else None
    return (*_chosen(cut, tally, _plain(cut, tally), promise), promise)


def _chosen(
    cut: Cut, tally: ScoreTally, plain: float, promise: PromisedThreshold | None
) -> tuple[float, HowWished]:
    """The threshold that is used. `tally`: whose scores it may be rounded between."""
    if promise is not None and promise.promised:
        # below what was looked at precision may be less than was borne out
        rounded = cut.between and cut.rule != "precision"
        threshold = promise.threshold
        return (short_between(tally, threshold) if rounded else threshold), "promised"
    if cut.rule == "precision" and (promise is not None or math.isnan(plain)):
        # what is not predicted is not wrong
        return math.inf, "not reached" if promise is None else "not promised"
    if math.isnan(plain):
        # what finds most
        lowest = float(tally.positives[0]) if len(tally.positives) else math.inf
        return lowest, "not reached" if promise is None else "not promised"
    threshold = short_between(tally, plain) if cut.between else plain
    return threshold, "tuned" if promise is None else "not promised"


def _for_all(
    cut: Cut, pooled: ScoreTally, plain: float, promise: PromisedThreshold | None, classes: int
) -> WishedThresholds:
    """One threshold for all classes."""
    threshold: float = math.inf
    how: HowWished = "no positives" if len(pooled.scores) else "unscored"
    if len(pooled.scores) and pooled.r:
        threshold, how = _chosen(cut, pooled, plain, promise)
    promises = () if promise is None else (promise,)
    return WishedThresholds(np.full(classes, threshold), (how,) * classes, promises)


def _plain(cut: Cut, tally: ScoreTally) -> float:
    find = threshold_of_recall if cut.rule == "recall" else threshold_of_precision
    return find(tally, cut.least)


def _drawn(part: ScoredSplit, c: int, gathered: sparse.csr_array) -> DrawnScores:
    """The judged documents of one class."""
    listed, values = scores_of_class(part.by_class, c)
    scores = np.full(len(part.rows), -np.inf, dtype=values.dtype)
    scores[listed] = np.where(np.isnan(values), -np.inf, values)
    positive = mask_of(part.truth, c)
    if part.unjudged is not None:
        judged = np.flatnonzero(~mask_of(part.unjudged, c))
        scores, positive, gathered = scores[judged], positive[judged], gathered[:, judged]
    return DrawnScores(scores, positive, gathered)


def _pooled(cut: Cut, part: ScoredSplit) -> PromisedThreshold:
    """The promise of a ratio of all classes together."""
    scores, truth = part.judged_pairs()
    positives = np.asarray(count_per_document(truth), dtype=float)
    gathered = None
    if part.sampled:
        gathered = cluster_weights(len(part.rows), part.weights, part.clusters)
    truth = sparse.csc_array(truth)

    def counts(threshold: float) -> tuple[Array, Array]:
        assigned = at_thresholds(scores, threshold)
        hits = np.asarray(count_per_document(sparse.csc_array(assigned.multiply(truth))), float)
        bottom = positives if cut.rule == "recall" else count_per_document(assigned)
        return hits, np.asarray(bottom, dtype=float)

    thresholds = (
        rising_thresholds(part.pooled, cut.least)
        if cut.rule == "recall"
        else falling_thresholds(part.pooled, cut.least, alpha_of(cut))
    )
    return promise_pooled(thresholds.astype(float), counts, gathered, cut.least, alpha_of(cut))


def _true_pairs(cut: Cut, part: ScoredSplit) -> tuple[Array, Array, float]:
    """The scores of true pairs, what of the mean is lost with each, and what documents are worth.

    Of documents that have a true class. For candidates a document is lost with its lowest score.
    """
    scores, truth = part.judged_pairs()
    document, values = scores_of_true(scores, sparse.csc_array(truth))
    number = np.bincount(document, minlength=len(part.rows))
    weights = np.ones(len(part.rows)) if part.weights is None else part.weights
    weights = np.where(number > 0, weights, 0.0)
    total = float(weights.sum())
    if not total:
        return np.empty(0), np.empty(0), 0.0
    gathered = cluster_weights(len(part.rows), weights, part.clusters)
    worth = documents_worth(gathered)
    if cut.rule == "candidates":
        lowest = np.full(len(part.rows), np.inf)
        np.minimum.at(lowest, document, values)
        some = np.flatnonzero(number)
        return lowest[some], weights[some] / total, worth
    return values, weights[document] / number[document] / total, worth


def scores_of_true(scores: Scores, truth: sparse.csc_array) -> tuple[Array, Array]:
    """The document and the score of each true pair, -inf where it has none; shape (pairs,)."""
    documents, values = [], []
    for c in range(truth.shape[1]):
        own = members(truth, c)
        if not len(own):
            continue
        listed, of_class = scores_of_class(scores, c)
        every = np.full(truth.shape[0], -np.inf)
        every[listed] = np.where(np.isnan(of_class), -np.inf, of_class)
        documents.append(own)
        values.append(every[own])
    if not documents:
        return np.empty(0, dtype=np.int64), np.empty(0)
    return np.concatenate(documents), np.concatenate(values)
