"""The most that any slice shows where outcomes have nothing to do with slices."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy import sparse

from metrics.slices.packed import Packed
from metrics.slices.standing import (
    Drawn,
    Moments,
    drawn_of,
    evidence,
    members_of,
    moments_of,
)
from metrics.typing import Array

DRAWS = 1_000
# documents in slices times draws: from here on the overlap of slices is told from some documents
WORK = 500_000_000
# scores below this are not told apart: nothing that low is found
LOW = 2.0
# slices multiplied at once: what comes out stays small
AT_ONCE = 512


def shuffled(levels: Array, strata: Array, draws: int, rng: np.random.Generator) -> Array:
    """Outcomes dealt anew within strata, (documents, draws), every order equally likely."""
    out = np.empty((len(levels), draws), dtype=np.float32)
    order = np.argsort(strata, kind="stable")
    for rows in np.split(order, np.cumsum(np.bincount(strata))[:-1]):
        out[rows] = rng.permuted(np.tile(levels[rows, None], draws), axis=0)
    return out


def largest(held: Packed, slices: Array, drawn: Drawn, sums: Array, discount: Array) -> Array:
    """Of each column the largest evidence less discount that any slice has; shape (draws,).

    No less than the evidence of two standard errors. `sums`: what is summed over the documents of
    a slice, (documents, draws).
    """
    found = np.full(sums.shape[1], LOW * LOW / 2)
    for first in range(0, len(slices), AT_ONCE):
        part = slice(first, first + AT_ONCE)
        total, some = members_of(held, slices[part]) @ sums, drawn[part]
        high = np.flatnonzero(total > (some.mean + LOW * some.spread)[:, None].astype(np.float32))
        at, draw = np.divmod(high, total.shape[1])
        one = some[at]
        shown = evidence(one.score(total[at, draw]), one.most) - discount[part][at]
        np.maximum.at(found, draw, shown)
    return found


def largest_by_chance(
    held: Packed,
    slices: Array,
    drawn: Drawn,
    discount: Array,
    levels: Array,
    rng: np.random.Generator,
    *,
    draws: int = DRAWS,
) -> Array:
    """The largest evidence less discount in each of so many draws, shape (draws,).

    Outcomes are dealt anew within strata. Where slices hold very many documents in all, every sum
    is as good as normal, and what counts is how slices overlap: that is taken from a part of the
    documents, with a normal number for each.
    """
    held_in_all = int(drawn.sizes.sum())
    if held_in_all * draws <= WORK:
        dealt = shuffled(levels, held.strata, draws, rng)
        return largest(held, slices, drawn, dealt, discount)
    documents = WORK * held.documents // (held_in_all * draws)
    some = np.sort(rng.choice(held.documents, documents, replace=False))
    part = held.part(some)
    variance = moments_of(held, levels).spread[np.unique(held.strata[some])]
    normal = rng.standard_normal((documents, draws), dtype=np.float32)
    normal *= np.sqrt(variance)[part.strata, None].astype(np.float32)
    normal -= _means(normal, part.strata)[part.strata]
    nothing = np.zeros(len(variance))
    alike = drawn_of(part, slices, Moments(part.sizes, nothing, variance, nothing), False)
    return largest(part, slices, replace(alike, most=drawn.most), normal, discount)


def _means(values: Array, strata: Array) -> Array:
    """The means of each stratum, (documents, draws) to (strata, draws)."""
    sizes = np.bincount(strata)
    one = np.ones(len(strata), dtype=np.float32)
    of = sparse.csr_array((one, (strata, np.arange(len(strata)))))
    means: Array = (of @ values) / sizes[:, None].astype(np.float32)
    return means
