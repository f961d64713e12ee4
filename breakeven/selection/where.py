"""Which documents a filter keeps: a mask over a system's documents of a split."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Predictions, Truth
from breakeven.selection.data_errors import DataErrors, errors_of
from breakeven.selection.errors import FilterError, unknown
from breakeven.selection.expression import (
    AllOf,
    AnyOf,
    Between,
    Bound,
    Column,
    Containing,
    Expression,
    InSplit,
    Judged,
    Leaf,
    Leaked,
    Not,
    OfClass,
    OneOf,
    Score,
    asks_decisions,
)
from breakeven.selection.parse import is_day, parse
from breakeven.splits import dates_of
from breakeven.text import count_of
from metrics.incidence import Scores, count_per_document, judged, mask_of, scores_of_class
from metrics.typing import Array


@dataclass(frozen=True)
class Where:
    """A document filter: its text as it was written, and the tree that it stands for."""

    text: str
    expression: Expression


def where_of(text: str) -> Where | None:
    """The filter that a text stands for, None for an empty one. FilterError where it is wrong."""
    text = text.strip()
    return Where(text, parse(text)) if text else None


@dataclass(frozen=True)
class Documents:
    """The m documents that a filter is asked about, and what is known of them.

    `rows`: indices into the truth's documents, shape (m,). `labels`, `unjudged`: boolean csc
    (m, k), None as in Truth. `scores`: as in Predictions. `decide` gives the decisions, boolean
    csc (m, k); it is asked only when a term needs them, and so is `errors` for what is wrong with
    the data, with or without nearly equal texts.
    """

    truth: Truth
    rows: Array
    labels: sparse.csc_array | None
    unjudged: sparse.csc_array | None
    scores: Scores
    decide: Callable[[], sparse.csc_array]
    errors: Callable[[bool], DataErrors]

    @cached_property
    def assigned(self) -> sparse.csc_array:
        """Boolean csc (m, k)."""
        return self.decide()

    @cached_property
    def wrong(self) -> Array:
        """Which documents have a missed or extra class among those judged, shape (m,)."""
        return count_per_document(judged(self.labels != self.assigned, self.unjudged)) > 0


def documents_of(
    truth: Truth, evaluation: Evaluation, errors: Callable[[bool], DataErrors] | None = None
) -> Documents:
    """The documents of an evaluation; the filter's terms are about its system and decisions.

    `errors` as in Documents, where somebody keeps what it gives.
    """
    part = evaluation.scored
    return Documents(
        truth,
        part.rows,
        part.truth,
        part.unjudged,
        part.scores,
        lambda: evaluation.assigned,
        errors or partial(errors_of, truth),
    )


def documents_said(
    truth: Truth,
    predictions: Predictions,
    decide: Callable[[], sparse.csc_array],
    errors: Callable[[bool], DataErrors] | None = None,
) -> Documents:
    """The documents that a system spoke of, labelled or not; `errors` as for `documents_of`."""

    def of_rows(pairs: sparse.csc_array | None) -> sparse.csc_array | None:
        return None if pairs is None else sparse.csc_array(pairs[predictions.rows])

    labels, unjudged = of_rows(truth.labels), of_rows(truth.unjudged)
    return Documents(
        truth,
        predictions.rows,
        labels,
        unjudged,
        predictions.scores,
        decide,
        errors or partial(errors_of, truth),
    )


@dataclass(frozen=True)
class Kept:
    """What a filter keeps of the documents looked at.

    `positions`: ascending, in 0..`of_documents`; `rows`: the same documents in the truth.
    """

    where: Where
    positions: Array
    rows: Array
    of_documents: int

    @property
    def documents(self) -> int:
        """How many are kept."""
        return len(self.positions)

    @property
    def by_outcome(self) -> bool:
        """Whether the documents were picked by what the system decided of them."""
        return asks_decisions(self.where.expression)

    def of(self, pairs: sparse.csc_array) -> sparse.csc_array:
        """The rows of the documents kept, of boolean csc (`of_documents`, k)."""
        return sparse.csc_array(pairs[self.positions])

    def __str__(self) -> str:
        of = count_of(self.of_documents, "document")
        return f"on {self.documents:,} of {of}: {self.where.text}"

    def as_json(self) -> dict[str, Any]:
        """The filter and its counts, ready for JSON."""
        counts = {"documents": self.documents, "of_documents": self.of_documents}
        return {"text": self.where.text, **counts}


def kept_by(where: Where, documents: Documents) -> Kept:
    """The documents that a filter keeps. FilterError where it does not fit them."""
    positions = np.flatnonzero(mask(where, documents))
    return Kept(where, positions, documents.rows[positions], len(documents.rows))


def restricted_to(evaluation: Evaluation, rows: Array) -> Evaluation:
    """An evaluation of any system on those of its documents that are among these `rows`."""
    return evaluation.restricted(np.flatnonzero(np.isin(evaluation.rows, rows)))


class _MisfitError(Exception):
    """A term that does not fit the documents: what is wrong, and where in the filter's text."""

    def __init__(self, what: str, at: int) -> None:
        self.what, self.at = what, at
        super().__init__(what)


