"""What is saved of a review.

Its versions and their files, and what a list shows of each without opening it.

Tested in `tests/breakeven/store/test_library.py` and `test_removal.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from breakeven.data.records import Review
from breakeven.readers.base.validation import listed, non_negative, record, text

# --- what the library says of what it holds


Status = Literal["needs review", "in review", "reviewed", "rejected"]
STATUSES: tuple[Status, ...] = get_args(Status)
# what a list shows of a version without opening it
ABOUT_FORM = record(
    {
        "documents": non_negative,
        "classes": non_negative,
        "systems": listed(text),
        "splits": listed(text),
    }
)
# of a version of which nobody can say it any more
ABOUT_UNKNOWN: Mapping[str, Any] = {"documents": 0, "classes": 0, "systems": [], "splits": []}


@dataclass(frozen=True)
class SavedFile:
    """A file as it was received."""

    name: str
    sha256: str
    bytes: int


@dataclass(frozen=True)
class SavedVersion:
    """One reading of files: the n-th of its review, from 1.

    `options`: the confirmed proposal as JSON. `about`: what a list shows without opening it:
    documents, classes, systems, splits. `bytes`: of its files together.
    """

    review: str
    n: int
    fingerprint: str
    options: str
    about: Mapping[str, Any]
    code_version: str
    created: str
    created_by: str
    opened: str
    files: tuple[SavedFile, ...]

    @property
    def bytes(self) -> int:
        """Of its files together."""
        return sum(file.bytes for file in self.files)


@dataclass(frozen=True)
class SavedReview:
    """A review: a title, and the versions that were read under it, the first first.

    `owner`: what whoever saved it first is called. `baseline`: the version that others are
    compared with, None where none is pinned. Moments are as 2024-01-31T12:00:00Z.
    """

    id: str
    title: str
    status: Status
    owner: str
    created: str
    opened: str
    archived: bool
    baseline: int | None
    versions: tuple[SavedVersion, ...]

    def version(self, n: int) -> SavedVersion:
        """The n-th. KeyError where there is none."""
        for saved in self.versions:
            if saved.n == n:
                return saved
        raise KeyError(n)


@dataclass(frozen=True)
class VersionPlace:
    """Where a version stands now: the `n`-th of a review, which is called `title` by now.

    `events`: how many there are of the review, `head`: the hash of the last. While they stay the
    same, so does all else that the library says of the review, but for when it was opened.
    """

    review: str
    n: int
    title: str
    events: int
    head: str


@dataclass(frozen=True)
class ListedReview:
    """A review as a list shows it: what it is called, and what its newest version holds.

    `versions`: how many. `fingerprint`, `about`: of the newest. `bytes`: of all their files.
    """

    id: str
    title: str
    status: Status
    owner: str
    opened: str
    archived: bool
    versions: int
    fingerprint: str
    about: Mapping[str, Any]
    bytes: int


# --- what is said of a reading beside it: what it holds, and which program read it


def about_review(review: Review) -> dict[str, Any]:
    """What a list says of a review without opening it."""
    truth = review.truth
    return {
        "documents": truth.n,
        "classes": len(truth.classes),
        "systems": [said.system for said in review.own],
        "splits": list(truth.splits),
    }
