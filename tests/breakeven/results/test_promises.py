"""Promises in words, as data and as tables."""

from __future__ import annotations

import json

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.findings.drift import unlikeness
from breakeven.analysis.selection.selection import select
from breakeven.report.gather import report_of
from breakeven.results.promises import COLUMNS
from tests.grammar import wrong_in


@pytest.fixture(scope="module")
def reuters() -> be.Review:
    return be.sample("reuters")


def result(review: be.Review, **wish: object) -> be.PromiseResult:
    fitted = be.fit_thresholds(review, "svm", split="dev", **wish)  # type: ignore[arg-type]
    return be.promise_result(review, fitted, "svm")


def test_a_promise_says_for_which_documents_in_the_same_line(reuters: be.Review) -> None:
    found = result(reuters, rule="recall", promise=True)
    first, without, price, verdict = found.sentences
    assert "promised for 14 of 90 classes: 95 of 100 such promises hold." in first
    assert "for documents like those of dev; test is unlike them: its texts differ, it is" in first
    assert without.startswith("57 classes cannot be promised: it takes at least 29 positives")
    # 14 + 57 + 19 = 90
    assert without.endswith(" 19 classes have no positives there, and no promise.")
    assert "“ship”: precision on dev 0.029 instead of 0.830; some 3 more positives" in price
    assert "2 broken (“grain” and “interest”)" in verdict
    assert found.unlike == unlikeness(reuters.truth, "dev", "test") == ("texts", "later", "classes")


def test_without_splits_the_promise_is_for_documents_like_these() -> None:
    rng = np.random.default_rng(2)
    true = rng.random((200, 2)) < 0.4
    review = be.from_arrays(true.astype(int), None, rng.normal(1.5 * true, 1))
    fitted = be.fit_thresholds(review, rule="recall", promise=True)
    assert (
        be.promise_result(review, fitted).sentences[0].endswith(" It is for documents like these.")
    )


def test_of_documents_alike_nothing_is_held_against_the_promise() -> None:
    rng = np.random.default_rng(1)
    true = rng.random((400, 2)) < 0.4
    scores = rng.normal(1.5 * true, 1)
    review = be.from_arrays(true.astype(int), None, scores, split=["dev", "test"] * 200)
    found = be.promise_result(review, be.fit_thresholds(review, rule="recall", promise=True))
    assert found.unlike == ()
    assert "unlike" not in found.sentences[0]


def test_without_a_promise_none_is_pretended(reuters: be.Review) -> None:
    first = result(reuters, rule="recall").sentences[0]
    assert "This is no promise" in first
    tried = result(reuters, rule="precision", promise=True, tries=2).sentences
    assert "corrected for 2 levels tried" in tried[0]
    # 0.9^36 < 0.025 < 0.9^35
    assert "at least 36 highest scores" in tried[1]
    mean = result(reuters, rule="recall", average="per_document", promise=True).sentences[0]
    assert "it holds on average, not for each sample of documents" in mean
    pooled = result(reuters, rule="recall", average="micro", promise=True).sentences[0]
    assert "(approximate)" in pooled


@pytest.mark.parametrize("rule", ["recall", "precision", "candidates"])
def test_data_frame_and_table_say_the_same(reuters: be.Review, rule: str) -> None:
    promised = result(reuters, rule=rule, promise=True)
    frame, data = promised.frame(), json.loads(json.dumps(promised.to_dict()))
    assert tuple(frame.columns) == COLUMNS
    assert len(frame) == len(data["rows"]) == (1 if rule == "candidates" else 90)
    assert data["rows"][0]["how"] == frame["how"][0]
    assert data["rows"][0]["value_here"] == pytest.approx(frame["value_here"][0], nan_ok=True)
    assert data["sentences"] == list(promised.sentences)
    text = promised.to_markdown()
    # below candidates stand the 20 classes that they serve worst, and slices by classes
    slices = promised.slice_frame()
    below = 0 if slices is None else 22 + 2 + min(20, len(slices))
    assert (below > 24) == (rule == "candidates")
    assert text.count("\n|") == len(frame) + 2 + below
    assert "cannot be promised" in text or rule == "candidates"
    for sentence in promised.sentences:
        assert wrong_in(sentence) == []


