"""A library on each database: SQLite, and PostgreSQL started for these tests alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from breakeven.store import database
from breakeven.store.blobs import Blobs
from breakeven.store.library import Library
from breakeven.store.storage_limits import StorageLimits
from tests.breakeven.store.postgresql import Server, missing

DATABASES = ["sqlite", "postgresql"]
SCHEMAS = count(1)
NewLibrary = Callable[..., Library]


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    missing()
    with Server() as running:
        yield running


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of this test alone."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'library.sqlite'}"
    running: Server = request.getfixturevalue("server")
    return running.schema(f"test_{next(SCHEMAS)}")


@pytest.fixture
def new_library(database_url: str, tmp_path: Path) -> Iterator[NewLibrary]:
    """Opens the library of this test, once more each time, as another process would."""
    opened: list[Library] = []

    def new(
        *, login: bool = False, limits: StorageLimits | None = None, wait: float = 5
    ) -> Library:
        engine = database.engine_of(database_url, wait)
        opened.append(Library(engine, Blobs(tmp_path / "blobs"), login, limits or StorageLimits()))
        database.bring_up_to_date(engine)
        return opened[-1]

    yield new
    for library in opened:
        library.engine.dispose()


@pytest.fixture
def library(new_library: NewLibrary) -> Library:
    """One in which whoever is there may do everything."""
    return new_library()
