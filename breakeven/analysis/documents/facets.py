"""How many of the documents that a filter keeps have each outcome, class, value and range.

Each mark, and nearly the same text; and what the filter may ask for, with counts, to complete it as
it is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.documents.behind import of_condition
from breakeven.analysis.selection.candidates import CandidateDocuments
from breakeven.analysis.selection.column_terms import NAMED
from breakeven.analysis.selection.completion import CompletionName, CompletionNames
from breakeven.analysis.selection.decision_terms import OUTCOME_NAMES
from breakeven.analysis.selection.expression import (
    ClassTerm,
    ClassTermKind,
    Column,
    Expression,
    InSplit,
    Judged,
    Like,
    Marked,
    Noted,
    OneOf,
    Score,
    Tagged,
    to_text,
)
from breakeven.analysis.selection.where import Where, mask
from breakeven.analysis.slices.slice_conditions import CutColumn, cut_column, cut_numbers
from breakeven.data.corpus import Texts
from breakeven.data.marks import Marks
from breakeven.data.records import Review, Truth
from breakeven.data.wording import name_of, quoted
from metrics.incidence import judged, scores_of_class
from metrics.typing import Array

# --- Columns, lengths and scores cut into parts, each with the filter term that keeps it


@dataclass(frozen=True)
class ColumnPart:
    """A value or range: how it is called, and the term that keeps its documents."""

    label: str
    term: Expression


@dataclass(frozen=True)
class PartedColumn:
    """As `CutUp`, with terms."""

    name: str
    parts: tuple[ColumnPart, ...]
    codes: Array
    ordered: bool


def parted_columns(truth: Truth, texts: Texts | None) -> tuple[PartedColumn, ...]:
    """The kept columns of a truth that have parts, each cut over all its documents.

    Not the column of texts, but its `length` in characters; and none that has a value of its own
    in most documents. `texts`: None where there are none.
    """
    columns = [(name, np.asarray(v)) for name, v in truth.columns.items()]
    found = [cut_column(name, v) for name, v in columns if name != truth.text_column]
    if texts is not None and "length" not in truth.columns:
        found.append(cut_numbers("length", texts.lengths))
    return tuple(_parted(cut, Column(cut.name)) for cut in found if cut is not None)


def parted_numbers(quantity: Column | Score, name: str, values: Array) -> PartedColumn | None:
    """Numbers of a column or scores cut as `cut_numbers` does."""
    cut = cut_numbers(name, values, scores=isinstance(quantity, Score))
    return None if cut is None else _parted(cut, quantity)


def _parted(cut: CutColumn, quantity: Column | Score) -> PartedColumn:
    parts = tuple(ColumnPart(part.value, of_condition(part, quantity)) for part in cut.parts)
    return PartedColumn(cut.name, parts, cut.codes, cut.ordered)


# --- how many of the documents that a filter keeps have each outcome, class, value and range


# of a facet with more values, so many of the most frequent are shown
MOST_SHOWN = 12
# what is missed where classes are offered to people
NOT_OFFERED = "a true class not offered"
OUTCOMES: tuple[tuple[str, ClassTermKind], ...] = (
    ("found", "hit"),
    ("missed", "missed"),
    ("false alarm", "extra"),
    ("rejected", "rejected"),
    ("not judged", "unjudged"),
)


@dataclass(frozen=True)
class FacetValue:
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
    values: tuple[FacetValue, ...]
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
    documents: CandidateDocuments,
    positions: Array,
    columns: Sequence[PartedColumn] = (),
    class_index: int | None = None,
    *,
    candidates: bool = False,
) -> Facets:
    """Counts of the documents at these positions, ascending in 0..m.

    `columns`: the kept columns, cut once for the review. `class_index`: the class whose outcomes
    and scores are asked for, too. `candidates`: classes are offered, not predicted. A facet that
    has nothing to say of any document of the review is left out.
    """
    among = np.zeros(len(documents.rows), dtype=bool)
    among[positions] = True
    counts = class_counts(documents, among)

    def by_terms(key: str, title: str, parts: Sequence[ColumnPart]) -> Facet:
        masks = [mask(Where(to_text(part.term), part.term), documents) for part in parts]
        values = [
            FacetValue(part.label, int(np.count_nonzero(inside & among)), part.term)
            for part, inside in zip(parts, masks, strict=True)
        ]
        return Facet(key, title, tuple(values))

    splits = [ColumnPart(name_of(name), InSplit(name)) for name in documents.truth.splits]
    numbers = [
        *_numbers_of_classes(documents),
        *([] if class_index is None else _scores(documents, class_index)),
    ]
    return Facets(
        len(positions),
        counts,
        (
            *(by_terms(*outcome) for outcome in _outcomes(documents, class_index, candidates)),
            *_of_classes(documents, counts),
            *([by_terms("split", "Split", splits)] if splits else []),
            *(
                _by_codes(key, title, column, column.codes[positions])
                for key, title, column in numbers
            ),
            *(
                _by_codes(
                    *_title(column.name, documents), column, column.codes[documents.rows[positions]]
                )
                for column in columns
            ),
        ),
    )


def _title(column: str, documents: CandidateDocuments) -> tuple[str, str]:
    """The key and the title of a column's facet."""
    if column == "length" and column not in documents.truth.columns:
        return "length", "Characters of text"
    return f"column:{column}", name_of(column)


