"""Documents divided so that every class has its share in each part."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import sparse

from metrics.dataset.stratification import stratified
from metrics.typing import Array


def labelled(n: int, k: int, seed: int) -> Array:
    prevalence = np.geomspace(0.3, 0.005, k)
    return np.random.default_rng(seed).random((n, k)) < prevalence


def off_target(counts: Array, part: Array, shares: Array) -> Array:
    """How far documents of a class in a part are from its share, (parts, classes)."""
    return np.array([counts[part == p].sum(axis=0) for p in range(len(shares))]) - np.outer(
        shares, counts.sum(axis=0)
    )


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("shares", [(0.7, 0.1, 0.2), (0.5, 0.5), (0.25, 0.25, 0.25, 0.25)])
def test_every_class_is_within_rounding_of_its_share(shares: tuple[float, ...], seed: int) -> None:
    labels = labelled(700, 15, seed)
    part = stratified(sparse.csr_array(labels), np.ones(700), np.array(shares), seed)
    off = off_target(np.column_stack([labels, np.ones(700)]).astype(int), part, np.array(shares))
    assert np.abs(off).max() < 1


def test_no_further_from_the_shares_than_scikit_multilearn() -> None:
    from skmultilearn.model_selection import IterativeStratification

    labels, shares = labelled(1500, 20, 4).astype(int), [0.7, 0.1, 0.2]
    theirs = np.empty(1500, dtype=int)
    folds = IterativeStratification(3, order=1, sample_distribution_per_fold=shares)
    for p, (_, rows) in enumerate(folds.split(np.zeros((1500, 1)), labels)):
        theirs[rows] = p
    ours = stratified(sparse.csr_array(labels), np.ones(1500), np.array(shares))
    off = [np.abs(off_target(labels, part, np.array(shares))) for part in (ours, theirs)]
    assert off[0].mean() <= off[1].mean()
    assert off[0].max() <= off[1].max()


def test_pairs_of_classes_are_spread_too() -> None:
    # two classes that meet on 40 of their 200 documents each: 8 of them are a fifth
    both = np.zeros((360, 2), dtype=bool)
    both[:200, 0] = True
    both[160:, 1] = True
    part = stratified(sparse.csr_array(both), np.ones(360), np.array([0.8, 0.2]))
    assert both[part == 1].all(axis=1).sum() == 8


def test_units_of_several_documents_count_them_all() -> None:
    # ten threads of ten documents of a class, and a hundred others: two threads are a fifth
    units = sparse.csr_array(np.concatenate([np.full(10, 10), np.zeros(100)])[:, None])
    sizes = np.concatenate([np.full(10, 10), np.ones(100)])
    part = stratified(units, sizes, np.array([0.8, 0.2]))
    assert (part[:10] == 1).sum() == 2
    assert (part[10:] == 1).sum() == 20


@settings(max_examples=30)
@given(
    st.integers(0, 12).flatmap(
        lambda n: st.tuples(
            st.lists(
                st.tuples(st.booleans(), st.booleans(), st.booleans()), min_size=n, max_size=n
            ),
            st.lists(st.integers(1, 5), min_size=n, max_size=n),
        )
    ),
    st.integers(1, 4),
)
def test_every_unit_has_a_part_and_equal_seeds_give_equal_parts(
    given_units: tuple[list[tuple[bool, bool, bool]], list[int]], parts: int
) -> None:
    labels, sizes = given_units
    units = sparse.csr_array(np.array(labels, dtype=float).reshape(-1, 3))
    shares = np.full(parts, 1 / parts)
    part = stratified(units, np.array(sizes), shares, seed=5)
    assert part.shape == (len(sizes),)
    assert np.isin(part, np.arange(parts)).all()
    assert_array_equal(part, stratified(units, np.array(sizes), shares, seed=5))


@pytest.mark.parametrize("shares", [[], [0.5, 0.6], [1.0, 0.0], [1.2, -0.2]])
def test_shares_that_are_none_are_refused(shares: list[float]) -> None:
    with pytest.raises(ValueError, match="sum to 1"):
        stratified(sparse.csr_array((3, 1)), np.ones(3), np.array(shares))
