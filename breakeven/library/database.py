"""Where the library is: its folder and its database, opened and brought up to date."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from breakeven.home import HERE, SHIPPED, home
from breakeven.library.errors import LibraryError

HOME, DATABASE_URL = "BREAKEVEN_HOME", "BREAKEVEN_DATABASE_URL"
NEWEST = "first"
WAIT_SECONDS = 20
# of PostgreSQL: held by whoever writes, so that chains grow by one event at a time
WRITING = 0x6272656B


def folder() -> Path:
    """The folder of data: BREAKEVEN_HOME, else `data/` beside the app; at home once installed."""
    chosen = os.environ.get(HOME)
    if chosen:
        return Path(chosen).expanduser()
    return Path.home() / ".breakeven" if home() == SHIPPED else HERE.parent / "data"


def engine_of(where: Path, url: str | None = None) -> Engine:
    """The database at `url`; by default that of BREAKEVEN_DATABASE_URL, else SQLite in `where`."""
    url = url or os.environ.get(DATABASE_URL) or f"sqlite:///{where / 'library.sqlite'}"
    # a URL as PostgreSQL's own tools write it; the driver is ours
    for short in ("postgres://", "postgresql://"):
        url = f"postgresql+psycopg://{url.removeprefix(short)}" if url.startswith(short) else url
    engine = sa.create_engine(url, pool_pre_ping=True)
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _prepare)
        sa.event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: Any) -> None:
    # transactions begin where we say so
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout = {WAIT_SECONDS * 1000}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads. LibraryError where the database cannot be reached."""
    with _told(), engine.begin() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction, one at a time. LibraryError where nothing can be written."""
    with _told(), engine.execution_options(writes=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(WRITING)))
        yield connection


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except sa.exc.OperationalError as error:
        raise LibraryError(
            f"The library's database cannot be used: {error.orig}.",
            "see that it runs, that its folder can be written to, and that the disk is not full",
        ) from error


def bring_up_to_date(engine: Engine) -> None:
    """Make the tables, or change those of an older version. LibraryError."""
    with reading(engine) as connection:
        if _revision(connection) == NEWEST:
            return
    # slow to import, and needed once in the life of a library
    from alembic import command
    from alembic.config import Config

    with writing(engine) as connection:
        if _revision(connection) == NEWEST:
            return
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _revision(connection: Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(sa.text("select version_num from alembic_version"))