def class_counts(documents: CandidateDocuments, among: Array) -> ClassCounts:
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


def _true_pairs(documents: CandidateDocuments) -> sparse.csc_array:
    assert documents.labels is not None
    return judged(documents.labels, documents.unjudged)


def _per_class(pairs: sparse.csc_array, among: Array) -> Array:
    """Documents of each class in boolean csc (m, k) that a mask holds, shape (k,)."""
    total = np.append(0, np.cumsum(among[pairs.indices], dtype=np.int64))
    return np.asarray(np.diff(total[pairs.indptr]))


def _outcomes(
    documents: CandidateDocuments, class_index: int | None, candidates: bool
) -> list[tuple[str, str, Sequence[ColumnPart]]]:
    if documents.labels is None or not documents.review.has_system:
        return []
    of_any = [
        ColumnPart("right", Judged("right")),
        ColumnPart("wrong", Judged("wrong")),
        ColumnPart(NOT_OFFERED if candidates else "any class missed", Judged("missed")),
        ColumnPart("any false alarm", Judged("extra")),
    ]
    outcomes: list[tuple[str, str, Sequence[ColumnPart]]] = [("outcome", "Outcome", of_any)]
    if class_index is not None:
        name = documents.truth.classes[class_index]
        of_class = [ColumnPart(label, ClassTerm(kind, name)) for label, kind in OUTCOMES]
        if documents.unjudged is None:
            of_class.pop()
        outcomes.append(("outcome:class", f"Outcome of {quoted(name)}", of_class))
    return outcomes


def _of_classes(documents: CandidateDocuments, counts: ClassCounts) -> list[Facet]:
    """Which classes are true and which called, the most frequent first."""
    kinds: list[tuple[Literal["true", "called"], str, Array]] = []
    if documents.review.has_system:
        kinds.append(("called", "Predicted", counts.called))
    if documents.labels is not None:
        kinds.insert(0, ("true", "True", counts.true))
    return [
        _most_frequent(kind, title, numbers, partial(_class_part, kind, counts.classes))
        for kind, title, numbers in kinds
    ]


def _class_part(kind: Literal["true", "called"], classes: Sequence[str], c: int) -> ColumnPart:
    return ColumnPart(name_of(classes[c]), ClassTerm(kind, classes[c]))


def _numbers_of_classes(documents: CandidateDocuments) -> list[tuple[str, str, PartedColumn]]:
    """How many classes a document has, as far as no kept column has taken their names."""
    numbers = []
    if documents.review.has_system:
        numbers.append(("calls", "Predicted classes", documents.called_classes))
    if documents.labels is not None:
        numbers.insert(0, ("labels", "True classes", documents.true_classes))
    return [
        (name, title, parted)
        for name, title, values in numbers
        if name not in documents.truth.columns
        and (parted := parted_numbers(Column(name), name, values)) is not None
    ]


def _scores(documents: CandidateDocuments, c: int) -> list[tuple[str, str, PartedColumn]]:
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


def _by_codes(key: str, title: str, parted: PartedColumn, codes: Array) -> Facet:
    """Documents of each part: all parts in their order, else the most frequent ones first."""
    counts = np.bincount(codes + 1, minlength=len(parted.parts) + 1)[1:]
    if not parted.ordered:
        return _most_frequent(key, title, counts, lambda i: parted.parts[i])
    values = (
        FacetValue(part.label, int(n), part.term)
        for part, n in zip(parted.parts, counts.tolist(), strict=True)
    )
    return Facet(key, title, tuple(values))


def _most_frequent(
    key: str, title: str, counts: Array, part_of: Callable[[int], ColumnPart]
) -> Facet:
    order = np.argsort(-counts, kind="stable")
    order = order[counts[order] > 0]
    shown = [(part_of(i), int(counts[i])) for i in order[:MOST_SHOWN].tolist()]
    values = tuple(FacetValue(part.label, n, part.term) for part, n in shown)
    return Facet(key, title, values, len(order) - len(shown))


# --- what reviewers marked as a facet: each mark and tag, and how many of the documents have it


