"""Counts are links to their documents, where there are documents that they count."""

from __future__ import annotations

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.data.records import Review

FILE = b"id,true,predicted\n1,a,a\n2,a,b\n3,b,b\n"
COUNTS = b"true,predicted,count\na,a,1\na,b,1\nb,b,1\n"
WEIGHED = b"id,true,predicted,weight\n1,a,a,2\n2,a,b,1\n3,b,b,1\n"


def script() -> None:
    """A count of the evaluation and one of the review, as JSON."""
    import streamlit as st

    from breakeven.analysis.selection.selected_evaluation import evaluate_selection
    from breakeven.analysis.selection.selection import select
    from breakeven.ui.app.page.counts import counts_in
    from breakeven.ui.app.session import state

    state.adopt_address("demo")
    review = st.session_state["review"]
    state.raw().setdefault("review", review.fingerprint)
    evaluation, _ = evaluate_selection(review, select(review, {}))
    counted = [counts_in(review.truth, what).of_class("a", "fn", 1) for what in (evaluation, None)]
    st.json(counted)


def shown(review: Review) -> Any:
    app = AppTest.from_function(script, default_timeout=120)
    app.session_state["review"] = review
    app.run()
    assert not app.exception, app.exception
    return json.loads(app.json[0].value)


@pytest.mark.parametrize(
    ("data", "linked"),
    [(FILE, [True, True]), (COUNTS, [False, False]), (WEIGHED, [False, True])],
    ids=["documents", "counts", "weights"],
)
def test_a_count_leads_to_documents_where_it_is_their_number(
    data: bytes, linked: list[bool]
) -> None:
    assert [one.startswith("<a ") for one in shown(be.read(data))] == linked
