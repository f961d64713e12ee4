"""What assigned classes tell of true ones, in bits."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import mutual_info_score

from metrics.merging.information import sets_together


def one_each(of: list[int], classes: int) -> sparse.csr_array:
    return sparse.csr_array(np.eye(classes, dtype=bool)[of])


def test_of_one_class_each_it_is_the_mutual_information_of_two_columns() -> None:
    rng = np.random.default_rng(0)
    true = rng.integers(0, 5, 300)
    called = np.where(rng.random(300) < 0.6, true, rng.integers(0, 5, 300))
    together = sets_together(one_each(true.tolist(), 5), one_each(called.tolist(), 5))
    assert together.bits() == pytest.approx(mutual_info_score(true, called) / np.log(2), abs=1e-12)
    two = sparse.csr_array(np.array([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1]], bool))
    wanted = mutual_info_score(true // 2, called // 2) / np.log(2)
    assert together.bits(two) == pytest.approx(wanted, abs=1e-12)


def test_a_document_of_weight_three_counts_as_three() -> None:
    true, called = [0, 0, 1, 2], [0, 1, 1, 2]
    weighed = sets_together(one_each(true, 3), one_each(called, 3), np.array([3.0, 1, 1, 2]))
    often = sets_together(
        one_each([0, 0, 0, *true[1:], 2], 3), one_each([0, 0, 0, *called[1:], 2], 3)
    )
    assert weighed.bits() == pytest.approx(often.bits(), abs=1e-12)
    shares = sets_together(one_each(true, 3), one_each(called, 3), np.array([3.0, 1, 1, 2]) / 7)
    assert shares.bits() == pytest.approx(often.bits(), abs=1e-12)


def test_merging_never_tells_more() -> None:
    rng = np.random.default_rng(3)
    true, called = (sparse.csr_array(rng.random((80, 6)) < 0.3) for _ in range(2))
    together = sets_together(true, called)
    for _ in range(50):
        into = sparse.csr_array(np.eye(6, dtype=bool)[rng.integers(0, 6, 6)])
        assert together.bits(into) <= together.bits() + 1e-12


def test_decisions_that_are_right_tell_all_and_without_documents_nothing_is_known() -> None:
    # two classes of two documents each are one bit
    same = one_each([0, 0, 1, 1], 2)
    assert sets_together(same, same).bits() == pytest.approx(1)
    nobody = sparse.csr_array((0, 2), dtype=bool)
    assert np.isnan(sets_together(nobody, nobody).bits())


def test_sets_come_back_as_they_met_also_where_all_decisions_are_alike() -> None:
    # nothing is assigned to any of four documents of three sets
    met = sets_together(one_each([0, 1, 1, 2], 3), sparse.csr_array((4, 3), dtype=bool))
    true = met.truth[met.true].toarray().argmax(axis=1)
    assert dict(zip(true.tolist(), met.weight.tolist(), strict=True)) == {0: 1, 1: 2, 2: 1}
    assert met.called.tolist() == [0, 0, 0]
    assert met.bits() == 0
