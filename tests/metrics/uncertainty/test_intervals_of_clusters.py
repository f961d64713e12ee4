"""Intervals of F where documents hang together: at its ends F is precision, or recall."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from metrics.effective_size import EffectiveTrials
from metrics.tallies import ContingencyTable
from metrics.uncertainty.intervals import f_interval, precision_interval, recall_interval, wilson

# 30 assigned worth 12, 24 positives worth 16, 36 of either worth 20
CLUSTERED = ContingencyTable(
    *(np.array(cell, dtype=float) for cell in (18, 12, 6, 64)),
    effective=EffectiveTrials(*(np.array(worth, dtype=float) for worth in (12, 16, 20))),
)


@pytest.mark.parametrize(
    ("beta", "interval"), [(0.0, precision_interval), (math.inf, recall_interval)], ids=["0", "inf"]
)
def test_at_its_ends_f_is_as_uncertain_as_precision_and_recall(
    beta: float, interval: object
) -> None:
    assert callable(interval)
    got, expected = f_interval(CLUSTERED, beta), interval(CLUSTERED)
    assert_allclose([got.low, got.high], [expected.low, expected.high])


def test_f1_is_as_uncertain_as_the_overlap() -> None:
    # overlap 18 of 36, as of 10 in 20 independent documents; F = 2J / (1 + J)
    ends = wilson(10, 20)
    got = f_interval(CLUSTERED)
    for end, of_overlap in ((got.low, ends.low), (got.high, ends.high)):
        assert end == pytest.approx(2 * of_overlap / (1 + of_overlap))


def test_between_them_the_worth_of_a_document_lies_between() -> None:
    # a document is worth 12/30 in precision, 20/36 in the overlap, 16/24 in recall
    width = {b: float(np.ptp([f_interval(CLUSTERED, b).low, f_interval(CLUSTERED, b).high]))
             for b in (0.0, 0.5, 1.0, 2.0, math.inf)}  # fmt: skip
    assert width[0.0] > width[0.5] > width[1.0]
    assert width[2.0] < width[0.5]
