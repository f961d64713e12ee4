"""Agreement of several people: published examples, oracles, and what holds for any data."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats import inter_rater

from metrics.annotators import coincidences as tally
from metrics.annotators.agreement_intervals import draw
from metrics.annotators.coincidences import Coincidences, document_coincidences, equal_numbers
from metrics.annotators.pairwise_agreement import (
    DocumentTables,
    cohen_kappa,
    cohen_kappa_over_classes,
    document_tables,
    drawn_f_and_kappa,
    pair_tables,
    pairs_of,
    pooled_over_classes,
)
from metrics.annotators.ratings import Ratings, disputed, pairable_votes
from metrics.measures import f_beta, ratio
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, Array
from tests.golden_cases import cases, check
from tests.metrics.annotators.ratings_from import of_codes, of_sets, of_yes


def negative_agreement_of_two(table: ContingencyTable) -> Array:
    """Of one person's no, the share to which the other says no, in [0, 1]; F with no for yes.

    Shape as the table. NaN where neither says no. Source: Cicchetti & Feinstein (1990).
    """
    return ratio(2 * table.tn, 2 * table.tn + table.fp + table.fn)


def counted(ratings: Ratings) -> Coincidences:
    return document_coincidences(pairable_votes(ratings)).sums(np.ones(ratings.documents))


def codes_of(case: dict[str, Any]) -> Array:
    rows = case["input"]["codes"]
    return np.array([[-1 if code is None else code for code in row] for row in rows])


@pytest.mark.parametrize("case", cases("agreement", "codes", "classes"))
def test_published_examples(case: dict[str, Any]) -> None:
    ratings = of_codes(codes_of(case), case["input"]["classes"])
    of = counted(ratings)
    got = {
        "alpha": tally.alpha_over_classes(of),
        "fleiss_kappa": tally.fleiss_kappa_over_classes(of),
        "fleiss_kappa_per_class": tally.fleiss_kappa(of),
        "judgements": of.judgements[0],
    }
    check(got, case)


@pytest.mark.parametrize("case", cases("agreement", "table"))
def test_published_examples_of_two(case: dict[str, Any]) -> None:
    cells = np.array(case["input"]["table"])
    first, second = np.indices(cells.shape).reshape(2, -1)
    codes = np.stack([np.repeat(first, cells.ravel()), np.repeat(second, cells.ravel())])
    tables = pair_tables(of_codes(codes, len(cells)))
    got = {
        "cohen_kappa": cohen_kappa_over_classes(tables)[0],
        "positive": f_beta(tables)[0, 0],
        "negative": negative_agreement_of_two(tables)[0, 0],
    }
    check(got, case)


def some_codes(seed: int, people: int, documents: int, classes: int, missing: float) -> Array:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, documents)
    wrong = rng.random((people, documents)) < 0.3
    codes = np.where(wrong, rng.integers(0, classes, (people, documents)), truth)
    return np.where(rng.random((people, documents)) < missing, -1, codes)


@pytest.mark.parametrize("seed", range(4))
def test_krippendorffs_package_gives_the_same_alpha(seed: int) -> None:
    codes = some_codes(seed, 2 + seed, 40, 4, 0.3)
    counts = counted(of_codes(codes, 4))
    values = np.where(codes < 0, np.nan, codes)
    assert_allclose(
        tally.alpha_over_classes(counts), krippendorff.alpha(values, level_of_measurement="nominal")
    )
    each = [
        krippendorff.alpha(np.where(codes < 0, np.nan, codes == c), level_of_measurement="nominal")
        for c in range(4)
    ]
    assert_allclose(tally.alpha(counts), each)


@pytest.mark.parametrize("seed", range(3))
def test_statsmodels_gives_the_same_fleiss_and_cohen(seed: int) -> None:
    codes = some_codes(seed, 3, 50, 4, 0.0)
    of = counted(of_codes(codes, 4))
    table, _ = inter_rater.aggregate_raters(codes.T, n_cat=4)
    assert_allclose(tally.fleiss_kappa_over_classes(of), inter_rater.fleiss_kappa(table))
    kappas = cohen_kappa_over_classes(pair_tables(of_codes(codes, 4)))
    for kappa, (i, j) in zip(kappas, pairs_of(3), strict=True):
        square = inter_rater.to_table(codes[[i, j]].T)[0]
        assert_allclose(kappa, inter_rater.cohens_kappa(square).kappa)
        assert_allclose(kappa, cohen_kappa_score(codes[i], codes[j]))


def test_sklearn_gives_the_same_kappa_of_each_class_and_f_of_two() -> None:
    from sklearn.metrics import f1_score

    rng = np.random.default_rng(2)
    yes = (rng.random((2, 60, 3)) < 0.4).astype(float)
    tables = pair_tables(of_yes(yes))
    assert_allclose(cohen_kappa(tables)[:, 0], [cohen_kappa_score(*yes[:, :, c]) for c in range(3)])
    of = counted(of_yes(yes))
    assert_allclose(tally.positive_agreement(of), [f1_score(*yes[:, :, c]) for c in range(3)])
    assert_allclose(tally.positive_agreement(of), f_beta(tables)[:, 0])
    assert_allclose(tally.negative_agreement(of), negative_agreement_of_two(tables)[:, 0])


def by_enumeration(column: Array) -> tuple[float, float, float]:
    """Alpha, positive and negative agreement of one class by going through all pairs of values."""
    units = [ratings[~np.isnan(ratings)] for ratings in column.T]
    units = [unit for unit in units if len(unit) > 1]
    pairs = [
        (unit[i], unit[j], 1 / (len(unit) - 1))
        for unit in units
        for i, j in permutations(range(len(unit)), 2)
    ]
    both = sum(w for a, b, w in pairs if a == b == 1)
    neither = sum(w for a, b, w in pairs if a == b == 0)
    apart = sum(w for a, b, w in pairs if a != b)
    values = [value for unit in units for value in unit]
    expected = [a != b for a, b in permutations(values, 2)]
    observed = apart / len(values)
    return (
        1 - observed / np.mean(expected),
        both / (both + apart / 2),
        neither / (neither + apart / 2),
    )


def test_pairs_that_some_did_not_judge_are_counted_as_by_going_through_them() -> None:
    rng = np.random.default_rng(4)
    yes = (rng.random((4, 12, 3)) < 0.5).astype(float)
    yes[rng.random(yes.shape) < 0.35] = np.nan
    expected = [by_enumeration(yes[:, :, c]) for c in range(3)]
    of = counted(of_yes(yes))
    got = [tally.alpha(of), tally.positive_agreement(of), tally.negative_agreement(of)]
    assert_allclose(np.array(got).T, expected, atol=EQUAL)


def test_two_judge_only_what_both_judged() -> None:
    rng = np.random.default_rng(5)
    yes = (rng.random((3, 20, 2)) < 0.5).astype(float)
    yes[rng.random(yes.shape) < 0.3] = np.nan
    tables = pair_tables(of_yes(yes))
    for at, (i, j) in enumerate(combinations(range(3), 2)):
        for c in range(2):
            a, b = yes[i, :, c], yes[j, :, c]
            cells = [np.sum((a == x) & (b == y)) for x, y in ((1, 1), (0, 1), (1, 0), (0, 0))]
            got = [getattr(tables, cell)[c, at] for cell in ("tp", "fp", "fn", "tn")]
            assert got == cells


def test_what_people_differ_on() -> None:
    ratings = of_sets([["ab", "a", None, "b"], ["a", "a", "b", None], ["ab", "", "a", None]], "ab")
    # document 0: b said by two of three; 1: a by two of three; 2: both by one of two; 3: one person
    assert disputed(ratings).toarray().tolist() == [
        [False, True], [True, False], [True, True], [False, False],
    ]  # fmt: skip


def test_documents_that_one_person_labelled_change_nothing() -> None:
    two = of_sets([["a", "b", "ab"], ["a", "", "b"]], "ab")
    more = of_sets([["a", "b", "ab", "a", None], ["a", "", "b", None, "b"]], "ab")
    assert_allclose(tally.alpha(counted(two)), tally.alpha(counted(more)))
    assert counted(more).judgements.tolist() == [6, 6]


def test_fleiss_asks_for_equal_numbers() -> None:
    equal = of_sets([["a", "b", None], ["a", "", None]], "ab")
    assert equal_numbers(pairable_votes(equal), equal.people)
    one_more = of_sets([["a", "b", "a"], ["a", "", None]], "ab")
    assert not equal_numbers(pairable_votes(one_more), one_more.people)


def test_agreement_is_undefined_where_all_say_the_same_of_everything() -> None:
    of = counted(of_sets([["a", "a"], ["a", "a"]], "ab"))
    assert np.isnan(tally.alpha(of)).all()
    assert np.isnan(tally.fleiss_kappa(of)).all()
    assert np.isnan(tally.alpha_over_classes(of))
    assert tally.positive_agreement(of)[0] == 1
    assert np.isnan(tally.positive_agreement(of)[1])
    table = ContingencyTable(*(np.array([x]) for x in (3, 0, 0, 0)))
    assert np.isnan(cohen_kappa(table)).all()


@given(st.integers(0, 10_000))
def test_order_of_people_documents_and_classes_does_not_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    yes = (rng.random((3, 8, 3)) < 0.5).astype(float)
    yes[rng.random((3, 8)) < 0.2] = np.nan
    people, documents, classes = (rng.permutation(n) for n in yes.shape)
    one, other = counted(of_yes(yes)), counted(of_yes(yes[people][:, documents][:, :, classes]))
    assert_allclose(tally.alpha(one)[classes], tally.alpha(other), atol=EQUAL)
    pooled, again = (tally.alpha_over_classes(of) for of in (one, other))
    assert_allclose(pooled, again, atol=EQUAL)


@given(st.integers(0, 10_000))
def test_alpha_is_one_only_where_all_agree(seed: int) -> None:
    rng = np.random.default_rng(seed)
    codes = some_codes(seed, 3, 6, 2, 0.2)
    if rng.random() < 0.5:
        codes = np.where(codes < 0, -1, codes.max(axis=0))
    given_twice = [set(said[said >= 0]) for said in codes.T if np.sum(said >= 0) > 1]
    value = tally.alpha_over_classes(counted(of_codes(codes, 2)))
    if len(set().union(*given_twice)) < 2:
        assert np.isnan(value)
    else:
        assert (value > 1 - 1e-12) == all(len(said) == 1 for said in given_twice)


def test_who_answers_at_random_lies_at_zero() -> None:
    rng = np.random.default_rng(6)
    yes = (rng.random((3, 4_000, 2)) < [0.3, 0.1]).astype(float)
    of = counted(of_yes(yes))
    # standard error about 1 / sqrt(pairs) = 0.009
    assert_allclose(tally.alpha(of), 0, atol=0.03)
    assert_allclose(cohen_kappa_over_classes(pair_tables(of_yes(yes))), 0, atol=0.05)


def test_kappa_of_documents_drawn_again_is_that_of_each_draw_by_itself() -> None:
    rng = np.random.default_rng(7)
    truth = rng.random((300, 3)) < [0.4, 0.2, 0.1]
    yes = (truth ^ (rng.random((2, 300, 3)) < 0.15)).astype(float)
    yes[rng.random(yes.shape) < 0.1] = np.nan
    each = document_tables(of_yes(yes), [(0, 1)])
    drawn = draw(300, replicates=100)
    swapped = [each, each.swapped()]
    f, (fast, again) = drawn_f_and_kappa(swapped, np.ones(300), drawn.gather, drawn.times)
    tables = each.gathered(drawn.gather).sums(drawn.times)
    slow = cohen_kappa_over_classes(tables)
    assert_allclose(f[0], f_beta(pooled_over_classes(tables)))
    # to first order: the rest is of the order of 1 / 300
    assert_allclose(fast, slow, atol=0.02)
    assert np.corrcoef(fast, slow)[0, 1] > 0.997
    assert_allclose(again, fast)


@pytest.mark.parametrize("less", [(False, False), (True, False), (True, True)])
def test_tables_of_several_twos_add_up_cell_by_cell(less: tuple[bool, bool]) -> None:
    rng = np.random.default_rng(1)
    # hits, positives, assigned, and what is to be taken off, of six documents and two classes
    parts = rng.integers(0, 4, (2, 4, 6, 2))
    totals = rng.integers(20, 30, (2, 6))

    def tables(cells: Array, total: Array, some: bool) -> DocumentTables:
        hits, positives, assigned, off = map(sparse.csr_array, cells)
        return DocumentTables(hits, positives, assigned, total, off if some else None)

    first, other = map(tables, parts, totals, less)
    both = first + other
    for added, index in ((both.hits, 0), (both.positives, 1), (both.assigned, 2)):
        assert added.toarray().tolist() == parts[:, index].sum(axis=0).tolist()
    assert both.total.tolist() == totals.sum(axis=0).tolist()
    taken = [cells[3] for cells, some in zip(parts, less, strict=True) if some]
    assert (both.less is None) == (not taken)
    if both.less is not None:
        assert both.less.toarray().tolist() == np.sum(taken, axis=0).tolist()


@pytest.mark.parametrize("codes", [[[1, 1], [0, 0], [0, 0]], [[1, 1], *[[0, 0]] * 6], [[0, 1]] * 3])
def test_the_acceleration_stays_within_a_sixth_where_rounding_is_all_there_is(
    codes: list[list[int]],
) -> None:
    # a skewness of sums of squares and cubes is 1 at most, by the norms of a vector
    found = document_coincidences(pairable_votes(of_codes(np.array(codes), 2))).acceleration()
    assert not (np.abs(found) > 1 / 6).any()
