"""Which Arrow types are read, and as what: text, yes or no, numbers, or lists of these.

The types are named that are read. Any other, also one that Arrow adds later, is refused where
a column of it is to mean something.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from metrics.typing import Array

HEX = np.frombuffer(b"0123456789abcdef", dtype=np.uint8)
BOOL8, UUID = "arrow.bool8", "arrow.uuid"
# where a UUID has its dashes: after so many hexadecimal digits
DASHES = (8, 12, 16, 20)


class PandasType(pa.ExtensionType):  # type: ignore[misc]
    """A type of pandas' own as a file names it, where pandas has not made it known to Arrow."""

    NAME = ""

    def __init__(self, storage: pa.DataType, about: bytes) -> None:
        self._about = about
        super().__init__(storage, self.NAME)

    def __arrow_ext_serialize__(self) -> bytes:
        return self._about

    @classmethod
    def __arrow_ext_deserialize__(cls, storage: pa.DataType, serialized: bytes) -> PandasType:
        return cls(storage, serialized)


class PandasPeriods(PandasType):
    """Months, days or the like, kept as their numbers since 1970."""

    NAME = "pandas.period"


class PandasIntervals(PandasType):
    """Ranges, kept as their ends."""

    NAME = "pandas.interval"


OF_PANDAS = {kind.NAME: kind for kind in (PandasPeriods, PandasIntervals)}
OF_EXTENSIONS = {BOOL8: pa.bool_()} | dict.fromkeys(OF_PANDAS, pa.string())


def type_of_field(field: pa.Field) -> pa.DataType:
    """The type of a column: its own, or that of pandas which it says it is kept for.

    A program that has not loaded pandas sees only what its types are kept as: a month is the
    number of months since 1970.
    """
    about = field.metadata or {}
    name = about.get(b"ARROW:extension:name", b"").decode("utf-8", "replace")
    if name not in OF_PANDAS:
        return field.type
    more = about.get(b"ARROW:extension:metadata", b"")
    if not pa.types.is_dictionary(field.type):
        return OF_PANDAS[name](field.type, more)
    return pa.dictionary(field.type.index_type, OF_PANDAS[name](field.type.value_type, more))


def is_list(kind: pa.DataType) -> bool:
    """Whether values of this type are lists."""
    types = pa.types
    return bool(
        types.is_list(kind)
        or types.is_large_list(kind)
        or types.is_fixed_size_list(kind)
        or types.is_list_view(kind)
        or types.is_large_list_view(kind)
    )


def hold_categories(kind: pa.DataType) -> bool:
    """Whether values of this type have words of a dictionary in them: lists, records and maps."""
    if isinstance(kind, pa.BaseExtensionType):
        return hold_categories(kind.storage_type)
    inside = [kind.field(place).type for place in range(kind.num_fields)]
    return any(pa.types.is_dictionary(inner) or hold_categories(inner) for inner in inside)


def is_number(kind: pa.DataType) -> bool:
    """Whether values of this type are numbers, booleans not among them."""
    types = pa.types
    return bool(types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind))


def type_read_as(kind: pa.DataType) -> pa.DataType | None:
    """The type that values of this type are read as; None where nothing is made of them."""
    types = pa.types
    if types.is_dictionary(kind):
        inner = type_read_as(kind.value_type)
        # of whatever width a file has them, and in whatever order: pieces of a column are of one
        # type, also those that are encoded anew
        return inner if inner is None or not _is_text(inner) else pa.dictionary(pa.int32(), inner)
    if _is_text(kind) or is_number(kind) or types.is_boolean(kind) or types.is_null(kind):
        return kind
    if types.is_string_view(kind):
        return pa.large_string()
    day_or_time = types.is_temporal(kind) and not types.is_interval(kind)
    if day_or_time or types.is_fixed_size_binary(kind):
        return pa.string()
    if types.is_run_end_encoded(kind):
        return type_read_as(kind.value_type)
    if isinstance(kind, pa.BaseExtensionType):
        return _extension_as(kind)
    if is_list(kind):
        inner = type_read_as(kind.value_type)
        if inner is None or is_list(inner):
            return None
        return kind if inner == kind.value_type and not _is_view(kind) else pa.large_list(inner)
    return None


