"""The library of this machine: what is saved in it, opened, looked after and deleted.

Tested in `test_library`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from breakeven.api.files import ReadFiles, read_files
from breakeven.data import installation
from breakeven.data.records import Review
from breakeven.data.wording import name_of
from breakeven.results import values
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.store import database
from breakeven.store.actors import LOCAL, Actor, Role
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import measures_of
from breakeven.store.exchange import packed_review, take_in
from breakeven.store.library import Library
from breakeven.store.library import open_library as opened
from breakeven.store.people import LibraryMember
from breakeven.store.removal import PrunedFiles, RemovalPlan
from breakeven.store.review_file import read_packed, write_packed
from breakeven.store.reviews import open_review, save_review
from breakeven.store.saved_review import SavedReview, SavedVersion
from breakeven.store.storage_limits import StorageUsage
from breakeven.store.verification import StoreVerification

HEAD = ("review", "status", "owner", "versions", "documents", "opened")


@dataclass(frozen=True, repr=False, eq=False)
class SavedReviews:
    """What is saved: reviews by title, each with its versions, the one opened last first.

    Whoever can open the folder and the database may do everything: roles are for those who log in
    to the app. LibraryError says in one sentence what went wrong, and what to do.
    """

    library: Library

    def reviews(self, archived: bool = False) -> list[SavedReview]:
        """Those that are not archived; with `archived` all of them."""
        return [found for found in self.library.reviews(LOCAL) if archived or not found.archived]

    def usage(self) -> StorageUsage:
        """How much there is, and may be, in bytes."""
        return self.library.usage(LOCAL)

    def save(self, *files: Any, title: str = "", **options: Any) -> SavedVersion:
        """Read files and save them; when this returns they are on the disk.

        `files`, `options`: as for `read`. `title`: by default what the files are called; one that
        a review has gives it another version. What was saved before is that version. ReadError,
        ValueError; LibraryError.
        """
        return self.keep(read_files(files, options), title)

    def keep(self, done: ReadFiles, title: str = "") -> SavedVersion:
        """Save what was read already. LibraryError."""
        review = replace(done.review, name=title.strip() or done.review.name)
        return save_review(self.library, LOCAL, review, done.files, done.options)

    def find(self, review: str) -> SavedReview:
        """A review by its title, its id, or the fingerprint of a version. LibraryError."""
        everything = self.library.reviews(LOCAL)
        by_key = [
            saved
            for saved in everything
            if review in (saved.id, *(version.fingerprint for version in saved.versions))
        ]
        matching = by_key or [saved for saved in everything if saved.title == review]
        matching = [saved for saved in matching if not saved.archived] or matching
        if len(matching) == 1:
            return matching[0]
        if matching:
            ids = ", ".join(saved.id for saved in matching)
            raise LibraryError(
                f"{len(matching)} reviews are called “{name_of(review)}”.",
                f"choose one by its id: {ids}",
            )
        raise LibraryError(f"No review is called “{name_of(review)}”.", "see the list of reviews")

    def open(self, review: str, version: int | None = None) -> Review:
        """A saved review as it was read: by title, id or fingerprint; its newest version.

        By a fingerprint that version. With the review's measures of one's own. LibraryError where
        there is none.
        """
        saved_review = self.find(review)
        for saved in saved_review.versions:
            wanted = review == saved.fingerprint if version is None else version == saved.n
            if wanted:
                return self._opened(saved_review, saved)
        if version is None:
            return self._opened(saved_review, saved_review.versions[-1])
        what = f"“{name_of(saved_review.title)}” has no version {version}."
        raise LibraryError(what, f"choose a version from 1 to {saved_review.versions[-1].n}")

    def _opened(self, review: SavedReview, version: SavedVersion) -> Review:
        """A version, with the measures of one's own that the review has."""
        opened = open_review(self.library, LOCAL, version.fingerprint)
        return replace(opened, measures=measures_of(self.library.events(LOCAL, review.id)))

    def going(self, review: str) -> RemovalPlan:
        """What would go with a review. LibraryError."""
        return self.library.going(LOCAL, self.find(review).id)

    def delete(self, review: str) -> RemovalPlan:
        """Delete a review with all its versions, and what was said of it. LibraryError."""
        return self.library.delete(LOCAL, self.find(review).id)

    def export(self, review: str, out: str | Path) -> None:
        """Write a review, with all versions and what was said of it, as one `.breakeven` file.

        LibraryError; OSError where it cannot be written.
        """
        packed = packed_review(self.library, LOCAL, self.find(review).id)
        with Path(out).open("wb") as sink:
            write_packed(packed, sink)

    def take_in(self, file: str | Path) -> SavedReview:
        """Add the review of a `.breakeven` file, with all that it says was said of it.

        ReadError where the file is not as it was written; LibraryError where it does not go
        together with what is here.
        """
        return take_in(self.library, LOCAL, read_packed(Path(file)))

    def verify(self) -> StoreVerification:
        """Look whether all that is saved is whole; this reads every file. LibraryError."""
        return self.library.verify(LOCAL)

    def prune(self, archived_days: int | None = None, *, carry_out: bool = False) -> PrunedFiles:
        """What nobody needs: it goes with `carry_out`, and is counted without.

        Left over files, share links that expired; and with `archived_days` the reviews that were
        archived so many days ago and that nobody signed. LibraryError.
        """
        return self.library.prune(LOCAL, archived_days, carry_out=carry_out)

    def members(self) -> list[LibraryMember]:
        """Who may log in to the app, with their roles."""
        return self.library.members(LOCAL)

    def set_member(self, issuer: str, subject: str, role: Role, name: str = "") -> None:
        """Make somebody a member, or give them another role.

        `issuer` vouches for them (the address of the provider), `subject` is their name there,
        `name` what they are called on screen. LibraryError for the last admin.
        """
        self.library.set_member(LOCAL, Actor(issuer, subject, name), role)

    def remove_member(self, issuer: str, subject: str) -> None:
        """Make a member a stranger. LibraryError."""
        self.library.remove_member(LOCAL, Actor(issuer, subject))

    def to_dict(self, archived: bool = False) -> dict[str, Any]:
        """What `breakeven library list --format json` prints."""
        used = self.usage()
        return {
            "bytes": used.bytes,
            "most_bytes": used.limits.in_all,
            "reviews": [asdict(found) for found in self.reviews(archived)],
        }

    def to_markdown(self, archived: bool = False) -> str:
        """What `breakeven library list` prints."""
        rows = [[in_markdown(cell) for cell in row] for row in self._rows(archived)]
        said = f"{self.usage()}."
        return f"{said}\n\n{markdown_table(HEAD, rows)}" if rows else said

    def _rows(self, archived: bool) -> list[Sequence[str]]:
        return [
            (
                saved.title,
                "archived" if saved.archived else saved.status,
                saved.owner or "–",
                f"{len(saved.versions):,}",
                f"{saved.versions[-1].about.get('documents', 0):,}",
                saved.opened[:10],
            )
            for saved in self.reviews(archived)
        ]

    def __repr__(self) -> str:
        return f"<SavedReviews: {self.usage()}>"

    def _repr_html_(self) -> str:
        rows = self._rows(archived=False)
        shown = [[*row] for row in rows[: values.MOST_HTML_ROWS]]
        return values.html_paragraph(f"{self.usage()}.") + values.html_table(
            list(HEAD), shown, len(rows)
        )


