"""What a review holds: the truth, and what each system said of the same documents."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

import numpy as np
from scipy import sparse

from metrics.incidence import Scores, count_per_class, count_per_document
from metrics.typing import Array

# of two classes that say no and yes, the one that says yes; whatever their case
YES_OF = {
    "0": "1", "-1": "1", "0.0": "1.0", "-1.0": "1.0", "false": "true", "f": "t", "no": "yes",
    "n": "y", "negative": "positive", "neg": "pos", "none": "any", "nein": "ja", "non": "oui",
    "ham": "spam", "irrelevant": "relevant",
}  # fmt: skip
NOT = re.compile(r"(not|non|no)[ _-]?", re.I)


def positive_of(classes: Collection[str]) -> str | None:
    """The positive class of a binary task: 1 of 0 and 1, yes of no and yes, x of not x and x.

    One class alone is its own; None where there are more than two, or neither says no.
    """
    names = list(classes)
    if len(names) != 2:
        return names[0] if len(names) == 1 else None
    plain = [name.strip().casefold() for name in names]
    for no, yes in ((0, 1), (1, 0)):
        without = NOT.sub("", plain[no], count=1) if NOT.match(plain[no]) else None
        if YES_OF.get(plain[no]) == plain[yes] or without == plain[yes]:
            return names[yes]
    return None


@dataclass(frozen=True)
class Annotator:
    """What one person said of some of the documents.

    `rows`: indices into the truth's documents, ascending, shape (m,): the ones that were labelled,
    if only with no class. `labels`: boolean csc (m, k). `unjudged`: boolean csc (m, k) of pairs
    that this person did not judge; None when all were.
    """

    name: str
    rows: Array
    labels: sparse.csc_array
    unjudged: sparse.csc_array | None = None


@dataclass(frozen=True)
class Truth:
    """What the experts said of n documents and k classes.

    `documents`: their ids as text, shape (n,), or None where only counts were given.
    `classes`: k distinct names, kept exactly as written.
    `labels`: boolean csc (n, k), or None where nobody has labelled.
    `unjudged`: boolean csc (n, k) of pairs nobody judged; None when all were.
    `splits`, `split_of`: names, and per document the index of its split, shape (n,), -1 for
    none. `columns`: any further columns, name to an array of shape (n,) (text, or numbers).
    `text_column`: which of them holds the text to show, if one does.
    `weights`: how much each document counts, shape (n,), finite and at least 0, from the column
    `weight_column`; None where all count 1. `clusters`: codes 0.. of the groups that documents
    were drawn in, shape (n,), from the column `cluster_column`; None where each was drawn alone.
    `annotators`: what several people said each, where the files tell. `gold`: how `labels` were
    made of it, as `breakeven.labels.gold` spells it; "" where the files give the labels.
    """

    documents: Array | None
    classes: tuple[str, ...]
    labels: sparse.csc_array | None
    splits: tuple[str, ...]
    split_of: Array
    unjudged: sparse.csc_array | None = None
    columns: Mapping[str, Array] = field(default_factory=dict)
    text_column: str | None = None
    weights: Array | None = None
    weight_column: str | None = None
    clusters: Array | None = None
    cluster_column: str | None = None
    annotators: tuple[Annotator, ...] = ()
    gold: str = ""

    @property
    def n(self) -> int:
        """How many documents there are."""
        return len(self.split_of)

    @cached_property
    def labels_per_document(self) -> Array:
        """Shape (n,), how many classes each document has; zeros where nobody has labelled."""
        if self.labels is None:
            return np.zeros(self.n, dtype=np.int64)
        return count_per_document(self.labels)

    @cached_property
    def task(self) -> Literal["single-label", "multi-label"]:
        """Single-label means: exactly one true class on every document that anybody judged."""
        numbers = self.labels_per_document
        if self.unjudged is not None:
            numbers = numbers[count_per_document(self.unjudged) < len(self.classes)]
        one_each = len(numbers) > 0 and bool(np.all(numbers == 1))
        return "single-label" if one_each else "multi-label"

    @property
    def task_in_words(self) -> str:
        """The task as it is called beside the number of classes."""
        if self.labels is None:
            return "nobody has labelled them"
        return "in it or not" if len(self.classes) == 1 else self.task

    @cached_property
    def positives_per_class(self) -> Array:
        """Shape (k,), how many documents are truly in each class; zeros without labels."""
        if self.labels is None:
            return np.zeros(len(self.classes), dtype=np.int64)
        return count_per_class(self.labels)

    @cached_property
    def positive(self) -> str | None:
        """The positive class where the task is binary and the names say which, as `positive_of`."""
        return positive_of(self.classes)

    def in_split(self, split: str | None) -> Array:
        """Indices of the documents of a split, ascending; of all documents for None."""
        if split is None:
            return np.arange(self.n)
        return np.flatnonzero(self.split_of == self.splits.index(split))


@dataclass(frozen=True)
class Predictions:
    """What one system said.

    `rows`: indices into the truth's documents, ascending, shape (m,): the ones it spoke of.
    `scores`: (k, m), class-major, in the precision they came in; or csr (k, m) when only some
    classes are listed per document (an explicit 0 is a score, an absent pair is none and is
    never assigned); or None.
    `decisions`: boolean csc (m, k), the file's own, or None.
    `probabilities`: the user's word that the scores are probabilities.
    """

    system: str
    rows: Array
    scores: Scores = None
    decisions: sparse.csc_array | None = None
    probabilities: bool = False

    @property
    def m(self) -> int:
        """How many documents the system spoke of."""
        return len(self.rows)

    def positions_in(self, truth: Truth, split: str | None) -> Array:
        """Which of the system's own documents a split holds, ascending; all of them for None."""
        if split is None:
            return np.arange(self.m)
        return np.flatnonzero(truth.split_of[self.rows] == truth.splits.index(split))

    def take(self, positions: Array) -> Predictions:
        """What was said of the documents at these of its positions, ascending."""
        if len(positions) == self.m:
            return self
        scores, decisions = self.scores, self.decisions
        return replace(
            self,
            rows=self.rows[positions],
            scores=None if scores is None else scores[:, positions],
            decisions=None if decisions is None else sparse.csc_array(decisions[positions]),
        )


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
        where = [
            self.file,
            None if self.row is None else f"row {self.row:,}",
            None if self.column is None else f"column {self.column!r}",
        ]
        place = ", ".join(part for part in where if part is not None)
        return f"{place}{': ' if place else ''}{self.what}; {self.remedy}"


@dataclass(frozen=True, repr=False)
class Review:
    """One truth, what one or more systems said of it, and what was met in reading.

    `notes` did not stop the reading: what was left out, kept though unknown, or assumed.
    `fingerprint` is the SHA-256, in hex, of the files' bytes and the confirmed options.
    `class_map`: the names that were replaced in reading, old to new; None: to no class.
    """

    name: str
    truth: Truth
    predictions: tuple[Predictions, ...]
    notes: tuple[Problem, ...]
    fingerprint: str
    class_map: Mapping[str, str | None] = field(default_factory=dict)

    def __repr__(self) -> str:
        documents, classes = self.truth.n, len(self.truth.classes)
        systems = ", ".join(said.system for said in self.predictions)
        return f"<Review {self.name}: documents {documents:,}, classes {classes:,}, of {systems}>"