def _extension_as(kind: pa.BaseExtensionType) -> pa.DataType | None:
    if isinstance(kind, pa.FixedShapeTensorType) and len(kind.shape) != 1:
        return None
    return OF_EXTENSIONS.get(kind.extension_name) or type_read_as(kind.storage_type)


def as_plain(values: pa.ChunkedArray, own: pa.DataType | None = None) -> pa.ChunkedArray:
    """The values in the type that `type_read_as` says; as they are where it says None.

    `own`: their type by `type_of_field`, where it is not the one that they are kept in. Raises
    pa.ArrowException where they cannot be, as text that is not UTF-8.
    """
    if isinstance(getattr(own, "value_type", own), PandasType):
        values = pa.chunked_array([_in_type(chunk, own) for chunk in values.chunks], own)
    kind = type_read_as(values.type)
    if kind is None or (kind == values.type and not _lacks_a_word(values)):
        if kind is not None and not is_number(kind):
            for chunk in values.chunks:
                _validate(chunk)
        return values
    return pa.chunked_array([_plain(chunk, kind) for chunk in values.chunks], kind)


def _lacks_a_word(values: pa.ChunkedArray) -> bool:
    """Whether a dictionary has a missing word, which Arrow cannot put together with others."""
    if not pa.types.is_dictionary(values.type):
        return False
    return any(chunk.dictionary.null_count for chunk in values.chunks)


def _each_row(values: pa.RunEndEncodedArray) -> pa.Array:
    """The value of each row, where runs of equal ones are written once."""
    ends = values.run_ends.to_numpy()
    rows = np.arange(values.offset, values.offset + len(values))
    return _one(values.values).take(pa.array(np.searchsorted(ends, rows, side="right")))


def _in_type(values: pa.Array, own: pa.DataType) -> pa.Array:
    """What is kept as numbers or objects, in the type that is meant."""
    if not pa.types.is_dictionary(own):
        return pa.ExtensionArray.from_storage(own, values)
    texts = pa.ExtensionArray.from_storage(own.value_type, values.dictionary)
    return pa.DictionaryArray.from_arrays(values.indices, texts)


def _validate(values: pa.Array) -> None:
    """Raises pa.ArrowException where a file says UTF-8 and holds something else."""
    if not pa.types.is_dictionary(values.type):
        values.validate(full=True)
        return
    values.validate()
    values.dictionary.validate(full=True)
    # as a full check of the codes, which takes longer than to read them
    ends = pc.min_max(values.indices).as_py()
    if ends["min"] is not None and not 0 <= ends["min"] <= ends["max"] < len(values.dictionary):
        raise pa.ArrowInvalid("a value is not in the dictionary")


def _plain(values: pa.Array, kind: pa.DataType) -> pa.Array:
    types, own = pa.types, values.type
    if types.is_run_end_encoded(own):
        values = _each_row(values)
    elif isinstance(own, pa.BaseExtensionType):
        values = _of_extension(values, own.extension_name)
    elif types.is_dictionary(own):
        return (
            _as_dictionary(values, kind) if types.is_dictionary(kind) else _unfolded(values, kind)
        )
    elif types.is_fixed_size_binary(own):
        values = _as_hex(values)
    elif types.is_timestamp(own):
        values = _as_times(values)
    elif is_list(own):
        return _as_lists(values, kind)
    else:
        return values.cast(kind)
    return values if values.type == kind else _plain(values, kind)


def _of_extension(values: pa.ExtensionArray, name: str) -> pa.Array:
    """What an array of this extension means; its storage where nothing is known of it."""
    storage = values.storage
    if name == UUID:
        return _as_hex(storage, uuid=True)
    if name == BOOL8:
        return pc.not_equal(storage, pa.scalar(0, storage.type))
    if name in OF_PANDAS:
        return _periods(values) if name == PandasPeriods.NAME else _intervals(values)
    return storage


