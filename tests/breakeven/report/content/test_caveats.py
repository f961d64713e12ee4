"""Where decisions come from, in sentences: given, assumed, or fitted to some truth."""

from __future__ import annotations

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import select
from breakeven.report.content.caveats import threshold_of

GIVEN = "How they came about, and on which documents a threshold was chosen, the files do not say."
OTHERS = "Those are other documents than the ones reported on."


@pytest.fixture(scope="module")
def review() -> be.Review:
    """Sixty documents of dev and of test, with scores and with decisions."""
    rng = np.random.default_rng(0)
    true = rng.random((120, 2)) < 0.4
    scores = np.clip(0.5 * true + 0.6 * rng.random((120, 2)), 0, 1)
    return be.from_arrays(
        true.astype(int), (scores > 0.5).astype(int), scores, split=["dev", "test"] * 60
    )


def said(review: be.Review, cut: str, split: str) -> tuple[str, ...]:
    selection = select(review, {"split": split, "cut": cut})
    evaluation, _ = evaluate_selection(review, selection)
    return threshold_of(review, selection, evaluation).said


def test_of_given_decisions_the_files_do_not_say_how_they_came_about(review: be.Review) -> None:
    assert GIVEN in said(review, "given", "test")
    for cut in ("threshold:0.4", "f:split=dev"):
        assert GIVEN not in said(review, cut, "test")


def test_thresholds_fitted_to_the_documents_reported_on_are_said_to_promise_too_much(
    review: be.Review,
) -> None:
    fitted = said(review, "f:split=dev", "test")
    assert "The truth of “dev” was looked at for it." in fitted
    assert OTHERS in fitted
    own = said(review, "f:split=dev", "dev")
    assert OTHERS not in own
    assert any("optimistic" in text.lower() for text in own)
    assert not any("optimistic" in text.lower() for text in fitted)
