"""Documents as bits, 64 to a word, and which slices of them are looked at.

How many documents meet several conditions is counted word by word. Slices are chosen before any
outcome is seen, so that chance can be told for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from metrics.typing import Array

# --- Documents as bits, 64 to a word: how many meet several conditions is counted word by word


WORD = 64
# so many words are looked at in one go: they stay in the cache of a processor
AT_ONCE = 1 << 17
# a slice is up to so many conditions
DEPTH = 3


@dataclass(frozen=True, eq=False)
class PackedDocuments:
    """Which documents meet which conditions, the documents of a stratum side by side.

    `bits`: unsigned, (conditions + 1, words), the last row for all documents; every stratum begins
    with a word of its own. `starts`: the first word of each stratum; `places`: the bit of each
    document, (documents,); `strata`: codes 0.., none without documents, (documents,).

    A slice is a row of DEPTH conditions; the number of conditions stands for none.
    """

    bits: Array
    starts: Array
    places: Array
    strata: Array

    @property
    def conditions(self) -> int:
        """How many conditions there are."""
        return len(self.bits) - 1

    @property
    def documents(self) -> int:
        """How many documents there are."""
        return len(self.places)

    @cached_property
    def sizes(self) -> Array:
        """How many documents each stratum has, shape (strata,)."""
        return np.bincount(self.strata)

    def members(self, slices: Array) -> Array:
        """The documents of each slice, as words (slices, words)."""
        found: Array = self.bits[slices[:, 0]] & self.bits[slices[:, 1]]
        for further in slices.T[2:]:
            found &= self.bits[further]
        return found

    def parts(self, slices: Array) -> Iterator[tuple[slice, Array]]:
        """The documents of some slices at a time, with where in `slices` these are."""
        step = max(1, AT_ONCE // max(1, self.bits.shape[1]))
        for first in range(0, len(slices), step):
            part = slice(first, first + step)
            yield part, self.members(slices[part])

    def count(self, slices: Array) -> Array:
        """How many documents each slice has, shape (slices,)."""
        counts = [np.bitwise_count(m).sum(axis=1, dtype=np.int64) for _, m in self.parts(slices)]
        return np.concatenate([np.zeros(0, dtype=np.int64), *counts])

    def count_in(self, slices: Array, documents: Array) -> Array:
        """How many of some documents, as words (words,), each slice has, shape (slices,)."""
        counts = [
            np.bitwise_count(m & documents).sum(axis=1, dtype=np.int64)
            for _, m in self.parts(slices)
        ]
        return np.concatenate([np.zeros(0, dtype=np.int64), *counts])

    def by_stratum(self, members: Array) -> Array:
        """How many documents of each stratum there are, (slices, strata)."""
        counted = np.bitwise_count(members)
        return np.add.reduceat(counted, self.starts, axis=1, dtype=np.int64)

    def masks(self, members: Array) -> Array:
        """Words as masks: (slices, words) to (slices, documents)."""
        unpacked = np.unpackbits(members.view(np.uint8), axis=1, bitorder="little")
        return unpacked[:, self.places].astype(bool)

    def part(self, documents: Array) -> PackedDocuments:
        """Some of the documents alone, by their positions; their strata are numbered anew."""
        return _packed(self.masks(self.bits)[:, documents], self.strata[documents])

    def words(self, mask: Array) -> Array:
        """A mask of documents, (documents,) as words (words,)."""
        return _words(mask[None], self.places, self.bits.shape[1])[0]


def pack_documents(held: sparse.sparray, strata: Array) -> PackedDocuments:
    """Conditions that documents meet, boolean (documents, conditions), as bits.

    `strata`: codes 0.. in any order, (documents,); at least one document.
    """
    met = sparse.coo_array(held)
    dense = np.zeros((met.shape[1] + 1, met.shape[0]), dtype=bool)
    dense[met.coords[1], met.coords[0]] = met.data.astype(bool)
    dense[-1] = True
    return _packed(dense, strata)


def _packed(dense: Array, strata: Array) -> PackedDocuments:
    codes = np.unique(strata, return_inverse=True)[1]
    order = np.argsort(codes, kind="stable")
    sizes = np.bincount(codes)
    words = -(-sizes // WORD)
    starts = np.concatenate([[0], np.cumsum(words)[:-1]])
    first = np.cumsum(sizes) - sizes
    places = np.empty(len(codes), dtype=np.int64)
    places[order] = np.arange(len(codes)) - first[codes[order]] + WORD * starts[codes[order]]
    return PackedDocuments(_words(dense, places, int(words.sum())), starts, places, codes)


def _words(masks: Array, places: Array, words: int) -> Array:
    spread = np.zeros((len(masks), WORD * words), dtype=bool)
    spread[:, places] = masks
    return np.packbits(spread, axis=1, bitorder="little").view(np.uint64)


# --- which slices are looked at: chosen before any outcome is, so that chance can be told for all


# of more slices the largest are looked at
MOST = 20_000


def choose_slices(held: PackedDocuments, group_of: Array, least: int, most: int = MOST) -> Array:
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
    chosen = _largest(counts, (counts >= least) & smaller, most - len(single))
    pairs, counts = pairs[chosen], counts[chosen]
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


def _triples(held: PackedDocuments, pairs: Array, both: Array, alone: Array, most: int) -> Array:
    """Conditions all pairs of which are kept; of more than `most` those expected to be largest.

    Expected where no three conditions go together but by their pairs.
    """
    linked = both > 0
    later = np.arange(held.conditions) > pairs[:, 1:2]
    pair, third = np.nonzero(linked[pairs[:, 0]] & linked[pairs[:, 1]] & later)
    x, y = pairs[pair, 0], pairs[pair, 1]
    triples = np.column_stack([x, y, third])
    if len(triples) <= most:
        return triples
    together = both[x, y] * both[x, third].astype(float) * both[y, third]
    expected = together / (alone[x] * alone[y].astype(float) * alone[third])
    return triples[np.sort(np.argsort(-expected, kind="stable")[:most])]
