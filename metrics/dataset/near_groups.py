"""Groups of texts that are nearly equal, wherever they stand."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from metrics.typing import Array

RUN = 3  # words
# of very many texts with a rare run in common each is compared with so many others
MOST_COMPARED = 50
AT_ONCE = 100_000  # pairs


def near_groups(codes: Array, starts: Array, limit: float = 0.8) -> Array:
    """A number for the texts of each group, shape (n,), from 0; -1 for a text like no other.

    `codes`: the words of all texts one after another, as numbers from 0; `starts`: where each
    text begins, and the last ends, shape (n + 1,). Two texts are nearly equal when their runs of
    three words overlap by at least `limit` (Jaccard); a shorter text is one run. A group holds all
    that are linked by such pairs. Every pair is found, but where more than `MOST_COMPARED` texts
    share a rare run it may need others between. Source: Bayardo, Ma and Srikant (2007), prefixes.
    """
    n = len(starts) - 1
    group = np.full(n, -1)
    text, run, frequency = _runs(np.asarray(codes), np.asarray(starts))
    if not len(text):
        return group
    same = _equal_sets(text, run, n)
    first = same[text] == text
    text, run, frequency = text[first], run[first], frequency[first]
    pairs = _nearly_equal(text, run, _candidates(text, run, frequency, n, limit), n, limit)
    filled = np.flatnonzero(same >= 0)
    one = np.concatenate([filled, pairs[0]])
    other = np.concatenate([same[filled], pairs[1]])
    links = sparse.csr_array((np.ones(len(one), dtype=bool), (one, other)), shape=(n, n))
    _, component = connected_components(links, directed=False)
    shared = np.bincount(component)[component] > 1
    group[shared] = np.unique(component[shared], return_inverse=True)[1]
    return group


def _runs(codes: Array, starts: Array) -> tuple[Array, Array, Array]:
    """The distinct runs of each text: its number, a 32-bit hash, how frequent such runs are.

    Sorted by text, the rarest runs first.
    """
    lengths = np.diff(starts)
    text = np.repeat(np.arange(len(lengths)), lengths)
    left = np.repeat(starts[1:], lengths) - np.arange(starts[0], starts[-1])
    words = codes[starts[0] : starts[-1]].astype(np.uint64) + np.uint64(1)
    mixed = _mix(words)
    for ahead in (1, 2):
        following = np.append(words[ahead:], np.zeros(min(ahead, len(words)), dtype=np.uint64))
        mixed = _mix(mixed + np.where(left > ahead, following, 0).astype(np.uint64))
    begins = (left >= RUN) | ((left == lengths[text]) & (left > 0))
    text, hashed = text[begins], mixed[begins] >> np.uint64(32)
    bucket = (hashed >> np.uint64(8)).astype(np.int64)
    # only the order counts, and any order would do: one byte of it is enough
    frequency = np.minimum(np.bincount(bucket, minlength=1)[bucket], 255).astype(np.uint64)
    key = (text.astype(np.uint64) << np.uint64(40)) | (frequency << np.uint64(32)) | hashed
    key.sort()
    key = key[np.append(True, key[1:] != key[:-1])] if len(key) else key
    return (
        (key >> np.uint64(40)).astype(np.int64),
        (key & np.uint64(0xFFFFFFFF)).astype(np.int64),
        ((key >> np.uint64(32)) & np.uint64(0xFF)).astype(np.int64),
    )


def _mix(value: Array) -> Array:
    """Numbers of 64 bits, spread over all of them. Source: splitmix64, Steele et al. (2014)."""
    value = value * np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


def _equal_sets(text: Array, run: Array, n: int) -> Array:
    """The first text with exactly the same runs, shape (n,); -1 for a text without words."""
    sums = np.zeros(n, dtype=np.uint64)
    np.add.at(sums, text, _mix(run.astype(np.uint64) + np.uint64(1)))
    filled = np.unique(text)
    _, first, of = np.unique(sums[filled], return_index=True, return_inverse=True)
    same = np.full(n, -1)
    same[filled] = filled[first][of]
    return same


def _candidates(
    text: Array, run: Array, frequency: Array, n: int, limit: float
) -> tuple[Array, Array]:
    """Pairs of texts that share one of their rarest runs, as all nearly equal ones do."""
    sizes = np.bincount(text, minlength=n)
    begins = np.append(0, np.cumsum(sizes))[:-1]
    rank = np.arange(len(text)) - begins[text]
    prefix = sizes - np.ceil(limit * sizes - 1e-9).astype(np.int64) + 1
    rare = (rank < prefix[text]) & (frequency > 1)
    key = np.sort((run[rare].astype(np.uint64) << np.uint64(32)) | text[rare].astype(np.uint64))
    run, text = key >> np.uint64(32), (key & np.uint64(0xFFFFFFFF)).astype(np.int64)
    found = [np.zeros(0, dtype=np.int64)]
    for lag in range(1, MOST_COMPARED + 1):
        shared = run[lag:] == run[:-lag]
        if not shared.any():
            break
        one, other = text[:-lag][shared], text[lag:][shared]
        fits = np.minimum(sizes[one], sizes[other]) >= limit * np.maximum(sizes[one], sizes[other])
        found.append(np.unique(one[fits] * n + other[fits]))
    both = np.unique(np.concatenate(found))
    return both // n, both % n


def _nearly_equal(
    text: Array, run: Array, pairs: tuple[Array, Array], n: int, limit: float
) -> tuple[Array, Array]:
    """Those of the pairs whose runs overlap enough."""
    asked = np.zeros(n, dtype=bool)
    asked[np.concatenate(pairs)] = True
    text, run = text[asked[text]], run[asked[text]]
    order = np.argsort((text.astype(np.uint64) << np.uint64(32)) | run.astype(np.uint64))
    run = run[order]
    sizes = np.bincount(text, minlength=n)
    begins = np.append(0, np.cumsum(sizes))
    sets = sparse.csr_array((np.ones(len(run), dtype=np.int64), run, begins), shape=(n, 1 << 32))
    near = [np.zeros(0, dtype=bool)]
    for at in range(0, len(pairs[0]), AT_ONCE):
        one, other = (side[at : at + AT_ONCE] for side in pairs)
        both = np.asarray(sets[one].multiply(sets[other]).sum(axis=1)).ravel()
        near.append(both >= limit * (sizes[one] + sizes[other] - both) - 1e-9)
    chosen = np.concatenate(near)
    return pairs[0][chosen], pairs[1][chosen]
