"""What a review holds.

The truth, what each system said of the same documents, what was met in reading.

What the experts said of documents, and each of several people; what a system decided, scored or
answered. Which classes stand above which is in `hierarchy`, what reviewers said in `marks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from scipy import sparse

from breakeven.data.hierarchy import Hierarchy
from breakeven.data.ids import Ids, PackedTexts
from breakeven.data.marks import Marks
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.wording import positive_of
from metrics.incidence import Scores, count_per_class, count_per_document, judged, scores_at
from metrics.typing import Array

# --- what a language model answered, where a file gives its answers rather than decisions alone


# a class; no class on purpose; a name that is no class; nothing to be read; several classes where
# one is asked for, or as many votes for one as for another; a refusal, an error, or no answer
AnswerOutcome = Literal["class", "none", "outside", "unparseable", "ambiguous", "refused"]
OUTCOMES: tuple[AnswerOutcome, ...] = get_args(AnswerOutcome)
CLASS, NONE, OUTSIDE, UNPARSEABLE, AMBIGUOUS, REFUSED = range(len(OUTCOMES))
# outcomes that say which classes a document has
USABLE = (CLASS, NONE)
# what is said of classes without bounds
OPEN_ENDED = "open-ended: no true negatives"


@dataclass(frozen=True, eq=False, kw_only=True)
class Answered:
    """The answers of one system, `a` of them, to the m documents that it spoke of.

    Sorted by document, then by repeat. `document`: positions in 0..m, shape (a,), each at least
    once. `run`: indices into `runs`, the names of the repeats, shape (a,). `outcomes`: indices
    into OUTCOMES, uint8 (a,). `classes`: boolean csr (a, k), what each answer names. `texts`: the
    answers as they were given, object (a,). `cost`, in any currency, and `latency`, in seconds:
    shape (a,), NaN where unknown, None where no column says. `asked`: what is known of the
    question, of model, prompt and temperature. `outcome`: of each document, uint8 (m,).
    """

    document: Array
    run: Array
    runs: tuple[str, ...]
    outcomes: Array
    classes: sparse.csr_array
    texts: Array
    outcome: Array
    cost: Array | None = None
    latency: Array | None = None
    asked: Mapping[str, str] = field(default_factory=dict)

    @property
    def m(self) -> int:
        """How many documents were asked about."""
        return len(self.outcome)

    @cached_property
    def times(self) -> Array:
        """How often each document was asked about, shape (m,)."""
        return np.bincount(self.document, minlength=self.m)

    @property
    def repeated(self) -> bool:
        """Whether any document was asked about more than once."""
        return len(self.document) > self.m

    @cached_property
    def usable(self) -> Array:
        """Whether the answers on a document come to a class or to none on purpose, shape (m,)."""
        return np.isin(self.outcome, USABLE)

    def take(self, positions: Array) -> Answered:
        """What was answered on the documents at these positions, in this order."""
        place = np.full(self.m, -1)
        place[positions] = np.arange(len(positions))
        document = place[self.document]
        order = np.flatnonzero(document >= 0)
        order = order[np.argsort(document[order], kind="stable")]
        return replace(
            self,
            document=document[order],
            run=self.run[order],
            outcomes=self.outcomes[order],
            classes=sparse.csr_array(self.classes[order]),
            texts=self.texts[order],
            outcome=self.outcome[positions],
            cost=None if self.cost is None else self.cost[order],
            latency=None if self.latency is None else self.latency[order],
        )


# --- what the experts said of documents, and what each of several people said


# headers of columns that say how sure a system is, in small letters
CONFIDENCE = ("confidence", "certainty")


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

    `ids`: of the documents, as text, shape (n,), or None where only counts were given.
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
    where they are graded. `gold`: how `labels` were made of either, as `breakeven.data.gold`
    spells it; "" where the files give the labels. `unbounded`: the set of classes has no bounds,
    so that there are no true negatives. `joined_by_order`: the files whose rows have no ids, and
    were taken for these documents in their order, as somebody said.
    """

    ids: Ids | None
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
    joined_by_order: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        """How many documents there are."""
        return len(self.split_of)

    @cached_property
    def documents(self) -> Array | None:
        """The ids as an array of texts, shape (n,); those of large files take much memory so."""
        if not isinstance(self.ids, PackedTexts):
            return self.ids
        found = self.ids.objects()
        found.flags.writeable = False
        return found

    @cached_property
    def labels_per_document(self) -> Array:
        """Shape (n,), how many classes each document has; zeros where nobody has labelled."""
        return self._labels_per_document()

    def _labels_per_document(self) -> Array:
        if self.labels is None:
            return np.zeros(self.n, dtype=np.int64)
        return count_per_document(self.labels)

    @cached_property
    def task(self) -> Literal["single-label", "multi-label"]:
        """Single-label means: exactly one true class on every document that anybody judged.

        Of classes without bounds that is chance, and no rule: another would be as right.
        """
        # counted for this alone: who asks for it seldom wants the numbers
        numbers = self._labels_per_document()
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
        return f"{task}, {OPEN_ENDED}" if self.unbounded else task

    @cached_property
    def confidence(self) -> str | None:
        """The column in which a system says how sure it is of its one class; None without one.

        It is named so, and its values are in [0, 1].
        """
        for name, values in self.columns.items():
            if name.lower() in CONFIDENCE and values.dtype.kind == "f":
                known = values[~np.isnan(values)]
                if len(known) and known.min() >= 0 and known.max() <= 1:
                    return name
        return None

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
        from metrics.annotators.ratings import Ratings, disputed, placed_ratings

        people = self.annotators
        if not people:
            return sparse.csc_array((self.n, len(self.classes)), dtype=bool)
        labelled = np.zeros((len(people), self.n), dtype=bool)
        for i, person in enumerate(people):
            labelled[i, person.rows] = True
        labels = tuple(placed_ratings(judged(p.labels, p.unjudged), p.rows, self.n) for p in people)
        unjudged = tuple(
            None if p.unjudged is None else placed_ratings(p.unjudged, p.rows, self.n)
            for p in people
        )
        return sparse.csc_array(disputed(Ratings(labels, labelled, unjudged)))

    def in_split(self, split: str | None) -> Array:
        """Indices of the documents of a split, ascending; of all documents for None."""
        if split is None:
            return np.arange(self.n)
        return np.flatnonzero(self.split_of == self.splits.index(split))


