"""Lines that are not remembered are what an array of them would say."""

from __future__ import annotations

import numpy as np

from breakeven.readers.files.drafts import ConsecutiveLines


def test_lines_that_follow_each_other_are_as_an_array_has_them() -> None:
    lines, array = ConsecutiveLines(5), np.array([1, 2, 3, 4, 5])
    rows = np.array([4, 0, 3])
    assert len(lines) == 5
    assert lines[3] == array[3]
    assert lines[rows].tolist() == array[rows].tolist()
    assert [part.tolist() for part in (lines[:3], lines[1:])] == [[1, 2, 3], [2, 3, 4, 5]]
    assert np.asarray(lines).tolist() == lines.tolist() == array.tolist()
