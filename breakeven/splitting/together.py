"""Which documents have to stay in one part."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from breakeven.findings.leaks import conflicts
from breakeven.findings.limits import Limits
from breakeven.records import Truth
from breakeven.splitting.plan import SplitPlan
from breakeven.texts.equal import text_codes
from breakeven.texts.texts import Texts
from metrics.typing import Array

# the same texts count as equal, or nearly, as for the checks of splits
USUAL = Limits()
# a short text that more documents have, and more than this share of them, stands for none of them
OFTEN, OFTEN_SHARE = 10, 0.01


def units_of(truth: Truth, plan: SplitPlan) -> Array:
    """Equal numbers 0.. for documents that stay together, shape (n,).

    By the plan's column, by ids and texts that are equal but for case and spacing, and by nearly
    equal texts; what is joined by one of them to what is joined by another is one unit. Short
    texts that many documents have repeat by chance and join nothing.
    """
    assert truth.documents is not None
    keys = [text_codes(truth.documents)]
    if plan.group is not None:
        keys.append(_values(truth.columns[plan.group]))
    if truth.text_column is not None:
        texts = truth.columns[truth.text_column]
        words = Texts(truth).words
        codes, long = text_codes(texts), words.per_text >= USUAL.min_words
        keys.append(np.where(long | ~_often(codes), codes, -1))
        if plan.near:
            keys.append(np.where(long, words.groups, -1))
    return _joined(keys, truth.n)


def apart_of(truth: Truth) -> Array:
    """Rows of short texts whose documents have other classes, and are too many to be joined."""
    if truth.text_column is None:
        return np.zeros(0, dtype=np.int64)
    codes = text_codes(truth.columns[truth.text_column])
    twins = conflicts(codes, truth)
    short = Texts(truth).words.per_text < USUAL.min_words
    return np.sort(twins[_often(codes)[twins] & short[twins]])


def _often(codes: Array) -> Array:
    """Which texts so many documents have that they stand for none of them, shape (n,)."""
    times = np.bincount(codes + 1)[codes + 1]
    return np.asarray(times > max(OFTEN, OFTEN_SHARE * len(codes)))


def _values(column: Array) -> Array:
    """Equal numbers for equal values, -1 for empty ones."""
    empty = (column == "") if column.dtype == object else np.isnan(column.astype(float))
    found = np.unique(column.astype(str), return_inverse=True)[1]
    return np.where(empty, -1, found)


def _joined(keys: list[Array], n: int) -> Array:
    """Numbers of the sets that keys of any kind join; a key below 0 joins nothing."""
    first, second = [], []
    for key in keys:
        known = np.flatnonzero(key >= 0)
        order = known[np.argsort(key[known], kind="stable")]
        same = key[order][1:] == key[order][:-1]
        first.append(order[1:][same])
        second.append(order[:-1][same])
    pairs = (np.concatenate(first), np.concatenate(second))
    joined = sparse.coo_array((np.ones(len(pairs[0])), pairs), shape=(n, n))
    return np.asarray(sparse.csgraph.connected_components(joined, directed=False)[1])
