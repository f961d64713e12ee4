"""How far the people who labelled agree, as the page shows it."""

from __future__ import annotations

import re

import krippendorff
import numpy as np
import pytest
from numpy.testing import assert_allclose
from streamlit.testing.v1 import AppTest

import breakeven as be
from tests.made import annotators, noisy, not_none, review_of
from tests.pages.reading import bare, figures_of, open_people, plain, table_with, text_of


def made(copied: bool = False, single: bool = False, documents: int = 120) -> be.Review:
    """Four people and a system that errs in a tenth; a fifth who copies it, a sixth at random."""
    labels = not_none(annotators(documents, single=single).labels).toarray()
    model = (
        np.roll(labels, 1, axis=1) if single else noisy(labels, 0.1, 0.03, np.random.default_rng(1))
    )
    if single:
        right = np.arange(documents) % 8 > 0
        model[right] = labels[right]
    copies = model if copied else None
    truth = annotators(documents, single=single, copies=copies, at_random=copied, share=0.9)
    return review_of(truth, model=model)


def labels_of_links(app: AppTest) -> str:
    return " ".join(e.proto.label for e in app.get("page_link"))


@pytest.mark.parametrize("sample", ["reuters", "r8"])
def test_without_annotators_systems_and_truth_stand_two_by_two(sample: str) -> None:
    figure = figures_of(open_people(review=sample))[0]
    names = [bare(name) for name in figure["layout"]["xaxis"]["ticktext"]]
    assert names[0] == "the truth"
    review = be.sample(sample)
    assert names[1:] == [said.system for said in review.predictions]
    # the truth's F with a system is the system's micro F
    for name, annotation in zip(names[1:], figure["layout"]["annotations"], strict=False):
        assert annotation["text"] == f"{be.evaluate(review, name).micro()['f']:.2f}"


@pytest.mark.parametrize("single", [False, True])
def test_the_page_says_what_python_says(single: bool) -> None:
    review = made(single=single)
    result = be.agree(review)
    agreement = not_none(result.to_dict()["people"])
    app = open_people(review, labels__people="people")
    text = text_of(app)
    alpha = agreement["overall"]["alpha"]
    assert f"{alpha['value']:.2f} (95 %: {alpha['low']:.2f} to {alpha['high']:.2f})" in text
    assert f"They differ on {agreement['documents_that_differ']} documents" in text
    measures = text_of(open_people(review, labels__people="measures"))
    assert ("Krippendorff’s α, nominal" in measures) == single
    assert ("sets that share some classes" in measures) != single
    people = table_with(app, "alpha without")
    assert list(people.annotator) == ["anna", "ben", "carla", "dan"]
    assert_allclose(
        people["kappa with the others"], [p["cohen_kappa"]["value"] for p in agreement["people"]]
    )
    classes = table_with(open_people(review), "documents that differ").set_index("class")
    for name, numbers in agreement["per_class"].items():
        assert classes.loc[name, "documents that differ"] == numbers["documents_that_differ"]
        assert_allclose(classes.loc[name, ["alpha", "agree on yes"]].to_numpy(dtype=float),
                        [numbers["alpha"], numbers["positive_agreement"]])  # fmt: skip
    app = open_people(review, labels__people="documents")
    assert f"Read {agreement['documents_that_differ']} documents" in labels_of_links(app)


def test_the_answer_is_what_another_package_and_counting_give() -> None:
    review = made(single=True)
    votes = np.full((4, review.truth.n), np.nan)
    for i, person in enumerate(review.truth.annotators):
        votes[i, person.rows] = person.labels.toarray().argmax(axis=1)
    given = [column[~np.isnan(column)] for column in votes.T]
    several = [labels for labels in given if len(labels) > 1]
    differ = sum(len(set(labels)) > 1 for labels in several)
    alpha = krippendorff.alpha(votes, level_of_measurement="nominal")
    text = text_of(open_people(review))
    match = re.search(
        r"4 annotators, (\d+) documents that at least two of them labelled: α is (\S+) \(95 %: "
        r"(\S+) to (\S+)\)\. They differ on (\d+) documents \((\d+) %\)",
        text,
    )
    assert match is not None
    documents, value, low, high, disputed, percent = map(float, match.groups())
    assert (documents, disputed) == (len(several), differ)
    assert percent == round(100 * differ / len(several))
    assert value == round(alpha, 2)
    assert low < value < high
    alone = sum(len(labels) == 1 for labels in given)
    assert (f"Left out: {alone} document" in text) == (alone > 0)


def test_who_copies_and_who_does_not_read_are_named() -> None:
    text = text_of(open_people(made(copied=True)))
    assert "“copy” labels as “model” predicts" in text
    assert "“random” does not clearly agree with the others" in text
    assert (text.count("” labels as “"), text.count("does not clearly agree")) == (1, 1)


def test_documents_of_one_class_are_chosen() -> None:
    review = made()
    app = open_people(review, labels__people="documents", labels__class="b")
    wanted = be.agree(review).to_dict()["people"]["per_class"]["b"]["documents_that_differ"]
    listed = table_with(app, "said by")
    assert len(listed) == min(wanted, 20)
    assert listed["classes that differ"].is_monotonic_decreasing
    link = next(e.proto for e in app.get("page_link") if e.proto.label.startswith("Read "))
    assert f"Read {wanted} documents" in link.label
    assert "disputed%3Ab" in link.query_string


def test_a_filter_asks_about_some_documents() -> None:
    review = made()
    app = open_people(review, where="true:a")
    few = be.agree(review, where="true:a").to_dict()["people"]
    assert f"{few['documents']} documents that at least two of them labelled" in text_of(app)


def test_names_of_people_are_shown_literally() -> None:
    hostile = "<img src=x onerror=alert(1)> **b** $x$"
    truth = annotators(60, people={hostile: 0.05, "{y}": 0.1, "": 0.1}, at_random=True)
    pages = [
        open_people(review, labels__people=part)
        for review in [review_of(truth, model=not_none(truth.labels).toarray())]
        for part in ("alike", "instead", "standards")
    ]
    raw = " ".join(element.proto.body for page in pages for element in page.get("html"))
    assert "<img" not in raw
    ticks = [
        tick
        for page in pages
        for figure in figures_of(page)
        for axis in ("xaxis", "yaxis")
        for tick in figure["layout"][axis].get("ticktext", [])
    ]
    assert "<img" not in " ".join(ticks)
    assert any(plain(tick).startswith("\u2068<img") for tick in ticks)
