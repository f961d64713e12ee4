"""Listed classes measured at once give what each class gives by itself, and sums by hand."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from metrics.incidence import mask_of, members
from metrics.ranking import sparse_curves
from metrics.ranking.break_even import break_even
from metrics.ranking.curves import average_precision
from metrics.ranking.eleven_point import eleven_point
from metrics.ranking.trec_eval import VERSIONS, trec_eval_eleven_point
from metrics.sparse_scores import ListedTallies, tally_listed
from metrics.tallies import pooled_scores, tally_scores
from metrics.typing import Array

NAN = float("nan")


def of_pairs(
    pairs: list[tuple[int, int, float]], true: list[tuple[int, int]], shape: tuple[int, int]
) -> tuple[sparse.csr_array, sparse.csc_array]:
    """Scores (classes, documents) and truth (documents, classes) of class, document, score."""
    klass, document, score = (list(of) for of in zip(*pairs, strict=True))
    scores = sparse.csr_array((np.array(score), (klass, document)), shape=shape)
    rows, columns = (list(of) for of in zip(*true, strict=True))
    truth = sparse.csc_array((np.ones(len(true), dtype=bool), (columns, rows)), shape=shape[::-1])
    return scores, truth


def random_case(seed: int) -> tuple[sparse.csr_array, sparse.csc_array]:
    random = np.random.default_rng(seed)
    classes, documents = 60, int(random.integers(3, 60))
    # few classes that many documents list, and many that few do; few values, so that scores tie
    share = random.random(classes)[:, None] ** 3
    listed_here = random.random((classes, documents)) < share
    values = random.integers(-3, 4, (classes, documents)) / (7 if seed % 2 else 1)
    scores = sparse.csr_array(
        (values[listed_here].astype(np.float32 if seed % 3 else float), np.nonzero(listed_here)),
        shape=(classes, documents),
    )
    truth = sparse.csc_array(random.random((documents, classes)) < share.T * random.random(classes))
    return scores, truth


def one_by_one(scores: sparse.csr_array, truth: sparse.csc_array, c: int) -> tuple[Array, ...]:
    span = slice(*scores.indptr[c : c + 2])
    return scores.indices[span], scores.data[span], mask_of(truth, c)


CASES = range(12)


@pytest.mark.parametrize("seed", CASES)
def test_every_class_is_as_by_itself(seed: int) -> None:
    scores, truth = random_case(seed)
    tallies = tally_listed(scores, truth)
    points, eleven = sparse_curves.break_evens(tallies), sparse_curves.eleven_points(tallies)
    precisions, averages = sparse_curves.average_precisions(tallies), np.mean(eleven.levels, axis=1)
    alone = []
    for c in range(len(tallies)):
        documents, values, positive = one_by_one(scores, truth, c)
        tally = tally_scores(
            values,
            positive[documents],
            len(positive) - len(documents),
            int(positive.sum() - positive[documents].sum()),
        )
        alone.append(tally)
        for cell in ("scores", "positives"):
            assert_array_equal(getattr(tallies[c], cell), getattr(tally, cell))
        assert (tallies[c].n, tallies[c].r) == (tally.n, tally.r)
        assert repr(points[c]) == repr(break_even(tally))
        assert_array_equal(eleven[c].levels, eleven_point(tally).levels)
        assert repr(eleven[c].average) == repr(float(averages[c]))
        assert repr(float(precisions[c])) == repr(average_precision(tally))
    assert [repr(point) for point in points] == [repr(points[c]) for c in range(len(points))]
    together = pooled_scores(alone)
    for cell in ("scores", "positives", "unscored", "unscored_positives"):
        assert_array_equal(getattr(tallies.pooled(), cell), getattr(together, cell))


@pytest.mark.parametrize("seed", CASES)
def test_trec_eval_ranks_listed_classes_as_it_ranks_each(seed: int) -> None:
    scores, truth = random_case(seed)
    codes = np.random.default_rng(seed).permutation(scores.shape[1])
    for version in VERSIONS:
        levels = sparse_curves.trec_eval_levels(tally_listed(scores, truth), codes, version)
        for c in range(len(levels)):
            documents, values, positive = one_by_one(scores, truth, c)
            missed = int(positive.sum() - positive[documents].sum())
            wanted = trec_eval_eleven_point(
                values, codes[documents], positive[documents], version, missed
            )
            assert_array_equal(levels[c], wanted.levels)


@pytest.mark.parametrize("seed", CASES)
def test_tables_at_a_threshold_of_each_class_are_those_of_its_tally(seed: int) -> None:
    scores, truth = random_case(seed)
    tallies = tally_listed(scores, truth)
    limits = np.random.default_rng(seed).integers(-3, 4, len(tallies)) / 7
    tables = tallies.at(limits)
    for c, limit in enumerate(limits):
        for cell in ("tp", "fp", "fn", "tn"):
            assert getattr(tables, cell)[c] == getattr(tallies[c].at(limit), cell)


def test_two_listed_classes_by_hand() -> None:
    # class 0 is listed for documents 0, 1, 2 and true of 0, 2, 3; class 1 for none, and true of 1
    scores, truth = of_pairs(
        [(0, 0, 0.9), (0, 1, 0.5), (0, 2, 0.4)], [(0, 0), (0, 2), (0, 3), (1, 1)], (3, 5)
    )
    tallies = tally_listed(scores, truth)
    assert [tally.r for tally in tallies] == [3, 1, 0]
    assert [tally.n for tally in tallies] == [5, 5, 5]
    # three are assigned at 0.4, two of them rightly: P = R = 2/3
    points = sparse_curves.break_evens(tallies)
    assert [point.how for point in points] == ["exact", "undefined", "undefined"]
    assert (points[0].value, points[0].threshold) == (2 / 3, 0.4)
    # 1/1 and 2/3 of a third of the positives each
    assert_array_equal(sparse_curves.average_precisions(tallies), [(1 + 2 / 3) / 3, 0, NAN])
    # recall 1/3 at precision 1, 2/3 at 2/3, and never more
    wanted = [[1] * 4 + [2 / 3] * 3 + [0] * 4, [0] * 11, [NAN] * 11]
    assert_array_equal(sparse_curves.eleven_points(tallies).levels, wanted)


def test_pairs_that_nobody_judged_count_neither_as_listed_nor_as_absent() -> None:
    scores, truth = of_pairs([(0, 0, 0.9), (0, 1, 0.5)], [(0, 0)], (1, 4))
    tallies = tally_listed(scores, truth, np.array([3]))
    assert (tallies[0].n, tallies[0].unscored, tallies[0].unscored_positives) == (3, 1, 0)


def test_classes_without_pairs_are_there_and_undefined() -> None:
    nothing = sparse.csr_array((4, 3)), sparse.csc_array((3, 4), dtype=bool)
    tallies = tally_listed(*nothing)
    assert isinstance(tallies, ListedTallies)
    assert len(members(nothing[1], 0)) == 0
    assert [point.how for point in sparse_curves.break_evens(tallies)] == ["undefined"] * 4
    assert np.isnan(sparse_curves.average_precisions(tallies)).all()
    assert np.isnan(sparse_curves.eleven_points(tallies).levels).all()
    assert np.isnan(sparse_curves.trec_eval_levels(tallies, np.arange(3), "9")).all()


def test_classes_one_after_another_are_a_part_of_the_list() -> None:
    tallies = tally_listed(*random_case(1))
    some = tallies[3:9:2]
    assert [tally.r for tally in some] == [tallies[c].r for c in (3, 5, 7)]
    assert len(tallies[-2:]) == 2


def test_a_class_whose_positives_nobody_scored_has_no_break_even_point() -> None:
    scores, truth = of_pairs([(0, 0, 1.0)], [(0, 0), (1, 2)], (2, 3))
    points = sparse_curves.break_evens(tally_listed(scores, truth))
    for values in (points.precision, points.recall, points.value):
        assert np.isnan(values).tolist() == [False, True]
