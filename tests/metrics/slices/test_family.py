"""Which slices are looked at, beside every set of conditions tried one by one."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from scipy import sparse

from metrics.slices.conditions import choose_slices, pack_documents
from metrics.typing import Array


def made(n: int, values: list[int], seed: int) -> tuple[Array, Array]:
    """Conditions (documents, conditions), one for each value of some columns, and their groups."""
    rng = np.random.default_rng(seed)
    columns = [rng.integers(0, v, n)[:, None] == np.arange(v) for v in values]
    return np.hstack(columns), np.repeat(np.arange(len(values)), values)


def named(slices: Array, none: int) -> list[tuple[int, ...]]:
    return [tuple(c for c in row if c != none) for row in slices.tolist()]


def test_all_slices_that_are_large_enough_are_looked_at_once() -> None:
    held, group_of = made(150, [2, 3, 3, 4], 1)
    # the last column is the first one again: together they hold the same documents
    held, group_of = np.hstack([held, held[:, :2]]), np.append(group_of, [4, 4])
    least, wanted = 12, []
    for depth in (1, 2, 3):
        for conditions in combinations(range(held.shape[1]), depth):
            inside = int(held[:, list(conditions)].all(axis=1).sum())
            fewer = [
                int(held[:, list(some)].all(axis=1).sum())
                for some in combinations(conditions, depth - 1)
                if some
            ]
            apart = len({group_of[c] for c in conditions}) == depth
            if least <= inside <= 150 - least and apart and inside < min(fewer, default=151):
                wanted.append(conditions)
    documents = pack_documents(sparse.csr_array(held), np.arange(150) % 7)
    slices = choose_slices(documents, group_of, least)
    assert named(slices, held.shape[1]) == wanted
    assert {len(conditions) for conditions in wanted} == {1, 2, 3}
    assert documents.count(slices).tolist() == [held[:, list(o)].all(axis=1).sum() for o in wanted]


def test_of_too_many_slices_those_of_fewer_conditions_stay_and_the_largest() -> None:
    held, group_of = made(2_000, [2, 3, 4, 5], 2)
    documents = pack_documents(sparse.csr_array(held), np.zeros(2_000, dtype=int))
    every, some = (choose_slices(documents, group_of, 5, most) for most in (20_000, 100))
    depth = (every < 14).sum(axis=1)
    assert len(some) == 100
    shorter = int(np.sum(depth < 3))
    assert some[:shorter].tolist() == every[:shorter].tolist()
    chosen = {tuple(row) for row in some[shorter:].tolist()}
    sizes = documents.count(every[depth == 3])
    is_chosen = np.array([tuple(row) in chosen for row in every[depth == 3].tolist()])
    # by their pairs alone, so nearly
    assert sizes[is_chosen].mean() > 1.3 * sizes[~is_chosen].mean()
    pairs = choose_slices(documents, group_of, 5, 40)[14:]
    held_by_pairs = documents.count(every[depth == 2])
    assert documents.count(pairs).min() >= np.sort(held_by_pairs)[-len(pairs)]
