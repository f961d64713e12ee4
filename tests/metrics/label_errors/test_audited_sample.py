"""What a judged sample says of all labels: by hand, by laws, and by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from metrics.label_errors.audited_sample import PRIOR, Audit, audited_precision, corrected_f
from metrics.typing import Array


def audit(judged: list[int], yes: list[bool]) -> Audit:
    """Ten pairs: 0 to 3 suspected, with a label 0, 1, 4, 5, 6; one system assigned 0, 4, 5, 7."""
    flagged, given, called = np.zeros((3, 10), dtype=bool)
    flagged[:4], given[[0, 1, 4, 5, 6]], called[[0, 4, 5, 7]] = True, True, True
    return Audit(flagged, given, called[None], np.array(judged, dtype=int), np.array(yes, bool))


def test_all_judged_is_simply_counted() -> None:
    # wrong labels: 1 has it and should not, 2 and 8 should and have it not
    truth = [True, False, True, False, True, True, True, False, True, False]
    of = audit(list(range(10)), truth)
    precision = audited_precision(of)
    assert (precision.wrong, precision.judged, precision.suspects) == (2, 4, 4)
    assert (precision.value, precision.interval.low, precision.interval.high) == (0.5, 0.5, 0.5)
    # labelled: 3 hits, 5 labels, 4 assigned; right: hits 0, 4, 5 of 6 true ones
    found = corrected_f(of)
    assert_allclose(found.labelled, [6 / 9])
    assert_allclose([found.value, found.interval.low, found.interval.high], [[6 / 10]] * 3)


def test_each_part_is_weighed_by_its_size() -> None:
    # judged: suspects 1, wrong, and 2, right; others 4, right, and 7, wrong: half of either kind
    of = audit([1, 2, 4, 7], [False, False, True, True])
    found = corrected_f(of)
    # with a label and suspected: 1 is wrong, and half of 0, of whose part nothing was judged, a
    # hit; not suspected: none of 4 and 5, half of 6. Without: 2 and 3 are right, 7 is a hit, half
    # of 8 and 9 are missing. Hits 3 - 0.5 + 1, true pairs 5 - 0.5 - 1 - 0.5 + 1 + 1
    assert_allclose(found.value, [2 * 3.5 / (5 + 4)], rtol=1e-15)
    assert found.interval.low[0] <= found.value[0] <= found.interval.high[0]


def test_nothing_is_said_before_both_kinds_are_judged() -> None:
    assert np.isnan(audited_precision(audit([], [])).value)
    assert np.isnan(corrected_f(audit([], [])).value).all()
    assert np.isnan(corrected_f(audit([0, 1, 2, 3], [True] * 4)).interval.low).all()


def test_of_few_drawn_from_many_the_interval_is_that_of_wilson() -> None:
    # 8 of 10: 0.490 to 0.943 (Wilson without end of the list)
    flagged = np.arange(100_002) < 100_000
    of = Audit(flagged, ~flagged, flagged[None], np.arange(10), np.array([True] * 8 + [False] * 2))
    found = audited_precision(of)
    assert_allclose([found.interval.low, found.interval.high], [0.4902, 0.9433], atol=2e-4)


def world(rng: np.random.Generator) -> tuple[Array, Array, Array, Array]:
    """Suspects half wrong among pairs of which few are; two systems nearer to what is true."""
    flagged = np.arange(2_600) < 200
    wrong = rng.random(2_600) < np.where(flagged, 0.5, 0.04)
    given = rng.random(2_600) < np.where(flagged, 0.5, 0.6)
    truth = given ^ wrong
    called = rng.random((2, 2_600)) < np.where(truth, [[0.85], [0.6]], [[0.25], [0.5]])
    return flagged, given, truth, called


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(8)
    times, held = 100, np.zeros(3)
    for _ in range(times):
        flagged, given, truth, called = world(rng)
        parts = ((flagged, 80), (~flagged & given, 40), (~flagged & ~given, 40))
        drawn = np.concatenate([rng.choice(np.flatnonzero(p), n, False) for p, n in parts])
        audit = Audit(flagged, given, called, drawn, truth[drawn])
        precision, corrected = audited_precision(audit).interval, corrected_f(audit).interval
        f = 2 * (called & truth).sum(axis=1) / (truth.sum() + called.sum(axis=1))
        share = (truth != given)[flagged].mean()
        held[0] += precision.low <= share <= precision.high
        held[1:] += (corrected.low <= f) & (f <= corrected.high)
        assert np.all((corrected.low >= 0) & (corrected.high <= 1))
    # 95 % of 100 less two standard errors; larger runs are in benchmarks/label_errors.py
    assert np.all(held / times >= 0.9), held / times


@pytest.mark.parametrize("seed", range(3))
def test_judging_more_only_narrows(seed: int) -> None:
    rng = np.random.default_rng(seed)
    flagged, given, truth, called = world(rng)
    order = rng.permutation(len(flagged))
    wide, narrow = (
        corrected_f(Audit(flagged, given, called, order[:n], truth[order[:n]])).interval
        for n in (200, 2_000)
    )
    assert np.all(narrow.high - narrow.low < (wide.high - wide.low) / 2)


def test_the_prior_is_as_likely_below_as_above_what_is_found() -> None:
    # the median of the posterior is the share itself, nearly
    for wrong, judged in ((1, 10), (5, 20), (2, 40), (9, 10)):
        median = stats.beta(wrong + PRIOR, judged - wrong + PRIOR).median()
        assert median == pytest.approx(wrong / judged, abs=0.002)
