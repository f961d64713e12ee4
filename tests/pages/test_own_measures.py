"""Measures of one's own in the app: added, shown where measures are, compared, asked, removed."""

from __future__ import annotations

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.records import Review
from breakeven.data.wording import figure_of
from breakeven.store.actors import LOCAL
from breakeven.store.event_kinds import measures_of
from breakeven.store.library import open_library
from tests.made import not_none, review_of, truth_of
from tests.pages.reading import go_to, healthy, html_of, open_page, table_with, text_of
from tests.pages.test_baseline import NOW, saved

COST = OwnMeasure("cost", "(5*fn + fp)/n", "lower")
HOSTILE = "<b>x</b> *|$y$"


def made() -> Review:
    random = np.random.default_rng(9)
    labels = random.random((60, 3)) < 0.4
    wrong = labels ^ (random.random(labels.shape) < 0.25)
    better = labels ^ (random.random(labels.shape) < 0.02)
    return review_of(truth_of(labels), worse=wrong, better=better)


def with_measure(page: AppTest, name: str, formula: str, better: str = "lower") -> AppTest:
    """The page once the form was sent."""
    page.text_input(key="own_name").set_value(name)
    page.text_input(key="own_formula").set_value(formula)
    page.selectbox(key="own_better").set_value(better)
    next(b for b in page.button if b.label == "Add").click()
    return healthy(page.run())


def test_a_measure_is_added_and_stands_on_summary_classes_and_compare() -> None:
    review = made()
    page = open_page("summary", review, summary__part="averages", system="worse")
    assert "Measures of your own" in [header.value for header in page.header]
    with_measure(page, "cost", COST.formula)
    own = not_none(be.evaluate(be.with_measures(review, COST), "worse").own_measures())
    text = text_of(page)
    assert "(5*fn + fp)/n, lower is better" in text
    for average in own.values[0].averages.values():
        assert figure_of(average.value) in text
    page = go_to(page, "classes")
    page.query_params["classes.part"] = "all"
    frame = table_with(healthy(page.run()), "own: cost")
    expected = own.frame().set_index("class")["own: cost"]
    assert dict(zip(frame["class"], frame["own: cost"], strict=True)) == pytest.approx(
        expected.to_dict()
    )
    page = go_to(page, "compare")
    page.query_params["compare.measure"] = "cost"
    text = text_of(healthy(page.run()))
    assert "better has lower cost than worse" in text
    # the better system stands on top
    ranking = text.split("Points to better")[1]
    assert ranking.index("better 0.") < ranking.index("worse 0.")


def test_a_wrong_formula_is_refused_in_words_and_nothing_is_added() -> None:
    page = open_page("summary", made(), summary__part="averages")
    with_measure(page, "f1", "tp.__class__")
    text = text_of(page)
    assert "Nothing was added." in text
    assert "formula, column 1: an attribute is not arithmetic" in text
    assert "is a measure that there is" in text
    assert not [button for button in page.button if button.label.startswith("Remove measure")]


def test_a_hostile_name_is_shown_literally_and_removed_again() -> None:
    page = open_page("summary", made(), summary__part="averages")
    with_measure(page, HOSTILE, "fp/n")
    assert "<b>x</b>" not in html_of(page).replace("&lt;b&gt;x&lt;/b&gt;", "")
    assert "&lt;b&gt;x&lt;/b&gt;" in html_of(page)
    page = go_to(page, "compare")
    page.query_params["compare.measure"] = HOSTILE
    healthy(page.run())
    assert "<b>x</b>" not in html_of(page)
    page = go_to(page, "summary")
    page.query_params["summary.part"] = "averages"
    healthy(page.run())
    page.button(key="own_remove_0").click()
    assert HOSTILE not in text_of(healthy(page.run()))


def test_a_target_may_be_about_it() -> None:
    page = open_page("summary", made(), summary__part="averages", system="better")
    with_measure(page, "cost", COST.formula)
    page.query_params["summary.part"] = "main"
    healthy(page.run())
    page.button(key="target_edit").click()
    healthy(page.run())
    kind = next(box for box in page.selectbox if box.label == "Rule 1")
    kind.set_value("cost")
    healthy(page.run())
    next(box for box in page.selectbox if box.label == "Must be").set_value("max")
    next(box for box in page.number_input if box.label == "Value").set_value(2.0)
    healthy(page.run())
    page.button(key="target_keep").click()
    text = text_of(healthy(page.run()))
    assert "micro cost" in text
    assert "at most 2" in text


def test_measures_of_a_saved_review_are_kept_with_it() -> None:
    library = open_library()
    fingerprint = saved(NOW).fingerprint
    page = open_page("summary", review=fingerprint, summary__part="averages")
    with_measure(page, "cost", COST.formula)
    (review,) = [each for each in library.reviews(LOCAL) if each.title == "crops"]
    assert measures_of(library.events(LOCAL, review.id)) == (COST,)
    # another session sees it
    other = open_page("summary", review=fingerprint, summary__part="averages")
    assert "(5*fn + fp)/n, lower is better" in text_of(other)
