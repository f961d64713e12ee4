"""Documents divided into parts so that every class has its share in each.

What must stay together is one unit. Units of the same classes are dealt out in turn, and then moved
and swapped while that brings classes nearer to their shares.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from metrics.typing import Array

ROUNDS = 4_000
ROUNDS_WITH_PAIRS = 150
MOST_COMPARED = 4_096
# of the units that would move one way, so many are looked at for a swap; more where none is found
SWAPPED = (50, 600)
# how often what is still off by a unit is weighed more
TRIES = 5
SMALL = 1e-9


def stratified(documents: sparse.sparray, unit: Array, shares: Array, seed: int = 0) -> Array:
    """The part of each unit, shape (units,), so that classes are spread by the parts' shares.

    `documents`: boolean (documents, classes); `unit`: which one each document belongs to, numbers
    0.. without gaps, (documents,); `shares`: of the parts, (parts,), above 0 and summing to 1.
    Documents in all and documents of each class come as near to the shares as moves and swaps
    bring them; pairs of classes on the same documents are spread as far as that allows. Equal
    `seed`, equal parts. ValueError for shares that are none.

    Source: Sechidis et al. (2011), On the stratification of multi-label data, for the aim: as many
    documents of a class in each part as its share asks; Szymański and Kajdanowicz (2017) for pairs.
    The way there (dealing out, then moves and swaps that lower the sum of squared differences) is
    this project's.
    """
    shares = np.asarray(shares, dtype=float)
    if not len(shares) or (shares <= 0).any() or abs(shares.sum() - 1) > 1e-6:
        raise ValueError("the shares of the parts are numbers above 0 that sum to 1")
    alone = sparse.csr_array(documents, dtype=float)
    sizes = np.bincount(unit).astype(float)
    into = _into(unit, len(sizes))
    held = sparse.csr_array(into @ alone)
    rng = np.random.default_rng(seed)
    part = np.empty(len(sizes), dtype=np.int64)
    part[_alike_together(held, sizes, rng)] = _dealt(len(sizes), shares)
    whole = sparse.csr_array(sparse.hstack([sizes[:, None], held], format="csr"))
    if (together := _pairs(alone)) is not None:
        pairs = sparse.csr_array(into @ together)
        every = sparse.csr_array(sparse.hstack([whole, pairs], format="csr"))
        part = _improved(every, shares, part, rng, ROUNDS_WITH_PAIRS)
    # the classes themselves come last: pairs give way to them
    return _rounded(whole, shares, _improved(whole, shares, part, rng, ROUNDS), rng)


def _into(of: Array, number: int) -> sparse.csr_array:
    """What adds rows up by the number that each belongs to, (number, rows)."""
    ones = (np.ones(len(of)), (of, np.arange(len(of))))
    return sparse.csr_array(ones, shape=(number, len(of)))


def _rounded(
    whole: sparse.csr_array, shares: Array, part: Array, rng: np.random.Generator
) -> Array:
    """The parts after those columns count more that are off by a unit or more, where that helps."""
    target = shares[:, None] * np.asarray(whole.sum(axis=0)).ravel()
    weight = np.ones(whole.shape[1])
    off = np.abs(_spread(whole, part, len(shares)) - target) >= 1
    for _ in range(TRIES):
        if not off.any():
            break
        weight[off.any(axis=0)] *= 2
        weighted = sparse.csr_array(whole @ sparse.diags_array(weight))
        tried = _improved(weighted, shares, part, rng, ROUNDS)
        still = np.abs(_spread(whole, tried, len(shares)) - target) >= 1
        if still.sum() < off.sum():
            part, off = tried, still
    return part


def _alike_together(held: sparse.csr_array, sizes: Array, rng: np.random.Generator) -> Array:
    """An order in which large units come first, and those with the same classes together.

    Sets of classes stand by their rarest class, the rarest first.
    """
    n, k = held.shape
    counts = np.asarray(held.sum(axis=0)).ravel()
    rank = np.empty(k, dtype=np.int64)
    rank[np.argsort(counts, kind="stable")] = np.arange(k)
    rarest = np.full(n, k)
    rows = np.repeat(np.arange(n), np.diff(held.indptr))
    np.minimum.at(rarest, rows, rank[held.indices])
    # a random number a class: equal sums are equal sets
    signature = held @ rng.random(k)
    return np.lexsort((rng.random(n), signature, rarest, -sizes * (sizes > 1)))


def _dealt(units: int, shares: Array) -> Array:
    """Parts in turn, (units,), so that any run of units is spread by the shares."""
    turns = [(np.arange(int(np.ceil(units * share)) + 1) + 0.5) / share for share in shares]
    whose = np.repeat(np.arange(len(shares)), [len(turn) for turn in turns])
    return whose[np.argsort(np.concatenate(turns), kind="stable")][:units]


def _pairs(held: sparse.csr_array) -> sparse.csr_array | None:
    """Documents by the pairs of classes that several of them have; None without any."""
    k = held.shape[1]
    width = np.diff(held.indptr)
    rows, first, second = [], [], []
    for labels in np.unique(width[(width > 1) & (width <= 12)]):
        of_width = np.flatnonzero(width == labels)
        classes = held.indices[held.indptr[of_width][:, None] + np.arange(labels)]
        left, right = np.triu_indices(labels, k=1)
        rows.append(np.repeat(of_width, len(left)))
        first.append(classes[:, left].ravel())
        second.append(classes[:, right].ravel())
    if not rows:
        return None
    a, b = np.concatenate(first), np.concatenate(second)
    _, at, times = np.unique(
        np.minimum(a, b) * k + np.maximum(a, b), return_inverse=True, return_counts=True
    )
    often = times[at] > 1
    kept = (np.cumsum(times > 1) - 1)[at[often]]
    shape = (held.shape[0], int((times > 1).sum()))
    values = np.ones(len(kept))
    return sparse.csr_array((values, (np.concatenate(rows)[often], kept)), shape=shape)


def _improved(
    whole: sparse.csr_array, shares: Array, part: Array, rng: np.random.Generator, rounds: int
) -> Array:
    """The parts after moves and swaps of units; each lowers the sum of squared errors."""
    n = len(part)
    target = shares[:, None] * np.asarray(whole.sum(axis=0)).ravel()
    own = np.asarray(whole.multiply(whole).sum(axis=1)).ravel()
    part, error = part.copy(), _spread(whole, part, len(shares)) - target
    cost = float(np.sum(error**2))
    looked = min(MOST_COMPARED, n)
    at_once = max(1, looked // 8)
    for _ in range(rounds):
        # many moves at once come from a few units; the last ones, one by one, from all
        few = at_once > 1 and looked < n
        some = np.sort(rng.choice(n, looked, replace=False)) if few else np.arange(n)
        near, here = sparse.csr_array(whole[some]), part[some]
        gain = _gains(near, own[some], error, here)
        goes = gain.argmin(axis=1)
        change = gain[np.arange(len(some)), goes]
        moved = np.argsort(change, kind="stable")[:at_once]
        moved = moved[change[moved] < -SMALL]
        if at_once == 1 and not len(moved):
            swaps = (_best_swap(near, gain, here, most) for most in SWAPPED)
            swap = next((found for found in swaps if found is not None), None)
            if swap is None:
                break
            moved = np.array(swap)
            goes[moved] = here[moved[::-1]]
        step = _moved(near[moved], here[moved], goes[moved], len(shares))
        new = float(np.sum((error + step) ** 2))
        if new < cost - SMALL:
            part[some[moved]] = goes[moved]
            error, cost = error + step, new
        elif at_once == 1:
            break
        else:
            at_once //= 2
    return part


def _gains(units: sparse.csr_array, own: Array, error: Array, here: Array) -> Array:
    """By how much the squared error changes when a unit goes to a part, (units, parts).

    `own`: the sum of squares of each unit; infinite for the part where it is.
    """
    pull = units @ error.T
    at = np.arange(len(here))
    gain = 2 * (pull - pull[at, here][:, None] + own[:, None])
    gain[at, here] = np.inf
    return np.asarray(gain)


def _moved(rows: sparse.csr_array, come: Array, go: Array, parts: int) -> Array:
    """How what each part holds changes when these units move, (parts, columns)."""
    n = rows.shape[0]
    at = np.concatenate([go, come])
    sign = np.concatenate([np.ones(n), -np.ones(n)])
    into = sparse.csr_array((sign, (at, np.tile(np.arange(n), 2))), shape=(parts, n))
    return np.asarray((into @ sparse.csr_array(rows)).toarray())


def _spread(whole: sparse.csr_array, part: Array, parts: int) -> Array:
    """What each part holds of each column, (parts, columns)."""
    return np.asarray((_into(part, parts) @ whole).toarray())


def _best_swap(
    units: sparse.csr_array, gain: Array, here: Array, most: int
) -> tuple[int, int] | None:
    """Two units of different parts whose exchange lowers the squared error most; None for none.

    Of the units that would go one way, `most` are looked at.
    """
    best, found = -SMALL, None
    parts = gain.shape[1]
    for p in range(parts):
        for q in range(p + 1, parts):
            there, back = np.flatnonzero(here == p), np.flatnonzero(here == q)
            if not len(there) or not len(back):
                continue
            there = there[np.argsort(gain[there, q], kind="stable")[:most]]
            back = back[np.argsort(gain[back, p], kind="stable")[:most]]
            a, b = sparse.csr_array(units[there]), sparse.csr_array(units[back])
            shared = np.asarray((a @ b.T).toarray())
            change = gain[there, q][:, None] + gain[back, p][None, :] - 4 * shared
            i, j = np.unravel_index(change.argmin(), change.shape)
            if change[i, j] < best:
                best, found = change[i, j], (int(there[i]), int(back[j]))
    return found
