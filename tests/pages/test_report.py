"""The report is behind a button of every page, and made only when a file is asked for."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.report.formats import FORMATS
from tests.breakeven.report.reported import plain_review
from tests.pages.reading import open_page, opened


def offered(app: AppTest) -> list[str]:
    """The names of files of a report, none of which is made yet."""
    found = [b.proto for b in app.get("download_button") if "report_" in b.proto.id]
    assert all(button.deferred_file_id and not button.url for button in found)
    return [button.label for button in found]


@pytest.mark.parametrize("page", ["summary", "history", "classes", "splits"])
def test_every_format_but_the_result_of_a_benchmark_is_offered(page: str) -> None:
    app = open_page(page, plain_review())
    assert offered(app) == []
    opened(app, "report")
    assert offered(app) == [of.label for key, of in FORMATS.items() if key != "eval-results"]
    # two pages show no example; in the appendix texts stand where they are asked for
    assert not [box for box in app.checkbox if box.key == "report_texts"]
    app.checkbox(key="report_appendix").check().run()
    assert app.checkbox(key="report_texts").value is False


def test_nothing_is_offered_where_nobody_has_labelled() -> None:
    review = be.read(b"id,predicted,score:a,score:b\n1,a,0.9,0.1\n2,b,0.2,0.8\n")
    assert offered(opened(open_page("history", review), "report")) == []


def test_texts_are_no_choice_where_there_are_none() -> None:
    app = opened(open_page("summary", be.from_arrays(["a", "b"], ["a", "a"])), "report")
    assert offered(app)
    assert not [box for box in app.checkbox if box.key == "report_texts"]


def shown() -> None:
    """A page that says what the report knows of signatures, before and after it is signed."""
    import streamlit as st

    import breakeven as be
    from breakeven.analysis.selection.selection import select
    from breakeven.store.actors import LOCAL
    from breakeven.store.library import open_library
    from breakeven.store.reviews import save_review
    from breakeven.store.signatures import sign
    from breakeven.ui.app.page.report import signed_of
    from breakeven.ui.app.store.signatures import bound_by
    from tests.pages.test_signing import FILE

    review, library = be.read(FILE, name="crops"), open_library()
    selection = select(review, {"cut": "threshold:0.4"})
    st.json(signed_of(review, selection))
    save_review(library, LOCAL, review, [("crops.csv", FILE)], "{}")
    bound = bound_by(review, selection)
    assert bound is not None
    sign(library, LOCAL, bound, "Fine.")
    st.json(signed_of(review, selection))
    st.json(signed_of(review, select(review, {"cut": "threshold:0.5"})))


def test_a_report_says_who_signed_what_it_shows_and_that_something_else_was_signed() -> None:
    app = AppTest.from_function(shown).run()
    assert not app.exception
    not_saved, signed, other = (json.loads(block.value) for block in app.json)
    assert not_saved == {}
    assert (signed["title"], signed["version"]) == ("crops", "version 1")
    assert signed["signer"] == "local user"
    assert signed["statement"] == "Fine."
    assert signed["signed_on"].endswith(" UTC")
    assert other == {
        "title": "crops",
        "version": "version 1",
        "unsigned": "This version was signed with other predictions. Nobody has signed "
        "what is shown here.",
    }
