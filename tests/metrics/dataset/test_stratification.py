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
    part = stratified(sparse.csr_array(labels), np.arange(700), np.array(shares), seed)
    off = off_target(np.column_stack([labels, np.ones(700)]).astype(int), part, np.array(shares))
    assert np.abs(off).max() < 1


def test_what_moves_leave_off_by_a_document_is_weighed_more_until_it_is_not() -> None:
    # of threads of three documents: without that, two classes end up a document off
    labels, shares = labelled(120, 15, 2), np.array([0.5, 0.3, 0.2])
    thread = np.arange(120) // 3
    part = stratified(sparse.csr_array(labels), thread, shares, 2)[thread]
    off = off_target(np.column_stack([labels, np.ones(120)]).astype(int), part, shares)
    assert np.abs(off).max() < 1


def by_scikit_multilearn(labels: Array, order: int) -> Array:
    from skmultilearn.model_selection import IterativeStratification

    part = np.empty(len(labels), dtype=int)
    folds = IterativeStratification(3, order=order, sample_distribution_per_fold=[0.7, 0.1, 0.2])
    for p, (_, rows) in enumerate(folds.split(np.zeros((len(labels), 1)), labels.astype(int))):
        part[rows] = p
    return part


def pairs_off(labels: Array, part: Array) -> Array:
    """How far documents of two classes are from their share, for pairs that occur twice."""
    left, right = np.triu_indices(labels.shape[1], k=1)
    both = labels[:, left] & labels[:, right]
    return np.abs(off_target(both[:, both.sum(axis=0) > 1].astype(int), part, MOSTLY))


MOSTLY = np.array([0.7, 0.1, 0.2])


@pytest.mark.parametrize("order", [1, 2])
def test_no_further_from_the_shares_than_scikit_multilearn(order: int) -> None:
    labels = labelled(1500, 20, 4)
    theirs = by_scikit_multilearn(labels, order)
    ours = stratified(sparse.csr_array(labels), np.arange(1500), MOSTLY)
    off = [np.abs(off_target(labels.astype(int), part, MOSTLY)) for part in (ours, theirs)]
    assert off[0].mean() <= off[1].mean()
    assert off[0].max() <= off[1].max()
    # of pairs the first order takes no notice, and the second order is nearest by the largest one
    of_pairs = [pairs_off(labels, part) for part in (ours, theirs)]
    assert of_pairs[0].max() <= of_pairs[1].max()
    assert order == 2 or of_pairs[0].mean() < of_pairs[1].mean()


@pytest.mark.parametrize("order", [1, 2])
def test_with_groups_no_further_than_scikit_multilearn_that_divides_the_groups(order: int) -> None:
    # threads of up to some ten documents; to scikit-multilearn each is one row of its classes
    labels, rng = labelled(1500, 20, 5), np.random.default_rng(5)
    thread = np.repeat(np.arange(1500), rng.geometric(0.4, 1500))[:1500]
    of_threads = np.zeros((thread.max() + 1, 20), dtype=bool)
    np.logical_or.at(of_threads, thread, labels)
    theirs = by_scikit_multilearn(of_threads, order)[thread]
    ours = stratified(sparse.csr_array(labels), thread, MOSTLY)[thread]
    counted = np.column_stack([labels, np.ones(1500)]).astype(int)
    off = [np.abs(off_target(counted, part, MOSTLY)) for part in (ours, theirs)]
    assert off[0].max() < 1 <= off[1].max()
    assert off[0].mean() <= off[1].mean()
    assert pairs_off(labels, ours).max() <= pairs_off(labels, theirs).max()


def test_pairs_are_those_of_documents_not_of_groups() -> None:
    # forty groups of two documents: in half of them one document is of both classes, in the
    # others each document is of one; a fifth of the twenty documents of both are four
    of_both = [[1, 1], [0, 0]]
    apart = [[1, 0], [0, 1]]
    labels = np.array([*of_both * 20, *apart * 20], dtype=bool)
    unit = np.repeat(np.arange(40), 2)
    part = stratified(sparse.csr_array(labels), unit, np.array([0.8, 0.2]))[unit]
    assert labels[part == 1].all(axis=1).sum() == 4
    assert labels[part == 1].sum(axis=0).tolist() == [8, 8]


def test_pairs_of_classes_are_spread_too() -> None:
    # two classes that meet on 40 of their 200 documents each: 8 of them are a fifth
    both = np.zeros((360, 2), dtype=bool)
    both[:200, 0] = True
    both[160:, 1] = True
    part = stratified(sparse.csr_array(both), np.arange(360), np.array([0.8, 0.2]))
    assert both[part == 1].all(axis=1).sum() == 8


def test_units_of_several_documents_count_them_all() -> None:
    # ten threads of ten documents of a class, and a hundred others: two threads are a fifth
    labels = sparse.csr_array(np.concatenate([np.ones(100), np.zeros(100)])[:, None])
    unit = np.concatenate([np.repeat(np.arange(10), 10), np.arange(10, 110)])
    part = stratified(labels, unit, np.array([0.8, 0.2]))
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
    unit = np.repeat(np.arange(len(sizes)), sizes)
    documents = sparse.csr_array(np.array(labels, dtype=float).reshape(-1, 3)[unit])
    shares = np.full(parts, 1 / parts)
    part = stratified(documents, unit, shares, seed=5)
    assert part.shape == (len(sizes),)
    assert np.isin(part, np.arange(parts)).all()
    assert_array_equal(part, stratified(documents, unit, shares, seed=5))


@pytest.mark.parametrize("shares", [[], [0.5, 0.6], [1.0, 0.0], [1.2, -0.2]])
def test_shares_that_are_none_are_refused(shares: list[float]) -> None:
    with pytest.raises(ValueError, match="sum to 1"):
        stratified(sparse.csr_array((3, 1)), np.arange(3), np.array(shares))
