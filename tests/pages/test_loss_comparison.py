"""Log loss and Brier score on Compare: offered where all have probabilities, the lower on top."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import breakeven as be
from breakeven.data.records import Review
from breakeven.data.wording import figure_of, signed
from tests.breakeven.analysis.comparison.test_loss_differences import made, several
from tests.pages.reading import healthy, open_page, text_of


def two(*, infinite: bool = False) -> Review:
    random = np.random.default_rng(15)
    labels, a, _ = several(random, 120)
    good = np.clip(a + np.where(labels, 0.2, -0.1), 0.01, 0.99)
    if infinite:
        good[np.argmax(labels[:, 0]), 0] = 0.0
    return made(labels, {"a": a, "b": good})


def test_the_lower_loss_is_said_and_stands_on_top_as_python_has_it() -> None:
    review = two()
    page = open_page("compare", review, system="a", compare__measure="log_loss")
    text = text_of(page)
    got = be.compare(be.evaluate(review, "a"), be.evaluate(review, "b"), "log_loss")
    change = got.difference.change
    assert change is not None
    assert "b has lower log loss than a" in text
    assert f"{figure_of(-change, 4)} lower log loss over all labels" in text
    ranking = text.split("Difference vs. b")[1]
    assert ranking.index("b 0.") < ranking.index("a 0.")
    assert signed(-change, 4) in ranking
    for part in ("tests", "disagreement"):
        page.query_params["compare.part"] = part
        assert "points" not in text_of(healthy(page.run())).split("Look at")[0].casefold()


def test_an_infinite_loss_is_named_and_not_compared() -> None:
    text = text_of(
        open_page("compare", two(infinite=True), system="a", compare__measure="log_loss")
    )
    assert "cannot be compared by log loss: it is infinite" in text
    assert "1 of 360 pairs of document and class of b" in text
    assert "∞" in text


def test_losses_are_offered_only_where_all_scores_are_probabilities() -> None:
    review = two()
    bare = replace(review.predictions[1], probabilities=False)
    mixed = replace(review, predictions=(review.predictions[0], bare), fingerprint="mixed")
    for each, offered in ((review, True), (mixed, False)):
        (box,) = (box for box in open_page("compare", each).selectbox if box.label == "Measure")
        assert ("Log loss" in box.options, "Brier score" in box.options) == (offered, offered)
