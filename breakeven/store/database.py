"""Where the store is: its folder, its tables and its database, opened and brought up to date.

Tested in `tests/breakeven/store/test_migrations.py`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import sqlalchemy as sa
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)
from sqlalchemy.engine import Connection, Engine

from breakeven.data.installation import (
    DATABASE_URL,
    HOME,
    LIBRARY_FILE,
    PASSWORD_FILE,
    missing_extra,
)
from breakeven.store.errors import LibraryError, database_errors
from breakeven.store.events import storable

# --- the tables of the library. Their history is `migrations/versions`; a test compares both


class _Kept(TypeDecorator[str]):
    """A text as people, files and addresses give it, and as a database can keep it."""

    def process_bind_param(self, value: str | None, _: object) -> str | None:
        """The text that is kept, or looked for."""
        return None if value is None else storable(value)


class TextType(_Kept):
    """Of any length."""

    impl = Text
    cache_ok = True


class KeyType(_Kept):
    """Of our own making, and of so many characters at most."""

    impl = String
    cache_ok = True


METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
DIGEST, IDENTITY, MOMENT = 64, 32, 20

# the bytes themselves are files, named by their SHA-256
BLOB = Table(
    "blob",
    METADATA,
    Column("sha256", KeyType(DIGEST), primary_key=True),
    Column("bytes", BigInteger, nullable=False),
    Column("created", KeyType(MOMENT), nullable=False),
)
REVIEW = Table(
    "review",
    METADATA,
    Column("id", KeyType(IDENTITY), primary_key=True),
    Column("title", TextType, nullable=False),
    Column("status", KeyType(20), nullable=False),
    Column("owner", TextType, nullable=False),
    Column("created", KeyType(MOMENT), nullable=False),
    Column("opened", KeyType(MOMENT), nullable=False),
    Column("archived", Boolean, nullable=False),
    Column("baseline", Integer),
)
VERSION = Table(
    "version",
    METADATA,
    Column("review", ForeignKey("review.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("fingerprint", KeyType(DIGEST), nullable=False, unique=True),
    Column("options", TextType, nullable=False),
    Column("about", TextType, nullable=False),
    # the parsed review; none where room was needed: it can be read again from the files
    Column("parsed", ForeignKey("blob.sha256"), index=True),
    Column("code_version", TextType, nullable=False),
    Column("created", KeyType(MOMENT), nullable=False),
    Column("created_by", TextType, nullable=False),
    Column("opened", KeyType(MOMENT), nullable=False),
)
FILE = Table(
    "file",
    METADATA,
    Column("fingerprint", ForeignKey("version.fingerprint", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("name", TextType, nullable=False),
    Column("blob", ForeignKey("blob.sha256"), nullable=False, index=True),
)
# `chain`: the id of a review, or that of the library's own events
EVENT = Table(
    "event",
    METADATA,
    Column("chain", KeyType(IDENTITY), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", KeyType(MOMENT), nullable=False),
    Column("issuer", TextType, nullable=False),
    Column("subject", TextType, nullable=False),
    Column("name", TextType, nullable=False),
    Column("kind", KeyType(40), nullable=False),
    Column("version", Integer),
    Column("payload", TextType, nullable=False),
    Column("hash", KeyType(DIGEST), nullable=False),
)
MEMBER = Table(
    "member",
    METADATA,
    Column("issuer", TextType, primary_key=True),
    Column("subject", TextType, primary_key=True),
    Column("name", TextType, nullable=False),
    Column("role", KeyType(20), nullable=False),
    Column("since", KeyType(MOMENT), nullable=False),
)
SHARE = Table(
    "share",
    METADATA,
    Column("token_hash", KeyType(DIGEST), primary_key=True),
    Column("review", KeyType(IDENTITY), nullable=False, index=True),
    Column("n", Integer, nullable=False),
    # what is shown, as the address says it, and the numbers as they were when it was shared
    Column("state", TextType, nullable=False),
    Column("numbers", TextType, nullable=False),
    Column("created", KeyType(MOMENT), nullable=False),
    Column("created_by", TextType, nullable=False),
    Column("expires", KeyType(MOMENT), nullable=False),
    Column("revoked", KeyType(MOMENT)),
    # whether it opens without logging in, where members do
    Column("anybody", Boolean, nullable=False),
)


# --- where the library is: its folder and its database, opened and brought up to date


# of `migrations/versions`, the newest last
REVISIONS = ("first", "second")
# so long one who saves may keep the next one waiting; rows are a matter of milliseconds
WAIT_SECONDS = 5.0
# between two tries where SQLite does not wait by itself
AGAIN_SECONDS = 0.02
UPGRADE_SECONDS = 60.0
# of PostgreSQL: held by whoever writes, so that chains grow by one event at a time
WRITING = 0x6272656B
# how long a database may take to answer, as its URL may say otherwise
CONNECT_SECONDS = "5"


def url_in(where: Path) -> str:
    """The database of BREAKEVEN_DATABASE_URL, else SQLite in a folder."""
    return os.environ.get(DATABASE_URL) or f"sqlite:///{where / LIBRARY_FILE}"


def _with_password(url: sa.URL) -> sa.URL:
    """The URL with the password of a file, where one is named and the URL has none."""
    named = os.environ.get(PASSWORD_FILE)
    if not named or url.password is not None or url.get_backend_name() == "sqlite":
        return url
    try:
        return url.set(password=Path(named).read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError) as error:
        raise LibraryError(
            f"The file that {PASSWORD_FILE} names cannot be read.",
            f"let the user that runs the app read it, or give the password in {DATABASE_URL}",
        ) from error


def engine_of(url: str, wait: float = WAIT_SECONDS) -> Engine:
    """The database at `url`; whoever writes waits so many seconds for another who does."""
    # a URL as PostgreSQL's own tools write it; the driver is ours
    for short in ("postgres://", "postgresql://"):
        url = f"postgresql+psycopg://{url.removeprefix(short)}" if url.startswith(short) else url
    try:
        parsed = _with_password(sa.make_url(url))
        if parsed.get_backend_name() == "postgresql":
            if parsed.get_driver_name() == "psycopg" and (trouble := missing_extra("psycopg")):
                raise LibraryError(f"{trouble.what}.", trouble.remedy)
            # one that takes no notice would be waited for for minutes
            parsed = parsed.update_query_dict({"connect_timeout": CONNECT_SECONDS, **parsed.query})
        engine = sa.create_engine(parsed, pool_pre_ping=True, execution_options={"wait": wait})
    except (sa.exc.ArgumentError, ImportError, ValueError) as error:
        raise LibraryError(
            f"{DATABASE_URL} is not a usable database.",
            "set it to postgresql://user:password@host/name, or leave it empty",
        ) from error
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: Any) -> None:
    # transactions begin where we say so
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout = {WAIT_SECONDS * 1000:.0f}",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")
    _write_ahead(connection)


def _write_ahead(connection: Any) -> None:
    # SQLite does not wait for others here: of two who open a new file at once one is refused
    until = monotonic() + WAIT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
        sleep(AGAIN_SECONDS)


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    writes, wait = options.get("writes"), round(1000 * options["wait"])
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {wait}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
    elif writes:
        # 0 would be for ever
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {max(wait, 1)}")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITING})")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads. LibraryError where the database cannot be reached."""
    with database_errors(), engine.begin() as connection:
        yield connection


