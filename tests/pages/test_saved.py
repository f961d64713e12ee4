"""What is read is saved: it opens again elsewhere, and where it cannot be saved nothing is lost."""

from __future__ import annotations

import gc
import hashlib
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from breakeven.store.actors import LOCAL
from breakeven.store.library import open_library
from breakeven.store.reviews import parsed_bytes, save_review
from breakeven.ui.app.store.memory import review_memory
from breakeven.ui.server import let_go
from tests.emptied import emptied
from tests.pages.reading import badges_of, enter, go_to, healthy, open_page, read_here, text_of

FILE = b"id,true,predicted\n1,wheat,wheat\n2,corn,wheat\n3,corn,corn\n"
OTHER = FILE.replace(b"3,corn,corn", b"3,corn,wheat")


def read(app: AppTest, data: bytes = FILE, name: str = "calls.csv") -> str:
    """Load a file on the Load page; the fingerprint in the address."""
    app.file_uploader(key="files").set_value([(name, data, "text/csv")]).run()
    healthy(read_here(app))
    link = app.query_params["review"]
    return link if isinstance(link, str) else link[0]


def test_what_was_read_is_saved_as_it_came_and_opens_after_a_restart(load_page: AppTest) -> None:
    link = read(load_page)
    assert "Saved as version 1 of calls" in text_of(load_page)
    library = open_library()
    (review,) = library.reviews(LOCAL)
    (version,) = review.versions
    assert version.fingerprint == link
    assert [(f.name, library.file(LOCAL, f.sha256)) for f in version.files] == [("calls.csv", FILE)]
    review_memory.clear()
    # 2 of 3 documents have their class
    assert "Accuracy 67 % 2 documents" in text_of(open_page("summary", review=link))


def test_what_no_tab_shows_is_on_the_disk_alone_and_opens_again() -> None:
    app = enter()
    link = read(app)
    app = open_page("summary", review=link)
    assert held(link)
    # one turns to another page, which is about no review
    app = enter()
    let_go(0)
    gc.collect()
    assert not held(link)
    assert "Accuracy 67 % 2 documents" in text_of(open_page("summary", review=link))
    # what is saved nowhere stays
    read_alone = be.read(OTHER)
    review_memory.keep(read_alone)
    let_go(0)
    assert review_memory.find(read_alone.fingerprint) is read_alone


def held(fingerprint: str) -> list[Review]:
    """The reviews in this process's memory that were read of these files."""
    return [
        found
        for found in gc.get_objects()
        if isinstance(found, Review) and found.fingerprint == fingerprint
    ]


def test_the_same_title_is_the_next_version_and_the_same_files_are_no_other(
    load_page: AppTest,
) -> None:
    first = read(load_page)
    assert read(enter(), OTHER) != first
    app = enter()
    assert read(app) == first
    assert "Saved as version 1 of calls" in text_of(app)
    assert [v.n for v in open_library().reviews(LOCAL)[0].versions] == [1, 2]


def test_other_class_names_are_the_next_version_also_where_somebody_else_read_the_files(
    load_page: AppTest,
) -> None:
    app = enter(review=read(load_page))
    (review,) = open_library().reviews(LOCAL)
    open_library().rename(LOCAL, review.id, "Calls of May")
    (chooser,) = [one for one in app.file_uploader if "class_map" in str(one.key)]
    chooser.set_value(("map.csv", b"old,new\ncorn,grain\nwheat,grain\n", "text/csv")).run()
    healthy(app.button(key="read_again").click().run())
    assert "Saved as version 2 of Calls of May" in text_of(app)
    # the head of pages says what it is called now
    assert "Calls of May · calls" in text_of(go_to(app, "summary"))


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No folder can be made where the library should be."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("BREAKEVEN_HOME", str(tmp_path / "file" / "data"))
    return monkeypatch


def test_what_cannot_be_saved_is_shown_all_the_same_and_saved_later(
    nowhere: pytest.MonkeyPatch, load_page: AppTest
) -> None:
    link = read(load_page)
    (said,) = load_page.warning
    assert "could not be saved: The data folder cannot be created: Not a directory" in said.value
    assert "Accuracy 67 % 2 documents" in text_of(open_page("summary", review=link))
    nowhere.undo()
    healthy(load_page.button(key="save_review").click().run())
    assert "Saved as version 1 of calls" in text_of(load_page)
    review_memory.clear()
    assert "Accuracy 67 % 2 documents" in text_of(open_page("summary", review=link))
    emptied()


def test_a_damaged_review_is_one_sentence_and_the_others_open(load_page: AppTest) -> None:
    damaged = read(load_page)
    files = list(open_library().blobs.folder.glob("*/*"))
    undamaged = read(enter(), OTHER, "whole.csv")
    for file in files:
        file.write_bytes(file.read_bytes()[:-1])
    review_memory.clear()
    app = open_page("summary", review=damaged)
    (warning,) = app.warning
    assert warning.value.startswith("A file of this review is damaged or missing.")
    # 1 of 3 documents has its class
    assert "Accuracy 33 % 1 document " in text_of(open_page("summary", review=undamaged))
    for file in files:
        file.unlink()


def test_a_review_saved_before_row_order_was_asked_opens_and_says_so() -> None:
    # texts are no ids here: each recurs, and only the order says whose prediction is whose
    true = b"text,true\nyes,wheat\nno,corn\nyes,corn\n"
    called = b"text,predicted\nyes,wheat\nno,wheat\nyes,corn\n"
    files = [("true.csv", true), ("calls.csv", called)]
    with pytest.raises(ReadError, match="no column links its rows"):
        be.read(*(io.BytesIO(data) for _, data in files))
    tables = open_tables(files)
    proposal = replace(propose(tables), join_by_row_order=True)
    review = build_review(tables, proposal, "old")
    options = json.loads(proposal.to_json())
    # an older program did not ask, and wrote nothing of it
    assert options.pop("join_by_row_order") is True
    library = open_library()
    save_review(library, LOCAL, review, files, json.dumps(options))
    # nor is what it parsed kept for ever
    library.blobs.drop(hashlib.sha256(parsed_bytes(review)).hexdigest())
    link, by_order = review.fingerprint, review.truth.joined_by_order
    del review
    review_memory.clear()
    gc.collect()
    app = open_page("summary", review=link)
    # 2 of 3 documents have their class
    assert "Accuracy 67 %" in text_of(app)
    assert "were joined by row order" in text_of(app)
    assert "joined by row order" in " ".join(badges_of(app))
    opened = review_memory.find(link)
    assert opened is not None
    assert opened.truth.joined_by_order == by_order == ("true.csv", "calls.csv")
    assert "joined by row order, as when it was saved: its rows follow" in notes_text(opened)


def notes_text(review: Review) -> str:
    return " ".join(note.what for note in review.notes)
