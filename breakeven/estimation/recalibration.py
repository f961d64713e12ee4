"""Whether probabilities can be trusted, and making better ones from labelled documents.

`p` are probabilities of belonging to a class, shape (pairs,), in [0, 1]; `positive` the truth,
boolean, of the same shape. A pair is a document and a class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from scipy.special import expit, logit

from breakeven.records import Predictions, Truth
from metrics.expected.counting import expected_count
from metrics.expected.poisson_binomial import variance_terms
from metrics.expected.prediction import NORMAL_95, Prediction
from metrics.expected.reliability import Reliability, reliability, squared_probability_error
from metrics.incidence import mask_of, scores_of_class
from metrics.measures import ratio
from metrics.typing import Array

# a class with fewer positives (or negatives) is not fitted by itself
FEW = 10

# log-odds of probabilities nearer to 0 or 1 are taken here
NEAREST = 1e-7


@dataclass(frozen=True)
class Calibration:
    """How probabilities met the truth.

    `off`: boolean, shape (bins,), the bins whose positives lie outside the 95 % interval that
    their probabilities predict. `members`: what the probabilities add up to, with its interval.
    `brier` and `brier_of_share` (the same number for every pair) are in [0, 1], NaN without pairs.
    """

    table: Reliability
    off: Array
    brier: float
    brier_of_share: float
    members: Prediction
    positives: int

    @property
    def verdict(self) -> Literal["few", "low", "high", "uneven", "fits"]:
        """Probabilities too `low` or `high` in total, `uneven` where several bins are off.

        `few`: fewer than 10 positives and fewer than 10 expected. By chance one bin in twenty
        is off, so a single one is no sign. The rule is this project's.
        """
        if max(self.positives, self.members.expected) < FEW:
            return "few"
        if self.positives > self.members.high:
            return "low"
        if self.positives < self.members.low:
            return "high"
        return "uneven" if int(self.off.sum()) > 1 else "fits"


def calibration(p: Array, positive: Array, bins: int = 10) -> Calibration:
    """Reliability table, Brier score and sums of probabilities against truth."""
    p, positive = np.asarray(p, dtype=float), np.asarray(positive, dtype=bool)
    table = reliability(p, positive, bins)
    which = np.clip(np.searchsorted(table.low, p, side="right") - 1, 0, len(table.low) - 1)
    spread = np.sqrt(np.bincount(which, variance_terms(p), minlength=len(table.low)))
    expected = np.nan_to_num(table.mean_probability) * table.documents
    # positives are whole: half of one is no deviation
    off = np.abs(table.positives - expected) > NORMAL_95 * spread + 0.5
    share = float(ratio(positive.sum(), len(p)))
    return Calibration(
        table,
        off,
        squared_probability_error(p, positive),
        share * (1 - share),
        expected_count(p),
        int(positive.sum()),
    )


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

    Logistic regression on one variable, with targets drawn in a little from 0 and 1 so that a
    class that is separated perfectly gets no certainty from few documents. Source: Platt (1999);
    the guards are this project's.
    """
    if predictions.scores is None or truth.labels is None:
        raise ValueError("probabilities are fitted to scores and labels: one of them is missing")
    k = len(truth.classes)
    labels = sparse.csc_array(truth.labels[predictions.rows])
    unjudged = (
        None if truth.unjudged is None else sparse.csc_array(truth.unjudged[predictions.rows])
    )
    of = [_pairs(predictions, labels, unjudged, c) for c in range(k)]
    positives = np.array([int(z.sum()) for _, z in of])
    enough = np.array([min(z.sum(), len(z) - z.sum()) >= least_positives for _, z in of])
    nothing = np.empty(0), np.empty(0, dtype=bool)
    shared = _fitted(*(np.concatenate([pair[i] for pair in [nothing, *of]]) for i in (0, 1)))
    slope, intercept = np.full(k, shared[0]), np.full(k, shared[1])
    for c in np.flatnonzero(enough):
        fitted = _fitted(*of[c])
        enough[c] = fitted[0] > 0
        if enough[c]:
            slope[c], intercept[c] = fitted
    return Recalibration(slope, intercept, enough, positives, predictions.probabilities)


def _pairs(
    predictions: Predictions, labels: sparse.csc_array, unjudged: sparse.csc_array | None, c: int
) -> tuple[Array, Array]:
    """What one class is fitted to: its scored and judged documents, with their truth."""
    positive = mask_of(labels, c)
    listed, values = scores_of_class(predictions.scores, c)
    keep = np.ones(len(listed), dtype=bool) if unjudged is None else ~mask_of(unjudged, c)[listed]
    return _on_axis(values[keep], predictions.probabilities), positive[listed[keep]]


def _on_axis(scores: Array, log_odds: bool) -> Array:
    x = np.asarray(scores, dtype=float)
    return np.asarray(logit(np.clip(x, NEAREST, 1 - NEAREST))) if log_odds else x


def _fitted(x: Array, positive: Array) -> tuple[float, float]:
    """Slope and intercept; slope 0 and the log-odds of the share where x says nothing."""
    members, others = int(positive.sum()), int(len(positive) - positive.sum())
    target = np.where(positive, (members + 1) / (members + 2), 1 / (others + 2))
    share = float(target.mean()) if len(target) else 0.5
    flat = 0.0, float(logit(share))
    spread = float(x.std()) if len(x) else 0.0
    if not members or not others or spread == 0:
        return flat
    centre = float(x.mean())
    z = (x - centre) / spread

    def loss_and_slope(at: Array) -> tuple[float, Array]:
        line = at[0] * z + at[1]
        error = expit(line) - target
        value = np.mean(np.logaddexp(0, line) - target * line)
        return float(value), np.array([np.mean(error * z), np.mean(error)])

    start = np.array([0.0, flat[1]])
    # a class of ten in thousands moves the mean loss little: stop late
    found = minimize(
        loss_and_slope, start, jac=True, method="BFGS", options={"gtol": 1e-9, "maxiter": 200}
    ).x
    return (float(found[0] / spread), float(found[1] - found[0] * centre / spread))
