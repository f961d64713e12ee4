"""How far a difference of two systems on the same documents may be off, one bound at a time.

What the documents gain and what they lose are two sums of rare events. Drawing documents again
shows nothing of a loss that did not happen; Poisson counts do: of none seen, three are possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from metrics.typing import EQUAL, Array
from metrics.uncertainty.intervals import Interval


@dataclass(frozen=True)
class PairedChanges:
    """What units gain and lose in values, each array of shape (values,); all from 0 on.

    `gained`, `lost`: the sums; `gained_squares`, `lost_squares`: of the squares; `unseen_change`:
    by how much a change moves the value that was not seen. `units`: documents, or clusters, that
    there are.
    """

    gained: Array
    lost: Array
    gained_squares: Array
    lost_squares: Array
    unseen_change: Array
    units: int


def changes_of(moved: sparse.sparray, unseen_change: Any) -> PairedChanges:
    """The changes of several values, from what each unit moves each of them by.

    `moved`: sparse (units, values); `unseen_change` in the shape of the changes, (values,).
    """
    held = sparse.csc_array(moved)
    gained, gained_squares = _sums(held, 1)
    lost, lost_squares = _sums(held, -1)
    unseen_change = np.asarray(unseen_change, dtype=float)
    return PairedChanges(gained, lost, gained_squares, lost_squares, unseen_change, held.shape[0])


def _sums(moved: sparse.csc_array, sign: int) -> tuple[Array, Array]:
    """Of each column the sum of what has this sign, each without it, and that of the squares."""
    there = sign * moved.data > 0
    size = np.abs(moved.data[there])
    ends = np.append(0, np.cumsum(there, dtype=np.int64))[moved.indptr]
    some = np.flatnonzero(np.diff(ends))
    found = np.zeros((2, moved.shape[1]))
    for of, values in zip(found, (size, size**2), strict=True):
        of[some] = np.add.reduceat(values, ends[some]) if len(some) else 0.0
    return found[0], found[1]


def difference_bounds(points: Any, changes: PairedChanges, alpha: Any = 0.05) -> Interval:
    """Bounds of a difference, each of which is wrong with chance `alpha`; below 0.5, one or many.

    The gamma limits of both sums, put together as limits of a difference of independent ones.
    Where nothing is gained or nothing lost they are exact for changes of one size. Wider as the t
    distribution of few units is. NaN where `points` is, and below two units. Sources: Fay & Feuer
    (1997) for weighted sums of Poisson counts; Zou & Donner (2008) for the difference.
    """
    from scipy.special import ndtri, stdtrit

    alpha = np.asarray(alpha, dtype=float)
    if changes.units < 2:
        nothing = np.full(np.shape(points), np.nan)[()]
        return Interval(nothing, nothing)
    least_up, most_up = _limits(
        changes.gained, changes.gained_squares, changes.unseen_change, alpha
    )
    least_down, most_down = _limits(
        changes.lost, changes.lost_squares, changes.unseen_change, alpha
    )
    wider = stdtrit(changes.units - 1, 1 - alpha) / ndtri(1 - alpha)
    below = np.hypot(changes.gained - least_up, most_down - changes.lost)
    above = np.hypot(most_up - changes.gained, changes.lost - least_down)
    return Interval(points - wider * below, points + wider * above)


def _limits(
    total: Array, squares: Array, unseen_change: Array, alpha: Array
) -> tuple[Array, Array]:
    """Lower and upper limit of the mean of a weighted sum of Poisson counts."""
    from scipy.special import gammaincinv

    seen = total > EQUAL
    size = np.where(seen, squares / np.where(seen, total, 1.0), 1.0)
    low = np.where(seen, size * gammaincinv(np.where(seen, total / size, 1.0), alpha), 0.0)
    # one more change than was seen
    size = (squares + unseen_change**2) / np.maximum(total + unseen_change, EQUAL)
    high = size * gammaincinv((total + unseen_change) / np.maximum(size, EQUAL), 1 - alpha)
    return low, high


def difference_tails(points: Any, changes: PairedChanges, limit: float) -> tuple[Array, Array]:
    """The levels at which the lower bound, and the upper bound, of a difference is the limit.

    One-sided p-values of a difference up to the limit, and of one from it on; 1 where the
    difference itself is on that side, or undefined.
    """
    points = np.asarray(points, dtype=float)
    levels = []
    for sign in (1, -1):
        low, high = np.full(points.shape, -14.0), np.full(points.shape, np.log10(0.499))
        for _ in range(40):
            middle = (low + high) / 2
            ends = difference_bounds(points, changes, 10**middle)
            beyond = ends.low > limit if sign == 1 else ends.high < limit
            low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)
        on_that_side = ~(sign * (points - limit) > 0)
        levels.append(np.where(on_that_side, 1.0, 10**high)[()])
    return levels[0], levels[1]
