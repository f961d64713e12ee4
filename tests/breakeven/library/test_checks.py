"""What is not whole is named, and the rest opens as before."""

from __future__ import annotations

import sqlalchemy as sa

from breakeven.library import database
from breakeven.library.actors import LOCAL
from breakeven.library.library import Library
from breakeven.library.reviews import open_review
from breakeven.library.tables import EVENT, REVIEW, VERSION
from tests.breakeven.library.saving import CALLS, saved


def said_of(library: Library) -> list[str]:
    return [str(trouble) for trouble in library.verify(LOCAL).troubles]


def test_of_a_whole_library_nothing_is_said(library: Library) -> None:
    saved(library, "a")
    saved(library, "b", CALLS.replace(b"2,corn,wheat", b"2,corn,corn"))
    (review, _) = library.reviews(LOCAL)
    library.rename(LOCAL, review.id, "c")
    library.set_status(LOCAL, review.id, "in review")
    library.archive(LOCAL, review.id)
    library.archive(LOCAL, review.id, archived=False)
    library.pin(LOCAL, review.id, 1)
    found = library.verify(LOCAL)
    assert (found.reviews, found.events, found.files, found.stray) == (2, 7, 4, 0)
    assert found.troubles == ()
    assert found.heads[review.id] == library.events(LOCAL, review.id)[-1].hash


def test_a_damaged_file_is_named_and_everything_opens(library: Library) -> None:
    first = saved(library, "a")
    second = saved(library, "b", CALLS.replace(b"2,corn,wheat", b"2,corn,corn"))
    version = library.find(LOCAL, first)
    assert version is not None
    place = library.blobs.path(version.files[0].sha256)
    place.write_bytes(CALLS.replace(b"corn", b"oats"))
    (said,) = said_of(library)
    assert said.startswith("a: the file 'calls.csv' of version 1 is damaged or gone; load the same")
    assert open_review(library, LOCAL, first).fingerprint == first
    assert open_review(library, LOCAL, second).fingerprint == second
    # the same file again makes it whole
    saved(library, "a")
    assert said_of(library) == []


def test_what_was_parsed_is_made_again_where_it_is_damaged(library: Library) -> None:
    fingerprint = saved(library, "a")
    with database.reading(library.engine) as db:
        parsed = db.scalar(sa.select(VERSION.c.parsed))
    assert parsed is not None
    library.blobs.drop(parsed)
    (said,) = said_of(library)
    assert "what was parsed of version 1 is damaged or gone; open it once" in said
    assert open_review(library, LOCAL, fingerprint).truth.classes == ("corn", "wheat")
    assert said_of(library) == []


def test_what_was_changed_behind_its_back_is_named(library: Library) -> None:
    saved(library, "a")
    (review,) = library.reviews(LOCAL)
    for text in ("one", "two", "three"):
        library.say(LOCAL, "note", review.id, "note", {"text": text})
    with database.writing(library.engine) as db:
        db.execute(sa.update(EVENT).where(EVENT.c.n == 2).values(payload='{"text":"no"}'))
        db.execute(sa.delete(EVENT).where(EVENT.c.n == 3))
        db.execute(sa.update(REVIEW).values(status="reviewed"))
    said = said_of(library)
    # the second is another text now; the fourth does not follow from it, as the third is gone
    assert [s.split(" (")[0] for s in said[:2]] == ["a: event 2", "a: event 4"]
    assert "its status is 'reviewed', and by what was said 'needs review'" in said[2]
    assert len(said) == 3


def test_versions_are_those_that_were_saved(library: Library) -> None:
    saved(library, "a")
    saved(library, "a", CALLS.replace(b"2,corn,wheat", b"2,corn,corn"))
    with database.writing(library.engine) as db:
        db.execute(sa.delete(VERSION).where(VERSION.c.n == 2))
    assert said_of(library)[0].startswith("a: version 2 was saved and is not there")
