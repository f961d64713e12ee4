"""Which documents stay together when a review is divided, and five parts made of them."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from breakeven.data.corpus import Texts
from breakeven.data.equal_texts import LONG_TEXT, text_codes
from breakeven.data.records import Truth
from metrics.typing import Array

# --- which documents have to stay in one part


# a short text that more documents have, and more than this share of them, stands for none of them
OFTEN, OFTEN_SHARE = 10, 0.01


def documents_together(
    truth: Truth, min_words: int, group: Array | None = None, *, near: bool
) -> Array:
    """Equal numbers 0.. for documents that stay together, shape (n,).

    By `group`, numbers of which one below 0 joins nothing; by ids and texts that are equal but for
    case and spacing; with `near` by nearly equal texts. What is joined by one of them to what is
    joined by another is one unit. Short texts, of fewer than `min_words`, that many documents have
    repeat by chance and join nothing.
    """
    keys = [] if truth.documents is None else [text_codes(truth.documents)]
    if group is not None:
        keys.append(group)
    if truth.text_column is not None:
        texts = truth.columns[truth.text_column]
        words = Texts(truth).words
        codes, long = text_codes(texts), words.per_text >= min_words
        keys.append(np.where(long | ~is_often(codes), codes, -1))
        if near:
            keys.append(np.where(long, words.groups, -1))
    return _joined(keys, truth.n)


def is_often(codes: Array) -> Array:
    """Which texts so many documents have that they stand for none of them, shape (n,)."""
    times = np.bincount(codes + 1)[codes + 1]
    return np.asarray(times > max(OFTEN, OFTEN_SHARE * len(codes)))


def _joined(keys: list[Array], n: int) -> Array:
    """Numbers of the sets that keys of any kind join; a key below 0 joins nothing."""
    if not keys:
        return np.arange(n)
    first, second = [], []
    for key in keys:
        keyed = np.flatnonzero(key >= 0)
        order = keyed[np.argsort(key[keyed], kind="stable")]
        same = key[order][1:] == key[order][:-1]
        first.append(order[1:][same])
        second.append(order[:-1][same])
    pairs = (np.concatenate(first), np.concatenate(second))
    joined = sparse.coo_array((np.ones(len(pairs[0])), pairs), shape=(n, n))
    return np.asarray(sparse.csgraph.connected_components(joined, directed=False)[1])


# --- parts of documents, on each of which what was found on the others is tried


FOLDS = 5
# odd numbers without a pattern in their bits: splitmix64, Steele et al. (2014)
MIX = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))


def folds_of(truth: Truth, rows: Array) -> Array:
    """Which of five parts each of these documents is in, 0 to 4, shape (rows,).

    Clusters stay together, and what `documents_together` joins. Units of documents are dealt out in
    turn, those with a rare class first, so that every class is spread. The same documents always
    get the same parts: the order among units of like classes is that of their ids, mixed, or of
    their rows where there are no ids.
    """
    unit = np.unique(documents_together(truth, LONG_TEXT, truth.clusters, near=True)[rows],
                     return_inverse=True)[1]  # fmt: skip
    number = int(unit.max()) + 1 if len(rows) else 0
    place = np.full(number, np.iinfo(np.int64).max)
    np.minimum.at(place, unit, _order_of(truth)[rows])
    part = np.empty(number, dtype=np.int64)
    part[np.lexsort((_mixed(place), _rarest(truth, rows, unit, number)))] = (
        np.arange(number) % FOLDS
    )
    return part[unit]


def _order_of(truth: Truth) -> Array:
    """The place of each document among all, by its id; by its row without ids."""
    if truth.documents is None:
        return np.arange(truth.n)
    return np.unique(truth.documents.astype(str), return_inverse=True)[1]


def _mixed(numbers: Array) -> Array:
    """Numbers of 64 bits, spread over all of them, so that neighbours are not neighbours."""
    value = numbers.astype(np.uint64) * MIX[0]
    value = (value ^ (value >> np.uint64(30))) * MIX[1]
    value = (value ^ (value >> np.uint64(27))) * MIX[2]
    return np.asarray(value ^ (value >> np.uint64(31)))


def _rarest(truth: Truth, rows: Array, unit: Array, number: int) -> Array:
    """The place of the rarest true class of each unit, rarest first; after all without any."""
    found = np.full(number, len(truth.classes))
    if truth.labels is None:
        return found
    labels = sparse.csr_array(truth.labels[rows])
    counts = np.bincount(labels.indices, minlength=len(truth.classes))
    rank = np.empty(len(counts), dtype=np.int64)
    rank[np.argsort(counts, kind="stable")] = np.arange(len(counts))
    np.minimum.at(found, np.repeat(unit, np.diff(labels.indptr)), rank[labels.indices])
    return found
