"""Making probabilities of scores, or better ones of probabilities, from labelled documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.special import expit, logit

from breakeven.analysis.estimation.probabilities import weights_at
from breakeven.data.records import Predictions, Truth
from metrics.effective_size import cluster_weights
from metrics.expected.calibration import logistic_line
from metrics.incidence import mask_of, scores_of_class
from metrics.measures import ratio
from metrics.parallel import run_parallel
from metrics.typing import Array

# a class with fewer positives (or negatives) is not fitted by itself
FEW = 10

# log-odds of probabilities nearer to 0 or 1 are taken here
NEAREST = 1e-7


@dataclass(frozen=True)
class Recalibration:
    """Probabilities as logistic functions of the scores, one per class; arrays (classes,).

    p = 1 / (1 + exp(-(slope x + intercept))), x being the score, or its log-odds where the
    scores were probabilities (`log_odds`). `own`: fitted to the class itself; else to all classes
    together, because it had fewer than 10 `positives` or its scores did not rise with the truth.
    """

    slope: Array
    intercept: Array
    own: Array
    positives: Array
    log_odds: bool

    def of_class(self, c: int, scores: Array) -> Array:
        """Probabilities of scores of class `c`, shape as given."""
        x = _on_axis(scores, self.log_odds)
        return np.asarray(expit(self.slope[c] * x + self.intercept[c]))


def recalibration(
    predictions: Predictions, truth: Truth, least_positives: int = FEW
) -> Recalibration:
    """Fit probabilities to these documents' truth; ValueError without scores or without truth.

    Logistic regression on one variable, documents counting by their weights, with targets drawn
    in a little from 0 and 1 so that a class that is separated perfectly gets no certainty from few
    documents; documents of one cluster are few documents too. Source: Platt (1999); the guards
    are this project's.
    """
    if predictions.scores is None or truth.labels is None:
        raise ValueError("probabilities are fitted to scores and labels: one of them is missing")
    k, fit = len(truth.classes), _Fit(predictions, truth)
    slope, intercept, positives = np.zeros(k), np.zeros(k), np.zeros(k, dtype=np.int64)
    enough = np.zeros(k, dtype=bool)

    def alone(c: int) -> None:
        pairs = fit.pairs(c)
        positives[c] = np.count_nonzero(pairs.positive)
        if min(positives[c], len(pairs.x) - positives[c]) >= least_positives:
            slope[c], intercept[c] = _fitted(pairs)
            enough[c] = slope[c] > 0

    run_parallel(alone, k, predictions.scores.size)
    if not enough.all():
        slope[~enough], intercept[~enough] = _fitted(_together([fit.pairs(c) for c in range(k)]))
    return Recalibration(slope, intercept, enough, positives, predictions.probabilities)


@dataclass(frozen=True)
class _Pairs:
    """What is fitted to: the variable, the truth and the weight of each pair, shape (pairs,).

    `members`, `others`: how many documents drawn alone with equal weights tell as much.
    """

    x: Array
    positive: Array
    weights: Array
    members: float
    others: float


class _Fit:
    """What classes are fitted to: a system's documents, which are known."""

    def __init__(self, predictions: Predictions, truth: Truth) -> None:
        rows = predictions.rows
        assert truth.labels is not None
        self.predictions = predictions
        self.labels = sparse.csc_array(truth.labels[rows])
        self.unjudged = None
        if truth.unjudged is not None:
            self.unjudged = sparse.csc_array(truth.unjudged[rows])
        self.gathered = None
        weights = weights_at(truth, rows)
        if weights is not None or truth.clusters is not None:
            together = None if truth.clusters is None else truth.clusters[rows]
            self.gathered = cluster_weights(predictions.m, weights, together)
        self.weights = np.ones(predictions.m)
        if self.gathered is not None:
            self.weights = np.asarray(self.gathered.sum(axis=0)).ravel()

    def pairs(self, c: int) -> _Pairs:
        """One class's scored and judged documents."""
        positive = mask_of(self.labels, c)
        listed, values = scores_of_class(self.predictions.scores, c)
        if self.unjudged is not None:
            keep = ~mask_of(self.unjudged, c)[listed]
            listed, values = listed[keep], values[keep]
        weights = self.weights
        if self.unjudged is not None or sparse.issparse(self.predictions.scores):
            positive, weights = positive[listed], weights[listed]
        x = _on_axis(values, self.predictions.probabilities)
        members = self._worth(listed, positive)
        return _Pairs(x, positive, weights, members, self._worth(listed, ~positive))

    def _worth(self, listed: Array, chosen: Array) -> float:
        """How many equal, single documents these are worth, by weights and clusters (Kish)."""
        if self.gathered is None:
            return float(np.count_nonzero(chosen))
        asked = np.zeros(self.gathered.shape[1])
        asked[listed[chosen]] = 1.0
        of_cluster = self.gathered @ asked
        return float(np.nan_to_num(ratio(of_cluster.sum() ** 2, np.sum(of_cluster**2))))


def _together(parts: Sequence[_Pairs]) -> _Pairs:
    return _Pairs(
        np.concatenate([np.empty(0), *(each.x for each in parts)]),
        np.concatenate([np.empty(0, dtype=bool), *(each.positive for each in parts)]),
        np.concatenate([np.empty(0), *(each.weights for each in parts)]),
        sum(each.members for each in parts),
        sum(each.others for each in parts),
    )


def _on_axis(scores: Array, log_odds: bool) -> Array:
    x = np.asarray(scores, dtype=float)
    return np.asarray(logit(np.clip(x, NEAREST, 1 - NEAREST))) if log_odds else x


def _fitted(pairs: _Pairs) -> tuple[float, float]:
    """Slope and intercept; slope 0 and the log-odds of the share where x says nothing."""
    target = np.where(
        pairs.positive, (pairs.members + 1) / (pairs.members + 2), 1 / (pairs.others + 2)
    )
    if not pairs.weights.any():
        return 0.0, 0.0
    x = pairs.x if pairs.members and pairs.others else np.zeros(len(pairs.x))
    return logistic_line(x, target, pairs.weights)