def test_a_class_without_a_promise_has_no_number_for_it(reuters: be.Review) -> None:
    frame = result(reuters, rule="recall", promise=True).frame().set_index("class")
    assert frame["how"]["copper"] == "not promised"
    assert np.isnan(float(frame["bound"]["copper"]))
    assert frame["verdict"].isna()["copper"]
    assert float(frame["bound"]["earn"]) >= 0.9


def test_another_rule_wishes_for_nothing(reuters: be.Review) -> None:
    with pytest.raises(ValueError, match="has no wish"):
        be.promise_result(reuters, be.fit_thresholds(reuters, "svm"), "svm")
    for wish, what in (
        ({"least": 1.5}, "give a number between 0 and 1"),
        ({"tries": 0}, "1 or more"),
        ({"average": "macro"}, "no average"),
        ({"rule": "precision", "average": "per_document"}, "choose class or micro"),
    ):
        with pytest.raises(ValueError, match=what):
            be.fit_thresholds(reuters, "svm", **({"rule": "recall"} | wish))


def test_the_report_says_what_was_promised_and_whether_it_is_kept(reuters: be.Review) -> None:
    selection = select(
        reuters, {"system": "svm", "split": "test", "cut": "recall:promise=1&split=dev"}
    )
    report = report_of(reuters, selection, near=None)
    sentences = result(reuters, rule="recall", promise=True).sentences
    assert set(sentences) <= set(report.decisions.sentences)
    assert {row.how for row in report.decisions.thresholds} == {
        "promised",
        "not promised",
        "no positives",
    }


def test_candidates_say_how_they_serve_each_class(reuters: be.Review) -> None:
    promised = result(reuters, rule="candidates", least=0.95)
    frame = promised.class_frame()
    assert frame is not None
    assert frame["complete"].is_monotonic_increasing
    assert (frame["complete"] <= frame["offered"] + 1e-12).all()
    # documents of classes that occur on test
    assert frame["documents"].sum() == 3744
    assert promised.to_dict()["classes"][0]["class"] == frame["class"].iloc[0]
    assert str(frame["class"].iloc[0]) in promised.to_markdown()
    assert result(reuters, rule="recall").class_frame() is None


def test_candidates_say_how_they_serve_each_slice() -> None:
    random = np.random.default_rng(3)
    truth = random.random((600, 5)) < 0.25
    scores = random.normal(size=truth.shape) + 2 * truth
    source = random.choice(["wire", "web"], 600)
    # documents of the web are ranked worse
    scores[source == "web"] += random.normal(scale=1.5, size=(int((source == "web").sum()), 5))
    split = np.where(np.arange(600) < 300, "dev", "test")
    review = be.from_arrays(
        truth.astype(int), y_score=scores, split=split.tolist(), columns={"source": source.tolist()}
    )
    fitted = be.fit_thresholds(review, rule="candidates", least=0.9)
    promised = be.promise_result(review, fitted, split="test")
    frame = promised.slice_frame()
    assert frame is not None
    limit = fitted.frame()["threshold"].iloc[0]
    here = (split == "test") & truth.any(axis=1)
    complete = (~truth | (scores >= limit)).all(axis=1)
    for name in ("wire", "web"):
        of_slice = here & (source == name)
        row = frame[(frame["by"] == "source") & (frame["slice"] == name)].iloc[0]
        assert row["documents"] == of_slice.sum()
        assert row["complete"] == pytest.approx(complete[of_slice].mean())
        assert row["at_least"] < row["complete"] < row["at_most"]
        assert row["where"] == f"source={name}"
    for number, name in ((1, "1 class"), (2, "2 classes")):
        of_slice = here & (truth.sum(axis=1) == number)
        row = frame[(frame["by"] == "true classes") & (frame["slice"] == name)].iloc[0]
        assert row["documents"] == of_slice.sum()
    assert frame["complete"].is_monotonic_increasing
    data = promised.to_dict()
    assert data["not_all_offered"] == int((~complete & (split == "test")).sum())
    assert [row["slice"] for row in data["slices"]] == frame["slice"].tolist()
    # the same documents are found by the filter for what was not offered
    listed = be.find(review, where="missed", split="test", cut=fitted)
    assert len(listed.records) == data["not_all_offered"]
    assert all(record.missed for record in listed.records)
