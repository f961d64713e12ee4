"""Which Arrow types are read, and as what: text, yes or no, numbers, or lists of these.

The types are named that are read. Any other, also one that Arrow adds later, is refused where
a column of it is to mean something.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from metrics.typing import Array

HEX = np.frombuffer(b"0123456789abcdef", dtype=np.uint8)
# where a UUID has its dashes: after so many hexadecimal digits
DASHES = (8, 12, 16, 20)
UUID_BYTES = 16


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


def is_number(kind: pa.DataType) -> bool:
    """Whether values of this type are numbers, booleans not among them."""
    types = pa.types
    return bool(types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind))


def read_as(kind: pa.DataType) -> pa.DataType | None:
    """The type that values of this type are read as; None where nothing is made of them."""
    types = pa.types
    if types.is_dictionary(kind):
        inner = read_as(kind.value_type)
        return kind if inner == kind.value_type and _is_text(inner) else inner
    if _is_text(kind) or is_number(kind) or types.is_boolean(kind) or types.is_null(kind):
        return kind
    if types.is_string_view(kind):
        return pa.large_string()
    if types.is_temporal(kind) and not types.is_interval(kind):
        return pa.string()
    if types.is_fixed_size_binary(kind):
        return pa.string()
    if types.is_run_end_encoded(kind):
        return read_as(kind.value_type)
    if isinstance(kind, pa.BaseExtensionType):
        return read_as(kind.storage_type)
    if is_list(kind):
        inner = read_as(kind.value_type)
        if inner is None or is_list(inner):
            return None
        return kind if inner == kind.value_type and not _is_view(kind) else pa.large_list(inner)
    return None


def plain(values: pa.ChunkedArray) -> pa.ChunkedArray:
    """The values in the type that `read_as` says; as they are where it says None.

    Raises pa.ArrowException where they cannot be, as text that is not UTF-8.
    """
    kind = read_as(values.type)
    if kind is None or kind == values.type:
        if kind is not None and not is_number(kind):
            for chunk in values.chunks:
                _validate(chunk)
        return values
    return pa.chunked_array([_plain(chunk, kind) for chunk in values.chunks], kind)


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
        values = pc.run_end_decode(values)
    elif isinstance(own, pa.BaseExtensionType):
        values = _as_hex(values.storage, _is_uuid(own)) if _is_uuid(own) else values.storage
    elif types.is_dictionary(own):
        values = values.dictionary.take(values.indices)
    elif types.is_fixed_size_binary(own):
        values = _as_hex(values)
    elif types.is_timestamp(own):
        values = _as_times(values)
    elif is_list(own):
        return _as_lists(values, kind)
    else:
        return values.cast(kind)
    return values if values.type == kind else _plain(values, kind)


def _as_lists(values: pa.Array, kind: pa.DataType) -> pa.Array:
    lengths = pc.list_value_length(values)
    offsets = np.concatenate([[0], np.cumsum(lengths.fill_null(0).to_numpy())])
    items = plain(pa.chunked_array([pc.list_flatten(values)])).combine_chunks()
    if isinstance(items, pa.ChunkedArray):
        items = items.chunk(0)
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


def _is_uuid(kind: pa.DataType) -> bool:
    return bool(kind.extension_name == "arrow.uuid")
