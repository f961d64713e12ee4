"""What is shown of a confusion matrix, and that nothing of it is lost."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from breakeven.analysis.evaluation.matrix_part import (
    FEW,
    FIRST,
    around,
    first_classes,
    ordered,
    part_of,
    rounded_rows,
)
from metrics.confusion import margins
from metrics.tallies import ConfusionMatrix
from tests.made import not_none


def chance(k: int, seed: int = 0) -> ConfusionMatrix:
    """A matrix of k classes and nothing with fractions, most cells empty."""
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 40, (k + 1, k + 1)) * (rng.random((k + 1, k + 1)) < 0.2) / 4
    counts[-1, -1] = 0
    return ConfusionMatrix(sparse.csr_array(counts))


@pytest.mark.parametrize("shown", [0, 1, 7, 40])
def test_rows_and_columns_add_up_whatever_is_shown(shown: int) -> None:
    matrix = chance(40)
    chosen = np.random.default_rng(shown).permutation(40)[:shown]
    part = part_of(matrix, chosen, nothing=True)
    true_of, assigned_of = margins(matrix)
    assert_allclose(part.wrong.sum(axis=1) + part.right, part.true_of)
    assert_allclose(part.true_of[: part.rows], true_of[chosen])
    assert_allclose(part.assigned_of[: part.rows], assigned_of[chosen])
    # all of the matrix stands in some cell
    assert part.wrong.sum() + part.right.sum() == pytest.approx(float(matrix.counts.sum()))
    assert part.more == 40 - shown
    off = matrix.counts.toarray()[:-1, :-1]
    np.fill_diagonal(off, 0)
    assert part.left == pytest.approx(off.sum() - off[np.ix_(chosen, chosen)].sum())


@pytest.mark.parametrize("seed", range(5))
def test_rows_in_whole_numbers_add_up_to_as_much_and_none_is_a_whole_one_off(seed: int) -> None:
    rng = np.random.default_rng(seed)
    # parts of documents as several errors have them, which add up to whole ones
    parts = 1 / rng.integers(1, 7, (40, 8))
    counts = np.column_stack([parts, np.ceil(parts.sum(axis=1)) - parts.sum(axis=1)])
    whole = rounded_rows(counts)
    assert (whole.sum(axis=1) == np.ceil(parts.sum(axis=1) - 1e-9)).all()
    assert (np.abs(whole - counts) < 1).all()
    assert (whole == np.floor(whole)).all()


def test_the_largest_remainders_are_rounded_up_and_whole_numbers_stay() -> None:
    assert rounded_rows(np.array([[1.5, 0.3, 0.2], [2, 0, 5]])).tolist() == [[2, 0, 0], [2, 0, 5]]
    # three thirds are one, though they add up to a little less
    assert rounded_rows(np.array([[1 / 3, 1 / 3, 1 / 3, 4]])).tolist() == [[1, 0, 0, 4]]


def test_many_classes_share_rows_and_still_add_up() -> None:
    matrix = chance(250)
    part = part_of(matrix, np.arange(250), nothing=True)
    # three to a row
    assert (part.step, part.rows, len(part.right)) == (3, 84, 85)
    assert not_none(part.members(1)).tolist() == [3, 4, 5]
    assert (part.place(0, 250), part.place(84, 250)) == (None, 250)
    assert part.wrong.sum() + part.right.sum() == pytest.approx(float(matrix.counts.sum()))


def test_others_without_an_error_have_no_row() -> None:
    counts = np.diag([3.0, 4.0, 5.0, 0.0])
    counts[0, 1] = 2
    part = part_of(ConfusionMatrix(sparse.csr_array(counts)), np.array([1, 0]), nothing=False)
    assert (part.more, part.wrong.tolist()) == (0, [[0, 0], [2, 0]])
    assert part.true_of.tolist() == [4, 5]


def test_of_many_classes_the_most_confused_are_first() -> None:
    k = FEW + 10
    counts = np.diag(np.full(k + 1, 9.0))
    counts[np.arange(k - 1), np.arange(1, k)] = np.arange(k - 1, 0, -1)
    matrix = ConfusionMatrix(sparse.csr_array(counts))
    assert first_classes(matrix).tolist() == list(range(FIRST))
    # with ten confused classes these alone, and of few classes all
    counts[10:, :][:, 10:] = np.diag(np.full(k - 9, 9.0))
    counts[9, 10] = 0
    matrix = ConfusionMatrix(sparse.csr_array(counts))
    assert first_classes(matrix).tolist() == list(range(10))
    small = ConfusionMatrix(sparse.csr_array(np.diag([1.0, 0, 2, 0])))
    assert first_classes(small).tolist() == [0, 2]
    assert around(matrix, np.array([3, k - 1])).tolist() == [2, 3, 4, k - 1]


def test_classes_are_ordered_by_size_by_name_and_as_they_stand() -> None:
    counts = np.diag([1.0, 5.0, 5.0, 0.0])
    counts[0, 2] = 2
    matrix = ConfusionMatrix(sparse.csr_array(counts))
    given = np.array([2, 0, 1])
    names = ("b", "C", "a")
    # as often true, c is assigned more often than b
    assert ordered(matrix, given, "size", names).tolist() == [2, 1, 0]
    assert ordered(matrix, given, "name", names).tolist() == [2, 0, 1]
    assert ordered(matrix, given, "file", names).tolist() == [0, 1, 2]
    assert ordered(matrix, given, "blocks", names).tolist() == [2, 0, 1]


@pytest.mark.parametrize(("true", "assigned"), [(2, 0), (0, 2)])
def test_others_have_a_row_for_an_error_of_theirs_on_either_side(true: int, assigned: int) -> None:
    counts = np.diag([3.0, 4.0, 5.0, 0.0])
    counts[true, assigned] = 2
    part = part_of(ConfusionMatrix(sparse.csr_array(counts)), np.array([0, 1]), nothing=False)
    assert (part.more, part.left, part.true_of.sum()) == (1, 2, 14)
    place = {0: 0, 2: 2}
    assert part.wrong[place[true], place[assigned]] == 2
    assert part.wrong.sum() == 2
