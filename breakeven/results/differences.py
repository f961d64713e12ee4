"""Two systems on averages, classes and tests: records of their differences, in points.

Undefined is None; points are hundredths of a measure. Tested in `test_comparison`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypedDict

from breakeven.analysis.comparison.bootstrap import CLAIM_WORDS, BootstrapDifference, Claim
from breakeven.analysis.comparison.caveats import Caveat
from breakeven.analysis.comparison.comparison import SystemPair
from breakeven.data.wording import NOTHING
from breakeven.results.values import plain_count, plain_number
from metrics.catalogue import TESTS
from metrics.uncertainty.significance import TestOutcome


def points(share: Any) -> float | None:
    """A difference of a measure in points."""
    value = plain_number(share)
    return None if value is None else 100 * value


def span_text(low: float | None, high: float | None) -> str:
    """An interval in points; a dash where there is none."""
    return NOTHING if low is None else f"{low:.1f} to {high:.1f}"


@dataclass(frozen=True)
class PointDifference:
    """A difference in points with its interval; `relative` is a share of the first system's.

    `beyond_chance` is None where nothing was tested.
    """

    points: float | None
    low: float | None
    high: float | None
    relative: float | None
    beyond_chance: bool | None
    claim: str
    smallest_detectable: float | None

    def to_dict(self) -> dict[str, Any]:
        """All of it by name."""
        return dict(vars(self))


def point_difference(difference: BootstrapDifference, claim: Claim) -> PointDifference:
    """A difference of a measure in points, with what may be claimed of it."""
    untested = claim in ("untested", "undefined")
    return PointDifference(
        points=points(difference.points),
        low=points(difference.low),
        high=points(difference.high),
        relative=plain_number(difference.relative),
        beyond_chance=None if untested else claim == "beyond",
        claim=CLAIM_WORDS[claim],
        smallest_detectable=points(difference.detectable),
    )


@dataclass(frozen=True)
class ComparedAverage:
    """One average of two systems; `telling`: how many documents the difference rests on."""

    a: float | None
    b: float | None
    difference: PointDifference
    p: float | None
    telling: int | None

    def to_dict(self) -> dict[str, Any]:
        """All of it by name."""
        tested = {"p": self.p, "documents_that_tell": self.telling}
        return {"a": self.a, "b": self.b, "difference": self.difference.to_dict() | tested}


def compared_average(pair: SystemPair, name: str) -> ComparedAverage:
    """One average of two systems."""
    return ComparedAverage(
        a=plain_number(pair.old_values.averages[name]),
        b=plain_number(pair.new_values.averages[name]),
        difference=point_difference(pair.averages[name], pair.claim(name)),
        p=plain_number(pair.p_of(name)),
        telling=pair.telling[name],
    )


@dataclass(frozen=True)
class ComparedClass:
    """One class of two systems; `better` is None where the difference may be chance."""

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

    def to_dict(self) -> dict[str, Any]:
        """All of it by name."""
        return dict(vars(self))


def compared_class(pair: SystemPair, class_index: int) -> ComparedClass:
    """One class of two systems."""
    difference = pair.per_class
    better = None
    if pair.real_classes[class_index]:
        better = (pair.new if pair.gain[class_index] > 0 else pair.old).system
    p = None if pair.randomised is None else plain_number(pair.randomised.per_class[class_index])
    return ComparedClass(
        positives=plain_count(pair.old.tables.positives[class_index]),
        a=plain_number(pair.old_values.per_class[class_index]),
        b=plain_number(pair.new_values.per_class[class_index]),
        points=points(difference.points[class_index]),
        low=points(difference.low[class_index]),
        high=points(difference.high[class_index]),
        relative=plain_number(difference.relative[class_index]),
        differing_documents=int(pair.differing[class_index]),
        enough_to_tell=bool(pair.enough[class_index]),
        p=p,
        p_holm=plain_number(pair.holm[class_index]),
        p_bh=plain_number(pair.bh[class_index]),
        better=better,
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
