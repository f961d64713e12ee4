"""Which documents terms about columns keep: kept ones, and what is known of any document."""

from __future__ import annotations

import operator
from functools import reduce

import numpy as np

from breakeven.selection.asked import Documents
from breakeven.selection.errors import MisfitError, unknown
from breakeven.selection.expression import OWN_COLUMNS, Between, Bound, Column, OneOf, OnWeekday
from breakeven.selection.outcome_terms import labelled
from breakeven.selection.parse import is_day
from breakeven.selection.range_terms import within
from breakeven.selection.text_terms import ids_of, lengths_of
from breakeven.slices.condition import WEEKDAYS
from breakeven.slices.cutting import weekday_of
from breakeven.splits import dates_of
from metrics.typing import Array


def column_between(term: Between, column: Column, documents: Documents) -> Array:
    """The documents whose value of a column lies in a range."""
    at = term.at
    values = _values(column, documents)
    if _is_number(values):
        low, high = (
            None if bound is None else _number(column, bound, at) for bound in (term.low, term.high)
        )
        return within(values, term, low, high)
    days = _days(column, documents)
    if days is None:
        what = f"the column {column.name!r} holds text, which has no ranges"
        raise MisfitError(what, column.at)
    first, last = (
        None if bound is None else _day(column, bound, at) for bound in (term.low, term.high)
    )
    return within(days, term, first, last)


def one_of(term: OneOf, documents: Documents) -> Array:
    """The documents whose value of a column is one of these."""
    column, wanted, at = term.column, term.values, term.at
    values = _values(column, documents)
    if _is_number(values):
        # one by one, so that single precision is compared as such
        return reduce(operator.or_, (values == _number(column, v, at) for v in wanted))
    if np.issubdtype(values.dtype, np.datetime64):
        return np.isin(
            values.astype("datetime64[D]"), [_day(column, value, at) for value in wanted]
        )
    found = reduce(operator.or_, (np.asarray(values == value, dtype=bool) for value in wanted))
    named = [np.datetime64(value, "D") for value in wanted if is_day(value)]
    if named and (days := _days(column, documents)) is not None:
        # a cell may hold the time of day too
        found |= np.isin(days, named)
    return found


def on_weekday(term: OnWeekday, documents: Documents) -> Array:
    """The documents whose day in a column is this day of the week."""
    _values(term.column, documents)
    days = _days(term.column, documents)
    if days is None:
        what = f"the column {term.column.name!r} holds no days, so none of the week"
        raise MisfitError(what, term.column.at)
    return np.asarray(weekday_of(days) == WEEKDAYS.index(term.day))


def _values(column: Column, documents: Documents) -> Array:
    """What each of the documents has in a column, shape (m,)."""
    columns = documents.truth.columns
    if column.name in columns:
        return np.asarray(columns[column.name])[documents.rows]
    match column.name:
        case "id":
            return ids_of(documents.truth, column.at)[documents.rows]
        case "length":
            return lengths_of(documents, column.at)
        case "labels":
            labelled(documents, column.at)
            return documents.true_classes
        case "calls":
            return documents.called_classes
    raise MisfitError(unknown("column", column.name, [*columns, *OWN_COLUMNS]), column.at)


def _days(column: Column, documents: Documents) -> Array | None:
    """The days of a column, of which all documents say whether it holds any; None where not."""
    columns = documents.truth.columns
    if column.name not in columns:
        return None
    days = dates_of(np.asarray(columns[column.name]))
    return None if days is None else days[documents.rows]


def _is_number(values: Array) -> bool:
    return np.issubdtype(values.dtype, np.number)


def _number(column: Column, bound: Bound, at: int) -> float:
    try:
        return float(bound)
    except ValueError:
        what = f"the column {column.name!r} holds numbers: a number is expected"
        raise MisfitError(what, at) from None


def _day(column: Column, bound: Bound, at: int) -> np.datetime64:
    if not isinstance(bound, str) or not is_day(bound):
        what = f"the column {column.name!r} holds days: a day as 2024-01-31 is expected"
        raise MisfitError(what, at)
    return np.datetime64(bound, "D")
