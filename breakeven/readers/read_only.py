"""A review that many visitors share: its arrays cannot be written to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.records import PackedTexts, Review
from metrics.typing import Array


def read_only(review: Review) -> Review:
    """The same review; whoever writes to one of its arrays gets a ValueError."""
    truth = review.truth
    records: list[object] = [truth, *truth.annotators, *review.predictions]
    records += [] if truth.grades is None else [truth.grades]
    records += [truth.ids] if isinstance(truth.ids, PackedTexts) else []
    records += [said.answered for said in review.predictions if said.answered is not None]
    records += [] if review.hierarchy is None else [review.hierarchy]
    held = [value for record in records for value in vars(record).values()]
    for array in (array for value in (*held, *truth.columns.values()) for array in _arrays(value)):
        array.flags.writeable = False
    return review


def _arrays(held: Any) -> Iterator[Array]:
    if isinstance(held, np.ndarray):
        yield held
    elif sparse.issparse(held):
        held.sum_duplicates()  # brought into order now, for nobody can later
        yield from (held.data, held.indices, held.indptr)
