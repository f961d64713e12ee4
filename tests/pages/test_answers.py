"""Answers of a language model: looked at before they are accepted, then counted on the Overview."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from tests.pages.reading import enter, go_to, html_of, open_page, table_with, text_of
from tests.pages.test_home import loaded, read

FILE = (
    b"id,text,truth,llm_answer,run\n"
    b"1,up,grain,grain,1\n1,up,grain,Grain.,2\n1,up,grain,It is ship,3\n"
    b"2,up,ship,<b>shipp</b>,1\n2,up,ship,shipp,2\n2,up,ship,shipp,3\n"
    b"3,up,ship,Ship,1\n3,up,ship,ship,2\n3,up,ship,ship,3\n"
    b"4,up,grain,I cannot say,1\n4,up,grain,I cannot,2\n4,up,grain,none,3\n"
    b"5,up,ship,grain,1\n5,up,ship,ship,2\n5,up,ship,I am sorry,3\n"
)


@pytest.fixture
def load_page() -> AppTest:
    return enter()


def test_answers_are_looked_at_before_they_are_read(load_page: AppTest) -> None:
    app = loaded(load_page, ("llm.csv", FILE))
    assert "answers of a language model in “llm_answer”, several to a document" in text_of(app)
    # 7 classes, 1 none, 3 outside, 4 refused
    assert "llm 8 1 3 0 0 3 " in text_of(app)
    shown = table_with(app, "is read as")
    assert list(shown["is read as"])[:3] == ["refused or error"] * 3
    # each different text once, as it is
    assert "<b>shipp</b>" in list(shown["answer"])
    assert len(shown) == len(set(shown["answer"])) == 11
    # rules can be changed, and counts follow
    none = next(area for area in app.text_area if str(area.key).startswith("answers_none"))
    none.set_value("none\nshipp").run()
    assert "llm 8 3 1 0 0 3 " in text_of(app)
    review = read(app)
    assert "Open:" in html_of(review)


def test_the_overview_counts_outcomes_and_what_they_may_count_as() -> None:
    review = be.read(FILE)
    app = open_page("summary", review, summary__part="answers")
    # calls: grain; outside; ship; none; a tie
    assert "file 1 2 1 1 0 1 0 " in text_of(app)
    assert "outcome%3Aoutside" in html_of(app)
    text = text_of(app)
    assert "On 2 of 5 documents (40.0 %) the answers name no class, and not on purpose" in text
    f = be.evaluate(review).to_dict()["answers"]["f"]
    counted, left_out = f["counted"], f["left_out"]
    assert f"Micro F₁ {counted['micro']:.3f}, macro F₁ {counted['macro']:.3f}." in text
    # 1, 4 and 5 differ between repeats; 3 alone is always right
    assert "5 documents were asked about more than once: on 60.0 %" in text
    app.segmented_control(key="w_summary.unusable").set_value("left_out").run()
    assert f"Micro F₁ {left_out['micro']:.3f}, macro F₁ {left_out['macro']:.3f}." in text_of(app)
    app = open_page("summary", review, summary__part="answers", summary__unusable="either")
    assert f"Micro F₁ {f['worst']['micro']:.3f} to {f['best']['micro']:.3f}" in text_of(app)


def test_each_document_shows_its_answers_and_filters_ask_for_them() -> None:
    app = open_page("summary", be.read(FILE), where="outcome:class", summary__part="answers")
    assert "file 1 2 0 0 0 0 0 " in text_of(app)
    app = go_to(app, "documents")
    assert "It is ship ship" in text_of(app)
    assert "Repeat" in text_of(app)


def test_a_review_without_answers_says_nothing_of_them() -> None:
    review = be.read(b"id,true,predicted\n1,a,a\n2,b,a\n")
    app = open_page("summary", review, summary__part="answers")
    assert not any("answered" in head.value for head in app.header)
