"""Which documents terms about columns, texts and marks keep.

Kept columns, and what is known of any document.

Tested in `test_terms` and `test_mark_terms`.
"""

from __future__ import annotations

import operator
from functools import reduce
from typing import get_args

import numpy as np

from breakeven.analysis.selection.candidates import CandidateDocuments
from breakeven.analysis.selection.decision_terms import labelled, within
from breakeven.analysis.selection.errors import MisfitError, unknown
from breakeven.analysis.selection.expression import (
    OWN_COLUMNS,
    AlikeTerm,
    Between,
    Column,
    Containing,
    HasWord,
    Like,
    Marked,
    Matching,
    Noted,
    OneOf,
    RangeBound,
    Tagged,
    WeekdayTerm,
)
from breakeven.analysis.selection.parse import is_day
from breakeven.analysis.slices.slice_conditions import WEEKDAYS, weekday_of
from breakeven.data.corpus import PatternError, check_pattern, is_word
from breakeven.data.marks import MarkKind
from breakeven.data.records import Truth
from breakeven.data.splits import dates_of
from metrics.typing import Array

# --- which documents terms about the words of their texts keep


def must_have_texts(truth: Truth, position: int) -> None:
    """MisfitError where there are no texts."""
    if truth.text_column is None:
        what = "there is no column of texts to search for a word; write column=value or true:NAME"
        raise MisfitError(what, position)


def ids_of(truth: Truth, position: int) -> Array:
    """The ids of all documents as text, shape (n,). MisfitError where there are none."""
    if truth.documents is None:
        raise MisfitError("these documents have no ids", position)
    return truth.documents


def lengths_of(documents: CandidateDocuments, position: int) -> Array:
    """Characters of the text of each document, shape (m,). MisfitError where there are none."""
    must_have_texts(documents.truth, position)
    if not len(documents.rows):
        return np.zeros(0, dtype=np.int64)
    return np.asarray(documents.lookups.texts().lengths[documents.rows])


def of_text(term: Containing | HasWord | Matching, documents: CandidateDocuments) -> Array:
    """The documents with words, parts or patterns in their texts."""
    must_have_texts(documents.truth, term.position)
    _check(term)
    if not len(documents.rows):  # whether a filter fits is often asked, and needs no search
        return np.zeros(0, dtype=bool)
    texts = documents.lookups.texts()
    match term:
        case Containing(part):
            matches = texts.containing(part)
        case HasWord(word):
            matches = texts.with_word(word)
        case Matching(pattern):
            matches = texts.matching(pattern)
    return np.asarray(matches[documents.rows])


def _check(term: Containing | HasWord | Matching) -> None:
    if isinstance(term, HasWord) and not is_word(term.word):
        what = 'word: takes one word of letters and digits; text:"..." takes any part'
        raise MisfitError(what, term.position)
    if isinstance(term, Matching):
        try:
            check_pattern(term.pattern)
        except PatternError as error:
            raise MisfitError(f"this is no pattern: {error}", term.position) from None


def like(term: Like, documents: CandidateDocuments) -> Array:
    """The documents with nearly the text of one, and itself; a document alone is like no other."""
    must_have_texts(documents.truth, term.position)
    named = np.asarray(ids_of(documents.truth, term.position) == term.id)
    if not named.any():
        raise MisfitError(f"there is no document {term.id!r}", term.position)
    if not len(documents.rows):
        return np.zeros(0, dtype=bool)
    groups = documents.lookups.texts().words.groups
    wanted = np.unique(groups[named & (groups >= 0)])
    return np.asarray((named | np.isin(groups, wanted))[documents.rows])


def alike(term: AlikeTerm, documents: CandidateDocuments) -> Array:
    """The documents with nearly the text of another one."""
    must_have_texts(documents.truth, term.position)
    if not len(documents.rows):
        return np.zeros(0, dtype=bool)
    return np.asarray(documents.lookups.texts().words.groups[documents.rows] >= 0)


# --- Terms about what reviewers marked: none of the documents where nobody marked any


KINDS: dict[str, MarkKind] = {kind: kind for kind in get_args(MarkKind)}
# these have terms of their own
NAMED = [kind for kind in KINDS if kind not in ("tag", "note")]


