"""What the experts said of documents, and what each of several people said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.records.packed_texts import Ids, PackedTexts
from breakeven.text import positive_of
from metrics.incidence import count_per_class, count_per_document, judged
from metrics.typing import Array

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
    where they are graded. `gold`: how `labels` were made of either, as `breakeven.labels.gold`
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
        return f"{task}, without bounds: no true negatives" if self.unbounded else task

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
