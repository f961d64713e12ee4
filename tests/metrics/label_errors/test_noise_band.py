"""The band that wrong labels leave: by enumeration of every way in which labels may be wrong."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from metrics.label_errors.noise_band import LabelNoise, noise_band, noise_of
from metrics.measures import accuracy, f_beta, precision, recall
from metrics.tallies import ContingencyTable
from metrics.typing import Array

cells = st.integers(0, 6)


def table_of(*cells: float) -> ContingencyTable:
    return ContingencyTable(*(np.asarray(cell, dtype=float) for cell in cells))


def every_truth(table: tuple[int, int, int, int], a: int, b: int) -> list[tuple[int, ...]]:
    """The tables if a of those given the class and b of the others are labelled wrongly."""
    tp, fp, fn, tn = table
    called = [True] * tp + [True] * fp + [False] * fn + [False] * tn
    given_ = [True] * tp + [False] * fp + [True] * fn + [False] * tn
    labelled = [i for i, g in enumerate(given_) if g]
    unlabelled = [i for i, g in enumerate(given_) if not g]
    tables = []
    for off, on in product(combinations(labelled, a), combinations(unlabelled, b)):
        true = [(g and i not in off) or i in on for i, g in enumerate(given_)]
        pairs = list(zip(called, true, strict=True))
        tables.append(
            tuple(pairs.count(p) for p in ((True, True), (True, False), (False, True),
                                           (False, False)))
        )  # fmt: skip
    return tables


def f_of(tp: float, fp: float, fn: float, _: float) -> float:
    return 2 * tp / (2 * tp + fp + fn) if tp + fp + fn else float("nan")


@pytest.mark.parametrize("table", [(3, 1, 1, 3), (2, 2, 1, 2), (4, 0, 1, 2), (1, 3, 2, 1)])
@pytest.mark.parametrize(("a", "b"), [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2)])
def test_no_way_of_being_wrong_leaves_the_band_and_its_ends_are_reached(
    table: tuple[int, int, int, int], a: int, b: int
) -> None:
    said = table[0] + table[2]
    noise = LabelNoise(np.array(a / said), np.array(b / (said - a + b) if b else 0.0))
    band = noise_band(table_of(*table), noise)
    values = [f_of(*of) for of in every_truth(table, a, b)]
    assert_allclose(float(f_beta(band.low)), np.nanmin(values))
    assert_allclose(float(f_beta(band.high)), np.nanmax(values))


@given(cells, cells, cells, cells, st.floats(0, 0.4), st.floats(0, 0.4))
def test_every_measure_lies_within_the_band_and_margins_stay(
    tp: int, fp: int, fn: int, tn: int, wrong: float, missing: float
) -> None:
    table = table_of(tp, fp, fn, tn)
    band = noise_band(table, LabelNoise(np.array(wrong), np.array(missing)))
    for edge in (band.low, band.high):
        assert_allclose(edge.assigned, table.assigned, atol=1e-9)
        assert_allclose(edge.total, table.total, atol=1e-9)
        assert_allclose(edge.positives, band.low.positives, atol=1e-9)
        assert min(float(c) for c in (edge.tp, edge.fp, edge.fn, edge.tn)) >= -1e-9
    for measure in (f_beta, precision, recall, accuracy):
        low, middle, high = (
            float(measure(estimate)) for estimate in (band.low, band.independent, band.high)
        )
        if not np.isnan(middle):
            assert low - 1e-9 <= middle <= high + 1e-9


def test_accuracy_is_off_by_no_more_than_the_share_of_wrong_labels() -> None:
    # 3 of 60 given the class are wrong, and of 60 truly in it 3 were not given: 6 of 200 labels
    table = table_of(50, 10, 10, 130)
    band = noise_band(table, LabelNoise(np.array(0.05), np.array(0.05)))
    assert_allclose(float(band.low.tp), 47)  # all three fall on hits; those not given on neither
    assert_allclose(float(band.high.tp), 53)
    for one in (band.low, band.high):
        assert abs(float(accuracy(one)) - 0.9) <= 6 / 200 + 1e-12
    assert_allclose(float(accuracy(band.low)), 0.9 - 0.03)  # 177 less 3 and 3, of 200
    assert_allclose(float(accuracy(band.high)), 0.9 + 0.03)


@pytest.mark.parametrize("right", [0.95, 0.9, 0.8])
def test_independent_errors_give_the_known_correction_of_accuracy(right: float) -> None:
    # sensitivity and specificity both g: A_true = (A - (1 - g)) / (2g - 1), for two classes
    n, prevalence, hit, alarm = 1000.0, 0.3, 0.9, 0.05
    of_true = (prevalence * hit, (1 - prevalence) * alarm)  # called, by what is really so
    of_rest = (prevalence * (1 - hit), (1 - prevalence) * (1 - alarm))
    cell = {}
    for name, (yes, no) in (("called", of_true), ("not", of_rest)):
        cell[name] = (n * (yes * right + no * (1 - right)), n * (yes * (1 - right) + no * right))
    table = table_of(cell["called"][0], cell["called"][1], cell["not"][0], cell["not"][1])
    labelled = float(table.positives)
    wrong = n * (1 - prevalence) * (1 - right) / labelled
    band = noise_band(table, LabelNoise(np.array(wrong), np.array(1 - right)))
    observed = float(accuracy(table))
    expected = (observed - (1 - right)) / (2 * right - 1)
    assert_allclose(float(accuracy(band.independent)), expected)
    assert_allclose(expected, sum((of_true[0], of_rest[1])))
    assert_allclose(float(band.independent.tp), n * of_true[0])


def test_labels_without_errors_leave_no_band() -> None:
    table = table_of(5, 2, 3, 10)
    band = noise_band(table, LabelNoise(np.array(0.0), np.array(0.0)))
    for one in (band.low, band.independent, band.high):
        assert_allclose(float(one.tp), 5)
        assert_allclose(float(one.fn), 3)


def test_labels_no_better_than_chance_say_nothing_of_independent_errors() -> None:
    # half of those given the class are in it, and half of those in it were given it
    band = noise_band(table_of(5, 5, 5, 5), LabelNoise(np.array(0.5), np.array(0.5)))
    assert np.isnan(float(band.independent.tp))
    assert float(f_beta(band.low)) == 0
    assert float(f_beta(band.high)) == 1


def test_a_small_class_has_the_error_rates_of_all() -> None:
    def column(*values: int) -> Array:
        return np.array(values)

    # classes of 20, and of 2, positives: 18 and 1 found, 2 and 1 extra
    tables = ContingencyTable(column(18, 1), column(2, 1), column(2, 1), column(78, 97))
    noise = noise_of(tables, 10)
    assert_allclose(noise.missing, [2 / 20, 3 / 22])
    assert_allclose(noise.wrong, [2 / 20, 3 / 22])


def test_where_every_document_was_given_the_class_labels_tell_nothing_of_independent_errors() -> (
    None
):
    # one of twenty is wrong, and nobody was left without it: given to all, true or not
    band = noise_band(table_of(1, 0, 0, 0), LabelNoise(np.array(0.05), np.array(0.05)))
    assert np.isnan(float(band.independent.tp))
    assert_allclose(float(band.low.tp), 0.95)