def of_marks(term: Marked | Tagged | Noted, documents: CandidateDocuments) -> Array:
    """Which documents are marked so, boolean, shape (m,). MisfitError for no such mark."""
    if isinstance(term, Marked) and term.kind not in NAMED:
        raise MisfitError(unknown("mark", term.kind, NAMED), term.position)
    marks = documents.review.marks
    if marks is None:
        return np.zeros(len(documents.rows), dtype=bool)
    match term:
        case Marked(kind):
            rows = marks.rows_of(KINDS[kind])
        case Tagged(tag):
            rows = marks.rows_of("tag", tag=tag)
        case Noted():
            rows = marks.noted
    marked = np.zeros(marks.n, dtype=bool)
    marked[rows] = True
    return marked[documents.rows]


# --- which documents terms about columns keep: kept ones, and what is known of any document


def column_between(term: Between, column: Column, documents: CandidateDocuments) -> Array:
    """The documents whose value of a column lies in a range."""
    position = term.position
    values = _values(column, documents)
    if _is_number(values):
        low, high = (
            None if bound is None else _number(column, bound, position)
            for bound in (term.low, term.high)
        )
        return within(values, term, low, high)
    days = _days(column, documents)
    if days is None:
        what = f"the column {column.name!r} holds text, which has no ranges"
        raise MisfitError(what, column.position)
    first, last = (
        None if bound is None else _day(column, bound, position) for bound in (term.low, term.high)
    )
    return within(days, term, first, last)


def one_of(term: OneOf, documents: CandidateDocuments) -> Array:
    """The documents whose value of a column is one of these."""
    column, wanted, position = term.column, term.values, term.position
    values = _values(column, documents)
    if _is_number(values):
        # one by one, so that single precision is compared as such
        return reduce(operator.or_, (values == _number(column, v, position) for v in wanted))
    if np.issubdtype(values.dtype, np.datetime64):
        return np.isin(
            values.astype("datetime64[D]"), [_day(column, value, position) for value in wanted]
        )
    matches = reduce(operator.or_, (np.asarray(values == value, dtype=bool) for value in wanted))
    named = [np.datetime64(value, "D") for value in wanted if is_day(value)]
    if named and (days := _days(column, documents)) is not None:
        # a cell may hold the time of day too
        matches |= np.isin(days, named)
    return matches


def on_weekday(term: WeekdayTerm, documents: CandidateDocuments) -> Array:
    """The documents whose day in a column is this day of the week."""
    _values(term.column, documents)
    days = _days(term.column, documents)
    if days is None:
        what = f"the column {term.column.name!r} holds no days, so none of the week"
        raise MisfitError(what, term.column.position)
    return np.asarray(weekday_of(days) == WEEKDAYS.index(term.day))


def _values(column: Column, documents: CandidateDocuments) -> Array:
    """What each of the documents has in a column, shape (m,)."""
    columns = documents.truth.columns
    if column.name in columns:
        return np.asarray(columns[column.name])[documents.rows]
    match column.name:
        case "id":
            return ids_of(documents.truth, column.position)[documents.rows]
        case "length":
            return lengths_of(documents, column.position)
        case "labels":
            labelled(documents, column.position)
            return documents.true_classes
        case "calls":
            return documents.called_classes
    raise MisfitError(unknown("column", column.name, [*columns, *OWN_COLUMNS]), column.position)


def _days(column: Column, documents: CandidateDocuments) -> Array | None:
    """The days of a column, of which all documents say whether it holds any; None where not."""
    columns = documents.truth.columns
    if column.name not in columns:
        return None
    days = dates_of(np.asarray(columns[column.name]))
    return None if days is None else days[documents.rows]


def _is_number(values: Array) -> bool:
    return np.issubdtype(values.dtype, np.number)


def _number(column: Column, bound: RangeBound, position: int) -> float:
    try:
        return float(bound)
    except ValueError:
        what = f"the column {column.name!r} holds numbers: a number is expected"
        raise MisfitError(what, position) from None


def _day(column: Column, bound: RangeBound, position: int) -> np.datetime64:
    if not isinstance(bound, str) or not is_day(bound):
        what = f"the column {column.name!r} holds days: a day as 2024-01-31 is expected"
        raise MisfitError(what, position)
    return np.datetime64(bound, "D")
