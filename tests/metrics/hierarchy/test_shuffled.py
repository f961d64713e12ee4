"""What shuffled calls would get: every order of a few documents, and the closed form."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.testing import assert_allclose
from scipy import sparse

from metrics.hierarchy.shuffled import ENOUGH, shuffled_calls, when_shuffled
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


def test_orders_are_drawn_until_enough_documents_were_seen() -> None:
    for documents, number in ((ENOUGH, 1), (3 * ENOUGH, 1), (ENOUGH // 2 - 1, 3), (5, 200), (0, 0)):
        of, calls = shuffled_calls(documents)
        assert len(of) == len(calls) == documents * number
        assert of[:documents].tolist() == list(range(documents))
        assert sorted(calls[-documents:].tolist()) == list(range(documents))
