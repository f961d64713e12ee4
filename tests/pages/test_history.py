"""The History page: a review that is not saved says so, and one that is tells its past."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from breakeven.store.actors import LOCAL
from breakeven.store.library import open_library
from breakeven.store.notes import NoteSubject, write_note
from breakeven.ui.history import notes
from tests.pages.reading import healthy, home_page, open_page, table_with, text_of
from tests.pages.test_reviews import saved


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


def test_of_many_notes_the_latest_are_shown_and_all_when_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    review, library = saved("Notes"), open_library()
    for text in ("the first", "the second"):
        write_note(library, LOCAL, review, 1, NoteSubject(), text)
    ((version,),) = (listed.versions for listed in library.reviews(LOCAL))

    def shown() -> AppTest:
        return open_page("history", review=version.fingerprint)

    app = shown()
    assert "all_notes" not in {toggle.key for toggle in app.toggle}
    assert "the first" in text_of(app)
    monkeypatch.setattr(notes, "NOTES_AT_ONCE", 1)
    app = shown()
    # the history below names both
    assert text_of(app).count("the second") == text_of(app).count("the first") + 1
    healthy(app.toggle(key="all_notes").set_value(True).run())
    assert text_of(app).count("the second") == text_of(app).count("the first")


def test_versions_are_compared_with_the_baseline_else_with_the_one_before() -> None:
    review, library = saved("Calls"), open_library()
    for last in ("oats", "rye"):
        assert saved("Calls", last) == review
    (listed,) = library.reviews(LOCAL)
    newest = listed.versions[-1].fingerprint

    def pair() -> list[str]:
        app = open_page("history", review=newest)
        return [str(app.selectbox(key=f"w_history.{end}").value) for end in ("from", "to")]

    assert pair() == ["2", "3"]
    library.pin(LOCAL, review, 1)
    assert pair() == ["1", "3"]
