"""Blocks, windows, and decisions on line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from breakeven.analysis.estimation import periods as streams
from breakeven.analysis.estimation.periods import blocks
from metrics.expected.expected_f import expected_f_of_top
from metrics.thresholds.costs import CostMatrix, expected_loss
from tests.golden_cases import cases, check


@pytest.mark.parametrize("case", cases("monitoring"))
def test_golden(case: dict[str, Any]) -> None:
    inputs = case["input"]
    given_ = (
        np.array(inputs["p"]),
        np.array(inputs["calls"], dtype=bool),
        inputs["size"],
        inputs["beta"],
        inputs["c_f"],
        CostMatrix(*inputs["loss"]),
    )
    rolling = streams.rolling(*given_)
    got = {
        "blocks": [
            {
                "first": block.first,
                "last": block.last,
                "expected_f": block.expected_f,
                "expected_loss": block.loss.expected,
                "loss_interval_95": [block.loss.low, block.loss.high],
                "expected_count": block.count.expected,
                "count_interval_95": [block.count.low, block.count.high],
                "called": block.called,
                "best_k": block.best_k,
                "best_expected_f": block.best_expected_f,
            }
            for block in blocks(*given_)
        ],
        "rolling_expected_f": rolling.expected_f,
        "rolling_expected_loss": rolling.expected_loss,
        "online_calls": rolling.online,
    }
    check(got, case)
    short = [block.short for block in blocks(*given_)]
    assert short == [False] * (len(short) - 1) + [len(inputs["p"]) % inputs["size"] > 0]
    assert rolling.documents[:2].tolist() == [1, 2]


@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=12), st.integers(1, 5)
)
def test_blocks_add_up(items: list[tuple[float, bool]], size: int) -> None:
    p, calls = (np.array(column) for column in zip(*items, strict=True))
    of = blocks(p, calls, size)
    whole = expected_loss(p, calls)
    assert sum(b.documents for b in of) == len(p)
    assert_allclose(
        sum(b.documents * b.loss.expected for b in of) / len(p), whole.expected, atol=1e-12
    )
    assert_allclose(sum(b.count.expected for b in of), p.sum(), atol=1e-12)
    assert_allclose(sum(b.count.variance for b in of), np.sum(p * (1 - p)), atol=1e-12)
    assert all(b.best_expected_f >= b.expected_f - 1e-12 for b in of)


@settings(max_examples=25)
@given(
    st.lists(st.integers(0, 10).map(lambda i: i / 10), min_size=1, max_size=10), st.integers(1, 5)
)
def test_online_calls_follow_the_best_set_of_the_window(p: list[float], size: int) -> None:
    online = streams.rolling(np.array(p), np.zeros(len(p), dtype=bool), size).online
    for t, called in enumerate(online):
        window = np.array(p[max(0, t + 1 - size) : t + 1])
        values = expected_f_of_top(window)
        k = int(np.flatnonzero(values >= values.max() - 1e-12)[0])
        assert called == (k >= 1 and p[t] >= sorted(window)[::-1][k - 1])


def test_no_documents() -> None:
    nothing = np.empty(0), np.empty(0, dtype=bool)
    assert blocks(*nothing, 3) == []
    assert len(streams.rolling(*nothing, 3).online) == 0
