"""Measures of one's own: a name, a formula of counts, which way is better, and maybe a range.

They are of a review, and stand beside the measures that everybody has. A name is as somebody
wrote it, and is shown literally; a formula is arithmetic, and is never run as code.

Tested in `tests/breakeven/api/test_own_measures.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, get_args

from breakeven.data.wording import count_of, quoted, shorten
from metrics.formulas import Direction, Formula, FormulaError, parsed
from metrics.tallies import ContingencyTable
from metrics.typing import Array

DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
KEYS = ("name", "formula", "better", "range")
LONGEST_NAME = 40
# a table has a column for each
MOST_MEASURES = 12


@dataclass(frozen=True)
class OwnMeasure:
    """A measure of one's own, a function of a table, as `own_measure` has checked it.

    `better`: whether more of it is better, or less. `range`: its least and highest value, as
    somebody said; None where nobody did.
    """

    name: str
    formula: str
    better: Direction = "higher"
    range: tuple[float, float] | None = None

    @cached_property
    def _function(self) -> Formula:
        return Formula(self.formula)

    def __call__(self, table: ContingencyTable) -> Array:
        """The value per unit, shaped as the table; NaN where undefined, as in a `Formula`."""
        return self._function(table)

    @property
    def lower_is_better(self) -> bool:
        """Whether less of it is better."""
        return self.better == "lower"

    @property
    def range_text(self) -> str:
        """`0 to 5`, or `not given`."""
        return "not given" if self.range is None else "{:g} to {:g}".format(*self.range)

    @property
    def text(self) -> str:
        """`(5*fn + fp)/n, lower is better`: what it is, as plain text."""
        ends = "" if self.range is None else f", from {self.range_text}"
        return f"{self.formula}, {self.better} is better{ends}"

    def is_outside(self, value: float) -> bool:
        """Whether a value is outside the range that was said; False for NaN."""
        return self.range is not None and (value < self.range[0] or value > self.range[1])

    def to_dict(self) -> dict[str, Any]:
        """What a file says of it; `own_measures` of it gives it again."""
        entry: dict[str, Any] = {
            "name": self.name,
            "formula": self.formula,
            "better": self.better,
        }
        return entry if self.range is None else entry | {"range": list(self.range)}


class MeasureRefusal(NamedTuple):
    """Why a measure is not taken, and what to do; plain text."""

    what: str
    remedy: str


def own_measures(
    given: Iterable[object], where: str = "measure {}"
) -> tuple[tuple[OwnMeasure, ...], list[MeasureRefusal]]:
    """The measures that somebody gave, each as a mapping by `KEYS`, and all that is wrong.

    `where`: what the one of a number, from 1, is called in a problem. With a problem, those that
    are right are given too.
    """
    measures: list[OwnMeasure] = []
    problems: list[MeasureRefusal] = []
    listed = list(given)
    if len(listed) > MOST_MEASURES:
        what = f"there are {count_of(len(listed), 'measure')}, more than {MOST_MEASURES}"
        problems.append(MeasureRefusal(what, "leave some out"))
        listed = listed[:MOST_MEASURES]
    for number, entry in enumerate(listed, 1):
        wrong = [*_wrong(entry, [measure.name for measure in measures])]
        problems += [
            MeasureRefusal(f"{where.format(number)}: {what}", remedy) for what, remedy in wrong
        ]
        if not wrong and isinstance(entry, Mapping):
            ends = entry.get("range")
            measures.append(
                OwnMeasure(
                    entry["name"].strip(),
                    entry["formula"].strip(),
                    entry.get("better", "higher"),
                    None if ends is None else (float(ends[0]), float(ends[1])),
                )
            )
    return tuple(measures), problems


def _wrong(entry: object, names: Sequence[str]) -> Iterable[tuple[str, str]]:
    """What is wrong with one measure, and the remedy."""
    if not isinstance(entry, Mapping):
        yield "it is not a table", 'say name = "cost" and formula = "(5*fn + fp)/n"'
        return
    for key in entry:
        if key not in KEYS:
            yield f"{shorten(str(key))} is unknown", f"choose one of {', '.join(KEYS)}"
    yield from _wrong_name(entry.get("name"), names)
    yield from _wrong_formula(entry.get("formula"))
    better = entry.get("better", "higher")
    if better not in DIRECTIONS:
        yield f"better is {shorten(repr(better))}", f"choose one of {', '.join(DIRECTIONS)}"
    ends = entry.get("range")
    if ends is not None and not _are_ends(ends):
        yield f"range is {shorten(repr(ends))}", "give two numbers, the lower first, as [0, 5]"


def _wrong_name(name: object, names: Sequence[str]) -> Iterable[tuple[str, str]]:
    if not isinstance(name, str) or not name.strip():
        yield "it has no name", 'name it, as name = "cost"'
        return
    if len(name.strip()) > LONGEST_NAME:
        yield f"its name has more than {LONGEST_NAME} characters", "shorten it"
    if not name.isprintable():
        yield "its name has characters that cannot be seen", "write it with letters"
    if name.strip() in names:
        yield f"{quoted(name.strip())} is the name of another measure too", "give each a name of "
        "its own"
    # few name any: the catalogue waits
    from metrics.catalogue.names import key_of

    if key_of(name) is not None:
        yield f"{quoted(name.strip())} is the name of an existing measure", "give it another name"


def _wrong_formula(formula: object) -> Iterable[tuple[str, str]]:
    if not isinstance(formula, str):
        yield "it has no formula", 'write it as formula = "(5*fn + fp)/n"'
        return
    try:
        parsed(formula)
    except FormulaError as error:
        yield f"formula, column {error.column}: {error.what}", error.remedy


def _are_ends(ends: object) -> bool:
    if not isinstance(ends, list | tuple) or len(ends) != 2:
        return False
    if any(isinstance(end, bool) or not isinstance(end, int | float) for end in ends):
        return False
    try:
        low, high = map(float, ends)
    except OverflowError:
        return False
    return math.isfinite(low) and math.isfinite(high) and low < high
