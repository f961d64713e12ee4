"""Which short texts in two splits are copies, and which repeat as texts of their length do.

Headlines, stock phrases and queries repeat without being one document: "ok thanks" says nothing.
But where texts of some length hardly ever stand twice within a split, one that stands in two of
them was copied.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from metrics.dataset.crossings import crossings
from metrics.typing import Array

# texts are compared with those of about as many words: from each of these up to the next
LENGTHS = (0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 30, 50, 100, 1_001)
# of more splits pairs of them are not looked at
MOST_SPLITS = 30


def length_of(words: Array) -> Array:
    """Which of `LENGTHS` numbers of words belong to, from 0; any shape."""
    return np.searchsorted(LENGTHS, words, side="right") - 1


@dataclass(frozen=True)
class Copied:
    """Where texts in two splits are copies; arrays of shape (strata,).

    A stratum is the texts of one length (`length_of`) that stand once in the split `earlier`, once
    in the split `later`. `texts`: how many of them there are; `expected`: how many there would be
    by how often texts of that length repeat within these splits.
    """

    earlier: Array
    later: Array
    length: Array
    texts: Array
    expected: Array


def copied(patterns: Array, length: Array, times: Array, sizes: Array) -> Copied:
    """Where short texts lie in two splits beyond chance.

    `patterns`: on how many documents of each split a text stands, (patterns, splits), the earlier
    split first; more than 2 may stand as 3. `length`: of such a text; `times`: how many texts are
    like that, (patterns,). `sizes`: documents of each length and split, (lengths, splits).
    """
    lengths, splits = sizes.shape
    pairs = list(combinations(range(splits), 2)) if splits <= MOST_SPLITS else []
    found = np.zeros((len(pairs), lengths, 2), dtype=np.int64)
    for at, (e, s) in enumerate(pairs):
        first, second = patterns[:, e], patterns[:, s]
        across = (first == 1) & (second == 1)
        within = (first + second == 2) & ~across
        for kind, which in enumerate((across, within)):
            found[at, :, kind] = np.bincount(length[which], times[which], minlength=lengths)
    earlier, later = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    across, within = found[:, :, 0], found[:, :, 1]
    said = crossings(across, within, sizes[:, earlier].T, sizes[:, later].T)
    pair, of = np.nonzero(said.beyond)
    return Copied(
        earlier=earlier[pair],
        later=later[pair],
        length=of,
        texts=said.across[said.beyond],
        expected=said.expected[said.beyond],
    )


def copies_among(codes: Array, split_of: Array, words: Array, splits: int) -> tuple[Array, Copied]:
    """Documents whose short text was copied from an earlier split, mask (n,), and where from.

    `codes`: equal numbers for equal texts, below 0 for documents that do not count; `split_of`
    below 0 for none; `words`: of each text; all of shape (n,).
    """
    spoiled = np.zeros(len(codes), dtype=bool)
    known = np.flatnonzero((codes >= 0) & (split_of >= 0))
    if splits > MOST_SPLITS:
        # a split has no pair then, and no text is looked at
        known = known[:0]
    length = length_of(words[known])
    sizes = np.zeros((len(LENGTHS), splits), dtype=np.int64)
    np.add.at(sizes, (length, split_of[known]), 1)
    _, text = np.unique(codes[known], return_inverse=True)
    again = np.bincount(text)[text] > 1
    rows, (_, text) = known[again], np.unique(text[again], return_inverse=True)
    number = int(text.max(initial=-1)) + 1
    patterns = np.zeros((number, splits), dtype=np.int64)
    np.add.at(patterns, (text, split_of[rows]), 1)
    shortest = np.full(number, len(LENGTHS), dtype=np.int64)
    np.minimum.at(shortest, text, length[again])
    found = copied(patterns, shortest, np.ones(number, dtype=np.int64), sizes)
    for e, s, of in zip(found.earlier, found.later, found.length, strict=True):
        at = (patterns[:, e] == 1) & (patterns[:, s] == 1) & (shortest == of)
        spoiled[rows[at[text] & (split_of[rows] == s)]] = True
    return spoiled, found