# --- what one system said of documents


@dataclass(frozen=True)
class Predictions:
    """What one system said.

    `rows`: indices into the truth's documents, ascending, shape (m,): the ones it spoke of.
    `scores`: (k, m), class-major, in the precision they came in; or csr (k, m) when only some
    classes are listed per document (an explicit 0 is a score, an absent pair is none and is
    never assigned); or None.
    `decisions`: boolean csc (m, k), the file's own, or None.
    `probabilities`: the user's word that the scores are probabilities.
    `answered`: its answers, where it is a language model that gave such; else None.
    `version`, `version_of`: the earlier version that said so, and the own system it stands beside.
    """

    system: str
    rows: Array
    scores: Scores = None
    decisions: sparse.csc_array | None = None
    probabilities: bool = False
    answered: Answered | None = None
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
            scores=None if scores is None else scores_at(scores, positions),
            decisions=None if decisions is None else sparse.csc_array(decisions[positions]),
            answered=None if self.answered is None else self.answered.take(positions),
        )


# --- a review: truth, predictions, marks, and what was met in reading


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

    `predictions`: empty where nothing is predicted, as before any model is trained. `notes` did not
    stop the reading: what was left out, kept though unknown, or assumed. `fingerprint` is the
    SHA-256, in hex, of the files' bytes and the confirmed options. `class_map`: the names that were
    replaced in reading, old to new; None: to no class. `formats`: the keys of the formats of other
    tools that its files were read as. `marks`: what reviewers said of the documents; the
    fingerprint does not change with them. `as_if`: where the labels are not those that were loaded.
    `read_as`: the fingerprint of the review that was read, where this one is it under another gold
    or beside an earlier version. `baseline_fingerprint`: the fingerprint of that version, whose
    systems are among the predictions. `hierarchy`: which classes stand above which, where somebody
    said so. `measures`: those of one's own, which the fingerprint does not change with.
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
    baseline_fingerprint: str = ""
    hierarchy: Hierarchy | None = None
    measures: tuple[OwnMeasure, ...] = ()

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


# --- how sure a system is of its one class, where a file says so in a column beside its decisions


def confidence_column(review: Review) -> str | None:
    """The column that says how sure the one system is of the one class it gives; None without one.

    A column of the documents belongs to a system where there is no other, and says how likely it
    is right where documents have one class.
    """
    truth = review.truth
    alone = len(review.own) == 1 and truth.task == "single-label"
    return truth.confidence if alone else None
