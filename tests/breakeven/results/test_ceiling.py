"""What `be.ceiling` gives: the numbers of the Agreement page, and refusals in words."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csc_array

import breakeven as be
from breakeven.analysis.annotators.ceiling import ceiling_of, like_for_like
from breakeven.analysis.label_errors.label_noise import noisy_truth, stated_noise
from breakeven.data.gold import with_gold
from breakeven.results.label_noise import noise_words
from tests.made import annotators, evaluation_of, noisy, not_none, review_of


def made() -> be.Review:
    truth = with_gold(annotators(120, people={"anna": 0.1, "ben": 0.1, "carla": 0.2}), "majority")
    really = not_none(annotators(120).labels).toarray()
    return review_of(truth, s=noisy(really, 0.1, 0.03, np.random.default_rng(0)), knows=really)


def test_it_is_what_the_page_counts() -> None:
    review = made()
    ceiling = be.ceiling(review)
    evaluations = [
        evaluation_of(review.truth, not_none(p.decisions).toarray(), p.system)
        for p in review.predictions
    ]
    expected = ceiling_of(like_for_like(review.truth, evaluations), "macro", 1.0, "drop")
    assert ceiling.average("macro").value == expected.value
    as_dict = json.loads(json.dumps(ceiling.to_dict()))
    assert as_dict["people"] == 3
    assert as_dict["averages"]["macro"]["f"]["people"]["value"] == expected.value
    knows = as_dict["averages"]["micro"]["f"]["systems"]["knows"]
    assert knows["said"] == "clearly better than people are"
    assert knows["above_people"]["interval"][0] > 0
    band = as_dict["label_noise"]["s"]["micro"]
    assert band["low"] < band["value"] < band["high"]
    assert as_dict["alternative_test"]["systems"]["knows"]["may_replace"] is True
    assert "positive_agreement" not in as_dict["averages"]["micro"]


def test_positive_agreement_is_f_at_one_whatever_beta_is() -> None:
    review = made()
    agreed = be.ceiling(review, beta=2.0).average("micro", "positive_agreement")
    assert agreed.value == be.ceiling(review).average("micro").value


def test_its_document_names_everybody() -> None:
    found = be.ceiling(made(), ["s"], without=["carla"], label_noise=0.02)
    text = found.to_markdown()
    assert "with two people the ceiling is their pairwise F₁" in text
    for name in ("anna", "ben", "“carla”", "“s” reaches"):
        assert name in text
    assert "2.0 % of the labels wrong" in text
    assert repr(found).startswith("<Ceiling: On the 120 documents")
    assert "2 people reach" in found._repr_html_()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"without": ["nobody"]}, "no annotator is called “nobody”"),
        ({"without": ["anna", "ben"]}, "no document was labelled by two people"),
        ({"epsilon": 2.0}, "epsilon is 2"),
        ({"label_noise": 1.5}, "label noise is 1.5"),
        ({"beta": -1.0}, "beta is -1"),
        ({"systems": ["t"]}, "no system 't'"),
        ({"systems": []}, "name one system at least"),
    ],
)
def test_what_cannot_be_is_refused_in_words(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        be.ceiling(made(), **options)  # type: ignore[arg-type]


def test_one_annotator_is_refused() -> None:
    review = made()
    alone = replace(review.truth, annotators=review.truth.annotators[:1])
    with pytest.raises(ValueError, match="labelled by two people"):
        be.ceiling(replace(review, truth=alone))


def test_an_evaluation_says_what_people_reach_where_that_is_known() -> None:
    review = made()
    result = be.evaluate(review, "s")
    reached = be.ceiling(review, ["s"]).average()
    people = result.to_dict()["people"]
    assert people["annotators"] == 3
    assert people["micro"]["people"]["value"] == reached.value
    assert people["micro"]["systems"]["s"]["value"] == reached.systems[0].value
    for text in people["said"]:
        assert text in result.to_markdown().replace("\\", "")
    nobody = replace(review.truth, annotators=())
    assert "people" not in be.evaluate(replace(review, truth=nobody), "s").to_dict()


@pytest.mark.parametrize(
    ("gold", "sentence"),
    [("majority", "so this is the widest range"), ("one:anna", "the labels of one of them")],
)
def test_whose_labels_the_noise_is_of_depends_on_the_gold(gold: str, sentence: str) -> None:
    review = made()
    other = replace(review, truth=with_gold(review.truth, gold))
    assert sentence in be.ceiling(other).to_markdown()
    assert sentence not in be.ceiling(other, label_noise=0.1).to_markdown()
    given = replace(review, truth=replace(review.truth, gold=""))
    assert "not come from these people" in be.ceiling(given).to_markdown()


def test_noise_around_an_f_that_is_undefined_is_said_to_leave_it_so() -> None:
    review = made()
    nothing = np.zeros((review.truth.n, len(review.truth.classes)), dtype=bool)
    silent = evaluation_of(replace(review.truth, labels=csc_array(nothing)), nothing)
    of = noisy_truth(silent, stated_noise(0.02), stated=True)
    assert noise_words(of, "micro", 1.0, "drop") == "F₁ of “s” is undefined, with any labels."


def test_who_is_at_least_as_good_as_each_person_is_said_in_the_table() -> None:
    text = be.ceiling(made()).to_markdown()
    knows = text.split("| knows |")[-1]
    # it knows what is true: no person is nearer to the others
    rows = [line for line in knows.splitlines() if re.match(r"\| (anna|ben|carla) \|", line)]
    assert [row.rstrip(" |").rpartition("| ")[2] for row in rows] == ["yes"] * 3


@pytest.mark.parametrize(("documents", "few"), [(30, True), (49, True), (50, False), (120, False)])
def test_fewer_documents_than_the_test_asks_for_are_said(documents: int, few: bool) -> None:
    truth = annotators(documents)
    text = be.ceiling(review_of(truth, s=not_none(truth.labels).toarray())).to_markdown()
    sentence = f"Some annotators have only {documents} documents; the test asks for 50 to 100."
    assert (sentence in text) == few
    assert ("Some annotators" in text) == few
