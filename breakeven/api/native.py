"""Arrays and frames of any library as the few kinds that are read further."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

# how libraries hand frames and columns on
INTERFACES = ("__arrow_c_stream__", "__arrow_c_array__", "__dataframe__")


def native(values: Any) -> Any:
    """A pandas frame or series, a SciPy sparse matrix, or a NumPy array or list, as it came.

    Frames and columns of other libraries come through the Arrow interface, older ones through
    the dataframe interchange; anything else that NumPy can read becomes an array.
    """
    if sparse.issparse(values) or isinstance(
        values, pd.DataFrame | pd.Series | np.ndarray | list | tuple
    ):
        return values
    if isinstance(values, pd.Index | pd.Categorical):
        return pd.Series(values)
    if any(hasattr(values, way) for way in INTERFACES):
        return _from_arrow(values)
    if hasattr(values, "__array__"):
        return np.asarray(values)
    return list(values) if isinstance(values, Iterable) else values


def _from_arrow(values: Any) -> Any:
    import pyarrow as pa

    if hasattr(values, "__arrow_c_array__") and not hasattr(values, "__arrow_c_stream__"):
        return _column(pa.array(values))
    if not hasattr(values, "__arrow_c_stream__"):
        from pyarrow.interchange import from_dataframe

        return _frame(from_dataframe(values))
    # a frame streams batches of columns; a single column streams arrays
    try:
        table = pa.table(values)
    except (pa.ArrowException, TypeError, ValueError):
        return _column(pa.chunked_array(values))
    return _frame(table)


def _frame(table: Any) -> pd.DataFrame:
    columns = [_column(column) for column in table.columns]
    frame = pd.concat(columns, axis=1) if columns else pd.DataFrame(index=range(table.num_rows))
    return frame.set_axis(table.column_names, axis=1)


def _column(column: Any) -> pd.Series:
    import pyarrow as pa

    types = pa.types
    if types.is_integer(column.type) or types.is_floating(column.type):
        return column.to_pandas()
    if types.is_boolean(column.type) and not column.null_count:
        return column.to_pandas()
    # text comes in several layouts, alone, in lists and as categories, that pandas does not know
    return pd.Series(column.to_pylist(), dtype=object)


def vector(values: Any, argument: str, n: int | None) -> Any:
    """One value a document: an array or series of shape (n,). ValueError for another shape."""
    found = native(values)
    if not isinstance(found, pd.Series):
        found = np.asarray(found, dtype=object if _has_text(found) else None)
    if isinstance(found, pd.DataFrame) or found.ndim != 1:
        raise ValueError(
            f"{argument} has the shape {found.shape}; give one value for each document"
        )
    if n is not None and len(found) != n:
        raise ValueError(
            f"{argument} holds {len(found):,} values for {n:,} documents; give one for each"
        )
    return found


def _has_text(values: Any) -> bool:
    return isinstance(values, list | tuple) and any(isinstance(v, str) for v in values)


def is_missing(value: Any) -> bool:
    """Whether a single value stands for none: None, NaN, NaT or pandas' NA."""
    return (
        value is None
        or value is pd.NA
        or value is pd.NaT
        or (isinstance(value, float | np.floating) and bool(np.isnan(value)))
    )
