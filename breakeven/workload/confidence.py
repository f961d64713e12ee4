"""How sure a system is of its one class, where a file says so in a column beside its decisions."""

from __future__ import annotations

import numpy as np

from breakeven.records import Review
from metrics.typing import Array

# headers that say so, in small letters
NAMES = ("confidence", "certainty")


def confidence_column(review: Review) -> str | None:
    """The column that says how sure the one system is of the one class it gives; None without one.

    A column of the documents belongs to a system where there is no other, and says how likely it
    is right where documents have one class and its values are in [0, 1].
    """
    truth = review.truth
    if len(review.own) != 1 or truth.task != "single-label":
        return None
    for name, values in truth.columns.items():
        if name.lower() in NAMES and values.dtype.kind == "f" and _shares(values):
            return name
    return None


def _shares(values: Array) -> bool:
    known = values[~np.isnan(values)]
    return bool(len(known) and known.min() >= 0 and known.max() <= 1)