def mark_facet(marks: Marks | None, rows: Array) -> Facet | None:
    """Counts of the documents at these rows of the review; None where nobody marked any.

    Not with the other facets, as it changes with every mark and those do not.
    """
    if marks is None or not len(marks.rows):
        return None
    among = np.zeros(marks.n, dtype=bool)
    among[rows] = True

    def value(label: str, marked: Array, term: Expression) -> FacetValue:
        return FacetValue(label, int(np.count_nonzero(among[marked])), term)

    kinds = [kind for kind in marks.kinds if kind not in ("tag", "note")]
    values = [value(kind, marks.rows_of(kind), Marked(kind)) for kind in kinds]
    values += [
        value(f"tag {name_of(tag)}", marks.rows_of("tag", tag=tag), Tagged(tag))
        for tag in marks.tags
    ]
    if len(marks.noted):
        values.append(value("with a note", marks.noted, Noted()))
    return Facet("marks", "Marks", tuple(values))


# --- Groups of documents with nearly the same text as a facet


def near_facet(truth: Truth, groups: Array, rows: Array) -> Facet | None:
    """The groups that most of the documents at these rows are in; None where none is in any.

    `groups`: the number of each document's group, shape (n,), -1 for none. A group is named after
    its first document whose id no other has; one without such a document cannot be asked for.
    Not with the other facets: finding the groups takes long, and few ask for them.
    """
    if truth.documents is None:
        return None
    inside = groups[rows]
    counts = np.bincount(inside[inside >= 0], minlength=1)
    groups_here = np.flatnonzero(counts)
    if not len(groups_here):
        return None
    _, id_number, times = np.unique(truth.documents, return_inverse=True, return_counts=True)
    named = np.flatnonzero((groups >= 0) & (times[id_number] == 1))
    named_groups, first_rows = np.unique(groups[named], return_index=True)
    name_at = dict(zip(named_groups.tolist(), named[first_rows].tolist(), strict=True))
    order = groups_here[np.argsort(-counts[groups_here], kind="stable")].tolist()
    shown = [(g, str(truth.documents[name_at[g]])) for g in order if g in name_at][:MOST_SHOWN]
    values = [FacetValue(f"like {name_of(name)}", int(counts[g]), Like(name)) for g, name in shown]
    return Facet("near", "Near-duplicate group", tuple(values), len(order) - len(values))


# so many classes are offered of each kind
MOST_CLASSES = 1_000


def names_of(review: Review, facets: Facets, columns: Sequence[PartedColumn]) -> CompletionNames:
    """Classes with the counts of these documents, splits, systems, and values of columns."""
    counts = facets.classes

    def of_classes(numbers: Array) -> list[CompletionName]:
        # of very many those that most documents have: others can be typed in full
        first = np.sort(np.argsort(-numbers, kind="stable")[:MOST_CLASSES])
        return [CompletionName(counts.classes[c], numbers[c].item()) for c in first.tolist()]

    predicted, labelled = review.has_system, review.truth.labels is not None
    by_term: dict[str, Sequence[CompletionName]] = {
        "called": of_classes(counts.called) if predicted else ()
    }
    for kind in ("true", "hit", "missed", "extra", "rejected", "unjudged"):
        is_available = labelled and (kind != "unjudged" or review.truth.unjudged is not None)
        is_available = is_available and (predicted or kind == "true")
        by_term[kind] = of_classes(getattr(counts, kind)) if is_available else ()
    scored = any(predictions.scores is not None for predictions in review.predictions)
    systems = _named(predictions.system for predictions in review.predictions)
    answered = any(predictions.answered is not None for predictions in review.predictions)
    others = systems if len(systems) > 1 else []
    by_term |= {
        "score": by_term["called"] if scored else (),
        "split": _named(review.truth.splits),
        "system": others,
        "differs": others,
        "disputed": _named(review.truth.classes[:MOST_CLASSES] if review.truth.annotators else ()),
        "outcome": _named(OUTCOME_NAMES if answered else ()),
        "mark": _named(NAMED),
        "doubtful": _named(counts.classes[:MOST_CLASSES]) if labelled and scored else (),
        "tag": [
            CompletionName(*tag) for tag in (review.marks.tags.items() if review.marks else ())
        ],
    }
    if review.truth.text_column is None:
        by_term["text"] = ()
    values = {parted.name: _values(parted) for parted in columns}
    tree = review.hierarchy
    levels = range(1, 1 if tree is None else tree.depth)
    folded = {str(n): _named(tree.at_level(n)[0]) for n in levels if tree is not None}
    by_term["level"] = _named(folded)
    return CompletionNames(
        by_term, {name: values.get(name, ()) for name in review.truth.columns}, folded
    )


def _named(names: Iterable[str]) -> list[CompletionName]:
    return [CompletionName(name) for name in names]


def _values(parted: PartedColumn) -> list[CompletionName]:
    """The values of a column that is no range of numbers or days."""
    terms = [part.term for part in parted.parts]
    return [CompletionName(term.values[0]) for term in terms if isinstance(term, OneOf)]
