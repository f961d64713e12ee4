"""Whether texts lie in two splits more often than texts that repeat by themselves would.

Of a text that stands on two documents a split drawn at random puts both into one split, or one into
each. So texts that are twice *within* a split say how many to expect *across* two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.measures import ratio
from metrics.significance import corrected
from metrics.typing import Array

ALPHA = 0.01
# what chance may have of those that are beyond it
MOST_BY_CHANCE = 0.5


@dataclass(frozen=True)
class Crossings:
    """Texts on two documents; arrays of shape (pairs of splits, lengths).

    `across`: texts with one document in each split. `expected`: how many would be, for as many as
    have both in one split, if documents came to their splits at random. `beyond`: where chance is
    ruled out, and has at most half of what is across.
    """

    across: Array
    expected: Array
    beyond: Array


def crossings(across: Array, within: Array, first: Array, second: Array) -> Crossings:
    """Texts across two splits beside what chance puts there; all of shape (pairs, lengths).

    `within`: texts with both documents in one of the two splits. `first`, `second`: documents of
    each length in each split. Given `across + within`, each text is across with 2 n₁ n₂ / (n (n -
    1)), n = n₁ + n₂: a binomial test, one-sided, of each length, and of each length with all longer
    ones, as few copies of many lengths are many together (with the mean chance of these: the sum of
    unlike trials varies less). Holm over all tests at 1 %; where no text is on two documents there
    is none.
    """
    n = first + second
    both = across + within
    chance = np.nan_to_num(np.minimum(ratio(2.0 * first * second, 1.0 * n * (n - 1)), 1))
    expected = np.where(within == 0, 0.0, within * ratio(chance, 1 - chance))
    own, tail = (
        _tests(across, both, both * chance),
        _tests(*map(_up, (across, both, both * chance))),
    )
    p = corrected(np.concatenate([own.ravel(), tail.ravel()]), "holm")
    own, tail = (p < ALPHA).reshape(2, *across.shape)
    few = expected <= MOST_BY_CHANCE * across
    few_up = _up(expected) <= MOST_BY_CHANCE * _up(across)
    # a length is in the tails of all shorter ones
    in_tail = np.logical_or.accumulate(tail & few_up, axis=1)
    return Crossings(across, expected, (across > 0) & few & (own | in_tail))


def _tests(across: Array, both: Array, expected: Array) -> Array:
    """P of so many across or more; NaN where nothing is on two documents."""
    from scipy.special import bdtrc  # scipy.stats takes long to import

    there = both > 0
    p = bdtrc(across - 1, np.where(there, both, 1), np.where(there, ratio(expected, both), 0.5))
    return np.where(there, p, np.nan)


def _up(counts: Array) -> Array:
    """Of each length and all longer ones."""
    return np.asarray(counts[:, ::-1].cumsum(axis=1)[:, ::-1])
