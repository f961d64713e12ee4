"""Whether the scores of a format add up to 1 in every row, and so may be called probabilities."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa

from breakeven.readers.cells import numbers
from breakeven.readers.columns.probabilities import MOST_OFF, ROUNDED


def add_up(table: pa.Table, columns: Iterable[str]) -> bool:
    """Whether several columns are from 0 to 1 and add up to 1 in each row, but for rounding.

    A class that is not listed counts as 0; rows without any are passed over.
    """
    held = [numbers(table.column(column)) for column in columns]
    if len(held) < 2:
        return False
    scores = np.stack(held)
    listed = ~np.isnan(scores)
    if (scores[listed] < 0).any() or (scores[listed] > 1).any():
        return False
    some = listed.any(axis=0)
    off = np.abs(np.where(listed, scores, 0).sum(axis=0)[some] - 1)
    return bool(some.any() and (off <= min(MOST_OFF, ROUNDED * len(held))).all())
