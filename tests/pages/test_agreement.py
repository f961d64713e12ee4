"""How far people agree, as the page shows it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from breakeven.analysis.annotators.ceiling import ceiling_of, like_for_like
from breakeven.data.gold import with_gold
from breakeven.data.records import Review
from tests.made import annotators, evaluation_of, not_none, review_of
from tests.pages.reading import bare, figures_of, open_page, open_people, table_with, text_of


@pytest.mark.parametrize("sample", ["reuters", "r8"])
def test_without_annotators_the_page_says_what_to_bring(sample: str) -> None:
    app = open_people(review=sample)
    assert "do not say who labelled what" in app.info[0].value
    assert app.code[0].value.startswith("id,text,annotator,labels")
    assert "One row for each document and person" in text_of(app)


def test_each_annotator_is_listed() -> None:
    truth = annotators(50, share=0.8)
    assert truth.labels is not None
    app = open_people(review_of(truth, model=truth.labels.toarray()),
                   labels__people="people")  # fmt: skip
    listed = table_with(app, "annotator")
    assert list(listed.annotator) == ["anna", "ben", "carla", "dan"]
    assert list(listed.documents) == [len(person.rows) for person in truth.annotators]


@pytest.fixture
def of_people() -> Review:
    """Three people of an error rate each, a system as good as they are, and a much better one."""
    people = {"anna": 0.1, "ben": 0.15, "carla": 0.2, "alike": 0.15, "better": 0.01}
    truth = annotators(200, people=people, seed=5)
    *three, alike, better = truth.annotators
    judged = with_gold(replace(truth, annotators=tuple(three)), "majority")
    return review_of(judged, alike=alike.labels.toarray(), better=better.labels.toarray())


def test_people_and_systems_stand_on_one_axis(of_people: Review) -> None:
    app = open_people(of_people, system="alike")
    text = text_of(app)
    assert "On the 200 documents that annotators and systems judged, 3 people reach F₁" in text
    shared = [evaluation_of(of_people.truth, not_none(p.decisions).toarray(), p.system)
              for p in of_people.predictions]  # fmt: skip
    ceiling = ceiling_of(like_for_like(of_people.truth, shared), "micro", 1.0, "drop")
    assert f"people reach F₁ {ceiling.value:.3f}" in text
    for system in ceiling.systems:
        assert f"“{system.system}” reaches {system.value:.3f}" in text
    assert [reach.said for reach in ceiling.systems] == ["chance", "better"]
    assert "clearly better than people are" in text
    figure = next(f for f in figures_of(app) if "people" in str(f["layout"]["yaxis"]["ticktext"]))
    ticks = [bare(tick) for tick in figure["layout"]["yaxis"]["ticktext"]]
    assert ticks == ["people", "anna", "ben", "carla", "alike", "better", "alike · truth",
                     "better · truth"]  # fmt: skip


def test_each_part_is_shown_when_it_is_opened_and_no_other(of_people: Review) -> None:
    said = {
        "instead": "“better” may stand in for one of these people: it wins against 3 of 3",
        "noise": "if the errors coincide with what it got right",
        "standards": "The predictions stay the same.",
    }
    for part in said:
        text = text_of(open_people(of_people, system="better", labels__people=part))
        assert [other for other in said if said[other] in text] == [part]


def test_an_annotator_can_be_left_out_and_noise_stated(of_people: Review) -> None:
    chosen = {"labels__without": '["carla"]', "labels__noise": "0.05"}
    said = text_of(open_people(of_people, labels__people="instead", **chosen))
    assert "with two people the ceiling is their pairwise F₁" in said
    assert "Left out, as asked: “carla”" in said
    assert "needs 3 people who share documents; here are 2" in said
    said = text_of(open_people(of_people, labels__people="noise", **chosen))
    assert "If labels are wrong as stated (5.0 % of the labels wrong" in said


def test_two_people_who_share_no_document_have_no_ceiling() -> None:
    truth = annotators(40, people={"anna": 0.1, "ben": 0.1})
    first, second = truth.annotators
    apart = (
        replace(first, rows=first.rows[:20], labels=first.labels[:20]),
        replace(second, rows=second.rows[20:], labels=second.labels[20:]),
    )
    app = open_people(review_of(replace(truth, annotators=apart),
                                          s=not_none(truth.labels).toarray()))  # fmt: skip
    assert "no two of them labelled the same one" in app.info[0].value
    assert list(table_with(app, "annotator").documents) == [20, 20]


@pytest.mark.parametrize("page", ["summary", "compare"])
def test_the_ceiling_is_shown_where_it_is_known_and_nowhere_else(
    page: str, of_people: Review
) -> None:
    assert "3 people reach F₁" in text_of(open_page(page, of_people, summary__part="people"))
    assert "people reach" not in text_of(open_page(page, review="r8"))


@pytest.mark.parametrize(
    ("errors", "verdict"), [(0.0, "high"), (0.02, "high"), (0.4, "low")], ids=str
)
def test_a_verdict_in_words_stands_on_the_scale_of_krippendorff(
    errors: float, verdict: str
) -> None:
    people = {"anna": errors, "ben": errors, "carla": errors}
    truth = annotators(300, people=people, seed=2)
    app = open_people(review_of(truth, model=not_none(truth.labels).toarray()))
    text = text_of(app)
    assert f"Agreement is {verdict}." in text
    shown = text.split("α of their sets of classes is ")[1].split()[0].rstrip(".")
    alpha = float(shown)
    # two digits in a sentence
    assert re.fullmatch(r"-?\d\.\d\d", shown)
    # Krippendorff (2004), section 11.4.2: .667 and .800
    assert verdict == ("low" if alpha < 0.667 else "moderate" if alpha < 0.8 else "high")


def test_the_picture_and_the_table_of_a_figure_are_downloaded_by_different_names() -> None:
    app = open_people(review="r8")
    labels = [block.proto.popover.label for block in app.get("popover")]
    assert [labels.count(name) for name in ("Download picture", "Download table")] == [1, 1]
    assert "Download" not in labels
