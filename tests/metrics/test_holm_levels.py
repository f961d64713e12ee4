"""The level that each p-value of a family is held to."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from statsmodels.stats.multitest import multipletests

from metrics.significance import holm_levels


def test_levels_rise_by_rank_until_one_is_not_rejected() -> None:
    # 0.01 <= 0.05 / 3; 0.03 > 0.05 / 2, and so is what follows
    assert_allclose(holm_levels(np.array([0.9, 0.01, 0.03]), 0.05), [0.025, 0.05 / 3, 0.025])
    assert_allclose(holm_levels(np.array([0.04, 0.01, 0.02]), 0.05), [0.05, 0.05 / 3, 0.025])
    assert holm_levels(np.zeros(0), 0.05).tolist() == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.floats(0.01, 0.4))
def test_what_is_up_to_its_level_is_what_statsmodels_rejects(p: list[float], alpha: float) -> None:
    rejected, *_ = multipletests(p, alpha, "holm")
    assert (np.array(p) <= holm_levels(np.array(p), alpha)).tolist() == rejected.tolist()
