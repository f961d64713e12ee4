"""A review: truth, predictions, marks, and what was met in reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from breakeven.records.hierarchy import Hierarchy
from breakeven.records.marks import Marks
from breakeven.records.predictions import Predictions
from breakeven.records.truth import Truth
from metrics.typing import Array


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Something met in a file, in the user's terms.

    `row` counts as the user does: lines of a text file, rows of a table with the header as
    row 1, records of a JSON list from 1; None where the whole file or column is meant.
    """

    what: str
    remedy: str
    row: int | None = None
    column: str | None = None
    file: str | None = None

    def __str__(self) -> str:
        row = None if self.row is None else f"row {self.row:,}"
        column = None if self.column is None else f"column {self.column!r}"
        place = ", ".join(part for part in (self.file, row, column) if part is not None)
        return f"{place}{': ' if place else ''}{self.what}; {self.remedy}"


AsIfHow = Literal["corrected", "left-out", "both"]


@dataclass(frozen=True, eq=False)
class AsIf:
    """How a review was made from another by what its marks say.

    `original`: as it was loaded. `rows`: its documents that are in the derived one, ascending.
    How many documents have other labels (`corrected`), are not there (`left_out`), or stay wrongly
    labelled, as nobody said how (`unknown`); how many pairs count as unjudged (`pairs_left_out`).
    """

    how: AsIfHow
    original: Review
    rows: Array
    corrected: int
    left_out: int
    pairs_left_out: int
    unknown: int


@dataclass(frozen=True, repr=False)
class Review:
    """One truth, what systems said of it, and what was met in reading.

    `predictions`: empty where nothing is predicted, as before any model is trained.
    `notes` did not stop the reading: what was left out, kept though unknown, or assumed.
    `fingerprint` is the SHA-256, in hex, of the files' bytes and the confirmed options.
    `class_map`: the names that were replaced in reading, old to new; None: to no class.
    `formats`: the keys of the formats of other tools that its files were read as.
    `marks`: what reviewers said of the documents; the fingerprint does not change with them.
    `as_if`: where the labels are not those that were loaded. `read_as`: the fingerprint of the
    review that was read, where this one is it under another gold or beside an earlier version.
    `beside`: the fingerprint of that version, whose systems are among the predictions.
    `hierarchy`: which classes stand above which, where somebody said so.
    """

    name: str
    truth: Truth
    predictions: tuple[Predictions, ...]
    notes: tuple[Problem, ...]
    fingerprint: str
    class_map: Mapping[str, str | None] = field(default_factory=dict)
    formats: tuple[str, ...] = ()
    marks: Marks | None = None
    as_if: AsIf | None = None
    read_as: str = ""
    beside: str = ""
    hierarchy: Hierarchy | None = None

    @property
    def own(self) -> tuple[Predictions, ...]:
        """What its own systems said, without those of an earlier version beside it."""
        return tuple(said for said in self.predictions if said.version is None)

    @property
    def has_system(self) -> bool:
        """Whether a system of its own predicted anything; else the data alone can be looked at."""
        return bool(self.own)

    @property
    def files(self) -> str:
        """The fingerprint of what was read, whatever gold or marks hold for its labels."""
        return self.loaded.read_as or self.loaded.fingerprint

    @property
    def loaded(self) -> Review:
        """The review as it was loaded, with its marks."""
        return self if self.as_if is None else self.as_if.original

    def __repr__(self) -> str:
        documents, classes = self.truth.n, len(self.truth.classes)
        systems = ", ".join(said.system for said in self.predictions)
        of = f"of {systems}" if systems else "without a system"
        return f"<Review {self.name}: documents {documents:,}, classes {classes:,}, {of}>"
