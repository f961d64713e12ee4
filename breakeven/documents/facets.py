"""How many of the documents that a filter keeps have each outcome, class, value and range."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.documents.parts import Part, Parted, parted_numbers
from breakeven.selection.asked import Documents
from breakeven.selection.expression import (
    ClassTerms,
    Column,
    Expression,
    InSplit,
    Judged,
    OfClass,
    Score,
    to_text,
)
from breakeven.selection.where import Where, mask
from breakeven.text import name_of, quoted
from metrics.incidence import judged, scores_of_class
from metrics.typing import Array

# of a facet with more values, so many of the most frequent are shown
MOST_SHOWN = 12
OUTCOMES: tuple[tuple[str, ClassTerms], ...] = (
    ("hit", "hit"),
    ("missed", "missed"),
    ("extra", "extra"),
    ("rejected", "rejected"),
    ("not judged", "unjudged"),
)


@dataclass(frozen=True)
class Value:
    """One value of a facet: how it is called, how many documents have it, the term for them."""

    label: str
    count: int
    term: Expression

    @property
    def text(self) -> str:
        """The term as the filter line writes it."""
        return to_text(self.term)


@dataclass(frozen=True)
class Facet:
    """One question about the documents and its answers; `hidden`: how many values are left out."""

    key: str
    title: str
    values: tuple[Value, ...]
    hidden: int = 0


@dataclass(frozen=True)
class ClassCounts:
    """Documents of each class by outcome; integers of shape (classes,).

    Where nobody has labelled, all but `called` are zeros, and without a system all but `true`.
    """

    classes: tuple[str, ...]
    true: Array
    called: Array
    hit: Array
    missed: Array
    extra: Array
    rejected: Array
    unjudged: Array


@dataclass(frozen=True)
class Facets:
    """What is known of the `documents` that a filter keeps; the counts of every class beside."""

    documents: int
    classes: ClassCounts
    facets: tuple[Facet, ...]

    def facet(self, key: str) -> Facet | None:
        """The facet of this key; None where the documents have none."""
        return next((facet for facet in self.facets if facet.key == key), None)


def facets_of(
    documents: Documents,
    kept: Array,
    columns: Sequence[Parted] = (),
    class_index: int | None = None,
) -> Facets:
    """Counts of the documents at these positions, ascending in 0..m.

    `columns`: the kept columns, cut once for the review. `class_index`: the class whose outcomes
    and scores are asked for, too. A facet that has nothing to say of any document of the review is
    left out.
    """
    among = np.zeros(len(documents.rows), dtype=bool)
    among[kept] = True
    counts = class_counts(documents, among)

    def by_terms(key: str, title: str, parts: Sequence[Part]) -> Facet:
        found = [mask(Where(to_text(part.term), part.term), documents) for part in parts]
        values = [
            Value(part.label, int(np.count_nonzero(kept_by & among)), part.term)
            for part, kept_by in zip(parts, found, strict=True)
        ]
        return Facet(key, title, tuple(values))

    splits = [Part(name_of(name), InSplit(name)) for name in documents.truth.splits]
    numbers = [
        *_numbers_of_classes(documents),
        *([] if class_index is None else _scores(documents, class_index)),
    ]
    return Facets(
        len(kept),
        counts,
        (
            *(by_terms(*asked) for asked in _outcomes(documents, class_index)),
            *_of_classes(documents, counts),
            *([by_terms("split", "Split", splits)] if splits else []),
            *(_by_codes(key, title, of, of.codes[kept]) for key, title, of in numbers),
            *(
                _by_codes(*_title(of.name, documents), of, of.codes[documents.rows[kept]])
                for of in columns
            ),
        ),
    )


def _title(column: str, documents: Documents) -> tuple[str, str]:
    """The key and the title of a column's facet."""
    if column == "length" and column not in documents.truth.columns:
        return "length", "Characters of text"
    return f"column:{column}", name_of(column)


def class_counts(documents: Documents, among: Array) -> ClassCounts:
    """Documents of each class by outcome, of those that a mask, shape (m,), holds."""
    names = documents.truth.classes
    if not documents.review.has_system:
        none = np.zeros(len(names), dtype=np.int64)
        true = none if documents.labels is None else _per_class(_true_pairs(documents), among)
        return ClassCounts(names, true, none, none, none, none, none, none)
    assigned = documents.assigned
    called = _per_class(assigned, among)
    if documents.labels is None:
        none = np.zeros_like(called)
        return ClassCounts(names, none, called, none, none, none, none, none)
    off = documents.unjudged
    true = _per_class(judged(documents.labels, off), among)
    hit = _per_class(documents.hits, among)
    extra = _per_class(judged(assigned, off), among) - hit
    unjudged = np.zeros_like(true) if off is None else _per_class(off, among)
    rejected = int(among.sum()) - unjudged - true - extra
    return ClassCounts(names, true, called, hit, true - hit, extra, rejected, unjudged)


