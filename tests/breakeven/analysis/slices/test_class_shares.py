"""Classes in slices of labelled documents: counted by hand, tested by another's tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse, stats

from breakeven.analysis.slices.class_shares import SAMPLED, UNJUDGED, share_classes
from breakeven.analysis.slices.slice_comparison import DeclaredSlice
from breakeven.data.records import Truth
from metrics.typing import Array
from tests.made import truth_of


def labelled(codes: Array, classes: int, **more: Any) -> Truth:
    return truth_of(codes[:, None] == np.arange(classes), **more)


def parts(*codes: Array) -> list[DeclaredSlice]:
    return [
        DeclaredSlice(f"{place}={value}", f"source={value}", column == value)
        for place, column in enumerate(codes)
        for value in np.unique(column)
    ]


def test_documents_are_counted_in_a_slice_and_in_the_rest() -> None:
    #         in the slice | in the rest
    truth = labelled(np.array([0, 0, 1, 2, 0, 1, 1, 1, 1, 2]), 4)
    inside = np.arange(10) < 4
    shared = share_classes(truth, np.arange(10), [DeclaredSlice("mail", "source=mail", inside)])
    (shares,) = shared.slices
    assert (shares.documents, shares.share, shares.rest) == (4, 0.4, 6)
    assert_array_equal(shares.positives, [2, 1, 1, 0])
    assert_allclose(shares.inside, [1 / 2, 1 / 4, 1 / 4, 0])
    assert_allclose(shares.outside, [1 / 6, 4 / 6, 1 / 6, 0])
    assert_allclose(shares.difference, [1 / 3, -5 / 12, 1 / 12, 0])


def test_only_the_documents_looked_at_count() -> None:
    truth = labelled(np.array([0, 1, 0, 1]), 2)
    inside = np.array([True, False])
    (shares,) = share_classes(
        truth, np.array([1, 2]), [DeclaredSlice("s", "source=s", inside)]
    ).slices
    assert_array_equal(shares.positives, [0, 1])
    assert_array_equal(shares.outside, [1, 0])


def test_p_is_that_of_scipy_with_holm_over_every_slice_and_class() -> None:
    # few documents, so the exact test; twice the smaller side
    draw = np.random.default_rng(0)
    codes, sources = draw.integers(0, 3, 24), draw.integers(0, 2, 24)
    slices = parts(sources)
    shared = share_classes(labelled(codes, 3), np.arange(24), slices)
    expected = []
    for declared in slices:
        inside = declared.inside
        for c in range(3):
            a, k, m = (codes[inside] == c).sum(), (codes == c).sum(), inside.sum()
            below, above = (
                stats.hypergeom.cdf(a, 24, k, m),
                stats.hypergeom.sf(a - 1, 24, k, m),
            )
            expected.append(min(1, 2 * min(below, above)))
    order = np.argsort(expected)
    holm, most = np.zeros(6), 0.0
    for rank, place in enumerate(order):
        most = max(most, min(1, (6 - rank) * expected[place]))
        holm[place] = most
    assert_allclose(shared.p.ravel(), holm)
    assert shared.untested == ""


def test_of_many_documents_it_is_the_chi_square_of_the_shares() -> None:
    codes = np.repeat([0, 1, 0, 1], [80, 20, 50, 150])
    inside = np.arange(300) < 100
    shared = share_classes(
        labelled(codes, 2), np.arange(300), [DeclaredSlice("s", "source=s", inside)]
    )
    p = stats.chi2_contingency([[80, 20], [50, 150]], correction=False).pvalue
    # two classes, and of two equal ones the second is no smaller than the first
    assert_allclose(shared.p, [[2 * p, 2 * p]])
    assert shared.clear == [(0, 0), (0, 1)]


def test_the_least_likely_share_comes_first() -> None:
    codes = np.repeat([0, 1, 2, 0, 1, 2], [60, 20, 20, 50, 100, 50])
    inside = np.arange(300) < 100
    shared = share_classes(
        labelled(codes, 3), np.arange(300), [DeclaredSlice("s", "source=s", inside)]
    )
    # 60 of 100 beside 50 of 200, then 20 beside 100; 20 beside 50 may be chance
    assert shared.clear == [(0, 0), (0, 1)]
    assert shared.p[0, 0] < shared.p[0, 1] < 0.05 < shared.p[0, 2]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"weights": np.array([2.0, 1, 1, 0, 1, 1])}, SAMPLED),
        ({"clusters": np.array([0, 0, 1, 1, 2, 2])}, SAMPLED),
        ({"unjudged": sparse.csc_array(np.eye(6, 2, dtype=bool))}, UNJUDGED),
    ],
)
def test_where_documents_are_not_alike_shares_are_counted_and_not_tested(
    more: dict[str, object], why: str
) -> None:
    truth = replace(labelled(np.array([0, 1, 0, 1, 0, 1]), 2), **more)  # type: ignore[arg-type]
    inside = np.arange(6) < 4
    shared = share_classes(truth, np.arange(6), [DeclaredSlice("s", "source=s", inside)])
    assert shared.untested == why
    assert np.isnan(shared.p).all()
    assert shared.clear == []
    (shares,) = shared.slices
    by_hand = {
        # weights 2 and 1 of 4 are of class 0, 1 and 0 of class 1
        "weights": ([3, 1], [3 / 4, 1 / 4], [1 / 2, 1 / 2]),
        "clusters": ([2, 2], [1 / 2, 1 / 2], [1 / 2, 1 / 2]),
        # nobody judged 0 for class 0, nor 1 for class 1
        "unjudged": ([1, 1], [1 / 3, 1 / 3], [1 / 2, 1 / 2]),
    }
    positives, share, rest = by_hand[next(iter(more))]
    assert_allclose(shares.positives, positives)
    assert_allclose(shares.inside, share)
    assert_allclose(shares.outside, rest)


def test_a_slice_that_is_chosen_by_labels_is_not_tested() -> None:
    truth = labelled(np.repeat([0, 1], 20), 2)
    inside = np.arange(40) < 20
    slices = [
        DeclaredSlice("s", "true:c0", inside, by_truth=True),
        DeclaredSlice("t", "x=1", inside),
    ]
    shared = share_classes(truth, np.arange(40), slices)
    assert np.isnan(shared.p[0]).all()
    assert (shared.p[1] < 0.001).all()
    assert shared.untested == ""


def test_no_label_at_all_is_refused() -> None:
    truth = replace(labelled(np.array([0, 1]), 2), labels=None)
    with pytest.raises(ValueError, match="nobody has labelled"):
        share_classes(truth, np.arange(2), [])


def test_where_nothing_differs_a_share_seldom_looks_different() -> None:
    # six classes and eight slices of two columns, 200 reviews: at most 5 in 100, and by chance 20
    draw, wrong = np.random.default_rng(1), 0
    for _ in range(200):
        codes = draw.choice(6, 300, p=[0.5, 0.2, 0.1, 0.1, 0.06, 0.04])
        slices = parts(draw.integers(0, 3, 300), draw.integers(0, 5, 300))
        wrong += bool(share_classes(labelled(codes, 6), np.arange(300), slices).clear)
    assert wrong <= 17  # of 200 at 5 %, as many or more have a chance of 2 %


def test_a_class_that_is_twice_as_frequent_in_a_slice_is_found() -> None:
    draw, found = np.random.default_rng(2), 0
    for _ in range(50):
        source = draw.integers(0, 4, 800)
        codes = np.where(draw.random(800) < np.where(source == 0, 0.4, 0.2), 0, 1)
        shared = share_classes(labelled(codes, 2), np.arange(800), parts(source))
        found += (0, 0) in shared.clear
    assert found >= 48
