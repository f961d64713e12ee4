"""A slice of the documents against the rest, as it is and with the same mix of classes.

Documents are put together by what is true of them, so that like is compared with like.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.incidence import count_per_document, sets_of
from metrics.measures import ratio
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

# --- Documents put together by what is true of them, so that like is compared with like


# a set of classes that fewer documents have tells nothing by itself
LEAST = 20
# documents of rarer sets go together by their number of classes, up to so many
MANY = 3


def strata_of(truth: sparse.sparray, least: int = LEAST) -> Array:
    """A number from 0 for documents with the same set of true classes, shape (documents,).

    `truth`: boolean (documents, classes). Sets that fewer than `least` documents have go together
    by their number of classes: none, 1, 2, 3 and more.
    """
    _, codes, sizes = np.unique(sets_of(truth), return_inverse=True, return_counts=True)
    number = np.minimum(count_per_document(truth), MANY)
    rare = sizes[codes] < least
    stratum = np.where(rare, len(sizes) + number, codes)
    return np.asarray(np.unique(stratum, return_inverse=True)[1])


# --- a slice of the documents against the rest, as it is and with the same mix of classes


@dataclass(frozen=True)
class SameMix:
    """How documents are to count so that a slice and the rest both have the strata of all.

    `factor`, shape (documents,), from 0 on: 0 in strata that only one side has; on each side they
    have the mean 1 by weight over the others. `covered`: the share of all documents, by weight,
    that is in strata of both sides; 0 where none is, and all factors then.
    """

    factor: Array
    covered: float


def same_mix(stratum: Array, inside: Array, weights: Array | None = None) -> SameMix:
    """Direct standardisation of a slice and of the rest to the strata of all documents.

    `stratum`: codes from 0, (documents,); `inside`: mask (documents,); `weights`: how much each
    document counts. A mean over documents, counted by these factors, is the sum of its strata's
    means, each by the stratum's share of all. Sources: Kitagawa (1955); Breslow & Day (1987).
    """
    weight = np.ones(len(stratum)) if weights is None else np.asarray(weights, dtype=float)
    strata = int(stratum.max(initial=-1)) + 1
    held = np.array(
        [np.bincount(stratum, weight * side, minlength=strata) for side in (inside, ~inside)]
    )
    both = (held > 0).all(axis=0)
    every = np.where(both, held.sum(axis=0), 0.0)
    # what a stratum is to be of a side, over what it is there
    share = ratio(every, every.sum())
    factor = np.nan_to_num(share * ratio(np.where(both, held, 0).sum(axis=1)[:, None], held))
    covered = float(ratio(every.sum(), weight.sum()))
    return SameMix(np.where(inside, factor[0][stratum], factor[1][stratum]), covered)


def difference_of_two(
    first: float, first_interval: Interval, second: float, second_interval: Interval
) -> Interval:
    """95 % interval of one - other, of different documents, from an interval of each.

    NaN where any is. As far from the difference as both ends on its side together, at right
    angles: so it is no more symmetric than they are. Sources: Newcombe (1998), method 10, for
    shares; Zou & Donner (2008) for any two.
    """
    points = first - second
    below = np.hypot(first - first_interval.low, second_interval.high - second)
    above = np.hypot(first_interval.high - first, second - second_interval.low)
    return Interval(float(points - below), float(points + above))
