"""Every page restricted to the documents that a filter keeps."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from breakeven.readers.samples import load_sample
from tests.pages.reading import healthy, open_page, table_with, text_of

PAGES = (
    *("summary", "classes", "curves", "confusions", "thresholds", "compare", "splits"),
    *("next_steps", "unlabelled_data", "documents"),
)
ON_DEV = "f:split=dev"


@pytest.mark.parametrize("page", PAGES)
def test_every_page_can_be_restricted_and_says_so_literally(page: str) -> None:
    choices = {"review": "reuters", "system": "logreg", "cut": ON_DEV}
    app = open_page(page, **choices, where="n_words>200")
    truth = load_sample("reuters").truth
    long = int((truth.columns["n_words"][truth.in_split("test")] > 200).sum())
    assert f"on {long} of 3,299 documents: n_words>200" in text_of(app)
    assert app.query_params["where"] == "n_words>200"
    assert app.text_input(key="w_where").value == "n_words>200"
    healthy(app.text_input(key="w_where").set_value("").run())
    assert "3,299 documents" in text_of(app)
    assert "where" not in app.query_params


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("where", ["n_words<0", "n_words>1500"])
def test_no_page_fails_where_no_or_one_document_is_left(page: str, where: str) -> None:
    app = open_page(page, review="reuters", system="logreg", where=where)
    found = int(where == "n_words>1500")
    assert f"on {found} of 3,299 documents: {where}" in text_of(app)


def test_a_wrong_filter_is_one_message_and_leaves_every_document() -> None:
    app = open_page("summary", review="reuters", where="wrong true:grian")
    assert "3,299 documents" in text_of(app)
    assert len(app.warning) == 1
    (code,) = app.code
    marked, mark, message = code.value.split("\n")
    assert marked == "wrong true:grian"
    assert mark == " " * marked.index("grian") + "^"
    assert "there is no class 'grian' (like it: 'grain'" in message
    # it stays to be mended, and is no part of what a link shows
    assert app.text_input(key="w_where").value == "wrong true:grian"
    assert "where" not in app.query_params
    healthy(app.text_input(key="w_where").set_value("true:grain").run())
    assert not app.warning
    assert "on 149 of 3,299 documents: true:grain" in text_of(app)


def test_the_paragraph_to_read_out_says_the_filter() -> None:
    app = open_page("summary", review="reuters", where="true:grain", summary__part="averages")
    assert "On the 149 documents of “test” where “true:grain”, “svm” predicts" in text_of(app)


def test_other_systems_are_shown_on_the_documents_of_the_selected_one() -> None:
    app = open_page("compare", review="reuters", system="svm", where="wrong")
    assert "on 663 of 3,299 documents: wrong" in text_of(app)
    assert "the filter depends on the predictions of svm" in text_of(app)
    assert any("samples of 663 documents" in caption.proto.help for caption in app.caption)


def test_a_rule_tuned_on_dev_keeps_its_thresholds_under_a_filter() -> None:
    choices = {"review": "reuters", "system": "logreg", "cut": ON_DEV, "split": "dev"}
    choices |= {"thresholds.part": "all"}
    every = open_page("thresholds", **choices)
    some = open_page("thresholds", **choices, where="n_words>200")

    def thresholds(app: AppTest) -> list[float]:
        frame = table_with(app, "threshold").set_index("class").sort_index()
        return list(frame["threshold"])

    assert thresholds(some) == thresholds(every)
