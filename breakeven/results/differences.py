"""Two systems on averages, classes and tests: records of their differences.

They are in points, hundredths of a measure, or of a loss as they are. Undefined is None. Tested in
`test_comparison`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypedDict

from breakeven.analysis.comparison.bootstrap import CLAIM_WORDS, BootstrapDifference, Claim
from breakeven.analysis.comparison.caveats import Caveat
from breakeven.analysis.comparison.comparison import SystemPair
from breakeven.data.wording import NOTHING, cell_of
from breakeven.results.values import plain_count, plain_number, written_number
from metrics.catalogue import TESTS
from metrics.uncertainty.significance import TestOutcome


@dataclass(frozen=True)
class DifferenceUnit:
    """How differences are said: `scale` times as many, with so many digits, by a `name`.

    `key`: what plain data and tables call them.
    """

    scale: float
    digits: int
    name: str
    key: str

    def scaled(self, difference: Any) -> float | None:
        """A difference in this unit; None where undefined."""
        value = plain_number(difference)
        return None if value is None else self.scale * value

    def text(self, difference: float | None) -> str:
        """A difference that is in this unit; a dash where there is none."""
        return cell_of(difference, self.digits)

    def span(self, low: float | None, high: float | None) -> str:
        """An interval that is in this unit; a dash where there is none."""
        return NOTHING if low is None else f"{self.text(low)} to {self.text(high)}"


# of shares; and of losses, which are no shares
POINTS = DifferenceUnit(100, 1, "points", "points")
NUMBERS = DifferenceUnit(1, 4, "difference", "change")


def unit_of(pair: SystemPair) -> DifferenceUnit:
    """What the differences of two systems are said in."""
    return POINTS if pair.in_points else NUMBERS


@dataclass(frozen=True)
class PointDifference:
    """A difference with its interval; `relative` is a share of the first system's.

    `points`: hundredths of a measure; of a loss None, and `change` the difference as it is, which
    is None of others. The other numbers are in the same unit. `beyond_chance` is None where nothing
    was tested.
    """

    points: float | None
    low: float | None
    high: float | None
    relative: float | None
    beyond_chance: bool | None
    claim: str
    smallest_detectable: float | None
    change: float | None = None

    @property
    def amount(self) -> float | None:
        """The difference, in its unit."""
        return self.points if self.change is None else self.change

    def to_dict(self) -> dict[str, Any]:
        """All of it by name; `change` only of a loss."""
        return {key: v for key, v in vars(self).items() if key != "change" or v is not None}


def point_difference(
    difference: BootstrapDifference, claim: Claim, unit: DifferenceUnit = POINTS
) -> PointDifference:
    """A difference of a measure in its unit, with what may be claimed of it."""
    untested = claim in ("untested", "undefined", "infinite")
    amount = unit.scaled(difference.points)
    return PointDifference(
        points=amount if unit is POINTS else None,
        low=unit.scaled(difference.low),
        high=unit.scaled(difference.high),
        relative=plain_number(difference.relative),
        beyond_chance=None if untested else claim == "beyond",
        claim=CLAIM_WORDS[claim],
        smallest_detectable=unit.scaled(difference.detectable),
        change=None if unit is POINTS else amount,
    )


@dataclass(frozen=True)
class ComparedAverage:
    """One average of two systems; `telling`: how many documents the difference rests on.

    `a`, `b`: infinite where a loss is.
    """

    a: float | None
    b: float | None
    difference: PointDifference
    p: float | None
    telling: int | None

    def to_dict(self) -> dict[str, Any]:
        """All of it by name."""
        tested = {"p": self.p, "documents_that_tell": self.telling}
        values = {"a": written_number(self.a), "b": written_number(self.b)}
        return {**values, "difference": self.difference.to_dict() | tested}


def compared_average(pair: SystemPair, name: str) -> ComparedAverage:
    """One average of two systems."""
    return ComparedAverage(
        a=plain_number(pair.old_values.averages[name]),
        b=plain_number(pair.new_values.averages[name]),
        difference=point_difference(pair.averages[name], pair.claim(name), unit_of(pair)),
        p=plain_number(pair.p_of(name)),
        telling=pair.telling[name],
    )


@dataclass(frozen=True)
class ComparedClass:
    """One class of two systems; `better` is None where the difference may be chance.

    `points`, `change`, `low` and `high` as in `PointDifference`.
    """

    positives: float
    a: float | None
    b: float | None
    points: float | None
    low: float | None
    high: float | None
    relative: float | None
    differing_documents: int
    enough_to_tell: bool
    p: float | None
    p_holm: float | None
    p_bh: float | None
    better: str | None
    change: float | None = None

    @property
    def amount(self) -> float | None:
        """The difference, in its unit."""
        return self.points if self.change is None else self.change

    def to_dict(self) -> dict[str, Any]:
        """All of it by name; `change` only of a loss."""
        written = {"a": written_number(self.a), "b": written_number(self.b)}
        numbers = {key: v for key, v in vars(self).items() if key != "change" or v is not None}
        return numbers | written


def compared_class(pair: SystemPair, class_index: int) -> ComparedClass:
    """One class of two systems."""
    difference, unit = pair.per_class, unit_of(pair)
    amount, better = unit.scaled(difference.points[class_index]), None
    if pair.real_classes[class_index]:
        better = (pair.new if pair.gain[class_index] > 0 else pair.old).system
    p = None if pair.randomised is None else plain_number(pair.randomised.per_class[class_index])
    return ComparedClass(
        positives=plain_count(pair.old.tables.positives[class_index]),
        a=plain_number(pair.old_values.per_class[class_index]),
        b=plain_number(pair.new_values.per_class[class_index]),
        points=amount if unit is POINTS else None,
        low=unit.scaled(difference.low[class_index]),
        high=unit.scaled(difference.high[class_index]),
        relative=plain_number(difference.relative[class_index]),
        differing_documents=int(pair.differing[class_index]),
        enough_to_tell=bool(pair.enough[class_index]),
        p=p,
        p_holm=plain_number(pair.holm[class_index]),
        p_bh=plain_number(pair.bh[class_index]),
        better=better,
        change=None if unit is POINTS else amount,
    )


class SignificanceValues(TypedDict):
    """A significance test of two systems, as JSON has it."""

    test: str
    name: str
    p: float | None
    p_b_better: float | None
    statistic: float | None
    trials: int
    for_b: float | None
    of: str
    asks: str
    assumes: str
    not_for: str


def significance_values(outcome: TestOutcome) -> SignificanceValues:
    """A significance test of two systems as plain data, with what it is for."""
    facts = TESTS[outcome.key]
    return {
        "test": outcome.key,
        "name": facts.name,
        "p": plain_number(outcome.p),
        "p_b_better": plain_number(outcome.p_new_better),
        "statistic": plain_number(outcome.statistic),
        "trials": outcome.trials,
        "for_b": in_favour(outcome),
        "of": facts.trials,
        "asks": facts.asks,
        "assumes": facts.assumes,
        "not_for": facts.not_for,
    }


def in_favour(outcome: TestOutcome) -> float | None:
    """How many trials speak for the second system; None for tests that do not count."""
    return None if math.isnan(outcome.in_favour) else plain_count(outcome.in_favour)


class CaveatValues(TypedDict):
    """Why two systems can hardly be compared, as JSON has it."""

    kind: str
    systems: list[str]
    numbers: list[int]
    text: str


def caveat_values(caveat: Caveat) -> CaveatValues:
    """A caveat as plain data."""
    return {
        "kind": caveat.kind,
        "systems": list(caveat.systems),
        "numbers": list(caveat.numbers),
        "text": caveat.text,
    }
