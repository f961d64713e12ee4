"""Measures written out in a table's own numbers; the results are hand sums."""

from __future__ import annotations

import math

import numpy as np
import pytest

from breakeven.ui.app.page.counts import CountLinks, contingency_html
from breakeven.ui.classes.worked_measures import (
    WorkedMeasure,
    worked_curve,
    worked_html,
    worked_measures,
)
from metrics.ranking.break_even import BreakEven
from metrics.ranking.eleven_point import ElevenPoint
from metrics.tallies import ContingencyTable
from metrics.uncertainty.intervals import Interval
from tests.made import truth_of

UNLINKED = CountLinks(truth_of(np.zeros((0, 0), dtype=bool)), None)


def table(tp: float, fp: float, fn: float, tn: float) -> ContingencyTable:
    return ContingencyTable(*(np.asarray(n) for n in (tp, fp, fn, tn)))


def worked(counts: ContingencyTable, beta: float = 1.0) -> dict[str, WorkedMeasure]:
    return {line.name: line for line in worked_measures(counts, beta)}


def test_every_measure_comes_out_of_its_own_numbers() -> None:
    # 61 / 70 = 0.8714, 61 / 73 = 0.8356, 122 / 143 = 0.8531, 61 / 82 = 0.7439
    lines = worked(table(61, 9, 12, 3217))
    shown = {name: (line.working, round(line.value, 4)) for name, line in lines.items()}
    assert shown == {
        "Precision": ("61 / (61 + 9)", 0.8714),
        "Recall": ("61 / (61 + 12)", 0.8356),
        "F₁": ("2·61 / (2·61 + 9 + 12)", 0.8531),
        "E₁": ("1 − 2·61 / (2·61 + 9 + 12)", 0.1469),  # 21 / 143
        "Overlap": ("61 / (61 + 9 + 12)", 0.7439),
        "Fallout": ("9 / (9 + 3,217)", 0.0028),
        "Specificity": ("3,217 / (3,217 + 9)", 0.9972),
        "Accuracy": ("(61 + 3,217) / (61 + 9 + 12 + 3,217)", 0.9936),
        "Error rate": ("(9 + 12) / (61 + 9 + 12 + 3,217)", 0.0064),
        "Prevalence": ("(61 + 12) / (61 + 9 + 12 + 3,217)", 0.0221),
        "Balanced accuracy": ("(61 / (61 + 12) + 3,217 / (3,217 + 9)) / 2", 0.9164),
        # 61·3217 − 9·12 = 196,129
        "MCC": (
            "(61·3,217 − 9·12) / √((61 + 9)·(61 + 12)·(3,217 + 9)·(3,217 + 12))",
            0.8501,
        ),
        "κ with the truth": (
            "2·(61·3,217 − 9·12) / ((61 + 9)·(3,217 + 9) + (61 + 12)·(3,217 + 12))",
            0.8499,
        ),
        "Negative predictive value": ("3,217 / (3,217 + 12)", 0.9963),
    }
    html = worked_html(list(lines.values()))
    assert "61 / (61 + 9) = <b>0.871</b>" in html


@pytest.mark.parametrize("counts", [(61, 9, 12, 3217), (5, 3, 0, 2), (0, 4, 4, 1), (7, 0, 0, 0)])
@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0, 3.0])
def test_what_is_written_is_what_is_measured(
    counts: tuple[int, int, int, int], beta: float
) -> None:
    # the text itself is the oracle: evaluated as arithmetic it must give the value beside it
    for line in worked_measures(table(*counts), beta):
        sum_of = line.working.replace(",", "").replace("·", "*").replace("−", "-")
        try:
            expected = eval(sum_of.replace("√", "sqrt"), {"sqrt": math.sqrt})
        except ZeroDivisionError:
            expected = math.nan
        assert line.value == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize(
    ("beta", "name", "working"),
    [
        (2.0, "F₂", "5·61 / (5·61 + 9 + 4·12)"),
        (0.5, "F₀.₅", "1.25·61 / (1.25·61 + 9 + 0.25·12)"),
        (0.0, "F₀", "61 / (61 + 9)"),
        (math.inf, "F∞", "61 / (61 + 12)"),
    ],
)
def test_f_is_written_with_its_own_weights(beta: float, name: str, working: str) -> None:
    assert worked(table(61, 9, 12, 3217), beta)[name].working == working


