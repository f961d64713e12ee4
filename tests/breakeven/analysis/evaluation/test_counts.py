"""What follows of tables of documents alone."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.counts import DecisionCounts
from metrics.tallies import count_decisions
from metrics.typing import Array


def counts(
    truth: list[list[int]], assigned: list[list[int]], unjudged: Array | None
) -> DecisionCounts:
    """Of pairs given as 1 and 0, those left out that nobody judged."""
    true, called = (sparse.csc_array(np.array(of, dtype=bool)) for of in (truth, assigned))
    off = None if unjudged is None else sparse.csc_array(unjudged)
    judged = np.full(len(truth), len(truth[0])) if unjudged is None else (~unjudged).sum(axis=1)
    return DecisionCounts(
        count_decisions(true, called, off, "class"),
        count_decisions(true, called, off, "document"),
        judged,
    )


TWO_ONE_NONE = [[1, 1, 0], [0, 0, 1], [0, 0, 0]]


def test_knowing_the_true_number() -> None:
    one_each = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    turned = [one_each[1], one_each[2], one_each[0]]
    assert counts(TWO_ONE_NONE, [[1, 0, 1], [0, 0, 1], [0, 0, 0]], None).exactly_true_number
    assert not counts(TWO_ONE_NONE, [[1, 0, 0], [0, 0, 1], [0, 0, 0]], None).exactly_true_number
    # every decision right explains the numbers; so does one class on every document
    assert not counts(TWO_ONE_NONE, TWO_ONE_NONE, None).exactly_true_number
    assert not counts(one_each, turned, None).exactly_true_number


def test_decisions_that_nobody_judged_are_no_sign_of_knowing_the_true_number() -> None:
    assigned = [[1, 0, 1], [0, 0, 1], [0, 1, 0]]
    off = np.zeros((3, 3), dtype=bool)
    assert not counts(TWO_ONE_NONE, assigned, off).exactly_true_number
    off[2, 1] = True  # the one decision too many
    assert counts(TWO_ONE_NONE, assigned, off).exactly_true_number
    # and of what is left, one class on every document explains the numbers
    off[2] = True
    off[0, 0] = True
    assert not counts(TWO_ONE_NONE, assigned, off).exactly_true_number
