"""Two sets whose best decisions no one threshold gives."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.estimation.estimates import (
    SMALL_SETS,
    ClassEstimate,
    estimate,
    find_contradiction,
    threshold_examples,
)
from breakeven.analysis.estimation.probabilities import ClassProbabilities
from metrics.thresholds.costs import ERROR_RATE
from metrics.typing import Array


def classes_of(*rows: Sequence[float] | Array) -> tuple[ClassEstimate, ...]:
    p = np.array(rows)
    nothing = sparse.csc_array(p.shape[::-1], dtype=bool)
    names = tuple(f"c{c}" for c in range(len(p)))
    return estimate(
        ClassProbabilities(names, p, nothing), 1.0, "drop", [ERROR_RATE] * len(p)
    ).classes


def test_lewis_figure_3() -> None:
    first, second = threshold_examples(*SMALL_SETS)
    assert (first.size, first.called, first.left_out) == (2, 0.4, 0.2)
    assert (second.size, second.called, second.left_out) == (2, 0.9, 0.4)
    # {.4, .4} of {.4, .4, .2}: all outcomes by hand, weights times 2 a / (2 + members):
    # both .16 (.8 * 1 + .2 * 4/5), one .48 (.8 * 2/3 + .2 * 1/2)
    assert first.f == pytest.approx(0.16 * (0.8 + 0.2 * 0.8) + 0.48 * (0.8 * 2 / 3 + 0.2 / 2))
    # only what has .9 or more: nothing, right if nothing is a member: .6 * .6 * .8
    assert first.f_other == pytest.approx(0.288)
    # all three of {.9, .9, .4}: members 3, 2, 1 give 1, 4/5, 1/2
    three = 0.81 * 0.4
    two = 0.81 * 0.6 + 2 * 0.09 * 0.4
    exactly_one = 2 * 0.09 * 0.6 + 0.01 * 0.4
    assert second.f_other == pytest.approx(three + 0.8 * two + 0.5 * exactly_one)
    assert second.f > second.f_other


def test_the_most_telling_classes_are_found() -> None:
    of = classes_of(*SMALL_SETS, [0.8, 0.8, 0.1])
    # the first assigns at .4; most is left out by the second, also at .4: no contradiction
    assert find_contradiction(of) is None
    of = classes_of([0.38, 0.38, 0.2], [0.9, 0.9, 0.4], [0.8, 0.8, 0.1])
    assert find_contradiction(of) == (0, 1)


def test_classes_that_are_best_left_empty_are_no_witnesses() -> None:
    assert find_contradiction(classes_of([0.3, 0.0, 0.0], [0.1, 0.0, 0.0])) is None
    assert find_contradiction(()) is None
