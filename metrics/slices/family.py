"""Which slices are looked at: chosen before any outcome is, so that chance can be told for all."""

from __future__ import annotations

import numpy as np

from metrics.slices.packed import DEPTH, Packed
from metrics.typing import Array

# of more slices the largest are looked at
MOST = 20_000


def slices_of(held: Packed, group_of: Array, least: int, most: int = MOST) -> Array:
    """All slices of one to three conditions that hold `least` documents and leave out as many.

    Rows of DEPTH conditions, ascending, (slices, DEPTH); fewer conditions come first. Conditions of
    one group are never put together, `group_of`, (conditions,). A slice that holds the same
    documents as one with fewer conditions is left out. Of more than `most` those of fewer
    conditions are kept, and of three conditions those with most documents by the sizes of their
    pairs.
    """
    none, n = held.conditions, held.documents
    single = np.column_stack([np.arange(none), np.full((none, DEPTH - 1), none)])
    alone = held.count(single)
    single = single[(alone >= least) & (n - alone >= least)][:most]
    a, b = np.triu_indices(len(single), k=1)
    first, second = single[a, 0], single[b, 0]
    apart = group_of[first] != group_of[second]
    pairs = np.column_stack([first[apart], second[apart], np.full(apart.sum(), none)])
    counts = held.count(pairs)
    smaller = counts < np.minimum(alone[pairs[:, 0]], alone[pairs[:, 1]])
    kept = _largest(counts, (counts >= least) & smaller, most - len(single))
    pairs, counts = pairs[kept], counts[kept]
    both = np.zeros((none, none), dtype=np.int64)
    both[pairs[:, 0], pairs[:, 1]] = both[pairs[:, 1], pairs[:, 0]] = counts
    triples = _triples(held, pairs, both, alone, most - len(single) - len(pairs))
    counts = held.count(triples)
    x, y, z = triples.T
    smaller = counts < np.minimum(np.minimum(both[x, y], both[x, z]), both[y, z])
    return np.concatenate([single, pairs, triples[(counts >= least) & smaller]])


def _largest(counts: Array, allowed: Array, most: int) -> Array:
    """Which are allowed, in their order; of more than `most` the largest."""
    at = np.flatnonzero(allowed)
    if len(at) > most:
        at = np.sort(at[np.argsort(-counts[at], kind="stable")[:most]])
    return at


def _triples(held: Packed, pairs: Array, both: Array, alone: Array, most: int) -> Array:
    """Conditions all pairs of which are kept; of more than `most` those expected to be largest.

    Expected where no three conditions go together but by their pairs.
    """
    linked = both > 0
    later = np.arange(held.conditions) > pairs[:, 1:2]
    at, third = np.nonzero(linked[pairs[:, 0]] & linked[pairs[:, 1]] & later)
    x, y = pairs[at, 0], pairs[at, 1]
    found = np.column_stack([x, y, third])
    if len(found) <= most:
        return found
    together = both[x, y] * both[x, third].astype(float) * both[y, third]
    expected = together / (alone[x] * alone[y].astype(float) * alone[third])
    return found[np.sort(np.argsort(-expected, kind="stable")[:most])]