def mask(where: Where, documents: Documents) -> Array:
    """Whether each document is kept, boolean, shape (m,). FilterError where a term does not fit.

    Pairs of a document and a class that nobody judged count as neither true, missed nor extra; a
    pair without a score, and an empty cell of a column of numbers or days, lies in no range.
    """
    try:
        return _mask(where.expression, documents)
    except _MisfitError as error:
        raise FilterError(error.what, where.text, error.at) from None


def check(where: Where, truth: Truth, predictions: Predictions) -> None:
    """Raises FilterError where the filter does not fit a review and a system of it."""
    nothing = np.zeros(0, dtype=np.int64)
    empty = predictions.take(nothing)
    none = sparse.csc_array((0, len(truth.classes)), dtype=bool)
    mask(where, documents_said(truth, empty, lambda: none))


def _mask(term: Expression, documents: Documents) -> Array:
    match term:
        case Not(inner):
            return ~_mask(inner, documents)
        case AllOf(terms):
            return reduce(operator.and_, (_mask(t, documents) for t in terms))
        case AnyOf(terms):
            return reduce(operator.or_, (_mask(t, documents) for t in terms))
        case _:
            return _leaf(term, documents)


def _leaf(term: Leaf, documents: Documents) -> Array:
    match term:
        case OfClass():
            return _of_class(term, documents)
        case Judged(kind, at):
            _labelled(documents, at)
            return documents.wrong if kind == "wrong" else ~documents.wrong
        case Leaked(near, at):
            return _leaked(near, at, documents)
        case InSplit(name, at):
            split = _index("split", name, documents.truth.splits, at)
            return np.asarray(documents.truth.split_of[documents.rows] == split)
        case Containing(text, at):
            return _containing(text, at, documents)
        case OneOf(column, values, at):
            return _one_of(column, values, at, documents)
        case Between(of):
            if isinstance(of, Score):
                return _score_between(term, of, documents)
            return _column_between(term, of, documents)


def _leaked(near: bool, at: int, documents: Documents) -> Array:
    if len(documents.truth.splits) < 2:
        raise _MisfitError("there are no two splits, so nothing can leak into another", at)
    if not len(documents.rows):  # whether a filter fits is often asked, and needs no search
        return np.zeros(0, dtype=bool)
    return np.asarray(documents.errors(near).leaked[documents.rows])


def _index(what: str, name: str, known: tuple[str, ...], at: int) -> int:
    if name not in known:
        raise _MisfitError(unknown(what, name, known), at)
    return known.index(name)


def _labelled(documents: Documents, at: int) -> sparse.csc_array:
    if documents.labels is None:
        raise _MisfitError("nobody has labelled these documents", at)
    return documents.labels


