"""Trouble of disks and databases is one clear sentence, and nothing that was saved is lost."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from breakeven.data.wording import canonical
from breakeven.store import database
from breakeven.store.actors import LOCAL
from breakeven.store.blobs import Blobs
from breakeven.store.database import EVENT, METADATA
from breakeven.store.errors import LibraryError
from breakeven.store.events import broken_events, chained
from breakeven.store.library import Library, open_library
from breakeven.store.reviews import open_review
from tests.breakeven.store.conftest import NewLibrary
from tests.breakeven.store.saving import CALLS, saved

Mounted = Callable[[str], Path]
OTHER = CALLS.replace(b"2,corn,wheat", b"2,corn,corn")


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Mounted]:
    """A disk of its own; skipped where none may be mounted."""
    place = tmp_path / "disk"

    def mount(options: str) -> Path:
        place.mkdir(exist_ok=True)
        mounts = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
        result = subprocess.run(mounts, check=False, capture_output=True)
        if result.returncode:
            pytest.skip("no disk can be mounted here")
        return place

    yield mount
    if os.path.ismount(place):
        subprocess.run(["umount", place], check=True)


def test_a_full_disk_says_so_and_what_was_saved_stays(library: Library, mounted: Mounted) -> None:
    library = replace(library, blobs=Blobs(mounted("size=256k") / "blobs"))
    first = saved(library, "a")
    large = CALLS + b"".join(b"%d,corn,corn,test\n" % i for i in range(3, 20_000))
    with pytest.raises(LibraryError, match=r"^The disk is full: nothing was saved\. Free some"):
        saved(library, "b", large)
    assert [review.title for review in library.reviews(LOCAL)] == ["a"]
    assert not list(library.blobs.unfinished())
    assert library.verify(LOCAL).stray == 0
    assert open_review(library, LOCAL, first).fingerprint == first
    saved(library, "c", OTHER)
    assert library.verify(LOCAL).troubles == ()


def test_a_full_database_says_so_and_what_was_saved_stays(tmp_path: Path) -> None:
    engine = database.engine_of(f"sqlite:///{tmp_path / 'library.sqlite'}")
    database.bring_up_to_date(engine)
    library = Library(engine, Blobs(tmp_path / "blobs"))
    saved(library, "a")
    (review,) = library.reviews(LOCAL)
    with engine.connect() as db:
        pages = db.exec_driver_sql("PRAGMA page_count").scalar_one()

    def full(connection: sa.Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    sa.event.listen(engine, "begin", full)
    with pytest.raises(LibraryError, match="disk of the library is full: nothing was saved"):
        library.say(LOCAL, "note", review.id, "note", {"text": "long " * 2000})
    assert len(library.events(LOCAL, review.id)) == 1
    assert library.verify(LOCAL).troubles == ()
    engine.dispose()


def test_a_folder_that_cannot_be_written_to_is_named(library: Library, mounted: Mounted) -> None:
    folder = mounted("ro")
    library = replace(library, blobs=Blobs(folder / "blobs"))
    with pytest.raises(LibraryError, match="data folder cannot be written to: nothing was saved"):
        saved(library, "a")
    assert library.reviews(LOCAL) == []
    with pytest.raises(LibraryError, match="database cannot be reached"):
        open_library(folder, f"sqlite:///{folder / 'library.sqlite'}")
    with pytest.raises(LibraryError, match=r"data folder cannot be created: .* BREAKEVEN_HOME"):
        open_library(folder / "data", f"sqlite:///{folder / 'library.sqlite'}")


def test_whoever_writes_for_long_lets_others_read_and_open(new_library: NewLibrary) -> None:
    library, patient = new_library(wait=0.05), new_library()
    fingerprint = saved(library, "a")
    (review,) = library.reviews(LOCAL)
    with database.writing(patient.engine):
        with pytest.raises(LibraryError, match=r"^The library is busy.*: nothing was saved"):
            library.rename(LOCAL, review.id, "b")
        with pytest.raises(LibraryError, match="busy"):
            saved(library, "b", OTHER)
        assert open_review(library, LOCAL, fingerprint).fingerprint == fingerprint
        assert [review.title for review in library.reviews(LOCAL)] == ["a"]
    library.rename(LOCAL, review.id, "b")
    assert [review.title for review in library.reviews(LOCAL)] == ["b"]
    verified = library.verify(LOCAL)
    # what could not be tidied up while somebody else wrote is left for prune: a file, and parsed
    assert (verified.troubles, verified.stray) == ((), 2)


def test_a_folder_of_data_is_for_whoever_runs_the_app_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    open_library(folder, f"sqlite:///{folder / 'library.sqlite'}").engine.dispose()
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("postgresql://nobody@127.0.0.1:1/none", "database cannot be reached"),
        ("nonsense", "BREAKEVEN_DATABASE_URL is not a usable database"),
        ("nosuch://host/name", "BREAKEVEN_DATABASE_URL is not a usable database"),
        ("postgresql://host:port/name", "BREAKEVEN_DATABASE_URL is not a usable database"),
        ("postgresql://host.invalid/name", "cannot be reached"),
    ],
)
def test_a_database_that_is_not_there_is_said_to_be_so(
    url: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(LibraryError, match=message) as refused:
        open_library(tmp_path, url)
    assert "127.0.0.1" not in str(refused.value)


def test_a_database_that_takes_no_notice_is_waited_for_for_seconds() -> None:
    for said, waits in (("", "5"), ("?connect_timeout=30", "30")):
        engine = database.engine_of(f"postgresql://nobody@127.0.0.1:1/none{said}")
        assert engine.url.query["connect_timeout"] == waits


def test_a_damaged_database_is_said_to_be_so(tmp_path: Path) -> None:
    place = tmp_path / "library.sqlite"
    place.write_bytes(b"this is no database, " * 500)
    with pytest.raises(LibraryError, match=r"database is damaged\. Restore it from a backup"):
        open_library(tmp_path, f"sqlite:///{place}")


def test_tabs_that_save_and_say_at_once_are_all_kept(new_library: NewLibrary) -> None:
    tabs = [new_library() for _ in range(3)]
    saved(tabs[0], "a")
    (review,) = tabs[0].reviews(LOCAL)

    def act(tab: int) -> None:
        for i in range(3):
            saved(tabs[tab], "a", CALLS + b"%d,corn,corn,test\n" % (10 * tab + i + 3))
            tabs[tab].say(LOCAL, "note", review.id, "note", {"text": f"{tab} {i}"})

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(act, range(3)))
    (review,) = tabs[0].reviews(LOCAL)
    assert [version.n for version in review.versions] == list(range(1, 11))
    events = tabs[0].events(LOCAL, review.id)
    assert [event.n for event in events] == list(range(1, 20))
    texts = {event.payload["text"] for event in events if event.kind == "note"}
    assert texts == {f"{tab} {i}" for tab in range(3) for i in range(3)}
    assert not list(broken_events(events))
    assert tabs[0].verify(LOCAL).troubles == ()


GONE = (
    r"tables of the library are missing from its database: nothing was saved\. "
    "Restore the database from a backup"
)


def test_tables_that_vanish_under_a_running_server_are_one_sentence(library: Library) -> None:
    fingerprint = saved(library, "a")
    (review,) = library.reviews(LOCAL)
    with library.engine.begin() as db:
        for table in reversed(METADATA.sorted_tables):
            db.execute(sa.schema.DropTable(table))
    for ask in (
        lambda: library.reviews(LOCAL),
        lambda: library.listed(LOCAL),
        lambda: library.place(LOCAL, fingerprint),
        lambda: library.events(LOCAL, review.id),
        lambda: open_review(library, LOCAL, fingerprint),
        lambda: library.rename(LOCAL, review.id, "b"),
        lambda: saved(library, "b", OTHER),
        lambda: library.verify(LOCAL),
        lambda: replace(library, login=True).role_of(LOCAL),
    ):
        with pytest.raises(LibraryError, match=GONE):
            ask()


def test_a_clock_that_is_set_back_changes_no_order(library: Library) -> None:
    saved(library, "a")
    (review,) = library.reviews(LOCAL)
    (first,) = library.events(LOCAL, review.id)
    # said while the clock was years ahead
    future = chained(
        first.hash,
        chain=review.id,
        n=2,
        time="2999-01-01T00:00:00Z",
        actor=LOCAL,
        kind="status",
        version=None,
        payload={"status": "rejected"},
    )
    row = {key: getattr(future, key) for key in ("chain", "n", "kind", "version", "hash")}
    others = {
        "at": future.time,
        "issuer": "local",
        "subject": "local",
        "name": "",
        "payload": canonical(future.payload),
    }
    with database.writing(library.engine) as db:
        db.execute(sa.insert(EVENT).values(row | others))
    library.set_status(LOCAL, review.id, "in review")
    events = library.events(LOCAL, review.id)
    assert [event.payload.get("status") for event in events] == [None, "rejected", "in review"]
    assert events[2].time < events[1].time
    assert library.reviews(LOCAL)[0].status == "in review"
    assert library.verify(LOCAL).troubles == ()