def require_library(folder: str | Path | None = None) -> None:
    """LibraryError where there is no library yet, in this folder or where it is kept by default."""
    where = installation.folder() if folder is None else Path(folder)
    if not database.is_there(database.url_in(where)):
        raise LibraryError(f"There is no library in {where}.", "check --home or BREAKEVEN_HOME")


def open_library(folder: str | Path | None = None, url: str | None = None) -> SavedReviews:
    r"""The library of this machine, made where there is none yet.

    `folder`: where files are kept, by default BREAKEVEN_HOME. `url`: the database, by default
    BREAKEVEN_DATABASE_URL, and where that is not set an SQLite file in the folder. LibraryError
    where it cannot be opened.

    >>> import breakeven as be
    >>> from tempfile import mkdtemp
    >>> library = be.open_library(mkdtemp())
    >>> calls = b"id,true,predicted\n1,wheat,wheat\n2,corn,wheat\n"
    >>> library.save(calls, title="crops").n
    1
    >>> library.save(calls.replace(b"2,corn,wheat", b"2,corn,corn"), title="crops").n
    2
    >>> be.evaluate(library.open("crops", version=1)).micro()["f"]
    0.5
    >>> library.verify().troubles
    ()
    """
    return SavedReviews(opened(None if folder is None else Path(folder), url))
