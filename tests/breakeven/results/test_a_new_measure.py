"""A measure is a function, listed, and an entry that names it: all that shows it follows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from breakeven.analysis.selection.selection import select
from breakeven.api.report import report_result
from breakeven.data.records import Review
from breakeven.report import report_tables
from breakeven.report.html import html_of
from breakeven.report.plain_data import plain_of
from breakeven.report.record import ReportOptions
from breakeven.results.averages import averages_of
from breakeven.results.evaluation_export import EvaluationExport, evaluation_numbers
from breakeven.ui.app.cache.memo import stands_for
from breakeven.ui.app.header.catalogue import finds_entry
from breakeven.ui.classes.class_table import class_frame, column_config
from breakeven.ui.classes.worked_measures import worked_measures
from breakeven.ui.components.markdown import help_of
from breakeven.ui.summary.averages import averages_frame
from metrics.catalogue import CATALOGUE
from metrics.catalogue.entry import Entry
from metrics.measures import AVERAGED, ratio
from metrics.tallies import ContingencyTable
from metrics.typing import AVERAGES, Array
from tests.made import evaluation_of, matrix_of, review_of, truth_of

TRUE = matrix_of(["a", "a", "a", "b", "b", "ab"], 3)
CALLED = matrix_of(["a", "a", "b", "b", "", "b"], 3)


def marking(table: ContingencyTable) -> Array:
    """Hits over the larger of assigned and true, in [0, 1]; NaN where both are 0."""
    return ratio(table.tp, np.maximum(table.assigned, table.positives))


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[Entry]:
    entry = Entry(
        key="marking",
        function=marking,
        name="Marking",
        group="Decisions",
        formula=r"\frac{\mathrm{tp}}{\max(\mathrm{tp}+\mathrm{fp},\,\mathrm{tp}+\mathrm{fn})}",
        meaning="Of the larger of what was assigned and what is true, the share that is both.",
        range=(0, 1),
        best=1,
        undefined="Nothing is assigned and nothing is true.",
        source=("made for a test",),
        shown_in=("table", "export"),
    )
    monkeypatch.setitem(AVERAGED, entry.key, marking)
    monkeypatch.setitem(CATALOGUE, entry.key, entry)
    yield entry
    help_of.cache_clear()


def test_a_new_measure_touches_two_places(registered: Entry) -> None:
    truth = truth_of(TRUE)
    evaluation = evaluation_of(truth, CALLED)
    # a: 2 hits, 2 assigned, 4 true; b: 2 hits, 3 assigned, 3 true; c: neither
    per_class = [2 / 4, 2 / 3, np.nan]

    numbers = evaluation_numbers(evaluation, 1.0, "drop", truth.documents)
    result = numbers.to_dict()
    assert [values["marking"] for values in result["per_class"].values()] == [0.5, 2 / 3, None]
    assert result["micro"]["marking"] == 4 / 7
    assert result["macro"]["marking"] == pytest.approx((2 / 4 + 2 / 3) / 2)
    assert result["macro"]["undefined"]["marking"] == 1
    # by document: 1, 1, 0 (b for a), 1, 0 (nothing for b), 1 of 2
    assert result["per_document"]["marking"] == pytest.approx(3.5 / 6)

    document = EvaluationExport(review="r", numbers=numbers).to_markdown()
    averages, *_, classes = document.split("\n\n| ")[1:]
    assert "| marking |" in averages.splitlines()[0]
    assert "| 0.571 |" in averages
    assert "| marking |" in classes.splitlines()[0]
    assert "| 0.667 |" in classes

    review = Review("made", truth, (), (), "a new measure")
    stands_for(evaluation, "a new measure")
    frame = class_frame(review, evaluation, 1.0)
    np.testing.assert_array_equal(frame["marking"], per_class)
    assert column_config(truth, None, 1.0)["marking"]["help"] == help_of("marking")
    decided = review_of(truth, s=CALLED)
    report = report_result(decided, select(decided, {}), ReportOptions(appendix=True)).content
    assert [row.number("marking").value for row in report.classes[:2]] == [0.5, 2 / 3]
    every = report_tables.classes(report)
    # the lowest F first: a and b are equal, of c nothing is known
    assert [row[every.head.index("marking")] for row in every.rows] == ["0.500", "0.667", "—"]
    assert plain_of(report)["classes"][1]["marking"] == 2 / 3
    assert ">Marking</th>" in html_of(report)
    assert "Marking" in help_of("marking")
    assert "made for a test" in help_of("marking")
    shown = averages_frame(averages_of(evaluation, 1.0, "drop", None))
    assert list(shown.loc[shown["measure"] == "marking", "value"]) == [
        *(result[kind]["marking"] for kind in AVERAGES),
    ]
    (worked,) = [w for w in worked_measures(evaluation.tables[0], 1.0) if w.name == "Marking"]
    assert worked.value == 0.5
    assert finds_entry("larger assigned", registered)
