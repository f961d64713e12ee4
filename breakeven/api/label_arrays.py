"""Labels and scores of any usual kind: which document has which class, and who was not judged.

Tested in `test_arrays` and `test_wrong_arrays`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

from breakeven.data.wording import examples
from metrics.typing import Array

# --- Arrays and frames of any library as the few kinds that are read further


# how libraries hand frames and columns on
INTERFACES = ("__arrow_c_stream__", "__arrow_c_array__", "__dataframe__")


def as_native(values: Any) -> Any:
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


def as_vector(values: Any, argument: str, n: int | None) -> Any:
    """One value a document: an array or series of shape (n,). ValueError for another shape."""
    array = as_native(values)
    if not isinstance(array, pd.Series):
        array = np.asarray(array, dtype=object if _has_text(array) else None)
    if isinstance(array, pd.DataFrame) or array.ndim != 1:
        raise ValueError(
            f"{argument} has the shape {array.shape}; give one value for each document"
        )
    if n is not None and len(array) != n:
        raise ValueError(
            f"{argument} holds {len(array):,} values for {n:,} documents; give one for each"
        )
    return array


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


# --- Labels of any usual kind as sets of classes: who has which class, and who was not judged


SETS = (list, tuple, set, frozenset, np.ndarray, pd.Series)
LABEL_KINDS = (
    "one label per document, a list or set of labels per document, or a 0/1 matrix with one "
    "column per class"
)


@dataclass(frozen=True)
class Labels:
    """Which classes each document has.

    `has`: boolean csr (documents, columns); `names`: of the columns, None where they have none;
    `unjudged`: boolean csr of the same shape, None where all was judged. `matrix`: it came as
    one; `integers`: the names are whole numbers, which may be positions in a list of classes.
    """

    has: sparse.csr_array
    names: tuple[str, ...] | None
    unjudged: sparse.csr_array | None = None
    matrix: bool = False
    integers: bool = False

    @property
    def documents(self) -> int:
        """How many there are."""
        return int(self.has.shape[0])


def class_name(value: Any) -> str:
    """A class as text: text as it is, whole numbers and yes or no as "1", "0".

    ValueError for anything else.
    """
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool | np.bool_ | int | np.integer):
        return str(int(value))
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    raise ValueError(f"{value!r} is not a class; classes are text or whole numbers")


def distinct_names(columns: Iterable[Any], argument: str) -> tuple[str, ...]:
    """The names of columns as classes. ValueError where two are the same."""
    names = tuple(class_name(column) for column in columns)
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"{argument} names {examples(twice)} twice; give each class once")
    return names


def sorted_names(names: Iterable[str]) -> tuple[str, ...]:
    """Distinct names: whole numbers by value, anything else as text."""
    distinct = set(names)
    if all(name.removeprefix("-").isdecimal() for name in distinct):
        return tuple(sorted(distinct, key=int))
    return tuple(sorted(distinct))


def labels_of(values: Any, argument: str, columns: int | None = None) -> Labels:
    """Labels of any kind; `columns`: how many classes are known, by which a matrix is told.

    Numbers in rows of one length, all 0 or 1, are a matrix, as for scikit-learn; a matrix of
    one column is a vector of labels, unless one class is known. NaN in a matrix is a pair nobody
    judged; a missing label is no class. ValueError for anything else.
    """
    array = as_native(values)
    if sparse.issparse(array):
        return _of_matrix(array, None, argument)
    if isinstance(array, pd.DataFrame):
        if array.shape[1] == 1 and columns != 1:
            return labels_of(array.iloc[:, 0], argument, columns)
        names = distinct_names(array.columns, argument)
        return _of_matrix(_as_float(array, argument), names, argument)
    if isinstance(array, np.ndarray) and array.ndim == 2 and array.dtype.kind in "biuf":
        if array.shape[1] == 1 and columns != 1:
            return _of_vector(array[:, 0], argument)
        return _of_matrix(array, None, argument)
    if isinstance(array, np.ndarray) and array.ndim not in (1, 2):
        raise ValueError(f"{argument} has the shape {array.shape}; give {LABEL_KINDS}")
    if not isinstance(array, np.ndarray | pd.Series | list | tuple):
        raise ValueError(f"{argument} is of the type {type(values).__name__}; give {LABEL_KINDS}")
    if isinstance(array, np.ndarray) and array.ndim == 1 and array.dtype.kind != "O":
        return _of_vector(array, argument)
    if isinstance(array, pd.Series) and array.dtype != object:
        return _of_vector(_plain(array), argument)
    rows = array.tolist() if isinstance(array, np.ndarray | pd.Series) else list(array)
    return _of_rows(rows, argument, columns)


def _plain(series: pd.Series) -> Array:
    """A series as an array whose missing values are None, unless it is of plain numbers."""
    if isinstance(series.dtype, np.dtype) and series.dtype.kind in "biuf":
        return series.to_numpy()
    out = series.to_numpy(dtype=object, copy=True)
    out[series.isna().to_numpy()] = None
    return out


def _of_rows(rows: list[Any], argument: str, columns: int | None) -> Labels:
    is_set = np.fromiter((isinstance(row, SETS) for row in rows), dtype=bool, count=len(rows))
    missing = np.fromiter(map(_is_missing_row, rows), dtype=bool, count=len(rows))
    if not is_set.any():
        return _of_vector(np.array([*rows, None], dtype=object)[:-1], argument)
    if odd := np.flatnonzero(~is_set & ~missing).tolist():
        raise ValueError(
            f"{argument} holds lists of labels, but {rows[odd[0]]!r} in row {odd[0]}; "
            f"give {LABEL_KINDS}"
        )
    sets = [row if held else () for row, held in zip(rows, is_set, strict=True)]
    lengths = np.fromiter(map(len, sets), dtype=np.int64, count=len(sets))
    flat = list(chain.from_iterable(sets))
    if _is_matrix(flat, lengths, columns) and not missing.any():
        dense = np.array(flat, dtype=float).reshape(len(rows), -1)
        if dense.shape[1] == 1 and columns != 1:
            return _of_vector(dense[:, 0], argument)
        return _of_matrix(dense, None, argument)
    codes, names, integers = _codes(np.array([*flat, None], dtype=object)[:-1], argument)
    row_of_label = np.repeat(np.arange(len(rows)), lengths)
    return Labels(_pairs(row_of_label, codes, len(rows), len(names)), names, integers=integers)


def _is_missing_row(row: Any) -> bool:
    return not isinstance(row, SETS) and is_missing(row)


def _is_matrix(flat: Sequence[Any], lengths: Array, columns: int | None) -> bool:
    """Whether rows of values are those of a 0/1 matrix."""
    if not len(lengths) or lengths.min() != lengths.max() or not flat:
        return False
    if columns is not None and lengths[0] not in (1, columns):
        return False
    if not all(isinstance(v, bool | int | float | np.bool_ | np.number) for v in flat):
        return False
    numbers = np.array(flat, dtype=float)
    return bool(np.all(np.isnan(numbers) | (numbers == 0) | (numbers == 1)))


def _of_vector(values: Array, argument: str) -> Labels:
    codes, names, integers = _codes(values, argument)
    return Labels(
        _pairs(np.arange(len(values)), codes, len(values), len(names)), names, integers=integers
    )


def _codes(values: Array, argument: str) -> tuple[Array, tuple[str, ...], bool]:
    """Per value the index of its class, -1 where there is none; the classes, sorted."""
    codes, distinct = pd.factorize(values)
    try:
        named = [class_name(value) for value in distinct]
    except ValueError as error:
        raise ValueError(f"{argument}: {error}; give scores as y_score") from None
    names = sorted_names(named)
    place = {name: i for i, name in enumerate(names)}
    integers = bool(len(distinct)) and not any(isinstance(value, str) for value in distinct)
    return np.array([*(place[name] for name in named), -1])[codes], names, integers


def _pairs(rows: Array, codes: Array, n: int, k: int) -> sparse.csr_array:
    listed = codes >= 0
    # summing equal pairs of booleans is "or": a class listed twice counts once
    return sparse.csr_array(
        (np.ones(int(listed.sum()), dtype=bool), (rows[listed], codes[listed])), shape=(n, k)
    )


def _as_float(frame: pd.DataFrame, argument: str) -> Array:
    try:
        return frame.to_numpy(dtype=float, na_value=np.nan)
    except (TypeError, ValueError):
        raise ValueError(
            f"{argument} is a frame that holds more than numbers; give {LABEL_KINDS}"
        ) from None


def _of_matrix(values: Any, names: tuple[str, ...] | None, argument: str) -> Labels:
    if sparse.issparse(values):
        matrix = sparse.csr_array(values)
        rows, columns = matrix.nonzero()
        cells = np.asarray(matrix.data[matrix.data != 0], dtype=float)
    else:
        rows, columns = np.nonzero(values)
        cells = np.asarray(values[rows, columns], dtype=float)
    out = np.isnan(cells)
    if wrong := np.flatnonzero(~out & (cells != 1)).tolist():
        first = wrong[0]
        raise ValueError(
            f"{argument} holds {cells[first]:g} in row {rows[first]}, column {columns[first]}; a "
            "matrix holds 1 where a class applies and 0 where not, and NaN where nobody judged; "
            "give scores as y_score"
        )
    n, k = values.shape
    has = _pairs(rows[~out], columns[~out], n, k)
    unjudged = _pairs(rows[out], columns[out], n, k) if out.any() else None
    return Labels(has, names, unjudged, matrix=True)


# --- Scores of any usual kind as one matrix with a row for each class


SCORE_KINDS = (
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
        named = {class_name(k): _numbers(as_vector(v, "y_score", None)) for k, v in values.items()}
        if len(named) < len(values) or len({len(column) for column in named.values()}) != 1:
            raise ValueError("y_score needs classes of distinct names, with as many scores each")
        return _checked(ClassScores(np.stack(list(named.values())), tuple(named)))
    array = as_native(values)
    if sparse.issparse(array):
        stored = sparse.csr_array(sparse.csr_array(array).T)
        stored.data = _numbers(stored.data)
        return _checked(ClassScores(stored, None))
    if isinstance(array, pd.DataFrame):
        names = distinct_names(array.columns, "y_score")
        columns = [_numbers(array.iloc[:, c]) for c in range(len(names))]
        dense = np.stack(columns) if columns else np.zeros((0, len(array)))
        return _checked(ClassScores(dense, names))
    if isinstance(array, list | tuple) and len(array) and isinstance(array[0], Mapping | list):
        first = array[0] if isinstance(array[0], Mapping) else next(chain(*array), None)
        if isinstance(first, Mapping):
            return _checked(_of_label_scores(array))
    dense = _numbers(np.asarray(array) if not isinstance(array, pd.Series) else array)
    if dense.ndim not in (1, 2):
        raise ValueError(f"y_score has the shape {dense.shape}; give {SCORE_KINDS}")
    single = dense.ndim == 1
    return _checked(ClassScores(np.ascontiguousarray(np.atleast_2d(dense.T)), None, single))


def _of_label_scores(rows: Sequence[Any]) -> ClassScores:
    """As Hugging Face pipelines give them: per document dictionaries of `label` and `score`.

    A class that a document does not list is never assigned to it.
    """
    lists = [[row] if isinstance(row, Mapping) else row for row in rows]
    try:
        flat = [(class_name(record["label"]), float(record["score"])) for record in chain(*lists)]
    except (KeyError, TypeError):
        raise ValueError("y_score holds dictionaries; give them a `label` and a `score`") from None
    codes, names = pd.factorize(np.array([label for label, _ in flat], dtype=object), sort=True)
    document = np.repeat(np.arange(len(lists)), [len(row) for row in lists])
    if len(set(zip(codes.tolist(), document.tolist(), strict=True))) < len(flat):
        raise ValueError("y_score lists a label twice for one document; give each once")
    scores = sparse.csr_array(
        (np.array([score for _, score in flat]), (codes, document)), shape=(len(names), len(lists))
    )
    is_dense = scores.nnz == len(names) * len(lists)
    return ClassScores(scores.toarray() if is_dense else scores, tuple(names))


def _numbers(values: Any) -> Array:
    """In single or double precision, whatever the shape; NaN for a missing value."""
    try:
        if isinstance(values, pd.Series) and not isinstance(values.dtype, np.dtype):
            values = values.to_numpy(dtype=float, na_value=np.nan)
        array = np.asarray(values)
        if array.dtype.kind not in "fiubO":
            raise ValueError
        if array.dtype in (np.float32, np.float64):
            return array
        return array.astype(np.float32 if array.dtype == np.float16 else np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"y_score holds more than numbers; give {SCORE_KINDS}") from None


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
