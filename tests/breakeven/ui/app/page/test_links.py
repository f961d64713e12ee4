"""Links to the documents behind a number: their address gives back exactly these documents."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.candidates import candidates_of_evaluation
from breakeven.analysis.selection.expression import ClassTerm, to_text
from breakeven.analysis.selection.selected_evaluation import lookups_of
from breakeven.analysis.selection.selection import select
from breakeven.analysis.selection.where import filter_documents, where_of
from breakeven.data.records import Predictions, Review
from breakeven.ui.app.page.links import url_of
from breakeven.ui.components.html import linked
from tests.breakeven.ui.app.session.test_widgets import drawn
from tests.browser.hostile import PAYLOADS
from tests.made import evaluation_of, not_none, truth_of

HOSTILE = (
    *PAYLOADS,
    *("", " ", "-grain", "a:b", 'say "so"', "a(b", "a)b", "two\nlines", "tab\there", "OR", "wrong"),
    *("true:grain", "a&b=c#d?e", "%41", "+", "é", "\u0000", "\\", '\\"', "'", "a, b", "..", "☃"),
)


def script() -> None:
    """The links of a page on a review that the test made, as JSON."""
    import streamlit as st

    from breakeven.analysis.selection.expression import ClassTerm
    from breakeven.ui.app.page import links
    from breakeven.ui.app.session import state

    state.adopt_address("demo")
    review = st.session_state["review"]
    state.raw().setdefault("review", review.fingerprint)
    documents_url = links.documents_urls()
    terms = [ClassTerm("true", name) for name in review.truth.classes]
    st.json(
        {
            "many": [documents_url(term) for term in terms],
            "one": [links.documents_url(term) for term in terms],
            "whole": links.documents_url(None, {"split": "", "where": None}, opened="d 1"),
        }
    )


def of_classes(names: tuple[str, ...]) -> tuple[Review, Evaluation]:
    """Each class truly on one document more than the one before, and each document called all."""
    k = len(names)
    labels = np.tri(k, k + 1, 0, dtype=bool)[::-1].T
    truth = truth_of(labels, classes=names)
    evaluation = evaluation_of(truth, np.ones_like(labels))
    said = Predictions("s", np.arange(truth.n), decisions=evaluation.assigned)
    return Review("made", truth, (said,), (), "made"), evaluation


def links_of(review: Review, **address: str) -> Any:
    app = AppTest.from_function(script, default_timeout=120)
    app.session_state["review"] = review
    for key, value in address.items():
        app.query_params[key] = value
    app.run()
    assert not app.exception, app.exception
    return json.loads(app.json[0].value)


def parameters_of(url: str) -> dict[str, str]:
    """The parameters of an address, as a browser's server reads them."""
    parts = urlsplit(url)
    assert parts.path == "documents"
    assert not parts.fragment
    return {k: v for k, (v,) in parse_qs(parts.query, keep_blank_values=True).items()}


def test_a_link_gives_back_the_documents_of_a_class_whatever_it_is_called() -> None:
    review, evaluation = of_classes(HOSTILE)
    found = links_of(review, beta="2", where="called:x")
    assert found["many"] == found["one"]
    documents = candidates_of_evaluation(review, evaluation, lookups_of(review, select(review, {})))
    for c, url in enumerate(found["many"]):
        parameters = parameters_of(url)
        assert (parameters["beta"], parameters["where"]) == ("2", "called:x")
        kept = filter_documents(not_none(where_of(parameters["documents.where"])), documents)
        want = not_none(review.truth.labels)[:, [c]].nonzero()[0]
        assert kept.rows.tolist() == want.tolist(), HOSTILE[c]


class Reader(HTMLParser):
    """Where the links of some HTML lead."""

    def __init__(self, marked: str) -> None:
        super().__init__()
        self.urls: list[str] = []
        self.feed(marked)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.urls.append(not_none(dict(attrs)["href"]))


@given(st.text(st.characters(codec="utf-8")))
def test_a_filter_of_any_name_passes_through_an_address_and_html(name: str) -> None:
    term = ClassTerm("missed", name)
    url = url_of("documents", {"documents.where": to_text(term), "class": name})
    (read,) = Reader(linked("12", url)).urls
    parameters = parameters_of(read)
    assert parameters["class"] == name
    assert not_none(where_of(parameters["documents.where"])).expression == term


def test_a_link_can_ask_for_other_documents_and_open_one() -> None:
    review, _ = of_classes(("a", "b"))
    found = parameters_of(links_of(review, where="true:a")["whole"])
    assert "where" not in found
    assert found["split"] == ""
    assert found["documents.where"] == ""
    assert found["documents.open"] == "d 1"


def own() -> None:
    """A page with two choices of its own, of which its address names one or both."""
    import streamlit as st

    from breakeven.ui.app.session import state

    state.adopt_address("documents")
    st.json(state.own_to("documents") | state.own_to("classes"))
    state.write_address(state.raw())


def test_an_address_that_names_a_choice_of_its_page_names_all_of_them() -> None:
    chosen = {"documents.where": "wrong", "documents.open": "d1", "classes.by": "n"}
    app = drawn(own, **chosen)
    app.query_params.clear()
    app.query_params["documents.where"] = "right"
    app.run()
    assert app.json[0].value == '{"documents.where": "right", "classes.by": "n"}'
