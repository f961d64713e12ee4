"""What a figure shows, in words for those who cannot see it: plain text, names as written."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.data.wording import count_of, figure_of, quoted
from metrics.typing import Array

# of more only the ends are told
MOST_VALUES = 4
NO_VALUE = "no values"


def value_alt_text(value: float, digits: int = 3) -> str:
    """A value as it is read aloud, where a dash says nothing."""
    return "undefined" if np.isnan(value) else figure_of(value, digits)


def values_alt_text(
    names: Sequence[object], values: Array, digits: int = 3, noun: str = "classes"
) -> str:
    """The value of each of a few, else the highest and the lowest of how many.

    `values`: one for each of `names`; those undefined, NaN, are counted.
    """
    given = np.asarray(values, dtype=float)
    defined = np.flatnonzero(~np.isnan(given))
    left = len(given) - len(defined)
    undefined = f"; {left:,} undefined" if left else ""
    if not len(defined):
        return NO_VALUE

    def value_text(i: int) -> str:
        return f"{quoted(names[i])} {figure_of(float(given[i]), digits)}"

    if len(defined) <= MOST_VALUES:
        return ", ".join(value_text(i) for i in defined.tolist()) + undefined
    ends = defined[[np.argmax(given[defined]), np.argmin(given[defined])]].tolist()
    high, low = map(value_text, ends)
    return f"highest {high}, lowest {low}, of {len(defined):,} {noun}{undefined}"


def course_alt_text(positions: Sequence[object], values: Array, digits: int = 3) -> str:
    """The first and the last value of a course that has one, with the highest and the lowest.

    `positions`: where each value stands, in words or numbers; NaN where there is none.
    """
    given = np.asarray(values, dtype=float)
    defined = np.flatnonzero(~np.isnan(given))
    if not len(defined):
        return NO_VALUE
    first, last = defined[[0, -1]].tolist()
    shown = [figure_of(float(given[i]), digits) for i in (first, last)]
    if first == last:
        return f"{shown[0]} at {positions[first]}"
    low, high = (figure_of(float(end(given[defined])), digits) for end in (np.min, np.max))
    ends = f"{shown[0]} at {positions[first]}, {shown[1]} at {positions[last]}"
    return f"{ends}, lowest {low}, highest {high}"


def pairs_alt_text(names: Sequence[object], values: Array, digits: int = 3) -> str:
    """Of a symmetric matrix, the two that are most and the two that are least alike."""
    given = np.where(np.triu(np.ones(np.shape(values), dtype=bool), 1), values, np.nan)
    rows, columns = np.nonzero(~np.isnan(given))
    if not len(rows):
        return NO_VALUE

    def pair_text(pair: int) -> str:
        r, c = int(rows[pair]), int(columns[pair])
        return f"{quoted(names[r])} and {quoted(names[c])} {figure_of(float(given[r, c]), digits)}"

    order = np.argsort(-given[rows, columns], kind="stable").tolist()
    if len(order) == 1:
        return pair_text(0)
    return f"highest {pair_text(order[0])}, lowest {pair_text(order[-1])}, of {len(order):,} pairs"


def confusion_alt_text(names: Sequence[object], counts: Array) -> str:
    """Which class is most often predicted for which, of a matrix with the true ones as rows."""
    apart = np.array(counts, dtype=float)
    np.fill_diagonal(apart, 0)
    of = count_of(len(names), "class", "classes")
    if not apart.any():
        return f"{of}, none confused with another"
    row, column = np.unravel_index(int(apart.argmax()), apart.shape)
    times = count_of(max(1, round(float(apart[row, column]))), "time")
    true, predicted = quoted(names[int(row)]), quoted(names[int(column)])
    return f"{of}; the most frequent confusion is {predicted} predicted for {true}, {times}"
