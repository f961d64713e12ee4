"""What a review holds: the truth, what each system said of the same documents, and marks."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from scipy import sparse

from breakeven.text import positive_of
from metrics.incidence import Scores, count_per_class, count_per_document, judged
from metrics.typing import Array


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
class Grades:
    """How right each class is for a document, where truth has more than yes and no.

    `names`: the grades, the worst first. `codes`: int csc (n, k), 1.. into `names`; 0 where a pair
    was not graded.
    """

    names: tuple[str, ...]
    codes: sparse.csc_array


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
    `annotators`: what several people said each, where the files tell. `grades`: of the pairs,
    where they are graded. `gold`: how `labels` were made of either, as `breakeven.labels.gold`
    spells it; "" where the files give the labels. `unbounded`: the set of classes has no bounds,
    so that there are no true negatives.
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
    grades: Grades | None = None
    unbounded: bool = False

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
        """Single-label means: exactly one true class on every document that anybody judged.

        Of classes without bounds that is chance, and no rule: another would be as right.
        """
        numbers = self.labels_per_document
        if self.unjudged is not None:
            numbers = numbers[count_per_document(self.unjudged) < len(self.classes)]
        one_each = len(numbers) > 0 and bool(np.all(numbers == 1))
        return "single-label" if one_each and not self.unbounded else "multi-label"

    @property
    def task_in_words(self) -> str:
        """The task as it is called beside the number of classes."""
        if self.labels is None:
            return "nobody has labelled them"
        words = {"single-label": "one class per document"}
        task = "in it or not" if len(self.classes) == 1 else words.get(self.task, self.task)
        return f"{task}, without bounds: no true negatives" if self.unbounded else task

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

    @cached_property
    def disputed(self) -> sparse.csc_array:
        """Boolean csc (n, k): the pairs of which some annotators say yes and some no."""
        # first needed where the files say who labelled what
        from metrics.annotators.ratings import Ratings, disputed, placed

        people = self.annotators
        if not people:
            return sparse.csc_array((self.n, len(self.classes)), dtype=bool)
        labelled = np.zeros((len(people), self.n), dtype=bool)
        for i, person in enumerate(people):
            labelled[i, person.rows] = True
        labels = tuple(placed(judged(p.labels, p.unjudged), p.rows, self.n) for p in people)
        unjudged = tuple(
            None if p.unjudged is None else placed(p.unjudged, p.rows, self.n) for p in people
        )
        return sparse.csc_array(disputed(Ratings(labels, labelled, unjudged)))

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
    `version`, `version_of`: the earlier version that said so, and the own system it stands beside.
    """

    system: str
    rows: Array
    scores: Scores = None
    decisions: sparse.csc_array | None = None
    probabilities: bool = False
    version: int | None = None
    version_of: str = ""

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
        row = None if self.row is None else f"row {self.row:,}"
        column = None if self.column is None else f"column {self.column!r}"
        place = ", ".join(part for part in (self.file, row, column) if part is not None)
        return f"{place}{': ' if place else ''}{self.what}; {self.remedy}"


MarkKind = Literal[
    "label wrong", "system wrong", "unclear", "duplicate", "leave out", "seen",
    "in the class", "not in the class", "tag", "note"
]  # fmt: skip


@dataclass(frozen=True, eq=False, kw_only=True)
class MarkEvent:
    """What a reviewer said, at one moment, of some documents at once.

    `rows`: indices into the truth's documents, ascending and distinct, shape (m,). `who` as typed,
    `when` as 2024-01-31T12:00:00Z, both empty where unknown. `class_index`: the class that it is
    about, None for the whole document. `right`: the document's right classes, None where they are
    not known. `tag`, `note`: the words; a note may go with any kind. `off`: takes this mark off
    again. `undoes`: the event, by its place, that is as if it had never been.
    """

    rows: Array
    kind: MarkKind
    who: str = ""
    when: str = ""
    class_index: int | None = None
    right: tuple[int, ...] | None = None
    tag: str = ""
    note: str = ""
    off: bool = False
    undoes: int | None = None


