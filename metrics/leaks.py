"""Documents in two splits, and equal texts that the experts judged differently."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.records import Truth
from metrics.tallies import Array


@dataclass(frozen=True)
class Twins:
    """Documents that occur again in a later split; arrays of one length, `later` ascending.

    `earlier`: the first document of an earlier split that is the same.
    """

    later: Array
    earlier: Array


def across_splits(codes: Array, split_of: Array) -> Twins:
    """Documents whose code an earlier split has; both of shape (n,), below 0 for none."""
    known = np.flatnonzero((codes >= 0) & (split_of >= 0))
    # by code, then split, then row: the first of a code is in its earliest split
    order = known[np.lexsort((known, split_of[known], codes[known]))]
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1) != 0)
    first = np.repeat(order[starts], np.diff(np.append(starts, len(order))))
    again = split_of[order] > split_of[first]
    by_row = np.argsort(order[again], kind="stable")
    return Twins(order[again][by_row], first[again][by_row])


def conflicts(codes: Array, truth: Truth) -> Array:
    """Rows, by code, of documents whose equals have other true classes; empty without labels."""
    if truth.labels is None:
        return np.zeros(0, dtype=np.int64)
    # a random number a class: equal sums are equal sets, but for one chance in 2^64
    signs = np.random.default_rng(0).integers(0, 2**63, len(truth.classes), dtype=np.uint64)
    sums = np.zeros(truth.n, dtype=np.uint64)
    in_class = np.repeat(signs, np.diff(truth.labels.indptr))
    np.add.at(sums, truth.labels.indices, in_class)
    judged = np.ones(truth.n, dtype=bool)
    if truth.unjudged is not None:
        judged[truth.unjudged.indices] = False
    known = np.flatnonzero((codes >= 0) & judged)
    order = known[np.lexsort((known, codes[known]))]
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1) != 0)
    size = np.diff(np.append(starts, len(order)))
    differs = sums[order] != np.repeat(sums[order[starts]], size)
    group = np.repeat(np.arange(len(starts)), size)
    return order[np.isin(group, np.unique(group[differs]))]