def _true_pairs(documents: Documents) -> sparse.csc_array:
    assert documents.labels is not None
    return judged(documents.labels, documents.unjudged)


def _per_class(pairs: sparse.csc_array, among: Array) -> Array:
    """Documents of each class in boolean csc (m, k) that a mask holds, shape (k,)."""
    total = np.append(0, np.cumsum(among[pairs.indices], dtype=np.int64))
    return np.asarray(np.diff(total[pairs.indptr]))


def _outcomes(
    documents: Documents, class_index: int | None
) -> list[tuple[str, str, Sequence[Part]]]:
    if documents.labels is None or not documents.review.has_system:
        return []
    of_any = [
        Part("right", Judged("right")),
        Part("wrong", Judged("wrong")),
        Part("any class missed", Judged("missed")),
        Part("any class extra", Judged("extra")),
    ]
    found: list[tuple[str, str, Sequence[Part]]] = [("outcome", "Outcome", of_any)]
    if class_index is not None:
        name = documents.truth.classes[class_index]
        of_class = [Part(label, OfClass(kind, name)) for label, kind in OUTCOMES]
        if documents.unjudged is None:
            of_class.pop()
        found.append(("outcome:class", f"Outcome of {quoted(name)}", of_class))
    return found


def _of_classes(documents: Documents, counts: ClassCounts) -> list[Facet]:
    """Which classes are true and which called, the most frequent first."""
    kinds: list[tuple[Literal["true", "called"], str, Array]] = []
    if documents.review.has_system:
        kinds.append(("called", "Called", counts.called))
    if documents.labels is not None:
        kinds.insert(0, ("true", "True", counts.true))
    return [
        _most_frequent(kind, title, numbers, partial(_class_part, kind, counts.classes))
        for kind, title, numbers in kinds
    ]


def _class_part(kind: Literal["true", "called"], classes: Sequence[str], c: int) -> Part:
    return Part(name_of(classes[c]), OfClass(kind, classes[c]))


def _numbers_of_classes(documents: Documents) -> list[tuple[str, str, Parted]]:
    """How many classes a document has, as far as no kept column has taken their names."""
    numbers = []
    if documents.review.has_system:
        numbers.append(("calls", "Classes called", documents.called_classes))
    if documents.labels is not None:
        numbers.insert(0, ("labels", "Classes true", documents.true_classes))
    return [
        (name, title, parted)
        for name, title, values in numbers
        if name not in documents.truth.columns
        and (parted := parted_numbers(Column(name), name, values)) is not None
    ]


def _scores(documents: Documents, c: int) -> list[tuple[str, str, Parted]]:
    if documents.scores is None:
        return []
    name = documents.truth.classes[c]
    listed, values = scores_of_class(documents.scores, c)
    parted = parted_numbers(Score(name), name, values)
    if parted is None:
        return []
    codes = np.full(len(documents.rows), -1)
    codes[listed] = parted.codes
    return [("score", f"Score of {quoted(name)}", replace(parted, codes=codes))]


def _by_codes(key: str, title: str, parted: Parted, codes: Array) -> Facet:
    """Documents of each part: all parts in their order, else the most frequent ones first."""
    counts = np.bincount(codes + 1, minlength=len(parted.parts) + 1)[1:]
    if not parted.ordered:
        return _most_frequent(key, title, counts, lambda i: parted.parts[i])
    values = (
        Value(part.label, int(n), part.term)
        for part, n in zip(parted.parts, counts.tolist(), strict=True)
    )
    return Facet(key, title, tuple(values))


def _most_frequent(key: str, title: str, counts: Array, part_of: Callable[[int], Part]) -> Facet:
    order = np.argsort(-counts, kind="stable")
    order = order[counts[order] > 0]
    shown = [(part_of(i), int(counts[i])) for i in order[:MOST_SHOWN].tolist()]
    values = tuple(Value(part.label, n, part.term) for part, n in shown)
    return Facet(key, title, values, len(order) - len(shown))