@dataclass(frozen=True, eq=False)
class Marks:
    """What holds of n documents after every event: made by `breakeven.marks.events.replayed`.

    `events`: all there were, in order. `rows`: the marked documents, ascending, one entry for each
    mark that holds, shape (entries,); `event_of`: the event that set it, ascending in a document.
    """

    n: int
    events: tuple[MarkEvent, ...]
    rows: Array
    event_of: Array

    @cached_property
    def digest(self) -> str:
        """SHA-256, in hex, of every mark that holds, and who set it when."""
        said = [
            (e.kind, e.class_index, e.right, e.tag, e.note, e.who, e.when) if held else ()
            for e, held in zip(self.events, self._holding, strict=True)
        ]
        found = hashlib.sha256(repr((self.n, said)).encode("utf-8", "surrogatepass"))
        found.update(self.rows.astype(np.int64).tobytes())
        found.update(self.event_of.astype(np.int64).tobytes())
        return found.hexdigest()

    @cached_property
    def _holding(self) -> list[bool]:
        held = np.zeros(len(self.events), dtype=bool)
        held[self.event_of] = True
        return held.tolist()

    def rows_of(
        self,
        kind: MarkKind | None = None,
        *,
        class_index: int | None = None,
        tag: str | None = None,
    ) -> Array:
        """The documents with such a mark, ascending; of any kind, class or tag for None."""
        asked = np.array(
            [
                held
                and (kind is None or e.kind == kind)
                and (class_index is None or e.class_index == class_index)
                and (tag is None or (e.kind == "tag" and e.tag == tag))
                for e, held in zip(self.events, self._holding, strict=True)
            ],
            dtype=bool,
        )
        return np.unique(self.rows[asked[self.event_of]])

    @cached_property
    def noted(self) -> Array:
        """The documents that anybody wrote a note on, ascending."""
        worded = np.array([bool(e.note) for e in self.events], dtype=bool)
        return np.unique(self.rows[worded[self.event_of]])

    @cached_property
    def kinds(self) -> dict[MarkKind, int]:
        """How many documents have each kind of mark that there is, in the order of `MarkKind`."""
        there = {e.kind for e, held in zip(self.events, self._holding, strict=True) if held}
        return {k: len(self.rows_of(k)) for k in get_args(MarkKind) if k in there}

    @cached_property
    def tags(self) -> dict[str, int]:
        """How many documents have each tag that there is, by its name."""
        counts = np.bincount(self.event_of, minlength=len(self.events)).tolist()
        found: Counter[str] = Counter()
        for event, held in zip(self.events, counts, strict=True):
            found.update({event.tag: held} if held and event.kind == "tag" else {})
        return dict(sorted(found.items()))

    def of(self, row: int) -> list[MarkEvent]:
        """What holds of one document, in the order in which it was said."""
        low, high = np.searchsorted(self.rows, [row, row + 1])
        return [self.events[e] for e in self.event_of[low:high].tolist()]

    def taken(self, kept: Array) -> Marks:
        """The marks of some documents, ascending indices, which are 0, 1, ... from then on.

        Undoing is for the marks of all documents.
        """
        place = np.full(self.n, -1)
        place[kept] = np.arange(len(kept))
        stays = place[self.rows] >= 0
        return Marks(len(kept), self.events, place[self.rows[stays]], self.event_of[stays])


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
    """One truth, what one or more systems said of it, and what was met in reading.

    `notes` did not stop the reading: what was left out, kept though unknown, or assumed.
    `fingerprint` is the SHA-256, in hex, of the files' bytes and the confirmed options.
    `class_map`: the names that were replaced in reading, old to new; None: to no class.
    `marks`: what reviewers said of the documents; the fingerprint does not change with them.
    `as_if`: where the labels are not those that were loaded. `read_as`: the fingerprint of the
    review that was read, where this one is it under another gold or beside an earlier version.
    `beside`: the fingerprint of that version, whose systems are among the predictions.
    """

    name: str
    truth: Truth
    predictions: tuple[Predictions, ...]
    notes: tuple[Problem, ...]
    fingerprint: str
    class_map: Mapping[str, str | None] = field(default_factory=dict)
    marks: Marks | None = None
    as_if: AsIf | None = None
    read_as: str = ""
    beside: str = ""

    @property
    def own(self) -> tuple[Predictions, ...]:
        """What its own systems said, without those of an earlier version beside it."""
        return tuple(said for said in self.predictions if said.version is None)

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
        return f"<Review {self.name}: documents {documents:,}, classes {classes:,}, of {systems}>"
