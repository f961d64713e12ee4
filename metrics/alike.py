"""Things that are alike in several numbers, worked out once for each kind."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from metrics.typing import Array


def kinds_of(columns: Sequence[Array]) -> tuple[Array, Array]:
    """The tuples that occur, ascending, and which of them each thing has.

    `columns`: one number a thing each, shape (things,), none of them NaN. Shapes (columns, kinds)
    and (things,): `kinds[:, which]` are the columns. As `np.unique` of rows, which takes
    ten times as long.
    """
    order = np.lexsort(columns[::-1])
    ascending = np.stack([column[order] for column in columns])
    new = np.ones(len(order), dtype=bool)
    new[1:] = (ascending[:, 1:] != ascending[:, :-1]).any(axis=0)
    which = np.empty(len(order), dtype=np.int64)
    which[order] = np.cumsum(new) - 1
    return ascending[:, new], which
