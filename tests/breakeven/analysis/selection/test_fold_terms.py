"""Terms about folded classes keep the documents behind the counts of folded classes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from breakeven.analysis.documents.behind import CellOrSum, of_cell, of_confusion
from breakeven.analysis.evaluation.merged_classes import folded_evaluation, folded_truth
from breakeven.analysis.selection.candidates import CandidateDocuments
from breakeven.analysis.selection.errors import FilterError
from breakeven.analysis.selection.expression import Expression, Judged, LevelTerm, to_text
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import select
from breakeven.data.hierarchy import Fold
from breakeven.data.records import Review
from tests.breakeven.analysis.selection.test_decision_terms import made, positions
from tests.breakeven.data.test_hierarchy import hierarchy

# a and b below x, which is below t; c below t; d below c and u
TREE = hierarchy("abcdxtu", 4, "ax bx xt ct dc du")
CELLS: tuple[CellOrSum, ...] = ("positives", "assigned", "tp", "fp", "fn", "tn")
FOLDS = [Fold(1), Fold(2), Fold(1, "t"), Fold(1, "x"), Fold(1, "c"), Fold(2, "c"), Fold(9)]


def in_a_tree(kind: str) -> tuple[CandidateDocuments, Review]:
    documents, review = made(3, kind)
    review = replace(review, hierarchy=TREE)
    return replace(documents, review=review), review


@pytest.mark.parametrize(
    ("kind", "fold"), [*(("unjudged", fold) for fold in FOLDS), ("single-label", Fold(1))], ids=str
)
def test_terms_at_a_level_are_the_cells_of_folded_classes(kind: str, fold: Fold) -> None:
    documents, review = in_a_tree(kind)
    evaluation, _ = evaluate_selection(review, select(review, {}))
    folded, truth = (
        folded_evaluation(evaluation, TREE, fold),
        folded_truth(review.truth, TREE, fold),
    )
    assert truth.classes == folded.classes

    def rows_where(term: Expression) -> list[int]:
        return positions(to_text(LevelTerm(fold, term)), documents)

    names: list[str | None] = [*folded.classes, None]
    for a, true in enumerate(names):
        for b, assigned in enumerate(names):
            if true is not None or assigned is not None:
                pair = tuple(None if names[c] is None else c for c in (a, b))
                expected = folded.documents_with(*pair).tolist()
                assert rows_where(of_confusion(true, assigned)) == expected, (true, assigned)
    for c, name in enumerate(truth.classes):
        for cell in CELLS:
            count = int(getattr(folded.tables, cell)[c])
            term = of_cell(truth, name, cell)
            assert term is not None
            assert len(rows_where(term)) == count, (name, cell)
    wrong = np.flatnonzero(folded.document_tables.fp + folded.document_tables.fn)
    assert rows_where(Judged("wrong")) == wrong.tolist()


def test_another_system_is_folded_too() -> None:
    documents, _ = in_a_tree("multi-label")
    one = positions("level(1):(system(s):missed:t labels=1 -differs:s)", documents)
    assert one == positions("level(1):(missed:t labels=1)", documents) != []


def test_a_class_without_one_above_it_is_inconsistent() -> None:
    documents, _ = in_a_tree("multi-label")
    # of the classes only d stands below another, c
    for kind, term in (("true", "inconsistent-truth"), ("called", "inconsistent")):
        found = positions(f"{kind}:d -{kind}:c", documents)
        assert positions(f"hierarchy:{term}", documents) == found != []


@pytest.mark.parametrize("kind", ["multi-label", "unjudged"])
def test_a_full_path_is_right_where_all_that_stands_above_is(kind: str) -> None:
    documents, _ = in_a_tree(kind)
    found = positions("hierarchy:full-path", documents)
    if kind == "multi-label":
        # with d it makes no difference whether c, which is above it, is said too
        either = "-missed:a -missed:b -missed:d -extra:a -extra:b -extra:d (right OR hit:d)"
        assert found == positions(either, documents)
    assert len(found) > len(positions("right", documents)) > 0


@pytest.mark.parametrize(
    ("text", "position", "what"),
    [
        ("level(1):true:a", 14, "there is no class 'a'"),
        ("wrong level(1, y):true:t", 6, "there is no class 'y'"),
        ("level(1):(wrong score(t)>0.5)", 22, "folded classes have no scores"),
        ("level(1):-doubtful:t", 19, "ask it before level("),
        ("level(1):(wrong OR disputed)", 19, "ask it before level("),
        ("level(1):level(2):wrong", 9, "no hierarchy"),
        ("level(1):hierarchy:inconsistent", 9, "no hierarchy"),
    ],
)
def test_what_cannot_be_asked_of_folded_classes_is_pointed_at(
    text: str, position: int, what: str
) -> None:
    documents, _ = in_a_tree("multi-label")
    with pytest.raises(FilterError) as caught:
        positions(text, documents)
    assert (what in caught.value.what, caught.value.position) == (True, position), caught.value


def test_without_a_hierarchy_nothing_is_folded() -> None:
    documents, _ = made(3, "multi-label")
    with pytest.raises(FilterError, match="character 7: these classes stand in no hierarchy"):
        positions("wrong level(1):wrong", documents)
