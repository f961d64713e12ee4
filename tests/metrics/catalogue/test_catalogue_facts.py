"""What the catalogue and the documents quote from others, computed from what others printed."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from metrics.catalogue import CATALOGUE
from metrics.catalogue.misprints import MISPRINTS
from metrics.measures import prevalence
from metrics.ranking.curves import average_precision, operating_points
from metrics.tallies import tally_scores
from metrics.uncertainty.significance import macro_sign_test, sign_test
from tests.paths import ROOT

# Manning, Raghavan & Schütze (2008), table 13.9 (b), in per cent
SYSTEMS = ("naive Bayes", "Rocchio", "kNN", "trees", "SVM")
TABLE_13_9 = {
    "earn": (96, 93, 97, 98, 98),
    "acq": (88, 65, 92, 90, 94),
    "money-fx": (57, 47, 78, 66, 75),
    "grain": (79, 68, 82, 85, 95),
    "crude": (80, 70, 86, 85, 89),
    "trade": (64, 65, 77, 73, 76),
    "interest": (65, 63, 74, 67, 78),
    "ship": (85, 49, 79, 74, 86),
    "wheat": (70, 69, 77, 93, 92),
    "corn": (65, 48, 78, 92, 90),
}
# counted in Reuters-21578, ModApte
TEST_DOCUMENTS = {
    "earn": 1087, "acq": 719, "money-fx": 179, "grain": 149, "crude": 189,
    "trade": 117, "interest": 131, "ship": 89, "wheat": 71, "corn": 56,
}  # fmt: skip


def test_the_means_of_the_book_are_no_micro_averages() -> None:
    said = MISPRINTS["E-I4"].evidence
    documents = sum(TEST_DOCUMENTS.values())
    for i, system in enumerate(SYSTEMS):
        pooled = sum(n * TABLE_13_9[c][i] for c, n in TEST_DOCUMENTS.items())
        assert f"{system} {float(Fraction(pooled, documents)):.1f}" in said
    plain = sum(row[SYSTEMS.index("kNN")] for row in TABLE_13_9.values())
    assert f"{plain}: the {Fraction(plain, 10)} printed is their plain mean" in said


def test_the_document_on_what_was_measured_quotes_the_book_as_printed() -> None:
    text = (ROOT / "docs" / "explanation" / "measured.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([\w-]+) \|(.*)\|$", text, re.M))
    for name, row in TABLE_13_9.items():
        bayes, svm = (int(cell) for cell in rows[name].split("|")[-2:])
        assert (bayes, svm) == (row[0], row[-1]), name


def test_the_two_counts_that_the_book_mixes_up_are_those_of_the_collection() -> None:
    for name in ("acq", "money-fx"):
        assert f"{name} {TEST_DOCUMENTS[name]}" in MISPRINTS["E-I1"].evidence


@pytest.mark.parametrize("key", ["micro_sign_test", "macro_sign_test"])
def test_sign_tests_are_two_sided_as_their_formula_says(key: str) -> None:
    assert r"2\sum_{j\ge \max(k,\,n-k)}" in CATALOGUE[key].formula
    assert "Two-sided" in CATALOGUE[key].note
    for n, k in ((9, 2), (9, 7), (4, 4), (6, 3)):
        tail = sum(comb(n, j) for j in range(max(k, n - k), n + 1))
        expected = min(1.0, 2 * tail / 2**n)
        result = (
            sign_test(key, k, n)
            if key == "micro_sign_test"
            else macro_sign_test(np.zeros(n), np.repeat([1.0, -1.0], [k, n - k]))
        )
        assert result.p == pytest.approx(expected)


def test_a_curve_ends_at_the_prevalence_and_may_run_below_it() -> None:
    # ten documents, the two of the class ranked last: precision 1/9 and 2/10 where they enter
    tally = tally_scores(np.arange(10.0), np.array([0, 1]))
    points = operating_points(tally)
    share = 2 / 10
    assert points.precision[-1] == prevalence(points.table())[-1] == share
    assert average_precision(tally) == pytest.approx((1 / 9 + 2 / 10) / 2)
    assert average_precision(tally) < share
    assert "floor" not in CATALOGUE["prevalence"].note


def test_outcomes_of_forty_documents() -> None:
    assert f"{2**40:,} outcomes" in MISPRINTS["E-L8"].evidence
    assert f"only {40 + 1} values" in MISPRINTS["E-L8"].evidence
