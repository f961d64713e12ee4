"""Trouble with what is stored, in the user’s terms: of files, and what a database complains of."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

# --- Trouble with what is stored, in the user's terms


class LibraryError(Exception):
    """Nothing was saved or found: what happened, and what to do about it."""

    def __init__(self, what: str, remedy: str) -> None:
        """`what` is a sentence, `remedy` what follows "to mend it"."""
        super().__init__(f"{what} {remedy[0].upper()}{remedy[1:]}.")
        self.what = what
        self.remedy = remedy


class DamagedError(LibraryError):
    """A file that was kept is not there any more, or is not what was kept."""


def write_error(error: OSError) -> LibraryError:
    """What a file that could not be written means to whoever wanted it saved."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return LibraryError(
            "The disk is full: nothing was saved.", "free some space, then save again"
        )
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return LibraryError(
            "The data folder cannot be written to: nothing was saved.",
            "give whoever runs Breakeven the right to write there, then save again",
        )
    return LibraryError(
        f"The files cannot be written ({error.strerror or error}): nothing was saved.",
        "check the data folder and its disk, then save again",
    )


# --- what a database complains of, as one sentence and what to do about it


TABLES_GONE = (
    "The tables of the library are missing from its database: nothing was saved.",
    "restore the database from a backup, then start Breakeven again",
)
# of PostgreSQL: no such table, no such schema, no such database
GONE_STATES = ("42P01", "3F000", "3D000")
# pieces of what SQLite and PostgreSQL say; the first that fits
COMPLAINTS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        ("database is locked", "lock timeout", "table is locked"),
        "The library is busy because somebody else is saving: nothing was saved.",
        "try again in a moment",
    ),
    (
        ("disk is full", "no space left", "could not extend file"),
        "The disk of the library is full: nothing was saved.",
        "free some space, then save again",
    ),
    (
        ("readonly", "read-only", "permission denied"),
        "The library cannot be written to: nothing was saved.",
        "give whoever runs Breakeven the right to write to the data folder and the database",
    ),
    (
        ("no such table",),
        *TABLES_GONE,
    ),
    (
        ("malformed", "not a database", "disk image"),
        "The library's database is damaged.",
        "restore it from a backup; the files of the reviews are not affected",
    ),
    (
        ("connection", "unable to open", "resolve", "password", "does not exist"),
        "The library's database cannot be reached.",
        (
            "check that it runs, that its folder can be opened, and that BREAKEVEN_DATABASE_URL "
            "is right"
        ),
    ),
)
OTHER_COMPLAINT = (
    "The library's database cannot be used: nothing was saved.",
    "check that it runs, that its folder can be written to, and that the disk is not full",
)


@contextmanager
def database_errors() -> Iterator[None]:
    """Trouble of a database within is a LibraryError."""
    import sqlalchemy as sa  # a fifth of a second, which a command without a database does without

    try:
        yield
    except sa.exc.TimeoutError as error:  # all connections are in use
        raise LibraryError(*COMPLAINTS[0][1:]) from error
    except sa.exc.DBAPIError as error:
        message = str(error.orig).lower()
        if getattr(error.orig, "sqlstate", None) in GONE_STATES:
            raise LibraryError(*TABLES_GONE) from error
        # constraints and misspelt statements are our own mistakes, and shall be seen as such
        ours = isinstance(error, sa.exc.IntegrityError | sa.exc.ProgrammingError | sa.exc.DataError)
        if ours and "permission denied" not in message:
            raise
        what = next(
            (rest for any_of, *rest in COMPLAINTS if any(p in message for p in any_of)),
            OTHER_COMPLAINT,
        )
        raise LibraryError(*what) from error
