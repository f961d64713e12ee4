"""A threshold read out and typed in again makes the same decisions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from breakeven.data.wording import exact_of, in_full, threshold_of
from metrics.tallies import tally_scores

finite = st.floats(-1e12, 1e12)
# neighbours in double precision, and numbers whose digits go on
close = st.tuples(finite, st.integers(0, 3)).map(lambda f: float(f[0] + f[1] * np.spacing(f[0])))
scores = st.lists(finite | close | st.sampled_from([0.0, 1 / 3, 0.3, 0.1 + 0.2]), min_size=1)


def typed(threshold: float) -> float:
    """What comes of typing a threshold as it is shown."""
    return float(threshold_of(threshold).replace("−", "-").replace("∞", "inf"))


@given(scores, st.data(), st.booleans())
def test_what_is_shown_of_a_threshold_decides_as_it_does(
    values: list[float], data: st.DataObject, single: bool
) -> None:
    own = np.array(values, dtype=np.float32 if single else np.float64)
    at = float(data.draw(st.sampled_from(list(own)) | finite))
    tally = tally_scores(own, np.zeros(0, dtype=int))
    shown = typed(tally.short(at).item())
    assert shown <= at
    assert [float(s) >= shown for s in own] == [float(s) >= at for s in own]


@pytest.mark.parametrize(
    ("values", "threshold", "shown"),
    [
        # to four digits these are 1, which no score reaches
        ([0.99999987, 0.9999998], 0.99999987, "0.99999987"),
        ([0.99999987, 0.9999998], 0.9999998, "0.9999"),
        ([0.123456789, 0.1], 0.123456789, "0.1234"),
        ([0.123456789, 0.1234567], 0.123456789, "0.12345678"),
        # four digits, cut off: rounded up, 0.04451 would leave the document out
        ([0.044508401304483414, 0.0441], 0.044508401304483414, "0.0445"),
        ([0.29, 0.1], 0.29, "0.29"),  # 0.29 · 10⁶ lies just below 290,000
        ([-0.123456789, -2.0], -0.123456789, "−0.1235"),
        ([123456789.0, 5.0], 123456789.0, "123400000"),
        ([0.5], math.inf, "∞"),
        ([0.5], -math.inf, "−∞"),
        ([0.5], 0.0, "0"),
        ([0.5], math.nan, "—"),
    ],
)
def test_digits_are_cut_off_until_it_would_matter(
    values: list[float], threshold: float, shown: str
) -> None:
    tally = tally_scores(np.array(values), np.zeros(0, dtype=int))
    assert threshold_of(tally.short(threshold).item()) == shown


def test_many_thresholds_are_shortened_at_once() -> None:
    tally = tally_scores(np.array([0.1234567, 0.1234568, 0.9]), np.zeros(0, dtype=int))
    short = tally.short(np.array([0.9, 0.1234568, 0.1234567]))
    assert short.tolist() == [0.9, 0.1234568, 0.1234]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_box_shows_each_digit(value: float) -> None:
    assert float(in_full(value) % value) == value
    assert float(exact_of(value)) == value