def _of_class(term: OfClass, documents: Documents) -> Array:
    c = _index("class", term.name, documents.truth.classes, term.at)
    if term.kind == "called":
        return mask_of(documents.assigned, c)
    true = mask_of(_labelled(documents, term.at), c)
    unjudged = documents.unjudged
    known = np.ones(len(true), dtype=bool) if unjudged is None else ~mask_of(unjudged, c)
    if term.kind == "true":
        return true & known
    called = mask_of(documents.assigned, c)
    return known & (true & ~called if term.kind == "missed" else called & ~true)


def _score_between(term: Between, score: Score, documents: Documents) -> Array:
    c = _index("class", score.name, documents.truth.classes, score.at)
    if documents.scores is None:
        raise _MisfitError("the system has no scores", score.at)
    if isinstance(term.low, str) or isinstance(term.high, str):
        raise _MisfitError("scores are numbers, not days", term.at)
    listed, values = scores_of_class(documents.scores, c)
    found = np.zeros(len(documents.rows), dtype=bool)
    found[listed] = _within(values, term, term.low, term.high)
    return found


def _within(values: Array, term: Between, low: Any, high: Any) -> Array:
    inside = np.ones(len(values), dtype=bool)
    if low is not None:
        inside &= values > low if term.low_open else values >= low
    if high is not None:
        inside &= values < high if term.high_open else values <= high
    return inside


def _values(column: Column, documents: Documents) -> Array:
    columns = documents.truth.columns
    if column.name not in columns:
        raise _MisfitError(unknown("column", column.name, columns), column.at)
    return np.asarray(columns[column.name])


def _is_number(values: Array) -> bool:
    return np.issubdtype(values.dtype, np.number)


def _number(column: Column, bound: Bound, at: int) -> float:
    try:
        return float(bound)
    except ValueError:
        what = f"the column {column.name!r} holds numbers: a number is expected"
        raise _MisfitError(what, at) from None


def _day(column: Column, bound: Bound, at: int) -> np.datetime64:
    if not isinstance(bound, str) or not is_day(bound):
        what = f"the column {column.name!r} holds days: a day as 2024-01-31 is expected"
        raise _MisfitError(what, at)
    return np.datetime64(bound, "D")


def _column_between(term: Between, column: Column, documents: Documents) -> Array:
    at = term.at
    values = _values(column, documents)
    if _is_number(values):
        low, high = (
            None if bound is None else _number(column, bound, at) for bound in (term.low, term.high)
        )
        return _within(values[documents.rows], term, low, high)
    days = dates_of(values)
    if days is None:
        what = f"the column {column.name!r} holds text, which has no ranges"
        raise _MisfitError(what, column.at)
    first, last = (
        None if bound is None else _day(column, bound, at) for bound in (term.low, term.high)
    )
    return _within(days[documents.rows], term, first, last)


def _one_of(column: Column, wanted: tuple[str, ...], at: int, documents: Documents) -> Array:
    values = _values(column, documents)
    rows = documents.rows
    if _is_number(values):
        return np.isin(values[rows], [_number(column, value, at) for value in wanted])
    if values.dtype != object:
        days = dates_of(values)
        assert days is not None
        return np.isin(days[rows], [_day(column, value, at) for value in wanted])
    here = values[rows]
    found = reduce(operator.or_, (np.asarray(here == value, dtype=bool) for value in wanted))
    named = [np.datetime64(value, "D") for value in wanted if is_day(value)]
    if named and (days := dates_of(values)) is not None:
        # a cell may hold the time of day too
        found |= np.isin(days[rows], named)
    return found


def _containing(text: str, at: int, documents: Documents) -> Array:
    # the search of whole texts is worth waiting for pyarrow, and nothing else here
    import pyarrow as pa
    from pyarrow import compute

    truth = documents.truth
    if truth.text_column is None:
        what = "there is no column of texts to search for a word; write column=value or true:NAME"
        raise _MisfitError(what, at)
    values = truth.columns[truth.text_column][documents.rows]
    texts = pa.array(values.astype(str) if values.dtype != object else values, pa.large_string())
    found = compute.match_substring(texts, text, ignore_case=True)
    return np.asarray(found.to_numpy(zero_copy_only=False), dtype=bool)
