"""What shuffled calls would get: every order of a few documents, and the closed form."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
from numpy.testing import assert_allclose
from scipy import sparse

from metrics.hierarchy.error_distance import ENOUGH, shuffled_calls, when_shuffled
from metrics.measures import f_beta
from metrics.tallies import ContingencyTable, count_decisions


def test_the_expected_table_is_the_mean_over_every_order() -> None:
    rng = np.random.default_rng(1)
    truth, called = (sparse.csc_array(rng.random((5, 4)) < 0.4) for _ in range(2))
    expected = when_shuffled(count_decisions(truth, called))
    tables = [
        count_decisions(truth, sparse.csc_array(called[list(order)]))
        for order in permutations(range(5))
    ]
    for cell in ("tp", "fp", "fn", "tn"):
        mean = np.mean([getattr(table, cell) for table in tables], axis=0)
        assert_allclose(getattr(expected, cell), mean, rtol=1e-12)
    # F of all pairs too, as what is called and what is true are the same in every order
    by_order = [float(f_beta(table.pooled())) for table in tables]
    assert_allclose(float(f_beta(expected.pooled())), np.mean(by_order), rtol=1e-12)


def test_a_unit_without_documents_expects_nothing() -> None:
    zero, three = np.array([0, 3]), np.array([0, 1])
    table = when_shuffled(ContingencyTable(zero, three, three, three))
    # 4 called and 4 true of 6
    assert_allclose(table.tp, [0, 16 / 6])


def test_the_mean_over_documents_is_the_mean_over_every_order() -> None:
    rng = np.random.default_rng(2)
    truth, called = (sparse.csc_array(rng.random((5, 4)) < 0.5) for _ in range(2))

    def mean(rows: Any, calls: Any) -> float:
        there, assigned = sparse.csc_array(truth[rows]), sparse.csc_array(called[calls])
        return float(np.mean(f_beta(count_decisions(there, assigned, None, "document"))))

    by_order = [mean(np.arange(5), list(order)) for order in permutations(range(5))]
    assert_allclose(mean(*shuffled_calls(5)), np.mean(by_order), rtol=1e-12)


def test_of_many_documents_pairs_are_drawn_each_document_as_often() -> None:
    of, calls = shuffled_calls(ENOUGH // 4)
    for side in (of, calls):
        assert np.bincount(side).tolist() == [4] * (ENOUGH // 4)
    assert 0 < np.sum(of == calls) < 30  # as many as there are orders, on average
    of, calls = shuffled_calls(3 * ENOUGH)
    assert len(set(of.tolist())) == len(set(calls.tolist())) == ENOUGH
    assert [len(side) for side in shuffled_calls(0)] == [0, 0]