def test_zero_over_zero_says_why() -> None:
    lines = worked(table(0, 0, 0, 10))
    assert lines["Precision"].working == "0 / (0 + 0)"
    assert math.isnan(lines["Precision"].value)
    assert "never predicted" in lines["Precision"].remark
    assert "no document is truly in the class" in lines["Recall"].remark
    assert "nothing is predicted and nothing is true" in lines["F₁"].remark
    assert lines["Fallout"].value == 0
    assert "0 / (0 + 0) = <b>—</b>" in worked_html([lines["Precision"]])


def test_f_without_a_hit_is_zero_though_precision_is_undefined() -> None:
    lines = worked(table(0, 0, 4, 10), beta=0.0)
    assert math.isnan(lines["Precision"].value)
    assert lines["F₀"].value == 0
    assert lines["F₀"].remark.startswith("0, since there are errors and no hit")


AREA = Interval(0.8, 0.95, value=0.9)
LEVELS = ElevenPoint(np.array([1, 1, 1, 1, 2 / 3, 2 / 3, 2 / 3, 0.6, 0.6, 0.6, 0.6]))


def test_break_even_is_written_as_hits_over_positives_where_it_is_exact() -> None:
    lines = worked_curve(BreakEven(2 / 3, "exact", 0.4, 2 / 3, 2 / 3, 3, 2), LEVELS, 0.7, AREA, 3)
    assert lines[0].working == "2 / 3"
    assert lines[0].remark.startswith("exact: from score 0.4 up")
    # (4·1 + 3·2/3 + 4·0.6) / 11
    assert lines[1].value == pytest.approx((4 + 2 + 2.4) / 11)
    assert lines[2].value == 0.7
    assert lines[3].value == 0.9
    assert lines[3].remark.endswith("95 %: 0.800 to 0.950")


def test_an_interpolated_break_even_names_its_gap() -> None:
    point = BreakEven(0.625, "interpolated", 0.4, 0.5, 0.75, 6, 3)
    line = worked_curve(point, LEVELS, 0.7, AREA, 4)[0]
    assert line.working == "(0.500 + 0.750) / 2"
    assert "6 are predicted, 3 of them right" in line.remark
    assert "0.250 apart" in line.remark


def test_without_positives_no_curve_has_a_value() -> None:
    nothing = BreakEven(math.nan, "undefined", math.nan, math.nan, math.nan)
    for line in worked_curve(nothing, ElevenPoint(np.full(11, np.nan)), math.nan, AREA, 0):
        assert math.isnan(line.value)
        assert line.remark == "undefined: no document is truly in the class"


def test_positives_without_a_score_leave_only_break_even_undefined() -> None:
    nothing = BreakEven(math.nan, "undefined", math.nan, math.nan, math.nan)
    lines = worked_curve(nothing, ElevenPoint(np.zeros(11)), 0.0, AREA, 2)
    assert [math.isnan(line.value) for line in lines] == [True, False, False, False]


def test_the_two_by_two_names_its_sides_and_shows_names_literally() -> None:
    html = contingency_html("<img src=x>", table(61, 9, 12, 3217), UNLINKED)
    assert "<img" not in html
    assert "&lt;img src=x&gt;" in html
    for words in (
        "Truly ",
        "Predicted not ",
        "caught",
        "false alarms",
        ">70<",
        ">73<",
        ">3,226<",
        ">3,299<",
    ):
        assert words in html
