"""Effectiveness against training documents: an inverse power law, and classes by their number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics.averaging import Average, Undefined, by_unit_group, frequency_groups, macro, micro
from metrics.tallies import ContingencyTable
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

# --- Effectiveness against how many documents a system learnt from: an inverse power law


# below so many different sizes every such curve fits
FEWEST_SIZES = 3
# of the largest size: so far may a curve be followed
FARTHEST = 4.0
# the exponents tried: from hardly rising to risen at once
EXPONENTS = (0.01, 8.0)
TRIED, CLOSER, TIMES = 120, 25, 9
DRAWINGS = 500


@dataclass(frozen=True)
class PowerLaw:
    """value = a - b n^-c: `a` in [0, 1] is what it tends to, b and c are above 0.

    Of one curve, or of several: arrays of one shape.
    """

    a: Any
    b: Any
    c: Any

    def value_at(self, size: Any) -> Array:
        """The value at a training size, along the last axis where there are several of both."""
        return np.asarray(self.a - self.b * np.asarray(size, dtype=float) ** -self.c)


@dataclass(frozen=True)
class FittedCurve:
    """A curve through points, and the curves through `DRAWINGS` points drawn around them.

    `law` is None, and `why_not` says why, where no curve may be drawn. `largest`: the size up to
    `FARTHEST` times which it may be followed.
    """

    law: PowerLaw | None
    drawn: PowerLaw | None
    largest: float
    why_not: str = ""

    def interval(self, size: Any) -> Interval:
        """95 % interval of the curve at a size, or at several, in their shape.

        ValueError beyond `FARTHEST` times the largest size.
        """
        assert self.law is not None
        assert self.drawn is not None
        self._check(np.max(size))
        return _around(self.law.value_at(size), self.drawn.value_at(size))

    def gain(self, size: float) -> tuple[float, Interval]:
        """How far the curve rises from the largest size to this one, with its 95 % interval."""
        assert self.law is not None
        assert self.drawn is not None
        self._check(size)
        rise = self.law.value_at(size) - self.law.value_at(self.largest)
        return float(rise), _around(
            rise, self.drawn.value_at(size) - self.drawn.value_at(self.largest)
        )

    def _check(self, size: float) -> None:
        if size > FARTHEST * self.largest:
            raise ValueError(
                f"{size:,.0f} is more than {FARTHEST:g} times the largest size, "
                f"{self.largest:,.0f}; a curve says nothing so far off"
            )


def _around(value: Array, drawn: Array) -> Interval:
    """The interval of values, () or (sizes,), that holds them; `drawn`: (draws, sizes)."""
    low, high = (end.reshape(value.shape) for end in np.quantile(drawn, (0.025, 0.975), axis=0))
    return Interval(np.minimum(low, value)[()], np.maximum(high, value)[()])


def fit_power_law(sizes: Array, values: Array) -> PowerLaw:
    """The law with the least sum of squared differences; `values` (points,) or (curves, points).

    `sizes`: (points,), of three different ones at least. b is 0 where no law rises. For each
    exponent a and b follow from a straight line, so only the exponent is searched. Source: Cortes
    et al. (1994), Learning curves: asymptotic values and rate of convergence.
    """
    values = np.asarray(values, dtype=float)
    several = np.atleast_2d(values)
    scale = float(np.max(sizes))
    near = np.asarray(sizes, dtype=float) / scale
    low, high = (np.full(len(several), np.log(end)) for end in EXPONENTS)
    for turn in range(TIMES):
        steps = np.linspace(0, 1, TRIED if turn == 0 else CLOSER)
        tried = low[:, None] + (high - low)[:, None] * steps
        off = _line(near, several, np.exp(tried))[2]
        best, step = off.argmin(axis=1), (high - low) * steps[1]
        middle = tried[np.arange(len(several)), best]
        low = np.maximum(middle - step, np.log(EXPONENTS[0]))
        high = np.minimum(middle + step, np.log(EXPONENTS[1]))
    c = np.exp(middle)
    a, b, _ = (coefficients[:, 0] for coefficients in _line(near, several, c[:, None]))
    b = b * scale**c
    if values.ndim == 1:
        return PowerLaw(float(a[0]), float(b[0]), float(c[0]))
    return PowerLaw(a[:, None], b[:, None], c[:, None])


def _line(near: Array, values: Array, exponents: Array) -> tuple[Array, Array, Array]:
    """a, b and the sum of squares for each exponent, (curves, exponents); a up to 1, b from 0 on.

    `near`: sizes beside the largest one, (points,); `values`: (curves, points).
    """
    x = near ** -exponents[:, :, None]
    y = values[:, None, :]
    mean_x, mean_y = x.mean(axis=-1), y.mean(axis=-1)
    apart = x - mean_x[:, :, None]
    b = -np.sum(apart * (y - mean_y[:, :, None]), axis=-1) / np.sum(apart**2, axis=-1)
    a = mean_y + b * mean_x
    # a ceiling above 1 is none: the line through it, then
    over = a > 1
    b = np.where(over, np.sum(x * (1 - y), axis=-1) / np.sum(x**2, axis=-1), b)
    a = np.where(over, 1.0, a)
    flat = b <= 0
    a, b = np.where(flat, mean_y, a), np.where(flat, 0.0, b)
    return a, b, np.sum((a[:, :, None] - b[:, :, None] * x - y) ** 2, axis=-1)


def learning_curve(
    sizes: Array, values: Array, ends: Interval, covariance: Array, seed: int = 0
) -> FittedCurve:
    """The law through values at training sizes, all of shape (points,), and its uncertainty.

    `ends`: their 95 % intervals; `covariance`: (points, points), of the test documents that they
    share. Points are drawn by it, and by what they scatter about the curve beyond it, as far as
    more points than a curve needs show that. Refused with the reason where there are too few sizes,
    where nothing rises, or where the curve leaves the interval of a point.
    """
    largest = float(np.max(sizes))
    if (different := len(np.unique(sizes))) < FEWEST_SIZES:
        return FittedCurve(
            None, None, largest, _TOO_FEW.format(sizes=different, fewest=FEWEST_SIZES)
        )
    if np.isnan(values).any():
        return FittedCurve(None, None, largest, "a value is undefined")
    law = fit_power_law(sizes, values)
    if law.b <= 0 or float(law.value_at(largest)) - float(law.value_at(np.min(sizes))) < RISE:
        return FittedCurve(None, None, largest, "it does not rise with the training size")
    along = law.value_at(sizes)
    if ((along < ends.low) | (along > ends.high)).any():
        return FittedCurve(None, None, largest, _MISSED)
    points = len(values)
    shared = covariance + _scatter(values - along, covariance) * np.eye(points)
    # a law through few points is far from a straight function of them, and draws show too little;
    # by how much is tried in `benchmarks/learning_curve.py`
    shared *= 1 + (FEWEST_SIZES / points) ** 2
    rng = np.random.default_rng(seed)
    drawn = rng.multivariate_normal(values, shared, DRAWINGS, method="eigh")
    return FittedCurve(law, fit_power_law(sizes, np.clip(drawn, 0, 1)), largest)


# what rises less is level
RISE = 1e-6
_TOO_FEW = "it takes {fewest} different training sizes, not {sizes}"
_MISSED = (
    "no curve of this form, which rises ever more slowly, passes through the intervals of all "
    "points: "
    "something else changes with the size, or training runs differ much"
)


def _scatter(off: Array, covariance: Array) -> float:
    """The variance of points about their curve beyond that of the test documents they share."""
    points = len(off)
    if points <= FEWEST_SIZES:
        return 0.0
    each = np.trace(covariance) / points
    both = (covariance.sum() - np.trace(covariance)) / (points * (points - 1))
    return max(float(np.sum(off**2) / (points - FEWEST_SIZES) - (each - both)), 0.0)


# --- Effectiveness against how many training documents a class has


EDGES = (1, 5, 15, 50, 150, 500, 1_500)
FEWEST_FOR_A_TREND = 12
NEAREST_SHARE = 0.6


@dataclass(frozen=True)
class TrainingSizeBand:
    """Classes with `low` training documents or more, and fewer than `high` (None: any number).

    `positives`: their documents in the evaluated split; `macro`, `micro`: F over them.
    """

    low: int
    high: int | None
    classes: int
    positives: float
    macro: Average
    micro: float


def training_size_bands(
    training: Array,
    tables: ContingencyTable,
    beta: float,
    undefined: Undefined,
    edges: Sequence[int] = EDGES,
) -> list[TrainingSizeBand]:
    """Averages over classes of like training size, smallest first.

    Bands without classes are left out. Source: Lewis (1991), Partitioning of Results.
    """
    groups = frequency_groups(training, edges)
    out = []
    for g, table in enumerate(by_unit_group(tables, groups, len(edges) + 1)):
        if len(table):
            low = 0 if g == 0 else edges[g - 1]
            high = edges[g] if g < len(edges) else None
            out.append(
                TrainingSizeBand(
                    low,
                    high,
                    len(table),
                    table.positives.sum().item(),
                    macro(table, beta, undefined)["f"],
                    micro(table, beta)["f"],
                )
            )
    return out


def training_size_trend(training: Array, f: Array) -> tuple[Array, Array]:
    """A smooth line through F against the logarithm of the training size, by rising size.

    Classes without training documents or without F are left out; empty below twelve sizes.
    """
    is_defined = (training > 0) & ~np.isnan(f)
    size = np.unique(training[is_defined])
    if len(size) < FEWEST_FOR_A_TREND:
        return np.zeros(0), np.zeros(0)
    smooth = locally_weighted(np.log(training[is_defined]), f[is_defined], np.log(size))
    return size, np.clip(smooth, 0, 1)


def locally_weighted(x: Array, y: Array, places: Array) -> Array:
    """A smooth line through points: its height at each place, shape (places,).

    `x`, `y`: (points,); `places`: (places,), each of them one of `x`. At each place a straight line
    through the nearest `NEAREST_SHARE` of the points, the nearer the heavier (tricube); where
    those all have one x, their mean. No robust steps, which fail where the fit is exact.
    Source: Cleveland (1979), locally weighted regression.
    """
    nearest = max(int(NEAREST_SHARE * len(x) + 1e-10), 1)
    off = x - places[:, None]
    far = np.abs(off)
    radius = np.partition(far, nearest - 1, axis=1)[:, nearest - 1, None]
    # with no radius all that count are at the place itself
    share = np.divide(far, radius, out=np.where(far > 0, 1.0, 0.0), where=radius > 0)
    weight = np.clip(1 - share**3, 0, None) ** 3
    weight /= weight.sum(axis=1, keepdims=True)
    mean_x, mean_y = (weight * off).sum(axis=1), weight @ y
    spread = (weight * (off - mean_x[:, None]) ** 2).sum(axis=1)
    rise = (weight * (off - mean_x[:, None]) * y).sum(axis=1)
    slope = np.divide(rise, spread, out=np.zeros(len(places)), where=spread > 0)
    return np.asarray(mean_y - slope * mean_x)
