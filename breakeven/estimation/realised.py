"""What came of decisions, counted as the estimates count it."""

from __future__ import annotations

import numpy as np

from metrics.measures import f_beta
from metrics.tallies import ContingencyTable
from metrics.typing import Array


def realised_f(table: ContingencyTable, beta: float, c_f: float) -> Array:
    """F per unit, of the table's shape, in [0, 1].

    Where nothing is assigned and nothing true it is `c_f`, as in the estimates it stands beside.
    """
    value = np.asarray(f_beta(table, beta), dtype=float)
    return np.where(np.isnan(value), c_f, value)
