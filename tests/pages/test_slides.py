"""The slides of Summary: each leads to the next, and keeps somebody's own words."""

from __future__ import annotations

import re

from streamlit.testing.v1 import AppTest

from breakeven.analysis.story.screen_parts import SCREEN_KEYS
from breakeven.readers.samples import load_sample
from breakeven.ui.summary.review_slides import AT
from tests.pages.reading import enter, healthy, html_of, open_page, text_of
from tests.pages.test_baseline import BEFORE, NOW, saved
from tests.pages.test_links import hold

SLIDES = {"summary.part": "slides"}


def press(app: AppTest, label: str) -> None:
    (button,) = [each for each in app.button if each.label == label]
    button.click()
    healthy(app.run())


def test_each_screen_stands_at_its_own_address_and_leads_on() -> None:
    # the short form opens the second screen, from any page
    app = enter(review="r8", story="2")
    assert app.header[0].value == "How good is it?"
    # as `evaluate` has it: accuracy 0.970
    assert "97 % This is the share of documents that are right." in text_of(app)
    # a number leads to where it is from
    assert re.search(r'<a href="summary\?review=r8[^"]*"[^>]*><span[^>]*>97 %<', html_of(app))
    press(app, "Next")
    assert app.header[0].value == "Where does it fail?"
    assert "“acq” No class has more errors. It misses 9 documents of this class." in text_of(app)
    assert "Missed. Correct: “acq”" in text_of(app)
    assert '<img src="data:image/svg+xml;base64,' in html_of(app)
    press(app, "Present")
    # alone on the page, and a way back
    assert "[data-testid=stSidebar],[data-testid=stHeader]" in html_of(app)
    assert "3 of 6 · R8" in text_of(app)
    press(app, "Leave the presentation")
    assert "[data-testid=stSidebar],[data-testid=stHeader]" not in html_of(app)


def test_a_count_of_documents_leads_to_as_many() -> None:
    app = open_page("summary", review="r8", **SLIDES | {"summary.screen": "fails"})
    # 9 missed, 29 false alarms, and the head's own
    assert len(hold(app, load_sample("r8"), 3)) >= 3


def own_words(app: AppTest, title: str, text: str) -> None:
    press(app, "Put it into your own words")
    app.text_input(key="story_title").set_value(title)
    app.text_area(key="story_text").set_value(text)
    press(app, "Save")


def test_words_of_a_sample_last_as_long_as_the_session_and_say_so() -> None:
    app = open_page("summary", review="r8", **SLIDES | {"summary.screen": "good"})
    own_words(app, "Good enough?", "Yes, <b>97</b>.")
    # literally as it was written, in place of the sentences and beside the number
    assert "Yes, <b>97</b>." in text_of(app)
    assert "This is the share" not in text_of(app)
    assert "97 %" in text_of(app)
    assert "Your words, for this session alone: this review is not saved." in text_of(app)
    press(app, "Back to what was counted")
    assert "This is the share" in text_of(app)


def test_words_of_a_saved_review_say_when_their_number_has_changed() -> None:
    good = SLIDES | {"summary.screen": "good"}
    app = open_page("summary", review=saved(BEFORE).fingerprint, **good)
    # before, the half of 40 that are b are called a
    assert "50 %" in text_of(app)
    own_words(app, "Half", "One in two is right.")
    assert "In the words of local user" in text_of(app)
    assert "▲" not in text_of(app)
    app = open_page("summary", review=saved(NOW).fingerprint, **good)
    text = text_of(app)
    assert "One in two is right." in text
    # now, of ids 2 to 41 the twenty even ones are a and called so, and 5, 9 … 37 are b: 29 of 40
    assert "▲ The number was 50 % when they were written; it is 73 % now. Counted now:" in text


def test_the_last_slide_says_whether_it_is_ready_and_what_would_help() -> None:
    app = open_page("summary", review="r8", **SLIDES | {"summary.screen": "decide"})
    assert app.header[0].value == "Ready to use?"
    asked = "What share of documents must be completely right? No target is set yet."
    assert asked in text_of(app)
    assert "auses many of the errors: “acq”." in text_of(app)


def test_each_slide_leads_to_the_one_before_and_the_one_after() -> None:
    _, second, third, *_ = SCREEN_KEYS
    app = open_page("summary", review="r8", summary__part="slides", **{AT: third})
    app.button(key="story_back").click().run()
    assert app.query_params[AT] == second
    app.button(key="story_back").click().run()
    assert app.button(key="story_back").disabled
    app.button(key="story_next").click().run()
    assert app.query_params[AT] == second
