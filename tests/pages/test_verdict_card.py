"""The verdict on the Summary page: set, changed, taken along and read again."""

from __future__ import annotations

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.data.records import Review
from breakeven.store.actors import LOCAL
from breakeven.store.library import open_library
from breakeven.store.share_links import make_share_link
from tests.made import matrix_of, review_of, truth_of
from tests.pages.reading import go_to, healthy, html_of, open_page, text_of
from tests.pages.test_baseline import BEFORE, NOW, saved


def made(right: int = 90, wrong: int = 10) -> Review:
    """One class a document, so many of which the system decides rightly."""
    labels = matrix_of((["a", "b", "c"] * 100)[: right + wrong], 3)
    called = labels.copy()
    called[right:] = np.roll(labels[right:], 1, axis=1)
    return review_of(truth_of(labels), system=called)


def set_to(page: AppTest, percent: float) -> AppTest:
    """The page once this target was typed and set."""
    page.number_input(key="target_percent").set_value(percent)
    page.button(key="target_set").click()
    return healthy(page.run())


@pytest.mark.parametrize(
    ("percent", "head"), [(80, "READY"), (97, "NOT YET"), (90, "CANNOT TELL YET")]
)
def test_a_target_is_set_and_judged(percent: float, head: str) -> None:
    review = made()
    page = open_page("summary", review)
    assert "NO TARGET YET" in text_of(page)
    assert "What share of documents must be completely right?" in text_of(page)
    set_to(page, percent)
    expected = be.evaluate(review).target_verdict(percent / 100)
    assert expected.head == head
    text = text_of(page)
    for words in (head, *expected.sentences, *(line.text for line in expected.all_lines)):
        assert words in text
    assert "NO TARGET YET" not in text


def test_each_state_is_said_by_a_word_a_sign_and_a_colour() -> None:
    page = open_page("summary", made())
    looks = set()
    for percent in (80, 97, 90):
        set_to(page, percent)
        body = next(e.proto.body for e in page.get("html") if "class='verdict'" in e.proto.body)
        looks.add(body.split("<h2 style='background:")[1].split("</h2>")[0])
        page.button(key="target_edit").click().run()
        page.button(key="target_remove").click().run()
        assert "NO TARGET YET" in text_of(page)
    assert len(looks) == 3


def test_rules_are_added_changed_and_removed_and_say_what_is_wrong() -> None:
    page = open_page("summary", made(270, 30))
    set_to(page, 85)
    page.button(key="target_edit").click().run()
    page.button(key="target_add").click().run()
    # a new row: micro F₁ of at least 0.8, made to be the recall of every class
    page.selectbox(key="target_1_1_kind").set_value("recall").run()
    page.selectbox(key="target_1_1_recall_of").set_value(("class", "*")).run()
    page.number_input(key="target_1_1_recall_limit").set_value(50.0).run()
    page.button(key="target_keep").click()
    healthy(page.run())
    text = text_of(page)
    assert "2 of 2 rules are met." in text
    assert "recall of each class at least 0.5: met by 3" in text
    page.button(key="target_edit").click().run()
    assert [box.value for box in page.selectbox if box.label == "Of what"] == [("class", "*")]
    for i in (1, 0):
        page.button(key=f"target_{1 - i}_{i}_remove").click()
        healthy(page.run())
    page.button(key="target_keep").click()
    healthy(page.run())
    assert "Nothing was saved." in text_of(page)
    assert "has no rule" in text_of(page)
    page.button(key="target_cancel").click()
    healthy(page.run())
    assert "2 of 2 rules are met." in text_of(page)


def test_a_target_stays_when_another_page_is_opened() -> None:
    page = open_page("summary", made())
    set_to(page, 80)
    go_to(page, "classes")
    go_to(page, "summary")
    assert "Your target: 80 %." in text_of(page)


def test_rules_that_ask_for_what_there_is_not_are_said_and_can_be_changed() -> None:
    review = made()
    page = open_page("summary", review)
    set_to(page, 80)
    page.button(key="target_edit").click().run()
    page.button(key="target_add").click().run()
    page.selectbox(key="target_1_1_f_asks").set_value("not_worse").run()
    page.number_input(key="target_1_1_f_limit").set_value(2.0).run()
    page.button(key="target_keep").click()
    healthy(page.run())
    assert "The target cannot be judged on this review." in text_of(page)
    assert "is about a baseline, but there is none" in text_of(page)
    assert page.button(key="target_edit")


def test_names_in_a_verdict_are_shown_as_they_are() -> None:
    labels = matrix_of(["a"] * 60 + ["b"] * 40, 2)
    truth = truth_of(labels, classes=("<b>bold</b>", "*star* [x](y)"))
    page = open_page("summary", review_of(truth, system=labels, **{"<i>other</i>": labels}))
    assert "&lt;b&gt;bold&lt;/b&gt;" in html_of(page)
    assert "<i>other</i>" not in html_of(page)


def test_a_saved_review_keeps_its_target_for_every_version_and_for_visitors() -> None:
    first, second = saved(BEFORE), saved(NOW)
    page = open_page("summary", review=first.fingerprint)
    set_to(page, 60)
    assert "Set by local user" in text_of(page)
    # of another version too, in another session
    for version in (first, second):
        again = open_page("summary", review=version.fingerprint)
        assert "Your target: 60 %." in text_of(again)
        assert again.button(key="target_edit")
    assert "The target was set" in text_of(open_page("history", review=second.fingerprint))
    token = make_share_link(
        open_library(), LOCAL, first.fingerprint, choices={}, numbers=None, days=1, anybody=True
    )
    visitor = open_page("summary", share=token)
    assert "Your target: 60 %." in text_of(visitor)
    assert not [button for button in visitor.button if button.key == "target_edit"]


def test_who_came_by_a_link_is_not_asked_for_a_target() -> None:
    review = saved(BEFORE)
    token = make_share_link(
        open_library(), LOCAL, review.fingerprint, choices={}, numbers=None, days=1, anybody=True
    )
    visitor = open_page("summary", share=token)
    assert "NO TARGET YET" in text_of(visitor)
    assert not [each for each in visitor.number_input if each.key == "target_percent"]


def test_the_last_slide_says_the_target() -> None:
    review = made()
    page = open_page("summary", review)
    set_to(page, 80)
    page.query_params["summary.part"] = "slides"
    page.query_params["summary.screen"] = "decide"
    text = text_of(go_to(page, "summary"))
    assert "Your target is 80 %. It reaches 90 %: ready." in text
