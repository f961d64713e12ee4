"""Tables are made and changed step by step, whatever stands in them, by one process alone."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from breakeven.data.wording import canonical
from breakeven.store import database
from breakeven.store.actors import LOCAL
from breakeven.store.database import METADATA
from breakeven.store.errors import LibraryError
from breakeven.store.events import FIRST_HASH, chained
from breakeven.store.library import Library
from tests.breakeven.store.conftest import NewLibrary

HERE = Path(database.__file__).parent / "migrations"
MOMENT = "2024-01-31T12:00:00Z"
# a review as the first program wrote it
FIRST = {
    "blob": {"sha256": "b" * 64, "bytes": 3, "created": MOMENT},
    "review": {
        "id": "r" * 32,
        "title": "calls",
        "status": "needs review",
        "owner": "Anna",
        "created": MOMENT,
        "opened": MOMENT,
        "archived": False,
    },
    "version": {
        "review": "r" * 32,
        "n": 1,
        "fingerprint": "f" * 64,
        "options": "{}",
        "about": "{}",
        "parsed": "b" * 64,
        "code_version": "0.1.0",
        "created": MOMENT,
        "created_by": "Anna",
        "opened": MOMENT,
    },
    "file": {"fingerprint": "f" * 64, "place": 0, "name": "calls.csv", "blob": "b" * 64},
}


def config_of(connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(HERE))
    config.attributes["connection"] = connection
    return config


def test_the_steps_give_exactly_the_tables(library: Library) -> None:
    with library.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_each_step_follows_the_one_before_it() -> None:
    config = Config()
    config.set_main_option("script_location", str(HERE))
    steps = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(steps)) == database.REVISIONS


def test_what_the_first_program_saved_is_there_after_all_steps(database_url: str) -> None:
    engine = database.engine_of(database_url)
    with database.writing(engine) as db:
        command.upgrade(config_of(db), "first")
        tables = sa.MetaData()
        tables.reflect(db)
        for name, row in FIRST.items():
            db.execute(sa.insert(tables.tables[name]).values(row))
        event = chained(
            FIRST_HASH,
            chain="r" * 32,
            n=1,
            time=MOMENT,
            actor=LOCAL,
            kind="saved",
            version=1,
            payload={"fingerprint": "f" * 64, "title": "calls"},
        )
        others = {
            "at": event.time,
            "issuer": "local",
            "subject": "local",
            "name": "",
            "payload": canonical(event.payload),
        }
        row = {key: getattr(event, key) for key in ("chain", "n", "kind", "version", "hash")}
        db.execute(sa.insert(tables.tables["event"]).values(row | others))
    database.bring_up_to_date(engine)
    library = Library(engine, blobs=None)  # type: ignore[arg-type]
    (review,) = library.reviews(LOCAL)
    assert (review.title, review.owner, review.versions[0].files[0].name) == (
        "calls",
        "Anna",
        "calls.csv",
    )
    assert library.events(LOCAL, review.id) == [event]
    engine.dispose()


def test_a_library_of_a_newer_program_is_left_alone(new_library: NewLibrary) -> None:
    library = new_library()
    with database.writing(library.engine) as db:
        db.execute(sa.text("update alembic_version set version_num = 'of next year'"))
    with pytest.raises(LibraryError, match="newer version of Breakeven wrote this library"):
        new_library()


def test_two_who_open_a_new_library_at_once_make_one(database_url: str) -> None:
    engines = [database.engine_of(database_url) for _ in range(2)]
    with ThreadPoolExecutor(2) as both:
        list(both.map(database.bring_up_to_date, engines))
    with engines[0].connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    for engine in engines:
        engine.dispose()


def test_a_new_file_that_another_writes_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "library.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
        other.execute("create table beside (number integer)")
        other.execute("begin immediate")
        engine = database.engine_of(f"sqlite:///{file}")
        done = Timer(0.3, other.execute, ["commit"])
        done.start()
        with database.reading(engine) as connection:
            assert connection.scalar(sa.text("pragma journal_mode")) == "wal"
        done.join()
        engine.dispose()


def test_a_new_file_that_another_keeps_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.1)
    file = tmp_path / "library.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("create table beside (number integer)")
        other.execute("begin immediate")
        engine = database.engine_of(f"sqlite:///{file}")
        with pytest.raises(LibraryError, match="is busy"), database.reading(engine):
            pass
        engine.dispose()
