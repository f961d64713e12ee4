"""Effectiveness by training size."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_allclose

from breakeven.data.wording import band_of
from metrics.dataset.learning_curve import training_size_bands, training_size_trend
from metrics.tallies import ContingencyTable


def test_bands_by_hand() -> None:
    # training sizes 0, 3, 4, 15; F 0, 1, 2/3, 0/0
    tp, fp, fn = np.array([0, 2, 1, 0]), np.array([1, 0, 1, 0]), np.array([1, 0, 0, 0])
    tables = ContingencyTable(tp, fp, fn, 10 - tp - fp - fn)
    none, few, more = training_size_bands(np.array([0, 3, 4, 15]), tables, 1.0, "drop")
    assert [band_of(b.low, b.high) for b in (none, few, more)] == ["0", "1 to 4", "15 to 49"]
    assert (few.classes, few.positives) == (2, 3)
    assert_allclose(few.macro.value, (1 + 2 / 3) / 2)
    assert_allclose(few.micro, 2 * 3 / (2 * 3 + 1))
    assert np.isnan(more.macro.value)
    assert more.macro.left_out == 1


def test_the_last_band_is_open() -> None:
    table = ContingencyTable(*(np.array([1]) for _ in range(4)))
    (band,) = training_size_bands(np.array([9_000]), table, 1.0, "drop")
    assert band_of(band.low, band.high) == "1,500 and more"


def test_trend_of_a_line_is_the_line() -> None:
    # F = .1 ln(size): a local line fits it exactly
    size = 2 ** np.arange(13)
    x, y = training_size_trend(size, 0.1 * np.log(size))
    assert_allclose(x, size)
    assert_allclose(y, 0.1 * np.log(size), atol=1e-8)
    assert [len(part) for part in training_size_trend(size[:11], np.log(size[:11]))] == [0, 0]
    assert training_size_trend(np.array([0, *size]), np.array([0.5, *np.log(size) / 10]))[0][0] == 1
