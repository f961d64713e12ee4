"""Whether probabilities mean what they say, and a logistic line that makes them.

Logistic regression on one variable, exact to the last digits in two or three passes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from metrics.effective_size import cluster_weights, effective_trials
from metrics.measures import ratio
from metrics.typing import Array

# --- whether probabilities mean what they say


def squared_probability_error(p: Array, positive: Array, weights: Array | None = None) -> float:
    """Mean of (z - p)^2, z being 1 for members: the Brier score, in [0, 1], 0 is best.

    The mean is by `weights`, shape (documents,). Judges the probabilities, not decisions. NaN
    without documents. Source: Lewis (1995), (26).
    """
    squares = (np.asarray(positive, dtype=float) - p) ** 2
    if weights is None:
        return float(ratio(np.sum(squares), len(p)))
    return float(ratio(weights @ squares, np.sum(weights)))


@dataclass(frozen=True)
class Reliability:
    """How often documents given a probability were members; all arrays have shape (bins,).

    Bin i holds `documents` with `low` <= p < `high` (the last one p = 1 too), `positives` of them
    members, both sums of weights where documents have some; `mean_probability` and `observed`
    share are in [0, 1], NaN in an empty bin. `trials`: how many documents drawn alone with equal
    weights would tell as much of the share.
    """

    low: Array
    high: Array
    documents: Array
    positives: Array
    mean_probability: Array
    trials: Array

    @property
    def observed(self) -> Array:
        """The share of members in each bin, shape (bins,), in [0, 1]; NaN in an empty bin."""
        return ratio(self.positives, self.documents)

    @property
    def expected_calibration_error(self) -> float:
        """Mean distance of probability and share, weighing bins by documents, in [0, 1].

        NaN without documents; depends on the bins. Source: Naeini et al. (2015).
        """
        gap = np.abs(self.mean_probability - self.observed)
        return float(ratio(np.nansum(self.documents * gap), np.sum(self.documents)))


def reliability(
    p: Array,
    positive: Array,
    bins: int = 10,
    edges: Literal["equal width", "equal number"] = "equal width",
    *,
    weights: Array | None = None,
    clusters: Array | None = None,
) -> Reliability:
    """The reliability table of probabilities against truth.

    Bins of equal width, or of about equally many documents; the latter are fewer where many
    documents share one probability. Documents count by their `weights`, and those of one cluster
    tell less than as many drawn alone. Source: Murphy and Winkler (1977).
    """
    p = np.asarray(p, dtype=float)
    # by division: linspace would put 3/10 above 0.3
    boundaries = np.arange(bins + 1) / bins
    if edges == "equal number" and len(p):
        boundaries = np.unique(np.concatenate([[0.0], np.quantile(p, boundaries[1:-1]), [1.0]]))
    which = np.clip(np.searchsorted(boundaries, p, side="right") - 1, 0, len(boundaries) - 2)
    documents = np.bincount(which, weights, minlength=len(boundaries) - 1)
    own = 1.0 if weights is None else weights
    z = np.asarray(positive, dtype=float)
    trials = documents
    if weights is not None or clusters is not None:
        inside = sparse.csc_array(which[:, None] == np.arange(len(boundaries) - 1))
        hits = sparse.csc_array(inside.multiply(z[:, None] > 0))
        trials = effective_trials(hits, inside, cluster_weights(len(p), weights, clusters))
    return Reliability(
        boundaries[:-1],
        boundaries[1:],
        documents,
        np.bincount(which, own * z, minlength=len(boundaries) - 1),
        ratio(np.bincount(which, own * p, minlength=len(boundaries) - 1), documents),
        trials,
    )


# --- Logistic regression on one variable, exact to the last digits in two or three passes


# values looked at in one go: they stay in the processor's cache
BLOCK = 32_768
# with more values than this the line is first looked for among so many bins of them
BINS = 4_096
# a step that is as small as this leads to the end: the next one would be its square
SMALL = 1e-8
# no step goes further than this many deviations, or times the odds by more than e to it
FURTHEST = 20.0
MOST_STEPS = 200


def logistic_line(x: Array, target: Array, weights: Array) -> tuple[float, float]:
    """Slope and intercept of the log-odds that meet the targets best, weighted.

    `x`: the variable; `target` in (0, 1): the share of members at each value; `weights`, not
    negative, not all 0; all float, shape (values,). The line of the least mean log loss; slope 0
    and the log-odds of the mean target where all x are equal. Newton's method, each step halved
    until it gains, from where a tally of few bins has its own line.
    """
    weights = weights / weights.sum()
    share = float(np.sum(weights * target))
    level = float(np.log(share) - np.log1p(-share))
    if x.min() == x.max():
        return 0.0, level
    centre = float(np.sum(weights * x))
    centre += float(np.sum(weights * (x - centre)))  # the first is off where x hardly differ
    z = x - centre
    furthest = float(np.abs(z).max())
    if furthest == 0:
        return 0.0, level
    z /= furthest  # the square of a score of 1e200 is no float
    deviation = float(np.sqrt(np.sum(weights * z * z)))
    z /= deviation
    spread = deviation * furthest
    slope, intercept = _line(z, target, weights, np.array([0.0, level]))
    return slope / spread, intercept - slope * centre / spread


def _line(z: Array, target: Array, weights: Array, start: Array) -> tuple[float, float]:
    """As `logistic_line`, of a variable of mean 0 and deviation 1."""
    coefficients = start
    if len(z) > 2 * BINS:
        coefficients = np.array(_line(*_binned(z, target, weights), start))
    tangent = _tangent(z, target, weights, coefficients)
    for _ in range(MOST_STEPS):
        step = tangent.step()
        if np.abs(step).max() <= SMALL * (1 + np.abs(coefficients).max()):
            coefficients = coefficients + step
            break
        ahead = _tangent(z, target, weights, coefficients + step)
        while not ahead.loss <= tangent.loss and np.abs(step).max() > SMALL:
            step = step / 2
            ahead = _tangent(z, target, weights, coefficients + step)
        coefficients, tangent = coefficients + step, ahead
    return float(coefficients[0]), float(coefficients[1])


def _binned(z: Array, target: Array, weights: Array) -> tuple[Array, Array, Array]:
    """Equally wide bins of the variable that hold something: their means, and their weights."""
    low, high = float(z.min()), float(z.max())
    code = ((z - low) * ((BINS - 1) / (high - low))).astype(np.int64)
    total = np.bincount(code, weights, minlength=BINS)
    there = total > 0
    sums = (np.bincount(code, weights * of, minlength=BINS) for of in (z, target))
    means = [of[there] / total[there] for of in sums]
    return means[0], means[1], total[there]


@dataclass(frozen=True)
class _Tangent:
    """The mean loss at a line, its slopes (2,), and its curvature: by slope², both, intercept²."""

    loss: float
    slopes: Array
    curved: tuple[float, float, float]

    def step(self) -> Array:
        """To the lowest point of the parabola, but no further than `FURTHEST`."""
        aa, ab, bb = self.curved
        down = np.array([bb, aa]) * self.slopes - ab * self.slopes[::-1]
        # where one value alone has a say the two are not told apart
        step = -down / max(aa * bb - ab * ab, 1e-12 * aa * bb, 1e-300)
        return np.asarray(step / max(1.0, np.abs(step).max() / FURTHEST))


def _tangent(z: Array, target: Array, weights: Array, coefficients: Array) -> _Tangent:
    sums = np.zeros(6)
    for begin in range(0, len(z), BLOCK):
        part = slice(begin, begin + BLOCK)
        x, t, w = z[part], target[part], weights[part]
        line = coefficients[0] * x + coefficients[1]
        small = np.exp(-np.abs(line))  # one exponential serves all, and none overflows
        inverse = 1 / (1 + small)
        p = np.where(line >= 0, inverse, small * inverse)
        loss = w * (np.maximum(line, 0) + np.log1p(small) - t * line)
        error = w * (p - t)
        curved = w * small * inverse * inverse
        turned = curved * x
        # sums of products, not `@`: its threads wait for each other where several are fitted
        sums += [
            each.sum() for each in (loss, error * x, error, turned * x, turned, curved)
        ]  # fmt: skip
    return _Tangent(float(sums[0]), sums[1:3], (sums[3], sums[4], sums[5]))
