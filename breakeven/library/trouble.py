"""What a database complains of, as one sentence and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from breakeven.library.errors import LibraryError

GONE = (
    "The library's tables are gone from its database: nothing was saved.",
    "restore the database from a backup, then start Breakeven again",
)
# of PostgreSQL: no such table, no such schema, no such database
GONE_STATES = ("42P01", "3F000", "3D000")
# pieces of what SQLite and PostgreSQL say; the first that fits
SAID: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        ("database is locked", "lock timeout", "table is locked"),
        "The library is busy, somebody else is writing to it: nothing was saved.",
        "try again in a moment",
    ),
    (
        ("disk is full", "no space left", "could not extend file"),
        "The disk of the library is full: nothing was saved.",
        "make room on it, then save again",
    ),
    (
        ("readonly", "read-only", "permission denied"),
        "The library cannot be written to: nothing was saved.",
        "give whoever runs Breakeven the right to write to the data folder and the database",
    ),
    (
        ("no such table",),
        *GONE,
    ),
    (
        ("malformed", "not a database", "disk image"),
        "The library's database is damaged.",
        "restore it from a backup; the files beside it are as they were",
    ),
    (
        ("connection", "unable to open", "resolve", "password", "does not exist"),
        "The library's database cannot be reached.",
        "see that it runs, that its folder can be opened, and that BREAKEVEN_DATABASE_URL is right",
    ),
)
OTHERWISE = (
    "The library's database cannot be used: nothing was saved.",
    "see that it runs, that its folder can be written to, and that the disk is not full",
)


@contextmanager
def told() -> Iterator[None]:
    """Trouble of a database within is a LibraryError."""
    try:
        yield
    except sa.exc.TimeoutError as error:  # all connections are in use
        raise LibraryError(*SAID[0][1:]) from error
    except sa.exc.DBAPIError as error:
        said = str(error.orig).lower()
        if getattr(error.orig, "sqlstate", None) in GONE_STATES:
            raise LibraryError(*GONE) from error
        # constraints and misspelt statements are our own mistakes, and shall be seen as such
        ours = isinstance(error, sa.exc.IntegrityError | sa.exc.ProgrammingError | sa.exc.DataError)
        if ours and "permission denied" not in said:
            raise
        what = next((rest for any_of, *rest in SAID if any(p in said for p in any_of)), OTHERWISE)
        raise LibraryError(*what) from error
