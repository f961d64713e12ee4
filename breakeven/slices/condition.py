"""One thing that documents have in common: a value, a range, a day of the week, a word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

# a number, or a day as 2024-01-31
Bound: TypeAlias = float | str

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True)
class HasValue:
    """This value in a column, as text; a number as it is typed in."""

    column: str
    value: str


@dataclass(frozen=True)
class InRange:
    """A number or day of a column between two bounds; None is no bound, `high_open` excludes it."""

    column: str
    low: Bound | None = None
    high: Bound | None = None
    high_open: bool = False


@dataclass(frozen=True)
class NoValue:
    """Nothing in a column of numbers or days, of which `smallest` is the smallest there is."""

    column: str
    smallest: Bound


@dataclass(frozen=True)
class OnWeekday:
    """A column's day is this one of `WEEKDAYS`."""

    column: str
    day: str


@dataclass(frozen=True)
class WithWord:
    """The text has this word."""

    word: str


@dataclass(frozen=True)
class NearlyEqual:
    """Another document has nearly the same text, or (`yes` false) none has."""

    yes: bool


What: TypeAlias = HasValue | InRange | NoValue | OnWeekday | WithWord | NearlyEqual


@dataclass(frozen=True)
class Condition:
    """`of` what, such as a column's name, and its `value` there, as both are shown; and `what`.

    `breakeven.documents.behind.of_condition` is the filter that keeps the same documents.
    """

    of: str
    value: str
    what: What

    @property
    def words(self) -> str:
        """How it is called alone."""
        return f"{self.of}: {self.value}"
