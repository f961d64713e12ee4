"""The filter behind a number keeps as many documents as the number says, and the same ones."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.analysis.documents.behind import (
    CellOrSum,
    of_cell,
    of_classes,
    of_confusion,
    of_rows,
    repeated_ids,
)
from breakeven.analysis.selection.expression import Expression, to_text
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import select
from tests.breakeven.analysis.selection.test_decision_terms import made, positions
from tests.made import truth_of

KINDS = ["multi-label", "unjudged", "single-label"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_cell_or_sum_of_a_table_is_the_number_of_documents_kept(kind: str) -> None:
    documents, review = made(3, kind)
    tables = evaluate_selection(review, select(review, {}))[0].tables
    for c, name in enumerate(review.truth.classes):
        tp, fp, fn, tn = (int(cells[c]) for cells in (tables.tp, tables.fp, tables.fn, tables.tn))
        counts: dict[CellOrSum, int] = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
        counts |= {"positives": tp + fn, "negatives": fp + tn}
        counts |= {"assigned": tp + fp, "unassigned": fn + tn, "total": tp + fp + fn + tn}
        for cell, count in counts.items():
            term = of_cell(review.truth, name, cell)
            number = 60 if term is None else len(positions(to_text(term), documents))
            assert number == count, (name, cell)


@pytest.mark.parametrize("kind", KINDS)
def test_on_the_documents_of_classes_these_have_the_errors_that_they_have_on_all(kind: str) -> None:
    _, review = made(3, kind)
    two = review.truth.classes[:2]
    every, _ = evaluate_selection(review, select(review, {}))
    term = of_classes(two)
    assert term is not None
    few, _ = evaluate_selection(review, select(review, {"where": to_text(term)}))
    assert few.documents < every.documents
    for cell in ("tp", "fp", "fn"):
        now, then = (getattr(result.tables, cell)[:2].tolist() for result in (few, every))
        assert now == then
    assert of_classes(["a long name " * 20] * 20) is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_cell_of_the_confusion_matrix_is_its_documents(kind: str) -> None:
    documents, review = made(4, kind)
    evaluation, _ = evaluate_selection(review, select(review, {}))
    names: list[str | None] = [*review.truth.classes, None]
    cells = [(a, b) for a in range(len(names)) for b in range(len(names))]
    for a, b in cells[:-1]:  # the last is nothing against nothing
        at = tuple(None if names[c] is None else c for c in (a, b))
        text = to_text(of_confusion(names[a], names[b]))
        assert positions(text, documents) == evaluation.documents_with(*at).tolist(), text


def by_ids(rows: list[int], repeated: frozenset[str] = frozenset()) -> Expression | None:
    return of_rows(truth_of(np.eye(60, 4, dtype=bool)), np.array(rows, dtype=np.int64), repeated)


def test_documents_are_named_by_their_ids() -> None:
    documents, _ = made(5, "multi-label")
    term = by_ids([3, 41, 7])
    assert term is not None
    assert positions(to_text(term), documents) == [3, 7, 41]
    assert by_ids([]) is None


def test_documents_whose_ids_do_not_tell_them_are_not_named() -> None:
    truth = truth_of(np.eye(4, dtype=bool), ids=np.array(["a", "b", "a", "c"], dtype=object))
    assert repeated_ids(truth) == {"a"}
    assert of_rows(truth, np.array([0, 1]), repeated_ids(truth)) is None
    assert of_rows(truth, np.array([1, 3]), repeated_ids(truth)) is not None
    column = truth_of(np.eye(4, dtype=bool), columns={"id": np.arange(4)})
    assert of_rows(column, np.array([1]), frozenset()) is None


def test_so_many_ids_that_no_address_holds_them_are_no_filter() -> None:
    long = np.array([f"{'x' * 500}{i}" for i in range(10)], dtype=object)
    truth = truth_of(np.eye(10, dtype=bool), ids=long)
    assert of_rows(truth, np.arange(2), frozenset()) is not None
    assert of_rows(truth, np.arange(10), frozenset()) is None
