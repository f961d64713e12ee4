"""Things alike in several numbers are found as NumPy finds equal rows."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from metrics.uncertainty.average_intervals import distinct_columns


@pytest.mark.parametrize("things", [0, 1, 2, 500])
@pytest.mark.parametrize("columns", [1, 3])
def test_kinds_are_the_rows_that_differ(things: int, columns: int) -> None:
    held = np.random.default_rng(things).integers(-2, 3, (columns, things)) / 4
    kinds, which = distinct_columns(list(held))
    assert_array_equal(kinds, np.unique(held, axis=1))
    assert_array_equal(kinds[:, which], held)
