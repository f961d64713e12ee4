"""Trouble with what is stored, in the user's terms."""

from __future__ import annotations

import errno


class LibraryError(Exception):
    """Nothing was saved or found: what happened, and what to do about it."""

    def __init__(self, what: str, remedy: str) -> None:
        """`what` is a sentence, `remedy` what follows "to mend it"."""
        super().__init__(f"{what} {remedy[0].upper()}{remedy[1:]}.")
        self.what = what
        self.remedy = remedy


class DamagedError(LibraryError):
    """A file that was kept is not there any more, or is not what was kept."""


def untold(error: OSError) -> LibraryError:
    """What a file that could not be written means to whoever wanted it saved."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return LibraryError(
            "The disk is full: nothing was saved.", "make room on it, then save again"
        )
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return LibraryError(
            "The data folder cannot be written to: nothing was saved.",
            "give whoever runs Breakeven the right to write there, then save again",
        )
    return LibraryError(
        f"The files cannot be written ({error.strerror or error}): nothing was saved.",
        "look after the data folder and its disk, then save again",
    )
