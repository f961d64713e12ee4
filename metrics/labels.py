"""Tables from arrays of labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from metrics.tallies import ContingencyTable, count_decisions
from metrics.typing import Array


def count(
    y_true: Any,
    y_pred: Any,
    labels: Sequence[Any] | Array | None = None,
    sample_weight: Sequence[float] | Array | None = None,
) -> ContingencyTable:
    """One table per class, from the true and the assigned labels of the same documents.

    Both are vectors of one label a document, shape (documents,), or 0/1 matrices, dense or
    sparse, shape (documents, classes). The classes of vectors are `labels` in this order, else
    all that occur, sorted. `sample_weight`: how much each document counts. ValueError where the
    shapes differ, or a matrix holds anything else.

    >>> count(["a", "b", "b"], ["a", "a", "b"]).tp
    array([1, 1])
    >>> count([[1, 0], [1, 1]], [[1, 0], [0, 1]]).fn
    array([1, 0])
    """
    true, assigned = (_array(values) for values in (y_true, y_pred))
    if true.shape != assigned.shape:
        raise ValueError(
            f"y_true has the shape {true.shape} and y_pred {assigned.shape}; give both the same"
        )
    weights = None if sample_weight is None else np.asarray(sample_weight, dtype=float)
    if weights is not None and weights.shape != true.shape[:1]:
        raise ValueError(f"sample_weight has the shape {weights.shape}; give one a document")
    if len(true.shape) == 2:
        pair = _matrix("y_true", true), _matrix("y_pred", assigned)
        return count_decisions(*pair, weights=weights)
    if len(true.shape) != 1:
        raise ValueError("give vectors of labels, or 0/1 matrices with a column for each class")
    if (true.dtype.kind in "US") != (assigned.dtype.kind in "US"):
        raise ValueError("the labels of y_true and y_pred are text and numbers; use one of them")
    known = np.unique(np.concatenate([true, assigned])) if labels is None else np.asarray(labels)
    return count_decisions(_one_of(true, known), _one_of(assigned, known), weights=weights)


def _array(values: Any) -> Any:
    return values if sparse.issparse(values) else np.asarray(values)


def _matrix(argument: str, values: Any) -> sparse.csc_array:
    found = values.data if sparse.issparse(values) else values
    if not np.isin(found, (0, 1)).all():
        raise ValueError(
            f"{argument} holds more than 0 and 1; a matrix says yes or no of each class"
        )
    return sparse.csc_array(values, dtype=bool)


def _one_of(values: Array, labels: Array) -> sparse.csc_array:
    """Boolean (documents, labels): each document's own label, none where it is not listed."""
    order = np.argsort(labels)
    place = np.searchsorted(labels, values, sorter=order).clip(max=len(labels) - 1)
    listed = np.flatnonzero(labels[order][place] == values) if len(labels) else np.zeros(0, int)
    columns = order[place[listed]]
    return sparse.csc_array(
        (np.ones(len(listed), dtype=bool), (listed, columns)), shape=(len(values), len(labels))
    )
