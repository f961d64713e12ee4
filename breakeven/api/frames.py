"""Frames of any library as the bytes of a file, read further as every other file is."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from numbers import Number
from typing import Any
from uuid import UUID

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, reason_of

# values of Python that a text says as well as they do
PLAIN = (str, bool, Number, Decimal, date, datetime, UUID)


def frame_file(frame: Any, number: int) -> tuple[str, bytes]:
    """A frame as a file with a name: Parquet, or a stream of Arrow of what Parquet cannot hold.

    Raises ReadError where a column is made of what no file holds.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    name = f"frame {number}"
    table = _table_of(name, frame)
    for columns in (table, _in_types_read(table)):
        out = BytesIO()
        try:
            pq.write_table(columns, out)
        except (pa.ArrowException, OSError):
            continue
        return f"{name}.parquet", out.getvalue()
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return f"{name}.arrow", sink.getvalue().to_pybytes()


def _table_of(name: str, frame: Any) -> Any:
    import pandas as pd
    import pyarrow as pa

    try:
        if isinstance(frame, pd.DataFrame):
            return _of_pandas(name, frame)
        if hasattr(frame, "__arrow_c_stream__"):
            return pa.table(frame)
        from pyarrow.interchange import from_dataframe

        return from_dataframe(frame)
    except (pa.ArrowException, TypeError, ValueError, NotImplementedError) as error:
        what = f"the frame cannot be handed over as Arrow ({reason_of(error)})"
        remedy = "give its columns as text, numbers, or lists of these"
        raise ReadError([Problem(what=what, remedy=remedy, file=name)]) from error


def _of_pandas(name: str, frame: Any) -> Any:
    """A frame of pandas as Arrow; columns that Arrow cannot hold as the text of their values."""
    import pandas as pd
    import pyarrow as pa

    parts = [_plain(frame.iloc[:, place]) for place in range(frame.shape[1])]
    try:
        return pa.Table.from_pandas(
            pd.concat(parts, axis=1) if parts else frame, preserve_index=False
        )
    except (pa.ArrowException, TypeError, ValueError):
        arrays = [_column(name, str(part.name), part) for part in parts]
        return pa.Table.from_arrays(arrays, names=[str(part.name) for part in parts])


def _plain(column: Any) -> Any:
    """A column without what only pandas knows: sparse ones, periods, intervals."""
    import pandas as pd

    kind = column.dtype
    if isinstance(kind, pd.SparseDtype):
        return column.sparse.to_dense()
    if isinstance(kind, pd.CategoricalDtype):
        words = _plain(pd.Series(kind.categories))
        return column if words.dtype == kind.categories.dtype else _plain(column.astype(object))
    if isinstance(kind, pd.PeriodDtype | pd.IntervalDtype):
        return column.astype("string")
    if pd.api.types.is_object_dtype(kind) and column.map(type).isin([pd.Period, pd.Interval]).any():
        return column.astype("string")
    return column


def _column(name: str, column: str, values: Any) -> Any:
    import pyarrow as pa

    try:
        return pa.array(values, from_pandas=True)
    except (pa.ArrowException, TypeError, ValueError) as error:
        given = [None if _is_missing(value) else value for value in values]
        if all(value is None or isinstance(value, PLAIN) for value in given):
            return pa.array([None if v is None else _text(v) for v in given], pa.string())
        what = f"the values cannot be handed over as Arrow ({reason_of(error)})"
        remedy = "give text, numbers, or lists of these, or leave the column out"
        raise ReadError([Problem(column=column, what=what, remedy=remedy, file=name)]) from error


def _is_missing(value: Any) -> bool:
    import pandas as pd

    return bool(pd.api.types.is_scalar(value) and pd.isna(value))


def _text(value: Any) -> str:
    """A value as text: as a file would say it, U+FFFD for half a character."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _in_types_read(table: Any) -> Any:
    """The same with the columns in the types that they are read as, where these can be."""
    import pyarrow as pa

    # loads PyArrow
    from breakeven.readers.files.arrow_types import plain

    columns = []
    for column in table.columns:
        try:
            columns.append(plain(column))
        except pa.ArrowException:
            columns.append(column)
    return pa.Table.from_arrays(columns, names=table.column_names)
