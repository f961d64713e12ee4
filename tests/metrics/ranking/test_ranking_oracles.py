"""Rankings taken one threshold at a time, in fractions; and the traps of floating point."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from metrics import measures
from metrics.averaging import macro, micro
from metrics.ranking.break_even import break_even
from metrics.ranking.curves import average_precision, operating_points
from metrics.ranking.eleven_point import LEVELS, eleven_point
from metrics.tallies import ContingencyTable, tally_scores
from metrics.thresholds.strategies import best_threshold
from tests.golden_cases import ranking

rankings = st.lists(
    st.tuples(
        st.booleans(), st.sampled_from([-1.5, 0.0, 0.1, 0.3, 0.30000000000000004, 2.0, None])
    ),
    min_size=1,
    max_size=14,
)


def attainable(pairs: list[tuple[Any, ...]]) -> list[tuple[float, int, int]]:
    """(threshold, assigned, hits) for each distinct score, falling."""
    out = []
    for at in sorted({s for _, s in pairs if s is not None}, reverse=True):
        called = [z for z, s in pairs if s is not None and s >= at]
        out.append((at, len(called), sum(called)))
    return out


@given(rankings)
@example([(False, 0.1), (True, None)])  # k = r without a hit: exactly 0
def test_break_even_one_threshold_at_a_time(pairs: list[tuple[Any, ...]]) -> None:
    r = sum(z for z, _ in pairs)
    got = break_even(ranking(*zip(*pairs, strict=True)))
    points = attainable(pairs)
    exact = [point for point in points if point[1] == r]
    with_hits = [point for point in points if point[2] > 0]
    if r == 0 or not (exact or with_hits):
        assert got.how == "undefined"
        assert np.isnan(got.value)
        return

    def merit(point: Any) -> Any:
        threshold, k, a = point
        p, recall = Fraction(a, k), Fraction(a, r)
        return (abs(p - recall), -(p + recall) / 2, -threshold)

    best = exact[0] if exact else min(with_hits, key=merit)
    k, a = best[1:]
    assert got.how == ("exact" if exact else "interpolated")
    assert (got.threshold, got.assigned, got.tp) == best
    assert got.value == pytest.approx(float((Fraction(a, k) + Fraction(a, r)) / 2), abs=1e-12)
    assert got.gap == pytest.approx(float(abs(Fraction(a, k) - Fraction(a, r))), abs=1e-12)


@given(rankings)
def test_eleven_points_one_level_at_a_time(pairs: list[tuple[Any, ...]]) -> None:
    r = sum(z for z, _ in pairs)
    got = eleven_point(ranking(*zip(*pairs, strict=True)))
    if r == 0:
        assert np.isnan(got.levels).all()
        return
    expected = [
        max(
            (Fraction(a, k) for _, k, a in attainable(pairs) if Fraction(a, r) >= Fraction(i, 10)),
            default=Fraction(0),
        )
        for i in range(11)
    ]
    assert_allclose(got.levels, np.array(expected, dtype=float), atol=1e-12)
    assert got.average == pytest.approx(float(sum(expected) / 11), abs=1e-12)


@given(rankings)
def test_average_precision_one_hit_at_a_time(pairs: list[tuple[Any, ...]]) -> None:
    r = sum(z for z, _ in pairs)
    got = average_precision(ranking(*zip(*pairs, strict=True)))
    total, before = Fraction(0), 0
    for _, k, a in attainable(pairs):
        total, before = total + Fraction(a, k) * (a - before), a
    assert got == pytest.approx(float(total / r) if r else np.nan, nan_ok=True)


def test_three_of_ten_reach_level_three_tenths() -> None:
    # hits at ranks 1 to 3, seven misses, then seven hits: recall 3/10 at precision 1.
    # 0.1 * 3 is 0.30000000000000004, which 3/10 does not reach
    assert LEVELS[3] == 0.3 != 0.1 * 3
    truth = [True] * 3 + [False] * 7 + [True] * 7
    levels = eleven_point(ranking(truth, [float(-i) for i in range(17)])).levels
    assert_allclose(levels, [1] * 4 + [10 / 17] * 7)


@pytest.mark.parametrize("truth", [True, False])
def test_one_document(truth: bool) -> None:
    t = ranking([truth], [0.5])
    point, levels = break_even(t), eleven_point(t).levels
    if truth:
        assert (point.value, point.how) == (1, "exact")
        assert_allclose(levels, 1)
    else:
        assert (np.isnan(point.value), point.how) == (True, "undefined")
        assert np.isnan(levels).all()


def test_no_document() -> None:
    t = tally_scores(np.empty(0), np.empty(0, dtype=bool))
    assert break_even(t).how == "undefined"
    assert len(operating_points(t)) == 0
    assert best_threshold(t).threshold == np.inf


def test_one_class_is_its_own_average() -> None:
    of = ContingencyTable(*(np.array([c]) for c in (3, 1, 2, 4)))
    pooled, mean = micro(of), macro(of)
    assert all(mean[name].value == pytest.approx(pooled[name]) for name in pooled)


def test_one_positive_among_a_hundred_thousand() -> None:
    # the only positive is the third of 100,000: precision 1/3 at every level; break-even 0
    scores = np.arange(100_000, dtype=float)
    t = tally_scores(scores, scores == 99_997)
    assert_allclose(eleven_point(t).levels, 1 / 3)
    assert break_even(t).value == 0
    assert average_precision(t) == pytest.approx(1 / 3)
    best = best_threshold(t)
    assert best.threshold == 99_997
    assert best.f == pytest.approx(2 / 4)
    # equal scores leave only "all": (1/n + 1) / 2, exposed by its gap 1 - 1/n
    flat = break_even(tally_scores(np.zeros(100_000), scores == 99_997))
    assert flat.value == pytest.approx((1e-5 + 1) / 2)
    assert flat.gap == pytest.approx(1 - 1e-5)


def test_extreme_beta_of_a_large_table() -> None:
    of = ContingencyTable(*(np.asarray(c) for c in (1, 10**9, 2, 10**12)))
    assert measures.f_beta(of, 0.0) == pytest.approx(1 / (10**9 + 1))
    assert measures.f_beta(of, float("inf")) == pytest.approx(1 / 3)
    assert measures.f_beta(of, 1e200) == pytest.approx(1 / 3)
