"""Golden values of everything that is a function of a ranking."""

from __future__ import annotations

from typing import Any

import pytest

from metrics.ranking.break_even import (
    BreakEven,
    break_even,
    macro_break_even,
    micro_break_even_own_thresholds,
)
from metrics.ranking.eleven_point import ElevenPoint, eleven_point, macro_eleven_point
from metrics.tallies import pooled_scores
from tests.golden_cases import cases, check, ranking


def point(result: BreakEven) -> dict[str, Any]:
    return {
        "value": result.value,
        "kind": result.how,
        "threshold": result.threshold,
        "precision": result.precision,
        "recall": result.recall,
        "gap": result.gap,
    }


@pytest.mark.parametrize("case", cases("breakeven", "truth", "score"))
def test_break_even(case: dict[str, Any]) -> None:
    check(point(break_even(ranking(**case["input"]))), case)


@pytest.mark.parametrize("case", cases("breakeven", "categories"))
def test_break_even_of_several_classes(case: dict[str, Any]) -> None:
    tallies = [ranking(**category) for category in case["input"]["categories"]]
    points = [break_even(tally) for tally in tallies]
    got = {
        "per_category": [point(p) for p in points],
        "macro_drop": macro_break_even(points).value,
        "macro_zero": macro_break_even(points, "zero").value,
        "micro_global_threshold": point(break_even(pooled_scores(tallies))),
        "micro_own_thresholds": point(micro_break_even_own_thresholds(tallies, points)),
    }
    check(got, case)


def levels(result: ElevenPoint) -> dict[str, Any]:
    return {"levels": result.levels, "eleven_point": result.average}


@pytest.mark.parametrize("case", cases("eleven_point_category", "truth", "score"))
def test_eleven_points_of_a_class(case: dict[str, Any]) -> None:
    tally = ranking(**case["input"])
    got = levels(eleven_point(tally))
    if tally.r == 0:
        assert all(level != level for level in got["levels"])
        got["levels"] = None
    check(got, case)


@pytest.mark.parametrize("case", cases("eleven_point_category", "categories"))
def test_eleven_points_of_several_classes(case: dict[str, Any]) -> None:
    tallies = [ranking(**category) for category in case["input"]["categories"]]
    each = [eleven_point(tally) for tally in tallies]
    got = {f"macro_{p}": levels(macro_eleven_point(each, p)) for p in ("drop", "zero", "one")}
    got["pooled"] = levels(eleven_point(pooled_scores(tallies)))
    check(got, case)
