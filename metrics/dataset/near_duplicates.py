"""Texts that are nearly equal: groups of them, and those that an earlier split has.

Of a text that stands on two documents a split drawn at random puts both into one split, or one
into each. So texts that are twice *within* a split say how many to expect *across* two.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy import sparse

from metrics.measures import ratio
from metrics.typing import EQUAL, Array
from metrics.uncertainty.significance import corrected

# --- Texts that are nearly equal: groups of them, and those that an earlier split has


RUN = 3  # words
# of very many texts with a rare run in common each is compared with so many others
MOST_COMPARED = 50
# what is worked on at once, for what that takes beside it
PAIRS_AT_ONCE = 100_000
WORDS_AT_ONCE = 2_000_000


# a changed place spoils two runs more than it has words, which a short text has no room for: texts
# are taken to have so many runs more, all shared
SPARE = 18
# however short they are, nearly equal texts share so much
LEAST_SHARED = 0.6


def least_overlap(runs: Array, limit: float) -> Array:
    """The overlap from which two texts are nearly equal, the longer of which has so many runs.

    `limit`, in [0, 1]: of very long texts; 0.8 stands for a ninth of the runs changed. Of short
    ones it is less, so that a like share of their words may be changed in one place: 0.69 of 30
    runs, 0.64 of 18; never less than 0.6, or `limit` if that is less. Same shape as `runs`.
    """
    changed = (1 - limit) / (1 + limit) * (np.asarray(runs, dtype=float) + SPARE)
    overlap = np.maximum(0.0, runs - changed) / np.maximum(runs + changed, 1.0)
    return np.asarray(np.maximum(np.minimum(limit, LEAST_SHARED), overlap))


def near_groups(codes: Array, starts: Array, limit: float = 0.8) -> Array:
    """A number for the texts of each group, shape (n,), from 0; -1 for a text like no other.

    `codes`: the words of all texts one after another, as numbers from 0; `starts`: where each
    text begins, and the last ends, shape (n + 1,). Two texts are nearly equal when their runs of
    three words overlap (Jaccard) by at least `limit`, less of short texts: see `least_overlap`; a
    text of fewer words is one run. A group holds all
    that are linked by such pairs. Every pair is found, but where more than `MOST_COMPARED` texts
    share a rare run it may need others between. Source: Bayardo, Ma and Srikant (2007), prefixes.
    """
    n = len(starts) - 1
    return _groups(_alike(_runs(np.asarray(codes), np.asarray(starts)), np.arange(n), limit))


def _groups(alike: _Alike) -> Array:
    """A number for the texts of each group, shape (n,), of texts that are a part each."""
    # slow to import, and few ask for groups
    from scipy.sparse.csgraph import connected_components

    n = len(alike.same)
    filled = np.flatnonzero(alike.same >= 0)
    first = np.concatenate([filled, alike.earlier])
    second = np.concatenate([alike.same[filled], alike.later])
    links = sparse.csr_array((np.ones(len(first), dtype=bool), (first, second)), shape=(n, n))
    _, component = connected_components(links, directed=False)
    shared = np.bincount(component, minlength=1)[component] > 1
    group = np.full(n, -1)
    group[shared] = np.unique(component[shared], return_inverse=True)[1]
    return group


@dataclass(frozen=True)
class NearDuplicates:
    """Pairs of documents in different splits; arrays of one length, by falling similarity.

    `later`, `earlier`: rows of the documents, each later one once with the most similar found;
    `similarity`, in [0, 1]: the overlap of their runs of three words. `group`: as `near_groups`
    gives it, shape (n,), of all that were compared, whichever their splits.
    """

    later: Array
    earlier: Array
    similarity: Array
    group: Array


def near_duplicates(codes: Array, starts: Array, split_of: Array, limit: float) -> NearDuplicates:
    """Texts that are nearly equal to one of an earlier split, in the sense of `near_groups`.

    `codes`, `starts`: as there. `split_of`: (n,), splits in their order, -1 for a text that is
    not compared. Where more than `MOST_COMPARED` texts of earlier splits share a rare run, a text
    is compared with so many of them.
    """
    lengths = np.diff(starts)
    codes = np.asarray(codes)[np.repeat(split_of >= 0, lengths)]
    starts = np.append(0, np.cumsum(np.where(split_of >= 0, lengths, 0)))
    runs = _runs(codes, starts)
    alike = _alike(runs, split_of, limit)
    earlier, similarity = np.full(len(split_of), -1), np.zeros(len(split_of))
    order = np.lexsort((alike.earlier, -alike.similarity, alike.later))
    best = order[np.diff(alike.later[order], prepend=-1) != 0]
    earlier[alike.later[best]] = alike.earlier[best]
    similarity[alike.later[best]] = alike.similarity[best]
    filled = np.flatnonzero(alike.same >= 0)
    first = alike.same[filled]
    twin = split_of[filled] == split_of[first]
    earlier[filled] = np.where(twin, earlier[first], first)
    similarity[filled] = np.where(twin, similarity[first], 1)
    later = np.flatnonzero(earlier >= 0)
    later = later[np.argsort(-similarity[later], kind="stable")]
    group = _groups(_alike(runs, np.arange(len(split_of)), limit))
    return NearDuplicates(later, earlier[later], similarity[later], group)


@dataclass(frozen=True)
class _Alike:
    """Which texts are alike, of texts in parts.

    `same`: of each text the first of the earliest part with exactly the same runs, shape (n,); -1
    for a text without words. `earlier`, `later`, `similarity`: pairs of such first texts that are
    nearly equal, `earlier` in an earlier part.
    """

    same: Array
    earlier: Array
    later: Array
    similarity: Array


def _alike(runs: tuple[Array, Array, Array], part_of: Array, limit: float) -> _Alike:
    text, run, frequency = runs
    same = _equal_sets(text, run, part_of)
    first = same[text] == text
    text, run, frequency = text[first], run[first], frequency[first]
    one, other = _candidates(text, run, frequency, part_of, limit)
    similarity = _overlap(text, run, one, other, len(part_of))
    sizes = np.bincount(text, minlength=len(part_of))
    least = least_overlap(np.maximum(sizes[one], sizes[other]), limit)
    near = similarity >= least - EQUAL
    return _Alike(same, one[near], other[near], similarity[near])


def _runs(codes: Array, starts: Array) -> tuple[Array, Array, Array]:
    """The distinct runs of each text: its number, a 32-bit hash, how frequent such runs are.

    Sorted by text, the rarest runs first.
    """
    begins = np.arange(starts[0], starts[-1], WORDS_AT_ONCE)
    cuts = np.unique(np.append(np.searchsorted(starts, begins), len(starts) - 1)).tolist()
    parts = [_keys(codes, starts, first, last) for first, last in pairwise(cuts)]
    key = np.concatenate([*parts, np.zeros(0, dtype=np.uint64)])
    # 24 bits of the hash, or of few runs fewer: a table for all of them would take longer to make
    bits = min(24, len(key).bit_length() + 6)
    bucket = ((key >> np.uint64(8)) & np.uint64((1 << bits) - 1)).view(np.int64)
    # only the order counts, and any order would do: one byte of it is enough
    frequency = np.minimum(np.bincount(bucket, minlength=1), 255).astype(np.uint8)[bucket]
    key |= frequency.astype(np.uint64) << np.uint64(32)
    key.sort()
    key = key[np.append(True, key[1:] != key[:-1])] if len(key) else key
    return (
        (key >> np.uint64(40)).astype(np.int64),
        (key & np.uint64(0xFFFFFFFF)).astype(np.int64),
        ((key >> np.uint64(32)) & np.uint64(0xFF)).astype(np.int64),
    )


def _keys(codes: Array, starts: Array, first: int, last: int) -> Array:
    """All runs of the texts from first to before last: the text's number << 40 | the run's hash."""
    lengths = np.diff(starts[first : last + 1])
    text = np.repeat(np.arange(first, last), lengths)
    left = np.repeat(starts[first + 1 : last + 1], lengths) - np.arange(starts[first], starts[last])
    words = codes[starts[first] : starts[last]].astype(np.uint64) + np.uint64(1)
    mixed = _mix(words)
    for ahead in range(1, RUN):
        following = np.append(words[ahead:], np.zeros(min(ahead, len(words)), dtype=np.uint64))
        mixed = _mix(mixed + np.where(left > ahead, following, 0).astype(np.uint64))
    begins = (left >= RUN) | ((left == lengths[text - first]) & (left > 0))
    return (text[begins].astype(np.uint64) << np.uint64(40)) | (mixed[begins] >> np.uint64(32))


def _mix(value: Array) -> Array:
    """Numbers of 64 bits, spread over all of them. Source: splitmix64, Steele et al. (2014)."""
    value = value * np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


def _equal_sets(text: Array, run: Array, part_of: Array) -> Array:
    """The first text of the earliest part with exactly the same runs, shape (n,); -1 for none."""
    sums = np.zeros(len(part_of), dtype=np.uint64)
    np.add.at(sums, text, _mix(run.astype(np.uint64) + np.uint64(1)))
    filled = np.unique(text)
    filled = filled[np.argsort(part_of[filled], kind="stable")]
    _, first, of = np.unique(sums[filled], return_index=True, return_inverse=True)
    same = np.full(len(part_of), -1)
    same[filled] = filled[first][of]
    return same


def _candidates(
    text: Array, run: Array, frequency: Array, part_of: Array, limit: float
) -> tuple[Array, Array]:
    """Pairs of texts of two parts that share one of their rarest runs, as nearly equal ones do."""
    n = len(part_of)
    sizes = np.bincount(text, minlength=n)
    begins = np.append(0, np.cumsum(sizes))[:-1]
    rank = np.arange(len(text)) - begins[text]
    # a pair's overlap is that of its longer text, so no less than what either asks for alone
    prefix = sizes - np.ceil(least_overlap(sizes, limit) * sizes - 1e-9).astype(np.int64) + 1
    rare = (rank < prefix[text]) & (frequency > 1)
    by_part = np.argsort(part_of, kind="stable")
    place = np.argsort(by_part)[text[rare]]
    key = np.sort((run[rare].astype(np.uint64) << np.uint64(32)) | place.astype(np.uint64))
    run, text = (key >> np.uint64(32)).astype(np.int64), by_part[key & np.uint64(0xFFFFFFFF)]
    # where the texts with this run begin, and those of the same part among them
    new = np.diff(run, prepend=-1) != 0
    of_run, of_part = (
        np.maximum.accumulate(np.where(begun, np.arange(len(text)), 0))
        for begun in (new, new | (np.diff(part_of[text], prepend=-1) != 0))
    )
    positions = np.arange(len(text))
    keys = [np.zeros(0, dtype=np.int64)]
    for lag in range(1, MOST_COMPARED + 1):
        positions = positions[of_part[positions] - lag >= of_run[positions]]
        if not len(positions):
            break
        earlier, later = text[of_part[positions] - lag], text[positions]
        longer = np.maximum(sizes[earlier], sizes[later])
        fits = np.minimum(sizes[earlier], sizes[later]) >= least_overlap(longer, limit) * longer
        keys.append(np.unique(earlier[fits] * n + later[fits]))
    both = np.unique(np.concatenate(keys))
    return both // max(n, 1), both % max(n, 1)


def _overlap(text: Array, run: Array, earlier: Array, later: Array, n: int) -> Array:
    """The Jaccard overlap of the runs of each pair, in [0, 1]."""
    is_paired = np.zeros(n, dtype=bool)
    is_paired[earlier] = is_paired[later] = True
    text, run = text[is_paired[text]], run[is_paired[text]]
    order = np.argsort((text.astype(np.uint64) << np.uint64(32)) | run.astype(np.uint64))
    sizes = np.bincount(text, minlength=n)
    begins = np.append(0, np.cumsum(sizes))
    ones = np.ones(len(run), dtype=np.int64)
    sets = sparse.csr_array((ones, run[order], begins), shape=(n, 1 << 32))
    shared = [np.zeros(0, dtype=np.int64)]
    for start in range(0, len(earlier), PAIRS_AT_ONCE):
        earlier_sets, later_sets = (
            sets[side[start : start + PAIRS_AT_ONCE]] for side in (earlier, later)
        )
        shared.append(earlier_sets.multiply(later_sets).sum(axis=1).ravel())
    both = np.concatenate(shared)
    return np.asarray(both / (sizes[earlier] + sizes[later] - both))


# --- whether texts lie in two splits more often than texts that repeat by themselves would
#
# Of a text that stands on two documents a split drawn at random puts both into one split, or one
# into each. So texts that are twice *within* a split say how many to expect *across* two.


ALPHA = 0.01
# what chance may have of those that are beyond it
MOST_BY_CHANCE = 0.5


@dataclass(frozen=True)
class Crossings:
    """Texts on two documents; arrays of shape (pairs of splits, lengths).

    `across`: texts with one document in each split. `expected`: how many would be, for as many as
    have both in one split, if documents came to their splits at random. `beyond`: where chance is
    ruled out, and has at most half of what is across.
    """

    across: Array
    expected: Array
    beyond: Array


def crossings(across: Array, within: Array, first: Array, second: Array) -> Crossings:
    """Texts across two splits beside what chance puts there; all of shape (pairs, lengths).

    `within`: texts with both documents in one of the two splits. `first`, `second`: documents of
    each length in each split. Given `across + within`, each text is across with 2 n₁ n₂ / (n (n -
    1)), n = n₁ + n₂: a binomial test, one-sided, of each length, and of each length with all longer
    ones, as few copies of many lengths are many together (with the mean chance of these: the sum of
    unlike trials varies less). Holm over all tests at 1 %; where no text is on two documents there
    is none.
    """
    n = first + second
    both = across + within
    chance = np.nan_to_num(np.minimum(ratio(2.0 * first * second, 1.0 * n * (n - 1)), 1))
    expected = np.where(within == 0, 0.0, within * ratio(chance, 1 - chance))
    own, tail = (
        _tests(across, both, both * chance),
        _tests(*map(_up, (across, both, both * chance))),
    )
    p = corrected(np.concatenate([own.ravel(), tail.ravel()]), "holm")
    own, tail = (p < ALPHA).reshape(2, *across.shape)
    few = expected <= MOST_BY_CHANCE * across
    few_up = _up(expected) <= MOST_BY_CHANCE * _up(across)
    # a length is in the tails of all shorter ones
    in_tail = np.logical_or.accumulate(tail & few_up, axis=1)
    return Crossings(across, expected, (across > 0) & few & (own | in_tail))


def _tests(across: Array, both: Array, expected: Array) -> Array:
    """P of so many across or more; NaN where nothing is on two documents."""
    from scipy.special import bdtrc  # scipy.stats takes long to import

    there = both > 0
    p = bdtrc(across - 1, np.where(there, both, 1), np.where(there, ratio(expected, both), 0.5))
    return np.where(there, p, np.nan)


def _up(counts: Array) -> Array:
    """Of each length and all longer ones."""
    return np.asarray(counts[:, ::-1].cumsum(axis=1)[:, ::-1])
