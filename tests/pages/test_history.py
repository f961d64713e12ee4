"""The History page: a review that is not saved says so, and one that is tells its past."""

from __future__ import annotations

from breakeven.store.actors import LOCAL
from breakeven.store.library import open_library
from tests.pages.reading import home_page, open_page, table_with, text_of


def test_a_sample_is_saved_by_a_button_and_then_opens_as_what_was_saved() -> None:
    app = open_page("history", review="r8")
    assert "not saved: its marks last" in app.info[0].value
    app.button(key="save_review").click().run()
    (review,) = open_library().reviews(LOCAL)
    assert review.title == "R8"
    assert app.query_params["review"] == review.versions[0].fingerprint
    assert "Saved as version 1, called “R8”." in text_of(app)
    assert list(table_with(home_page(app), "title")["title"]) == ["R8"]


def test_whoever_saved_nothing_is_told_how_to() -> None:
    app = home_page(open_page("history", review="r8"))
    assert "Saved reviews" not in [heading.value for heading in app.header]
