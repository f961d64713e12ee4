"""Marks of what is saved are in the library: shared, lasting, and of all who set them."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from breakeven.store.actors import LOCAL
from breakeven.store.library import open_library
from breakeven.ui.app.store.memory import event_memory, mark_memory, review_memory
from tests.pages.reading import enter, go_to, healthy, open_page, read_here, text_of

FILE = b"id,true,predicted\n1,wheat,wheat\n2,corn,wheat\n3,corn,corn\n4,corn,oat\n"


@pytest.fixture
def link(load_page: AppTest) -> str:
    """The address of a review that was read and saved."""
    app = load_page
    app.file_uploader(key="files").set_value([("calls.csv", FILE, "text/csv")]).run()
    healthy(read_here(app))
    return address_of(app)


def address_of(app: AppTest) -> str:
    found = app.query_params["review"]
    return found if isinstance(found, str) else found[0]


def press(app: AppTest, key: str) -> AppTest:
    return healthy(app.button(key=key).click().run())


def marked(link: str) -> list[str]:
    """What the marks of a review are said to be by a fresh visitor after a restart."""
    review_memory.clear()
    event_memory.clear()
    mark_memory.clear()
    app = open_page("documents", review=link)
    assert "marks" not in app.query_params
    said = text_of(app)
    return [kind for kind in ("unclear", "duplicate", "seen") if f"{kind} 1" in said]


def test_what_two_visitors_mark_at_once_both_stays_and_each_takes_back_the_last(link: str) -> None:
    one, two = (open_page("documents", review=link, documents__where="wrong") for _ in range(2))
    press(one, "mark_unclear")
    press(two, "mark_duplicate")
    assert marked(link) == ["unclear", "duplicate"]
    # the last mark is another's: whoever undoes takes that back, as with one address before
    press(one, "marks_undo")
    assert marked(link) == ["unclear"]
    history = text_of(open_page("history", review=link))
    assert "Marks set: unclear 1, duplicate 1; taken back: duplicate 1." in history


def test_a_mark_that_the_library_does_not_take_is_not_kept_elsewhere(
    link: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_page("documents", review=link, documents__where="wrong")
    (tmp_path / "file").touch()
    monkeypatch.setenv("BREAKEVEN_HOME", str(tmp_path / "file" / "data"))
    press(app, "mark_unclear")
    assert marked_here(app) == []
    said = " ".join(warning.value for warning in app.warning)
    assert "Your mark was not saved. The data folder cannot be created" in said
    monkeypatch.undo()
    press(app, "mark_unclear")
    assert marked_here(app) == ["unclear"]


def marked_here(app: AppTest) -> list[str]:
    return [kind for kind in ("unclear", "duplicate") if f"{kind} 1" in text_of(app)]


def test_the_marks_of_a_sample_go_with_it_into_the_library() -> None:
    app = open_page("documents", review="r8", documents__where="wrong")
    press(app, "mark_unclear")
    press(app, "mark_duplicate")
    press(app, "marks_undo")
    app = go_to(app, "history")
    press(app, "save_review")
    assert "marks" not in app.query_params
    assert "Marks set: unclear 1." in text_of(app)
    (review,) = open_library().reviews(LOCAL)
    assert marked(review.versions[0].fingerprint) == ["unclear"]


def test_a_sample_that_was_saved_has_marks_of_its_own_when_opened_as_a_sample() -> None:
    press(open_page("history", review="r8"), "save_review")
    (review,) = open_library().reviews(LOCAL)
    app = open_page("documents", review=review.versions[0].fingerprint, documents__where="wrong")
    press(app, "mark_unclear")
    assert marked_here(app) == ["unclear"]
    assert marked_here(open_page("documents", review="r8")) == []
    assert "not saved" in go_to(enter(review="r8"), "history").info[0].value


def test_the_marks_of_an_earlier_version_are_taken_over_by_id_and_text(link: str) -> None:
    app = open_page("documents", review=link, documents__where="wrong")
    for key in ("mark_unclear", "mark_seen"):
        press(app, key)
    app = open_page("documents", review=link, documents__where="id=4")
    press(app, "mark_duplicate")
    # the second document, which was the unclear one, stands elsewhere, and the fourth is gone
    app = enter()
    later = b"id,true,predicted\n2,corn,wheat\n1,wheat,wheat\n3,corn,corn\n"
    app.file_uploader(key="files").set_value([("calls.csv", later, "text/csv")]).run()
    healthy(read_here(app))
    app = open_page("documents", review=address_of(app), documents__where="id=2")
    assert marked_here(app) == []
    press(app, "marks_earlier")
    assert marked_here(app) == ["unclear"]
    assert "What was not copied" in text_of(app)
    assert not [button for button in app.button if button.key == "marks_earlier"]
