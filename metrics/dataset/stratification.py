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
    columns = sparse.csr_array(sparse.hstack([sizes[:, None], held], format="csr"))
    if (together := _pairs(alone)) is not None:
        pairs = sparse.csr_array(into @ together)
        every = sparse.csr_array(sparse.hstack([columns, pairs], format="csr"))
        part = _improved(every, shares, part, rng, ROUNDS_WITH_PAIRS)
    # the classes themselves come last: pairs give way to them
    return _rounded(columns, shares, _improved(columns, shares, part, rng, ROUNDS), rng)


def _into(targets: Array, number: int) -> sparse.csr_array:
    """What adds rows up by the number that each belongs to, (number, rows)."""
    ones = (np.ones(len(targets)), (targets, np.arange(len(targets))))
    return sparse.csr_array(ones, shape=(number, len(targets)))


def _rounded(
    columns: sparse.csr_array, shares: Array, part: Array, rng: np.random.Generator
) -> Array:
    """The parts after those columns count more that are off by a unit or more, where that helps."""
    target = shares[:, None] * np.asarray(columns.sum(axis=0)).ravel()
    weight = np.ones(columns.shape[1])
    off = np.abs(_spread(columns, part, len(shares)) - target) >= 1
    for _ in range(TRIES):
        if not off.any():
            break
        weight[off.any(axis=0)] *= 2
        weighted = sparse.csr_array(columns @ sparse.diags_array(weight))
        tried = _improved(weighted, shares, part, rng, ROUNDS)
        still = np.abs(_spread(columns, tried, len(shares)) - target) >= 1
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
    _, pair_of_row, times = np.unique(
        np.minimum(a, b) * k + np.maximum(a, b), return_inverse=True, return_counts=True
    )
    often = times[pair_of_row] > 1
    pair = (np.cumsum(times > 1) - 1)[pair_of_row[often]]
    shape = (held.shape[0], int((times > 1).sum()))
    values = np.ones(len(pair))
    return sparse.csr_array((values, (np.concatenate(rows)[often], pair)), shape=shape)


def _improved(
    columns: sparse.csr_array, shares: Array, part: Array, rng: np.random.Generator, rounds: int
) -> Array:
    """The parts after moves and swaps of units; each lowers the sum of squared errors."""
    n = len(part)
    target = shares[:, None] * np.asarray(columns.sum(axis=0)).ravel()
    own = np.asarray(columns.multiply(columns).sum(axis=1)).ravel()
    part, error = part.copy(), _spread(columns, part, len(shares)) - target
    cost = float(np.sum(error**2))
    sample_size = min(MOST_COMPARED, n)
    at_once = max(1, sample_size // 8)
    for _ in range(rounds):
        # many moves at once come from a few units; the last ones, one by one, from all
        few = at_once > 1 and sample_size < n
        some = np.sort(rng.choice(n, sample_size, replace=False)) if few else np.arange(n)
        near, own_parts = sparse.csr_array(columns[some]), part[some]
        gain = _gains(near, own[some], error, own_parts)
        goes = gain.argmin(axis=1)
        change = gain[np.arange(len(some)), goes]
        movers = np.argsort(change, kind="stable")[:at_once]
        movers = movers[change[movers] < -SMALL]
        if at_once == 1 and not len(movers):
            swaps = (_best_swap(near, gain, own_parts, most) for most in SWAPPED)
            swap = next((candidate for candidate in swaps if candidate is not None), None)
            if swap is None:
                break
            movers = np.array(swap)
            goes[movers] = own_parts[movers[::-1]]
        step = _change_of_moves(near[movers], own_parts[movers], goes[movers], len(shares))
        new = float(np.sum((error + step) ** 2))
        if new < cost - SMALL:
            part[some[movers]] = goes[movers]
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


def _change_of_moves(rows: sparse.csr_array, come: Array, go: Array, parts: int) -> Array:
    """How what each part holds changes when these units move, (parts, columns)."""
    n = rows.shape[0]
    at = np.concatenate([go, come])
    sign = np.concatenate([np.ones(n), -np.ones(n)])
    into = sparse.csr_array((sign, (at, np.tile(np.arange(n), 2))), shape=(parts, n))
    return np.asarray((into @ sparse.csr_array(rows)).toarray())


def _spread(columns: sparse.csr_array, part: Array, parts: int) -> Array:
    """What each part holds of each column, (parts, columns)."""
    return np.asarray((_into(part, parts) @ columns).toarray())


def _best_swap(
    units: sparse.csr_array, gain: Array, here: Array, most: int
) -> tuple[int, int] | None:
    """Two units of different parts whose exchange lowers the squared error most; None for none.

    Of the units that would go one way, `most` are looked at.
    """
    best, swap = -SMALL, None
    parts = gain.shape[1]
    for p in range(parts):
        for q in range(p + 1, parts):
            movers, returners = np.flatnonzero(here == p), np.flatnonzero(here == q)
            if not len(movers) or not len(returners):
                continue
            movers = movers[np.argsort(gain[movers, q], kind="stable")[:most]]
            returners = returners[np.argsort(gain[returners, p], kind="stable")[:most]]
            a, b = sparse.csr_array(units[movers]), sparse.csr_array(units[returners])
            shared = np.asarray((a @ b.T).toarray())
            change = gain[movers, q][:, None] + gain[returners, p][None, :] - 4 * shared
            i, j = np.unravel_index(change.argmin(), change.shape)
            if change[i, j] < best:
                best, swap = change[i, j], (int(movers[i]), int(returners[j]))
    return swap
