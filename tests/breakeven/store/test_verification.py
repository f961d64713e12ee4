"""What is not whole is named, and the rest opens as before."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

import breakeven as be
from breakeven.store import database
from breakeven.store.actors import LOCAL
from breakeven.store.blobs import Blobs
from breakeven.store.database import EVENT, METADATA, REVIEW, VERSION
from breakeven.store.library import Library
from breakeven.store.reviews import open_review
from breakeven.store.share_links import make_share_link
from breakeven.store.verification import UNCHECKED
from tests.breakeven.store.saving import CALLS, saved
from tests.breakeven.store.saying import VERA


def troubles_of(library: Library) -> list[str]:
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
    verified = library.verify(LOCAL)
    assert (verified.reviews, verified.events, verified.files, verified.stray) == (2, 7, 4, 0)
    assert verified.troubles == ()
    assert verified.heads[review.id] == library.events(LOCAL, review.id)[-1].hash


def test_a_damaged_file_is_named_and_everything_opens(library: Library) -> None:
    first = saved(library, "a")
    second = saved(library, "b", CALLS.replace(b"2,corn,wheat", b"2,corn,corn"))
    version = library.find(LOCAL, first)
    assert version is not None
    place = library.blobs.path(version.files[0].sha256)
    place.write_bytes(CALLS.replace(b"corn", b"oats"))
    (trouble,) = troubles_of(library)
    assert trouble.startswith(
        "a: the file 'calls.csv' of version 1 is damaged or gone; load the same"
    )
    assert open_review(library, LOCAL, first).fingerprint == first
    assert open_review(library, LOCAL, second).fingerprint == second
    # the same file again makes it whole
    saved(library, "a")
    assert troubles_of(library) == []


def test_what_was_parsed_is_made_again_where_it_is_damaged(library: Library) -> None:
    fingerprint = saved(library, "a")
    with database.reading(library.engine) as db:
        parsed = db.scalar(sa.select(VERSION.c.parsed))
    assert parsed is not None
    library.blobs.drop(parsed)
    (said,) = troubles_of(library)
    assert "what was parsed of version 1 is damaged or missing; open it once" in said
    assert open_review(library, LOCAL, fingerprint).truth.classes == ("corn", "wheat")
    assert troubles_of(library) == []


def test_what_was_changed_behind_its_back_is_named(library: Library) -> None:
    saved(library, "a")
    (review,) = library.reviews(LOCAL)
    for text in ("one", "two", "three"):
        library.say(LOCAL, "note", review.id, "note", {"text": text})
    with database.writing(library.engine) as db:
        db.execute(sa.update(EVENT).where(EVENT.c.n == 2).values(payload='{"text":"no"}'))
        db.execute(sa.delete(EVENT).where(EVENT.c.n == 3))
        db.execute(sa.update(REVIEW).values(status="reviewed"))
    troubles = troubles_of(library)
    # the second is another text now; the fourth does not follow from it, as the third is gone
    assert [s.split(" (")[0] for s in troubles[:2]] == ["a: event 2", "a: event 4"]
    assert "its status is 'reviewed', but 'needs review' by its history" in troubles[2]
    assert len(troubles) == 3


def test_versions_are_those_that_were_saved(library: Library) -> None:
    saved(library, "a")
    saved(library, "a", CALLS.replace(b"2,corn,wheat", b"2,corn,corn"))
    with database.writing(library.engine) as db:
        db.execute(sa.delete(VERSION).where(VERSION.c.n == 2))
    assert troubles_of(library)[0].startswith("a: version 2 was saved but is missing")


MOMENTS = ("2000-01-01T00:00:00Z", "2999-01-01T00:00:00Z")
OTHER_FILE = "select f.blob from file f where f.place = 1 and f.fingerprint <> file.fingerprint"
# what stands in a column afterwards, where it is not a text of no meaning: an expression of SQL
BECOMES = {
    "blob.sha256": "(select hex(randomblob(32)))",
    "blob.bytes": "bytes + 1",
    "review.archived": "1 - archived",
    "review.baseline": "2",
    "review.status": "'rejected'",
    "version.n": "n + 7",
    "version.fingerprint": "'" + "f" * 64 + "'",
    "version.options": "replace(options, '\"truth\"', '\"slice\"')",
    "version.about": "replace(about, '\"documents\":2', '\"documents\":3')",
    # those of the first version are of the second then
    "version.parsed": "(select parsed from version where n = 2)",
    "file.place": "place - 9",
    "file.blob": f"({OTHER_FILE})",
    "event.n": "n + 100",
    "event.version": "2",
    "event.payload": "'{}'",
    "member.role": "'admin'",
    "share.n": "2",
    "share.state": '\'{"beta":"2"}\'',
    "share.numbers": "'{\"measures\":{}}'",
    "share.anybody": "1 - anybody",
    "share.expires": f"'{MOMENTS[1]}'",
    "share.revoked": f"'{MOMENTS[1]}'",
}
# with which rows: the first version, what it predicts, a member, a link that stands
WHICH = {
    "version": "n = 1",
    "file": "place = 1 and fingerprint = (select fingerprint from version where n = 1)",
    "event": "n = 3 and chain <> 'library'",
    "blob": "sha256 = (select min(sha256) from blob)",
}
COLUMNS = [f"{column.table.name}.{column.name}" for t in METADATA.tables.values() for column in t.c]


TRUTH = b"id,true,split\n1,wheat,test\n2,corn,test\n"
PREDICTED = b"id,predicted\n1,wheat\n2,wheat\n"


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a library in which each table has rows; its versions have two files each."""
    folder = tmp_path_factory.mktemp("columns")
    files = [folder / "truth.csv", folder / "calls.csv"]
    here = be.open_library(folder, f"sqlite:///{folder / 'library.sqlite'}")
    files[0].write_bytes(TRUTH)
    for predicted in (PREDICTED, PREDICTED.replace(b"2,wheat", b"2,corn")):
        files[1].write_bytes(predicted)
        here.save(*files, title="a")
    library, review = here.library, here.find("a")
    library.say(LOCAL, "note", review.id, "note", {"text": "weak"}, version=1)
    library.set_member(LOCAL, VERA, "viewer")
    first = review.versions[0].fingerprint
    make_share_link(
        library, LOCAL, first, choices={"beta": "1"}, numbers=None, days=3, anybody=False
    )
    assert troubles_of(library) == []
    return folder


@pytest.mark.parametrize("column", COLUMNS)
def test_a_change_of_any_column_is_named_or_does_no_harm(
    column: str, held: Path, tmp_path: Path
) -> None:
    place = tmp_path / "library.sqlite"
    with closing(sqlite3.connect(held / "library.sqlite")) as db:
        db.execute("VACUUM INTO ?", [str(place)])
    table, name = column.split(".")
    moment = name in ("created", "opened", "at", "since")
    value = BECOMES.get(column, f"'{MOMENTS[0]}'" if moment else "'another'")
    with closing(sqlite3.connect(place)) as db, db:
        change = f"update {table} set {name} = {value} where {WHICH.get(table, 'true')}"
        assert db.execute(change).rowcount == 1
    engine = database.engine_of(f"sqlite:///{place}")
    troubles = troubles_of(Library(engine, Blobs(held / "blobs")))
    engine.dispose()
    assert (column in UNCHECKED) == (troubles == []), troubles