def _periods(values: pa.ExtensionArray) -> pa.Array:
    """Periods as pandas writes them, as 2024-01 for a month."""
    import pandas as pd  # only for columns that it wrote

    try:
        every = json.loads(values.type.__arrow_ext_serialize__())["freq"]
        places = pc.fill_null(values.storage.cast(pa.int64()), 0).to_numpy()
        months = pd.PeriodIndex.from_ordinals(places, freq=every)  # type: ignore[attr-defined]
        written = months.astype(str).tolist()
    except (ValueError, TypeError, KeyError) as error:
        raise pa.ArrowInvalid(f"not a period of pandas: {error}") from error
    return pa.array(written, pa.string(), mask=values.is_null().to_numpy(zero_copy_only=False))


def _intervals(values: pa.ExtensionArray) -> pa.Array:
    """Intervals as pandas writes them, as (0, 5]."""
    import pandas as pd  # only for columns that it wrote

    try:
        closed = json.loads(values.type.__arrow_ext_serialize__())["closed"]
        given = values.storage.drop_null()
        left, right = (given.field(end).to_pandas() for end in ("left", "right"))
        written = (
            pd.arrays.IntervalArray.from_arrays(left, right, closed=closed).astype(str).tolist()
        )
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise pa.ArrowInvalid(f"not an interval of pandas: {error}") from error
    place = pc.subtract(pc.cumulative_sum(values.is_valid().cast(pa.int64())), 1)
    return pa.array(written, pa.string()).take(pc.if_else(values.is_valid(), place, None))


def _as_dictionary(values: pa.Array, kind: pa.DataType) -> pa.Array:
    """The same texts under indices of this type; what its dictionary lacks is missing."""
    _validate(values)
    texts, places = _one(values.dictionary), values.indices
    if pa.types.is_dictionary(texts.type):
        texts = texts.dictionary_decode()
    if texts.null_count:
        places = pc.if_else(texts.is_valid().take(places), places, pa.scalar(None, places.type))
        texts = pc.fill_null(texts, pa.scalar("", texts.type))
    return pa.DictionaryArray.from_arrays(places.cast(kind.index_type), texts)


def _unfolded(values: pa.Array, kind: pa.DataType) -> pa.Array:
    """Each value written out, of a dictionary of what is no text."""
    return _one(values.dictionary).cast(kind).take(values.indices)


def _one(values: pa.Array) -> pa.Array:
    """The values of one array in the type that `type_read_as` says."""
    return as_plain(pa.chunked_array([values])).chunk(0)


def _as_lists(values: pa.Array, kind: pa.DataType) -> pa.Array:
    lengths = pc.list_value_length(values)
    offsets = np.concatenate([[0], np.cumsum(lengths.fill_null(0).to_numpy())])
    items = _one(pc.list_flatten(values))
    # a null takes nothing of the items, also where a list of fixed size keeps room for it
    return pa.LargeListArray.from_arrays(
        pa.array(offsets, pa.int64()), items.cast(kind.value_type), mask=values.is_null()
    )


def _as_times(values: pa.Array) -> pa.Array:
    try:
        return values.cast(pa.string())
    except pa.ArrowInvalid:  # a time zone that nobody knows: the time as it is kept, in UTC
        return values.cast(pa.timestamp(values.type.unit)).cast(pa.string())


def _as_hex(values: pa.Array, uuid: bool = False) -> pa.Array:
    """Bytes of one length as hexadecimal digits; those of a UUID in its five groups."""
    width = values.type.byte_width
    held = np.frombuffer(values.buffers()[1] or b"", dtype=np.uint8)
    start = values.offset * width
    rows = held[start : start + len(values) * width].reshape(len(values), width)
    digits = np.stack([HEX[rows >> 4], HEX[rows & 15]], axis=2).reshape(len(values), 2 * width)
    if uuid:
        digits = np.insert(digits, DASHES, ord("-"), axis=1)
    written = _texts(digits)
    return pc.if_else(values.is_valid(), written, pa.scalar(None, written.type))


def _texts(characters: Array) -> pa.Array:
    """Rows of ASCII codes, shape (n, width), as n texts."""
    n, width = characters.shape
    offsets = pa.py_buffer(np.arange(n + 1, dtype=np.int64) * width)
    held = pa.py_buffer(np.ascontiguousarray(characters))
    return pa.LargeStringArray.from_buffers(n, offsets, held).cast(pa.string())


def _is_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _is_view(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list_view(kind) or pa.types.is_large_list_view(kind))
