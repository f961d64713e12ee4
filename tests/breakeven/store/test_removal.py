"""What goes with a review is said before, and nothing else goes."""

from __future__ import annotations

import pytest

import breakeven as be
from breakeven.store.actors import LOCAL
from breakeven.store.errors import LibraryError
from breakeven.store.events import OF_THE_LIBRARY
from breakeven.store.library import Library
from breakeven.store.reviews import open_review, save_review

TRUTH = b"id,true,split\n1,wheat,test\n2,corn,test\n"
CALLS = b"id,predicted\n1,wheat\n2,wheat\n"


def saved(library: Library, name: str, *files: bytes) -> str:
    review = be.read(*files, name=name)
    named = [(f"{i}.csv", content) for i, content in enumerate(files)]
    save_review(library, LOCAL, review, named, "{}")
    return review.fingerprint


def test_all_of_a_review_goes_but_what_another_one_has_too(library: Library) -> None:
    goes = saved(library, "goes", TRUTH, CALLS)
    stays = saved(library, "stays", TRUTH, CALLS.replace(b"2,wheat", b"2,corn"))
    (review,) = (listed for listed in library.reviews(LOCAL) if listed.title == "goes")
    library.say(LOCAL, "note", review.id, "note", {"text": "weak on corn"}, version=1)
    library.say(LOCAL, "mark", review.id, "mark", {"documents": ["2"]}, version=1)
    last = library.events(LOCAL, review.id)[-1].hash
    before = library.usage(LOCAL)

    plan = library.going(LOCAL, review.id)
    assert (plan.versions, plan.files, plan.marks, plan.notes, plan.shares) == (1, 2, 1, 1, 0)
    assert str(plan).startswith("1 version, 2 files, 1 mark, 1 note and 0 share links; ")
    assert library.usage(LOCAL) == before  # so far it was only said
    assert library.delete(LOCAL, review.id) == plan

    after = library.usage(LOCAL)
    assert before.bytes - after.bytes == plan.bytes
    # three files and a parsed review of each were there: the truth, which both have, is kept
    on_disk = sum(file.stat().st_size for file in library.blobs.all())
    assert (len(list(library.blobs.all())), on_disk) == (3, after.bytes)
    assert [listed.title for listed in library.reviews(LOCAL)] == ["stays"]
    assert open_review(library, LOCAL, stays).fingerprint == stays
    assert library.find(LOCAL, goes) is None
    (event,) = library.events(LOCAL, OF_THE_LIBRARY)
    assert event.kind == "deleted"
    assert (event.payload["title"], event.payload["last"]) == ("goes", last)
    assert event.payload["fingerprints"] == [goes]


def test_what_is_gone_is_deleted_no_second_time(library: Library) -> None:
    saved(library, "goes", TRUTH, CALLS)
    (review,) = library.reviews(LOCAL)
    library.delete(LOCAL, review.id)
    with pytest.raises(LibraryError, match="no longer in the library"):
        library.delete(LOCAL, review.id)
    with pytest.raises(LibraryError, match="no longer in the library"):
        library.say(LOCAL, "note", review.id, "note", {"text": "too late"})
