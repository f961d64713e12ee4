"""Ranges of days and numbers joined with their neighbours, for the search of weak slices.

A weak time seldom begins and ends with a month, and what is wrong with large amounts seldom begins
where a sixth of them does. Tested in `test_weak_slices`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from scipy import sparse

from breakeven.analysis.slices.slice_conditions import (
    Condition,
    ConditionGroup,
    Conditions,
    InRange,
    in_characters,
)
from breakeven.data.records import Truth
from breakeven.data.splits import dates_of, periods_of
from breakeven.data.wording import exact_of, name_of
from metrics.typing import Array

# days are cut into so many parts of like many documents, of which so many at most are joined
PARTS, MOST_JOINED = 10, 4
# days of fewer are conditions by themselves
FEWEST_DAYS = 14
# neighbouring ranges of numbers of which so many are joined
MOST_RANGES = 3


def with_joined_ranges(conditions: Conditions, truth: Truth, rows: Array) -> Conditions:
    """The conditions, and ranges of days, and neighbouring ranges of numbers as one.

    `conditions`: of all documents of the truth; `rows`: those that are searched, by whose days the
    ranges of days are cut. A range is never combined with others of its column.
    """
    return replace(
        conditions, groups=tuple(_with_ranges(group, truth, rows) for group in conditions.groups)
    )


def _with_ranges(group: ConditionGroup, truth: Truth, rows: Array) -> ConditionGroup:
    column = _column_of(group)
    if column is None:
        return group
    days = None
    if column in truth.columns:
        days = dates_of(np.asarray(truth.columns[column]))
    ranges = _of_numbers(group) if days is None else _of_days(column, days, rows)
    parts = list(ranges)
    if not parts:
        return group
    held = np.column_stack([inside for _, inside in parts])
    more = sparse.hstack([group.held, sparse.csc_array(held)], format="csc")
    named = (*group.conditions, *(condition for condition, _ in parts))
    return replace(group, conditions=named, held=sparse.csc_array(more))


def _column_of(group: ConditionGroup) -> str | None:
    """The column of which all conditions are ranges, or nearly all; None for others."""
    ranges = [c.what for c in group.conditions if isinstance(c.what, InRange)]
    if len(ranges) < 2 or not group.ordered:
        return None
    return ranges[0].column


def _of_days(column: str, days: Array, rows: Array) -> Iterator[tuple[Condition, Array]]:
    searched = days[rows]
    if len(np.unique(searched[~np.isnat(searched)])) < FEWEST_DAYS:
        return
    first, _ = periods_of(searched, PARTS)
    last = np.append(first[1:] - 1, np.nanmax(searched))
    for joined in range(1, MOST_JOINED + 1):
        for start in range(len(first) - joined + 1):
            low, high = first[start], last[start + joined - 1]
            shown = f"{low} to {high}"
            test = InRange(column, str(low), str(high))
            yield Condition(name_of(column), shown, test), (days >= low) & (days <= high)


def _of_numbers(group: ConditionGroup) -> Iterator[tuple[Condition, Array]]:
    """Neighbouring ranges as one, from two on; the first and the last are open to one side."""
    places = [i for i, c in enumerate(group.conditions) if isinstance(c.what, InRange)]
    for joined in range(2, MOST_RANGES + 1):
        for start in range(len(places) - joined + 1):
            parts = places[start : start + joined]
            first, last = (group.conditions[parts[i]] for i in (0, -1))
            if not isinstance(first.what, InRange) or not isinstance(last.what, InRange):
                continue
            test = replace(last.what, low=first.what.low)
            inside = np.asarray(group.held[:, parts].sum(axis=1) > 0).ravel()
            yield Condition(first.feature, _shown(test, first, last), test), inside


def _shown(test: InRange, first: Condition, last: Condition) -> str:
    """A joined range in words, as its parts are."""
    low, high = test.low, test.high
    of_texts = "characters" in last.value
    if low is None:
        # the last one says where it ends
        end = last.value.removesuffix(" characters").rsplit(" ", 1)[-1]
        shown = f"below {end}" if test.high_open else f"up to {end}"
    elif high is None:
        shown = f"{exact_of(float(low))} and more"
    else:
        below = "below " if test.high_open else ""
        shown = f"{exact_of(float(low))} to {below}{exact_of(float(high))}"
    return in_characters(shown) if of_texts else shown
