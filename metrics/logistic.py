"""Logistic regression on one variable, exact to the last digits in two or three passes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.typing import Array

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
    spread = float(np.sqrt(np.sum(weights * z * z)))
    if spread == 0:
        return 0.0, level
    z /= spread
    slope, intercept = _line(z, target, weights, np.array([0.0, level]))
    return slope / spread, intercept - slope * centre / spread


def _line(z: Array, target: Array, weights: Array, start: Array) -> tuple[float, float]:
    """As `logistic_line`, of a variable of mean 0 and deviation 1."""
    at = start
    if len(z) > 2 * BINS:
        at = np.array(_line(*_binned(z, target, weights), start))
    now = _tangent(z, target, weights, at)
    for _ in range(MOST_STEPS):
        step = now.step()
        if np.abs(step).max() <= SMALL * (1 + np.abs(at).max()):
            at = at + step
            break
        ahead = _tangent(z, target, weights, at + step)
        while not ahead.loss <= now.loss and np.abs(step).max() > SMALL:
            step = step / 2
            ahead = _tangent(z, target, weights, at + step)
        at, now = at + step, ahead
    return float(at[0]), float(at[1])


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


def _tangent(z: Array, target: Array, weights: Array, at: Array) -> _Tangent:
    sums = np.zeros(6)
    for begin in range(0, len(z), BLOCK):
        part = slice(begin, begin + BLOCK)
        x, t, w = z[part], target[part], weights[part]
        line = at[0] * x + at[1]
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
