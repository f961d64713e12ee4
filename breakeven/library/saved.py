"""What the library says of what it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from breakeven.readers.forms import listed, record, text, whole

Status = Literal["needs review", "in review", "reviewed", "rejected"]
STATUSES: tuple[Status, ...] = get_args(Status)
# what a list shows of a version without opening it
ABOUT = record(
    {"documents": whole, "classes": whole, "systems": listed(text), "splits": listed(text)}
)
# of a version of which nobody can say it any more
UNKNOWN: Mapping[str, Any] = {"documents": 0, "classes": 0, "systems": [], "splits": []}


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
        for version in self.versions:
            if version.n == n:
                return version
        raise KeyError(n)


@dataclass(frozen=True)
class Place:
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
class Listed:
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
