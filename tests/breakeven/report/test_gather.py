from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import breakeven as be
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.selection import select
from breakeven.data.records import Review
from breakeven.report.gather import report_of
from breakeven.report.html import html_of
from breakeven.report.record import Report, ReportOptions

# ten documents; a: true 5, called 4, hit 3; b: true 4, called 4, hit 2; c: true 2, called 1, hit 1;
# d: never true, never called
TRUE = ["a", "a", "a", "a", "ab", "b", "b", "b", "c", "c"]
CALLED = ["a", "a", "a", "b", "b", "b", "", "a", "c", "b"]


def review_of() -> Review:
    return be.from_arrays(
        [list(x) for x in TRUE],
        [list(x) for x in CALLED],
        classes=list("abcd"),
        ids=[f"d{i}" for i in range(10)],
        text=[f"text {i}" for i in range(10)],
    )


def report(review: Review, options: ReportOptions | None = None, **chosen: str) -> Report:
    return report_of(review, select(review, chosen), options, near=None)


def test_headline_numbers_are_those_of_a_sum_by_hand() -> None:
    micro, macro, weighted, per_document = report(review_of()).headline.averages.every
    # 6 hits of 9 assigned and 11 true; F = 12 / 20
    assert_allclose(
        [micro.measures[key].value for key in ("precision", "recall", "f")],
        [6 / 9, 6 / 11, 12 / 20],
    )
    # F by class: 6 / 9, 4 / 8, 2 / 3; d is 0/0
    assert_allclose(macro.measures["f"].value, (2 / 3 + 1 / 2 + 2 / 3) / 3)
    assert (macro.units["f"], macro.of, macro.undefined["f"]) == (3, 4, 1)
    # weighted by the 5, 4 and 2 documents of a, b and c
    assert_allclose(weighted.measures["f"].value, (5 * 6 / 9 + 4 * 4 / 8 + 2 * 2 / 3) / 11)
    # 0 to 2, 5, 8 are right; 4 has b of a and b: F = 2 / 3
    assert_allclose(per_document.measures["f"].value, (5 + 2 / 3) / 10)
    for average in (micro, macro, weighted, per_document):
        f = average.measures["f"]
        assert f.low < f.value < f.high


def test_what_is_left_out_is_said() -> None:
    found = report(review_of(), where="true:b")
    assert found.subject.documents == 4
    assert "Only 4 of 10 documents are evaluated, those that the filter keeps: true:b" in (
        found.left_out
    )
    assert any("2 of 4 classes have no document here" in said for said in found.left_out)


def test_a_tuned_threshold_says_where_it_comes_from_and_that_it_is_optimistic() -> None:
    scores = np.array([[0.9], [0.8], [0.2], [0.1]])
    review = be.from_arrays([[1], [1], [0], [0]], y_score=scores, classes=["a"])
    made = report(review, cut="f")
    assert made.decisions.optimistic
    assert made.decisions.tuned_on_all
    assert "The truth of all documents was used for it." in made.decisions.sentences
    assert any(
        each.startswith("Optimistic: tuned on the documents shown") for each in made.conditions
    )
    (fitted,) = made.decisions.thresholds
    assert 0.2 < fitted.threshold <= 0.8


def test_nothing_to_report_on_is_said_in_one_sentence() -> None:
    with pytest.raises(ChoiceError, match="no document to report on"):
        report(review_of(), where="true:d")


def test_what_only_the_caller_knows_stands_in_the_record() -> None:
    options = ReportOptions(
        appendix=True,
        date="2024-01-31",
        signer="Ada",
        statement="I agree.",
        version="version 3",
        title="T",
    )
    made = report(review_of(), options)
    assert (made.identity.date, made.identity.signer) == ("2024-01-31", "Ada")
    assert (made.identity.version, made.subject.title) == ("version 3", "T")
    assert "signed by" in html_of(made)
    other = html_of(
        report(review_of(), ReportOptions(unsigned="Signed is version 3.", appendix=True))
    )
    assert "not signed as it stands here" in other
    assert "Signed is version 3." in other
    assert math.isnan(made.headline.fixed[0].micro_f) or made.headline.fixed[0].micro_f == 0
