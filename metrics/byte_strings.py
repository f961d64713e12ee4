"""Texts as bytes of one array: whether all are different, and their order.

Eight bytes of each text are looked at at a time. In UTF-8 the order of the bytes is that of the
signs.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.lib.stride_tricks import as_strided

from metrics.typing import Array

# --- whether texts are all different, told by a number made of each


WORD = 8
# odd, without a pattern in its bits: 2 to the 64th by the golden ratio
SPREAD = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(29)
# texts of more bytes than this are compared by Python: one of millions would take as many rounds
# over all others
LONGEST_IN_WORDS = 512
FIRST = np.array([(1 << (8 * count)) - 1 for count in range(WORD + 1)], dtype=np.uint64)


def all_different(held: Array, ends: Array) -> bool:
    """Whether no two of n texts are equal. False also where two happen to have one number.

    `held`: the bytes of all, uint8; `ends`: where each begins and the last ends, ascending, shape
    (n + 1,). Texts that differ have the same number once in 2^64 pairs; equal ones always do.
    """
    numbers = _numbers(held, ends)
    numbers.sort()
    return not bool((numbers[1:] == numbers[:-1]).any())


def _numbers(held: Array, ends: Array) -> Array:
    """A number for each text, uint64 of shape (n,), from eight of its bytes at a time."""
    length = np.diff(ends).astype(np.int64)
    numbers = length.astype(np.uint64) * SPREAD
    beyond = np.flatnonzero(length > LONGEST_IN_WORDS)
    stops = ends[1:].copy()
    stops[beyond] = ends[:-1][beyond]
    for own in byte_words(held, ends[:-1], stops):
        numbers ^= own
        numbers *= SPREAD
        numbers ^= numbers >> HALF
    for row in beyond.tolist():
        # negative ones become what they are beyond 2^63
        numbers[row] = hash(held[ends[row] : ends[row + 1]].tobytes()) % 2**64
    return numbers


def byte_words(held: Array, begins: Array, ends: Array) -> Iterator[Array]:
    """The bytes of n texts, eight of each at a time, uint64 of shape (n,).

    The first byte stands lowest; there are zeros beyond the end of a text. `held`: the bytes of all
    texts, uint8; `begins`, `ends`: where each begins and ends.
    """
    length = ends.astype(np.int64) - begins
    # a word may begin at any byte, and the last goes beyond the end
    padded = np.concatenate([held, np.zeros(WORD, dtype=np.uint8)])
    words = as_strided(padded[:WORD].view(np.uint64), (len(held) + 1,), (1,), writeable=False)
    for offset in range(0, int(length.max(initial=0)), WORD):
        own = words[np.minimum(begins + np.int64(offset), len(held))]
        own &= FIRST[np.clip(length - offset, 0, WORD)]
        yield own


# --- Texts in order by their bytes, which in UTF-8 is the order of their signs


def byte_ranks(held: Array, begins: Array, ends: Array) -> Array:
    """Of each of n texts, shape (n,), its place among the different ones, from 0; equal ones share.

    `held`: the bytes of all, uint8; `begins`, `ends`: where each begins and ends, shape (n,).
    """
    if int((ends.astype(np.int64) - begins).max(initial=0)) > LONGEST_IN_WORDS:
        # one of a megabyte would make 125,000 words of each of the others
        pairs = zip(begins.tolist(), ends.tolist(), strict=True)
        strings = np.empty(len(begins), dtype=object)
        strings[:] = [held[begin:end].tobytes() for begin, end in pairs]
        return np.unique(strings, return_inverse=True)[1].astype(np.int64)
    # the first byte counts most; of texts that go on with zeros alone, the shorter comes first
    words = [own.byteswap() for own in byte_words(held, begins, ends)]
    keys = [*words, ends - begins]
    order = np.lexsort(keys[::-1])
    new = np.zeros(len(order), dtype=bool)
    for key in keys:
        ordered = key[order]
        new[1:] |= ordered[1:] != ordered[:-1]
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.cumsum(new)
    return places
