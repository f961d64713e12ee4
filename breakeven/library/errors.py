"""Trouble with what is stored, in the user's terms."""

from __future__ import annotations


class LibraryError(Exception):
    """Nothing was saved or found: what happened, and what to do about it."""

    def __init__(self, what: str, remedy: str) -> None:
        """`what` is a sentence, `remedy` what follows "to mend it"."""
        super().__init__(f"{what} {remedy[0].upper()}{remedy[1:]}.")
        self.what = what
        self.remedy = remedy