@contextmanager
def writing(engine: Engine, wait: float | None = None) -> Iterator[Connection]:
    """A transaction, one at a time. LibraryError where nothing can be written.

    `wait`: so many seconds for whoever writes now; by default those of the engine.
    """
    options: dict[str, Any] = {"writes": True} | ({} if wait is None else {"wait": wait})
    with database_errors(), engine.execution_options(**options).begin() as connection:
        yield connection


def is_there(url: str) -> bool:
    """Whether a library may be at `url`: of SQLite whether its file is there."""
    parsed = sa.make_url(url)
    sqlite = parsed.get_backend_name() == "sqlite"
    return not sqlite or Path(parsed.database or "").is_file()


def open_database(folder: Path, url: str) -> Engine:
    """The database at `url`, up to date, and the folder, made where there is none. LibraryError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise LibraryError(
            f"The data folder cannot be created: {error.strerror or error}.",
            f"set {HOME} to a folder that can be written to",
        ) from error
    engine = engine_of(url)
    try:
        bring_up_to_date(engine)
    except LibraryError:
        engine.dispose()
        raise
    return engine


def bring_up_to_date(engine: Engine) -> None:
    """Make the tables, or change those of an older version. LibraryError."""
    with reading(engine) as connection:
        if _is_newest(connection):
            return
    # slow to import, and needed once in the life of a library
    from alembic import command
    from alembic.config import Config

    with writing(engine, UPGRADE_SECONDS) as connection:
        if _is_newest(connection):
            return
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _is_newest(connection: Connection) -> bool:
    found = _revision(connection)
    if found is not None and found not in REVISIONS:
        raise LibraryError(
            "A newer version of Breakeven wrote this library. Nothing was changed.",
            "update Breakeven, or open another data folder",
        )
    return found == REVISIONS[-1]


def _revision(connection: Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(sa.text("select version_num from alembic_version"))
