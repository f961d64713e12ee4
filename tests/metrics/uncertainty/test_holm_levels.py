"""The level that each p-value of a family is held to."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from statsmodels.stats.multitest import multipletests

from metrics.uncertainty.significance import corrected, holm_levels


def test_levels_rise_by_rank_until_one_is_not_rejected() -> None:
    # 0.01 <= 0.05 / 3; 0.03 > 0.05 / 2, and so is what follows
    assert_allclose(holm_levels(np.array([0.9, 0.01, 0.03]), 0.05), [0.025, 0.05 / 3, 0.025])
    assert_allclose(holm_levels(np.array([0.04, 0.01, 0.02]), 0.05), [0.05, 0.05 / 3, 0.025])
    assert holm_levels(np.zeros(0), 0.05).tolist() == []


def test_what_is_up_to_its_level_is_what_statsmodels_rejects() -> None:
    # few, as statsmodels collects garbage at every call; small p-values among others, and ties
    rng = np.random.default_rng(2)
    for size in (1, 4, 9, 30):
        p = np.round(rng.random(size) ** 4, 3)
        rejected, *_ = multipletests(p, 0.05, "holm")
        assert (p <= holm_levels(p, 0.05)).tolist() == rejected.tolist()


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.floats(0.01, 0.4))
def test_what_is_up_to_its_level_is_what_the_corrected_p_values_reject(
    p: list[float], alpha: float
) -> None:
    adjusted, levels = corrected(np.array(p), "holm"), holm_levels(np.array(p), alpha)
    clear = np.abs(adjusted - alpha) > 1e-9  # the same product in another order may just miss it
    assert ((np.array(p) <= levels) == (adjusted <= alpha))[clear].all()
