"""What answers cost and how long they took, beside how many were right."""

from __future__ import annotations

from dataclasses import astuple

import breakeven as be
from breakeven.analysis.comparison.caveats import caveats
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    share_answered,
    share_documents,
)
from breakeven.analysis.comparison.spending import spending_of
from breakeven.analysis.evaluation.evaluation import Evaluation
from tests.answering import two_versions
from tests.made import not_none

F1 = ComparisonSettings("f", 1.0, "drop", (0, 1))


def both(*, spent: bool = True) -> list[Evaluation]:
    review = two_versions(spent=spent)
    return [be.evaluate(review, system).evaluation for system in ("one", "two")]


def test_versions_are_compared_on_the_documents_that_both_answered() -> None:
    # one failed on d4, and what two said of d2 is no class: d0, d1 and d3 are left
    common = share_answered(both())
    assert [e.rows.tolist() for e in common.evaluations] == [[0, 1, 3], [0, 1, 3]]
    assert common.left_out == (0, 0)
    assert common.unanswered == (1, 1)
    (caveat, *_) = caveats(common, F1)
    assert caveat.kind == "unanswered"
    assert caveat.text.startswith(
        "Only the 3 documents for which every system gave a usable answer are compared; left out: "
        "1 of one, 1 of two."
    )
    assert [e.documents for e in share_documents(both()).evaluations] == [5, 5]


def test_where_all_answered_everything_nothing_falls_out() -> None:
    one, two = both()
    alike = [e.restricted(e.rows[[0, 1, 3]]) for e in (one, two)]
    assert share_answered(alike).unanswered == ()


def test_cost_is_of_a_thousand_documents_and_of_a_right_one() -> None:
    one, two = (not_none(spending_of(e)) for e in share_answered(both()).evaluations)
    # d0, d1 and d3: 0.001 + 0.001 + 0.002 for two right ones; of 1, 2 and 4 seconds
    assert astuple(one) == ("one", 3, 3, 3, 2, 1000 * 0.004 / 3, 0.004 / 2, 3, 2.0, 4.0)
    # what d1 cost is not known, and it was wrong: 0.02 for d0 and d3, both right
    assert astuple(two) == ("two", 3, 3, 2, 2, 1000 * 0.02 / 2, 0.02 / 2, 3, 1.0, 1.0)


def test_repeats_of_a_document_are_all_paid_for() -> None:
    line = '{"datasetItemId": "%s", "datasetRunName": "r", "input": "t", "output": "%s", '
    line += '"expectedOutput": "a", "totalCost": %s}\n'
    answers = [
        ("1", "a", "1"),
        ("1", "b", "1"),
        ("1", "a", "2"),
        ("2", "b", "4"),
        ("2", "b", "null"),
    ]
    text = "".join(line % cells for cells in [*answers, ("3", "b", "5")])
    result = be.evaluate(be.read(text.encode()))
    spending = not_none(spending_of(result.evaluation))
    # of document 2 one answer's cost is not known; 1 by two votes of three is right, 3 is wrong
    assert (spending.documents, spending.answers, spending.priced, spending.right) == (3, 6, 2, 1)
    assert (spending.per_thousand, spending.per_right) == (1000 * 9 / 2, 9.0)
    assert spending.timed == 0
    assert spending.median != spending.median


def test_of_systems_without_answers_or_without_cost_and_time_nothing_is_said() -> None:
    assert [spending_of(e) for e in both(spent=False)] == [None, None]
    assert spending_of(be.evaluate(be.from_arrays(["a", "b"], ["a", "a"])).evaluation) is None
