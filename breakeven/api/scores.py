"""Scores of any usual kind as one matrix with a row for each class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

from breakeven.api.labels import class_name, distinct_names
from breakeven.api.native import native, vector
from metrics.typing import Array

KINDS = (
    "a matrix with a column for each class, a frame whose columns are classes, or a mapping of "
    "class to scores"
)


@dataclass(frozen=True)
class ClassScores:
    """`values`: (columns, documents), dense or csr; `names`: of the columns, None without any.

    `single`: it came as one score a document.
    """

    values: Array | sparse.csr_array
    names: tuple[str, ...] | None
    single: bool = False

    @property
    def documents(self) -> int:
        """How many there are."""
        return int(self.values.shape[1])

    @property
    def listed(self) -> Array:
        """The scores that were given, of any shape."""
        return np.asarray(self.values.data if sparse.issparse(self.values) else self.values)


def scores_of(values: Any) -> ClassScores:
    """Scores of any kind, in the precision they came in. ValueError where one is no number."""
    if isinstance(values, Mapping):
        named = {class_name(k): _numbers(vector(v, "y_score", None)) for k, v in values.items()}
        if len(named) < len(values) or len({len(column) for column in named.values()}) != 1:
            raise ValueError("y_score needs classes of distinct names, with as many scores each")
        return _checked(ClassScores(np.stack(list(named.values())), tuple(named)))
    found = native(values)
    if sparse.issparse(found):
        stored = sparse.csr_array(sparse.csr_array(found).T)
        stored.data = _numbers(stored.data)
        return _checked(ClassScores(stored, None))
    if isinstance(found, pd.DataFrame):
        names = distinct_names(found.columns, "y_score")
        columns = [_numbers(found.iloc[:, c]) for c in range(len(names))]
        dense = np.stack(columns) if columns else np.zeros((0, len(found)))
        return _checked(ClassScores(dense, names))
    if isinstance(found, list | tuple) and len(found) and isinstance(found[0], Mapping | list):
        first = found[0] if isinstance(found[0], Mapping) else next(chain(*found), None)
        if isinstance(first, Mapping):
            return _checked(_of_label_scores(found))
    dense = _numbers(np.asarray(found) if not isinstance(found, pd.Series) else found)
    if dense.ndim not in (1, 2):
        raise ValueError(f"y_score has the shape {dense.shape}; give {KINDS}")
    single = dense.ndim == 1
    return _checked(ClassScores(np.ascontiguousarray(np.atleast_2d(dense.T)), None, single))


def _of_label_scores(rows: Sequence[Any]) -> ClassScores:
    """As Hugging Face pipelines give them: per document dictionaries of `label` and `score`.

    A class that a document does not list is never assigned to it.
    """
    lists = [[row] if isinstance(row, Mapping) else row for row in rows]
    try:
        flat = [(class_name(one["label"]), float(one["score"])) for one in chain(*lists)]
    except (KeyError, TypeError):
        raise ValueError("y_score holds dictionaries; give them a `label` and a `score`") from None
    codes, names = pd.factorize(np.array([label for label, _ in flat], dtype=object), sort=True)
    at = np.repeat(np.arange(len(lists)), [len(row) for row in lists])
    if len(set(zip(codes.tolist(), at.tolist(), strict=True))) < len(flat):
        raise ValueError("y_score lists a label twice for one document; give each once")
    scores = sparse.csr_array(
        (np.array([score for _, score in flat]), (codes, at)), shape=(len(names), len(lists))
    )
    whole = scores.nnz == len(names) * len(lists)
    return ClassScores(scores.toarray() if whole else scores, tuple(names))


def _numbers(values: Any) -> Array:
    """In single or double precision, whatever the shape; NaN for a missing value."""
    try:
        if isinstance(values, pd.Series) and not isinstance(values.dtype, np.dtype):
            values = values.to_numpy(dtype=float, na_value=np.nan)
        found = np.asarray(values)
        if found.dtype.kind not in "fiubO":
            raise ValueError
        if found.dtype in (np.float32, np.float64):
            return found
        return found.astype(np.float32 if found.dtype == np.float16 else np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"y_score does not hold numbers alone; give {KINDS}") from None


def _checked(scores: ClassScores) -> ClassScores:
    values = scores.values
    if np.isfinite(scores.listed).all():
        return scores
    if sparse.issparse(values):
        raise ValueError("y_score holds a value that is not finite; give numbers")
    column, row = (int(i) for i in np.argwhere(~np.isfinite(values.T))[0][::-1])
    name = "" if scores.names is None else f" ({scores.names[column]!r})"
    raise ValueError(
        f"y_score holds {values[column, row]} in row {row}, column {column}{name}; give a number"
    )
