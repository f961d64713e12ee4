"""Making probabilities of scores, or better ones of probabilities, from labelled documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from scipy.special import expit, logit

from breakeven.estimation.probabilities import weights_at
from breakeven.records import Predictions, Truth
from metrics.effective import cluster_weights
from metrics.incidence import mask_of, scores_of_class
from metrics.measures import ratio
from metrics.side_by_side import side_by_side
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
    k = len(truth.classes)
    labels = sparse.csc_array(truth.labels[predictions.rows])
    unjudged = (
        None if truth.unjudged is None else sparse.csc_array(truth.unjudged[predictions.rows])
    )
    gathered = cluster_weights(
        predictions.m,
        weights_at(truth, predictions.rows),
        None if truth.clusters is None else truth.clusters[predictions.rows],
    )
    of = [_pairs(predictions, labels, unjudged, c, gathered) for c in range(k)]
    positives = np.array([int(each.positive.sum()) for each in of])
    enough = np.minimum(positives, [len(each.x) for each in of] - positives) >= least_positives
    slope, intercept = np.zeros(k), np.zeros(k)
    alone = np.flatnonzero(enough)
    pairs = sum(len(of[c].x) for c in alone)
    fits = side_by_side(lambda at: _fitted(of[alone[at]]), len(alone), pairs)
    for c, fitted in zip(alone, fits, strict=True):
        enough[c] = fitted[0] > 0
        slope[c], intercept[c] = fitted
    if not enough.all():
        slope[~enough], intercept[~enough] = _fitted(_together(of))
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


def _pairs(
    predictions: Predictions,
    labels: sparse.csc_array,
    unjudged: sparse.csc_array | None,
    c: int,
    gathered: sparse.csr_array,
) -> _Pairs:
    """One class's scored and judged documents; `gathered` as from `cluster_weights`."""
    positive = mask_of(labels, c)
    listed, values = scores_of_class(predictions.scores, c)
    keep = np.ones(len(listed), dtype=bool) if unjudged is None else ~mask_of(unjudged, c)[listed]
    listed = listed[keep]
    members, others = (
        _worth(gathered, listed[positive[listed] == wanted]) for wanted in (True, False)
    )
    return _Pairs(
        _on_axis(values[keep], predictions.probabilities),
        positive[listed],
        np.asarray(gathered.sum(axis=0)).ravel()[listed],
        members,
        others,
    )


def _worth(gathered: sparse.csr_array, documents: Array) -> float:
    """How many equal, single documents these are worth, by weights and clusters (Kish)."""
    chosen = np.zeros(gathered.shape[1])
    chosen[documents] = 1.0
    of_cluster = gathered @ chosen
    return float(np.nan_to_num(ratio(of_cluster.sum() ** 2, np.sum(of_cluster**2))))


def _together(of: Sequence[_Pairs]) -> _Pairs:
    return _Pairs(
        np.concatenate([np.empty(0), *(each.x for each in of)]),
        np.concatenate([np.empty(0, dtype=bool), *(each.positive for each in of)]),
        np.concatenate([np.empty(0), *(each.weights for each in of)]),
        sum(each.members for each in of),
        sum(each.others for each in of),
    )


def _on_axis(scores: Array, log_odds: bool) -> Array:
    x = np.asarray(scores, dtype=float)
    return np.asarray(logit(np.clip(x, NEAREST, 1 - NEAREST))) if log_odds else x


def _fitted(of: _Pairs) -> tuple[float, float]:
    """Slope and intercept; slope 0 and the log-odds of the share where x says nothing."""
    x, target = (
        of.x,
        np.where(of.positive, (of.members + 1) / (of.members + 2), 1 / (of.others + 2)),
    )
    total = float(of.weights.sum())
    weights = of.weights / total if total else np.zeros(len(x))
    share = float(weights @ target) if total else 0.5
    flat = 0.0, float(logit(share))
    centre = float(weights @ x)
    spread = float(np.sqrt(weights @ (x - centre) ** 2))
    if not of.members or not of.others or spread == 0:
        return flat
    z = (x - centre) / spread

    # sums of products, not `@`: its threads wait for each other where classes are fitted at once
    def loss_and_slope(at: Array) -> tuple[float, Array]:
        line = at[0] * z + at[1]
        p, small = _logistic(line)
        value = np.sum(weights * (np.maximum(line, 0) + np.log1p(small) - target * line))
        error = weights * (p - target)
        return float(value), np.array([np.sum(error * z), error.sum()])

    def curvature(at: Array) -> Array:
        p, _ = _logistic(at[0] * z + at[1])
        each = weights * p * (1 - p)
        turned = each * z
        across = turned.sum()
        return np.array([[np.sum(turned * z), across], [across, each.sum()]])

    start = np.array([0.0, flat[1]])
    # a class of ten in thousands moves the mean loss little: stop late
    options = {"gtol": 1e-9, "maxiter": 200}
    found = minimize(
        loss_and_slope, start, jac=True, hess=curvature, method="trust-exact", options=options
    ).x
    return (float(found[0] / spread), float(found[1] - found[0] * centre / spread))


def _logistic(line: Array) -> tuple[Array, Array]:
    """The logistic function, and exp(-|line|): one exponential, quicker than `expit` by far."""
    small = np.exp(-np.abs(line))
    return np.where(line >= 0, 1.0, small) / (1 + small), small
