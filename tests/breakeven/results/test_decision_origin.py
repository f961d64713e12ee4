"""Where decisions come from, in sentences: given, assumed, or fitted to some truth."""

from __future__ import annotations

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import select
from breakeven.results.decision_origin import DecisionOrigin, decision_origin

GIVEN = "The files do not tell how they were made, or on which documents a threshold was chosen."
OTHERS = "Those are other documents than the ones in this report."


@pytest.fixture(scope="module")
def review() -> be.Review:
    """Sixty documents of dev and of test, with scores and with decisions."""
    rng = np.random.default_rng(0)
    true = rng.random((120, 2)) < 0.4
    scores = np.clip(0.5 * true + 0.6 * rng.random((120, 2)), 0, 1)
    return be.from_arrays(
        true.astype(int), (scores > 0.5).astype(int), scores, split=["dev", "test"] * 60
    )


def origin(review: be.Review, **chosen: str) -> DecisionOrigin:
    selection = select(review, chosen)
    evaluation, _ = evaluate_selection(review, selection)
    return decision_origin(review, selection, evaluation)


def sentences_of(review: be.Review, cut: str, split: str) -> tuple[str, ...]:
    return origin(review, split=split, cut=cut).sentences


def test_of_given_decisions_the_files_do_not_say_how_they_came_about(review: be.Review) -> None:
    assert GIVEN in sentences_of(review, "given", "test")
    for cut in ("threshold:0.4", "f:split=dev"):
        assert GIVEN not in sentences_of(review, cut, "test")


def test_thresholds_fitted_to_the_documents_reported_on_are_said_to_promise_too_much(
    review: be.Review,
) -> None:
    fitted = sentences_of(review, "f:split=dev", "test")
    assert "The truth of “dev” was used for it." in fitted
    assert OTHERS in fitted
    own = sentences_of(review, "f:split=dev", "dev")
    assert OTHERS not in own
    assert any("optimistic" in text.lower() for text in own)
    assert not any("optimistic" in text.lower() for text in fitted)


def test_a_tuned_threshold_says_where_it_comes_from() -> None:
    scores = np.array([[0.9], [0.8], [0.2], [0.1]])
    review = be.from_arrays([[1], [1], [0], [0]], y_score=scores, classes=["a"])
    found = origin(review, cut="f")
    assert found.optimistic
    assert found.tuned_on_all
    assert found.tuned_on is None
    assert "The truth of all documents was used for it." in found.sentences
    (of_a,) = found.thresholds
    assert 0.2 < of_a.threshold <= 0.8
