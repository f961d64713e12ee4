"""The macro-average of documents drawn again, replicate by replicate."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from metrics.averaging import Undefined
from metrics.uncertainty.resampling import macro_of_drawn, quantiles

NAN = np.nan
# classes in rows, three replicates; the last class is undefined in the sample itself
DRAWN = np.array([[0.2, NAN, 0.6], [0.4, 0.8, NAN], [1.0, 0.5, NAN], [NAN, NAN, NAN]])
SAMPLE = np.array([0.3, 0.6, 0.9, NAN])
FREE = np.array([True, True, False, False])


@pytest.mark.parametrize(
    ("undefined", "expected"),
    [
        # (.2 + .4 + 1)/3, (.8 + .5)/2, .6
        ("drop", [1.6 / 3, 0.65, 0.6]),
        # the three defined classes weigh 3 of 4, the undefined one is 0
        ("zero", [1.6 / 3 * 3 / 4, 0.65 * 3 / 4, 0.6 * 3 / 4]),
        ("one", [(1.6 / 3 * 3 + 1) / 4, (0.65 * 3 + 1) / 4, (0.6 * 3 + 1) / 4]),
        # only the first two classes
        ("partition", [0.3, 0.8, 0.6]),
    ],
)
def test_classes_that_were_not_drawn_are_left_out(
    undefined: Undefined, expected: list[float]
) -> None:
    assert_allclose(macro_of_drawn(DRAWN, SAMPLE, undefined, FREE), expected)


def test_a_replicate_without_any_class_has_no_mean() -> None:
    nothing = np.full((2, 1), NAN)
    assert np.isnan(macro_of_drawn(nothing, np.array([0.5, 0.5]), "drop", FREE[:2])).all()


def test_quantiles_are_numpys_also_of_one_value_and_nan_of_none() -> None:
    values = np.array([[0.5, NAN, 0.1, 0.9], [NAN, 0.7, NAN, NAN], [NAN, NAN, NAN, NAN]])
    low, high = quantiles(values, np.array(0.025), np.array(0.6))
    assert_allclose(low[:2], np.nanquantile(values[:2], 0.025, axis=1))
    assert_allclose(high[:2], np.nanquantile(values[:2], 0.6, axis=1))
    assert np.isnan([low[2], high[2]]).all()
