"""Terms of outcomes keep the documents behind the cells of the Classes and Confusion pages."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from breakeven.analysis.selection.candidates import CandidateDocuments, candidates_of_evaluation
from breakeven.analysis.selection.selected_evaluation import evaluate_selection, lookups_of
from breakeven.analysis.selection.selection import select
from breakeven.analysis.selection.where import mask, where_of
from breakeven.data.records import Predictions, Review
from tests.made import noisy, not_none, truth_of


def made(seed: int, kind: str) -> tuple[CandidateDocuments, Review]:
    """Sixty random documents of four classes: of several, with pairs not judged, or of one."""
    rng = np.random.default_rng(seed)
    labels = rng.random((60, 4)) < 0.3
    assigned = noisy(labels, 0.3, 0.2, rng)
    if kind == "single-label":
        labels, assigned = (np.eye(4, dtype=bool)[rng.integers(0, 4, 60)] for _ in range(2))
    unjudged = rng.random((60, 4)) < 0.2 if kind == "unjudged" else None
    truth = truth_of(labels, unjudged)
    review = Review(
        "r",
        truth,
        (Predictions("s", np.arange(60), None, sparse.csc_array(assigned)),),
        (),
        "0" * 64,
    )
    selection = select(review, {})
    evaluation, _ = evaluate_selection(review, selection)
    return candidates_of_evaluation(review, evaluation, lookups_of(review, selection)), review


def positions(text: str, documents: CandidateDocuments) -> list[int]:
    return np.flatnonzero(mask(not_none(where_of(text)), documents)).tolist()


@pytest.mark.parametrize("kind", ["multi-label", "unjudged", "single-label"])
@pytest.mark.parametrize("seed", range(3))
def test_terms_of_cells_keep_the_documents_of_the_confusion_matrix(kind: str, seed: int) -> None:
    documents, review = made(seed, kind)
    evaluation, _ = evaluate_selection(review, select(review, {}))
    names = review.truth.classes
    for a, one in enumerate(names):
        cells: dict[str, tuple[int | None, int | None]]
        cells = {f"hit:{one}": (a, a), f"missed:{one} more:missed": (a, None)}
        cells |= {f"extra:{one} more:extra": (None, a)}
        cells |= {f"missed:{one} extra:{b}": (a, c) for c, b in enumerate(names) if c != a}
        for text, cell in cells.items():
            assert positions(text, documents) == evaluation.documents_with(*cell).tolist(), text


@pytest.mark.parametrize("kind", ["multi-label", "unjudged", "single-label"])
def test_outcomes_of_a_class_are_the_cells_of_its_table(kind: str) -> None:
    documents, review = made(7, kind)
    tables = evaluate_selection(review, select(review, {}))[0].tables
    cells = {"hit": tables.tp, "missed": tables.fn, "extra": tables.fp, "rejected": tables.tn}
    for c, name in enumerate(review.truth.classes):
        kept = {outcome: positions(f"{outcome}:{name}", documents) for outcome in cells}
        assert {o: len(of) for o, of in kept.items()} == {o: n[c] for o, n in cells.items()}
        kept["unjudged"] = positions(f"unjudged:{name}", documents)
        assert_array_equal(np.sort(np.concatenate([*kept.values()])), np.arange(60))
