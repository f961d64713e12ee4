"""The classes of the lowest F: their numbers, what is said of them, and which documents stand."""

from __future__ import annotations

from collections.abc import Sequence

import breakeven as be
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.class_assessment import verdicts_of
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import select
from breakeven.data.records import Review
from breakeven.results.class_rows import ClassRow, class_rows
from breakeven.results.weakest_classes import WeakestClasses, WeakestOptions, weakest_classes

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


def weakest_of(
    review: Review, *, classes: int = 12, examples: int = 2, texts: bool = False
) -> tuple[Sequence[ClassRow], WeakestClasses]:
    evaluation, _ = evaluate_selection(review, select(review, {}))
    limits = Limits()
    rows = class_rows(review, evaluation, verdicts_of(evaluation, limits), 1.0)
    options = WeakestOptions(classes=classes, examples=examples, texts=texts, limits=limits)
    return rows, weakest_classes(review, evaluation, rows, 1.0, options)


def test_classes_carry_counts_and_intervals_and_the_weakest_their_documents() -> None:
    rows, weakest = weakest_of(review_of(), classes=1, examples=1)
    b = rows[1]
    counts = [b.number(key).value for key in ("positives", "assigned", "tp", "fp", "fn")]
    assert (b.name, *counts) == ("b", 4, 4, 2, 2, 2)
    assert b.f.value == 0.5
    assert b.f.low < 0.5 < b.f.high
    assert [chosen.row.name for chosen in weakest.classes] == ["b"]
    assert weakest.rule == (
        "The class with the lowest F, of 3 classes with documents here. All have fewer than 10 "
        "documents, so their F is uncertain."
    )
    # in the order of the files: d6 is b and got nothing, d3 is a and got b
    shown = [(e.kind, e.document, e.true, e.assigned) for e in weakest.classes[0].examples]
    assert shown == [("missed", "d6", ("b",), ()), ("false alarm", "d3", ("a",), ("b",))]
    assert weakest.without_documents == 1


def test_texts_stand_only_where_they_were_chosen() -> None:
    review = review_of()
    _, quiet = weakest_of(review)
    assert {e.text for weak in quiet.classes for e in weak.examples} == {None}
    assert "as chosen" in quiet.examples_rule
    _, shown = weakest_of(review, texts=True)
    assert "text 6" in {e.text for weak in shown.classes for e in weak.examples}


def test_documents_missed_without_a_score_stand_before_those_with_the_lowest() -> None:
    # all truly a; the system scores c alone of the second, so it has no score of a
    review = be.from_arrays(
        ["a", "a", "a", "b"],
        y_score=[
            [{"label": "b", "score": 0.9}, {"label": "a", "score": 0.4}],
            [{"label": "b", "score": 0.9}],
            [{"label": "b", "score": 0.9}, {"label": "a", "score": 0.1}],
            [{"label": "b", "score": 0.9}],
        ],
        ids=["low", "none", "lowest", "right"],
    )
    _, weakest = weakest_of(review, examples=3)
    a = next(weak for weak in weakest.classes if weak.row.name == "a")
    missed = [wrong.document for wrong in a.examples if wrong.kind == "missed"]
    assert missed == ["none", "lowest", "low"]
    assert "missed documents with the lowest scores first" in weakest.examples_rule
