"""Texts in order by their bytes, which in UTF-8 is the order of their signs."""

from __future__ import annotations

import numpy as np

from metrics.distinct import words_of
from metrics.typing import Array


def places_in_order(held: Array, begins: Array, ends: Array) -> Array:
    """Of each of n texts, shape (n,), its place among the different ones, from 0; equal ones share.

    `held`: the bytes of all, uint8; `begins`, `ends`: where each begins and ends, shape (n,).
    """
    # the first byte counts most; of texts that go on with zeros alone, the shorter comes first
    words = [own.byteswap() for own in words_of(held, begins, ends)]
    keys = [*words, ends - begins]
    order = np.lexsort(keys[::-1])
    new = np.zeros(len(order), dtype=bool)
    for key in keys:
        ordered = key[order]
        new[1:] |= ordered[1:] != ordered[:-1]
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.cumsum(new)
    return places
