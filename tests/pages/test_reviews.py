"""Home: what is saved is found, opened, renamed, put away, deleted, and taken along."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from streamlit.testing.v1 import AppTest

from breakeven.api.files import read_files
from breakeven.store.actors import LOCAL
from breakeven.store.database import REVIEW, writing
from breakeven.store.exchange import packed_review
from breakeven.store.library import open_library
from breakeven.store.review_file import write_packed
from breakeven.store.reviews import save_review
from breakeven.store.saved_review import SavedReview
from breakeven.ui.home.saved_reviews import CHOSEN_KEY
from tests.pages.reading import enter, go_to, healthy, html_of, open_page, table_with, text_of

FILE = b"id,true,predicted\n1,wheat,wheat\n2,corn,wheat\n"
HOSTILE = "<b>x</b> | `y` $z$ \u202eevil"


def saved(title: str, last: str = "wheat") -> str:
    """A review of two documents in the library, by its id."""
    file = BytesIO(FILE.replace(b"2,corn,wheat", f"2,corn,{last}".encode()))
    file.name = "calls.csv"
    done = read_files([file], {"name": title})
    return save_review(open_library(), LOCAL, done.review, done.files, done.options).review


@pytest.fixture
def two() -> tuple[str, str]:
    return saved("Calls of May"), saved(HOSTILE, "oats")


def listed(app: AppTest) -> list[str]:
    return list(table_with(app, "title")["title"])


def chosen(review: str) -> AppTest:
    return enter(**{CHOSEN_KEY: review})


def press(app: AppTest, key: str) -> AppTest:
    return healthy(app.button(key=key).click().run())


def review_of(review: str) -> SavedReview:
    found = open_library().review(LOCAL, review)
    assert found is not None
    return found


def test_titles_are_shown_as_written_and_found_by_words(two: tuple[str, str]) -> None:
    app = enter()
    assert set(listed(app)) == {"Calls of May", "<b>x</b> | `y` $z$ ⟨RLO⟩evil"}
    assert "2 reviews with 2 versions" in text_of(app)
    for words, left in (("MAY calls", 1), ("2 documents", 2), ("oats", 0), ("<b>", 1)):
        healthy(app.text_input(key="w_home.search").set_value(words).run())
        assert len(listed(app)) == left if left else "No review matches." in app.info[0].value
    healthy(app.text_input(key="w_home.search").set_value("").run())
    open_library().set_status(LOCAL, two[0], "rejected")
    healthy(app.selectbox(key="w_home.status").set_value("rejected").run())
    assert listed(app) == ["Calls of May"]


def test_a_review_is_opened_renamed_and_its_status_set(two: tuple[str, str]) -> None:
    app = chosen(two[1])
    assert "<b>x</b>" in text_of(app)
    healthy(app.text_input(key=f"w_review_title_{two[1]}").set_value(" Calls of June ").run())
    healthy(app.selectbox(key=f"w_review_status_{two[1]}").set_value("reviewed").run())
    assert (review_of(two[1]).title, review_of(two[1]).status) == ("Calls of June", "reviewed")
    assert "Calls of June · calls" in text_of(press(app, "review_open"))
    history = text_of(go_to(app, "history"))
    assert "Renamed to “Calls of June”." in history
    assert "Status: reviewed." in history


def test_what_is_archived_is_out_of_sight_until_it_is_asked_for(two: tuple[str, str]) -> None:
    app = press(chosen(two[0]), "review_archive")
    (left,) = listed(app)
    assert left != "Calls of May"
    healthy(app.toggle(key="w_home.archived").set_value(True).run())
    assert sorted(listed(app)) == sorted([left, "Calls of May"])
    assert "needs review, archived" in set(table_with(app, "title")["status"])
    press(app, "review_archive")
    assert not review_of(two[0]).archived


def test_deleting_says_what_goes_and_the_link_then_opens_nothing(two: tuple[str, str]) -> None:
    link = review_of(two[0]).versions[0].fingerprint
    app = press(chosen(two[0]), "review_delete")
    assert "This deletes 1 version, 1 file, 0 marks, 0 notes and 0 share links; " in text_of(app)
    app = press(app, "review_keep")
    assert "This deletes" not in text_of(app)
    open_page("summary", review=link)
    press(press(app, "review_delete"), "review_delete_for_good")
    assert len(listed(app)) == 1
    gone = open_page("summary", review=link)
    assert "not on this server any more" in gone.warning[0].value


def test_what_was_exported_is_imported_and_what_is_no_export_is_refused(
    two: tuple[str, str],
) -> None:
    out = BytesIO()
    write_packed(packed_review(open_library(), LOCAL, two[0]), out)
    open_library().delete(LOCAL, two[0])
    app = enter()
    for content, said in ((b"PK", "cannot be unpacked"), (out.getvalue(), "Calls of May · calls")):
        chooser = app.file_uploader(key="files")
        healthy(chooser.set_value([("a.breakeven", content, "application/zip")]).run())
        assert said in text_of(press(app, "review_import_now"))
    assert review_of(two[0]).title == "Calls of May"


@pytest.mark.parametrize("page", ["summary", "history", "classes", "documents", "slides"])
def test_an_event_that_does_not_fit_spoils_no_page(page: str, two: tuple[str, str]) -> None:
    library = open_library()
    # as a file that was believed once may have brought them
    for kind, payload in (
        ("imported", {}),
        ("imported", {"events": "x"}),
        ("note", {"text": 7}),
        ("signed", {"statement": "so"}),
        ("mark", {"marks": [{"kind": "seen", "rows": 1}]}),
    ):
        library.say(LOCAL, "import", two[0], kind, payload, version=1)
    link = review_of(two[0]).versions[0].fingerprint
    part = {"summary__part": "slides"} if page == "slides" else {}
    app = open_page("summary" if part else page, review=link, **part)
    assert "Calls of May" in text_of(app)
    assert not app.error
    if page == "history":
        assert "Event 2 cannot be read and is skipped" in text_of(app) + str(app.dataframe)


def test_the_one_opened_last_is_the_first_also_where_it_was_still_in_memory(
    two: tuple[str, str],
) -> None:
    library = open_library()
    for review in (*two, two[0]):
        with writing(library.engine) as db:
            db.execute(REVIEW.update().values(opened="2024-01-31T12:00:00Z"))
        open_page("summary", review=review_of(review).versions[0].fingerprint)
        assert library.listed(LOCAL)[0].id == review


def test_an_export_is_imported_on_its_own(load_page: AppTest) -> None:
    chooser = load_page.file_uploader(key="files")
    both = [("a.breakeven", b"PK", "application/zip"), ("b.csv", b"a,b\n1,2\n", "text/csv")]
    healthy(chooser.set_value(both).run())
    assert "on its own" in load_page.info[0].value


def test_names_are_links_to_results_and_say_how_long_ago(two: tuple[str, str]) -> None:
    fingerprints = {review_of(review).versions[0].fingerprint for review in two}
    shown = html_of(enter())
    links = re.findall(r'href="summary\?review=(\w+)"[^>]*>(.*?)</a>', shown)
    assert {fingerprint for fingerprint, _ in links} == fingerprints
    assert {re.sub("<[^>]*>", "", name) for _, name in links} >= {"Calls of May"}
    # the moment itself, in UTC, when it is pointed at
    assert re.search(r"title='\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC'>just now<", shown)


def test_an_address_of_a_review_that_is_not_here_says_so() -> None:
    app = enter(review="0" * 64)
    assert "not on this server any more" in app.warning[0].value
