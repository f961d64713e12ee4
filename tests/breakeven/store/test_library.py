"""What is saved is found again, and what is said of it is added and never lost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import breakeven as be
from breakeven.data.records import Review
from breakeven.store.actors import LOCAL, Actor, NotAllowedError
from breakeven.store.events import broken_events
from breakeven.store.library import Library
from breakeven.store.reviews import open_review, save_review
from tests.breakeven.store.conftest import NewLibrary

FILE = b"id,true,predicted,split\n1,wheat,wheat,test\n2,corn,wheat,test\n"


def saved(library: Library, review: Review, content: bytes = FILE) -> str:
    save_review(library, LOCAL, review, [("calls.csv", content)], "{}")
    return review.fingerprint


def test_a_review_that_was_saved_is_opened_as_it_was(library: Library) -> None:
    review = be.read(FILE, name="calls")
    fingerprint = saved(library, review)
    again = open_review(library, LOCAL, fingerprint)
    assert again.truth.classes == ("corn", "wheat")
    assert (again.fingerprint, again.name) == (fingerprint, "calls")
    assert again.truth.labels is not None
    assert np.array_equal(again.truth.labels.toarray(), [[False, True], [True, False]])
    version = library.find(LOCAL, fingerprint)
    assert version is not None
    assert library.file(LOCAL, version.files[0].sha256) == FILE


def test_the_same_title_is_another_version_and_the_same_files_are_the_same_one(
    library: Library,
) -> None:
    first = be.read(FILE, name="calls")
    second = be.read(FILE.replace(b"2,corn,wheat", b"2,corn,corn"), name="calls")
    for review in (first, second, first):
        saved(library, review)
    (found,) = library.reviews(LOCAL)
    assert [(v.n, v.fingerprint) for v in found.versions] == [
        (1, first.fingerprint),
        (2, second.fingerprint),
    ]
    assert found.status == "needs review"


def test_what_is_said_is_chained(library: Library) -> None:
    saved(library, be.read(FILE, name="calls"))
    (review,) = library.reviews(LOCAL)
    library.say(LOCAL, "note", review.id, "note", {"text": "weak on corn"}, version=1)
    library.set_status(LOCAL, review.id, "in review")
    events = library.events(LOCAL, review.id)
    assert [event.kind for event in events] == ["saved", "note", "status"]
    assert not list(broken_events(events))


def test_a_stranger_may_nothing_where_members_log_in(new_library: NewLibrary) -> None:
    library = new_library(login=True)
    stranger = Actor("https://login.example", "7", "somebody")
    with pytest.raises(NotAllowedError, match="viewer"):
        library.reviews(stranger)


def test_names_that_no_database_keeps_are_kept_as_near_as_can_be(library: Library) -> None:
    # NUL, and half of a character, as a file's name on disk may have it
    nobody = Actor("local", "lo\0cal", "\ud800")
    review = replace(be.read(FILE), name="a\0b\udc80")
    save_review(library, nobody, review, [("c\0.csv", FILE)], "{}")
    (listed,) = library.reviews(LOCAL)
    assert (listed.title, listed.owner, listed.versions[0].files[0].name) == ("a�b?", "?", "c�.csv")
    library.rename(nobody, listed.id, "\0")
    # but for how it was read, which this test does not say, all is as it was said
    (trouble,) = library.verify(LOCAL).troubles
    assert "does not hold how its files are read" in trouble.what
    # what an address may ask for
    assert library.find(LOCAL, "\0\ud800" * 99) is None
