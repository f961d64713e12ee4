"""Arrow's arrays as NumPy's and back, by the memory they share.

Arrow's own ways from and to NumPy, and plain values given to its functions, import pandas, whatever
they hold: that takes longer than to read what most files hold.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from metrics.typing import Array


def numbers_in(values: pa.Array | pa.ChunkedArray) -> Array:
    """Whole or floating-point numbers, shape (n,). Where one is missing any may stand."""
    if isinstance(values, pa.ChunkedArray):
        if values.num_chunks == 1:
            return numbers_in(values.chunk(0))
        none = np.zeros(0, dtype=_kind_of(values.type))
        return np.concatenate([none, *map(numbers_in, values.chunks)])
    kind = _kind_of(values.type)
    if not len(values):
        return np.zeros(0, dtype=kind)
    return np.frombuffer(values.buffers()[1], kind, len(values), values.offset * kind.itemsize)


def truths_in(values: pa.Array | pa.ChunkedArray) -> Array:
    """Booleans of which none is missing, shape (n,)."""
    if isinstance(values, pa.ChunkedArray):
        return np.concatenate([np.zeros(0, dtype=bool), *map(truths_in, values.chunks)])
    if not len(values):
        return np.zeros(0, dtype=bool)
    packed = np.frombuffer(values.buffers()[1], np.uint8)
    end = values.offset + len(values)
    return np.unpackbits(packed, count=end, bitorder="little")[values.offset :].astype(bool)


def texts_in(values: pa.Array | pa.ChunkedArray) -> Array:
    """Texts as objects, shape (n,); None where one is missing."""
    found = np.empty(len(values), dtype=object)
    found[:] = values.to_pylist()
    return found


def bytes_of(texts: pa.Array) -> tuple[Array, Array]:
    """The bytes of all texts, uint8, and where each begins and the last ends, shape (n + 1,).

    `texts`: strings or large strings. What stands where one is missing means nothing.
    """
    kind = np.dtype(np.int64 if pa.types.is_large_string(texts.type) else np.int32)
    _, places, held = texts.buffers()
    if not len(texts):
        return np.zeros(0, dtype=np.uint8), np.zeros(1, dtype=kind)
    ends = np.frombuffer(places, kind, len(texts) + 1, texts.offset * kind.itemsize)
    return np.frombuffer(held or b"", np.uint8), ends


def array_of(numbers: Array) -> pa.Array:
    """NumPy's whole or floating-point numbers as Arrow's."""
    held = pa.py_buffer(np.ascontiguousarray(numbers))
    return pa.Array.from_buffers(KINDS[numbers.dtype.type], len(numbers), [None, held])


def array_of_texts(texts: Sequence[str]) -> pa.LargeStringArray:
    """Texts as Arrow's. ValueError where one holds half a sign."""
    joined = "".join(texts)
    held = joined.encode()
    lengths = map(len, texts if len(held) == len(joined) else [text.encode() for text in texts])
    ends = np.zeros(len(texts) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(lengths, dtype=np.int64, count=len(texts)), out=ends[1:])
    return pa.LargeStringArray.from_buffers(len(texts), pa.py_buffer(ends), pa.py_buffer(held))


def array_of_packed(held: Array, ends: Array) -> pa.LargeStringArray:
    """Texts of which `bytes_of` has the bytes and where each begins and ends."""
    kind = pa.string() if ends.dtype == np.int32 else pa.large_string()
    buffers = [None, pa.py_buffer(np.ascontiguousarray(ends)), pa.py_buffer(held)]
    return pa.Array.from_buffers(kind, len(ends) - 1, buffers).cast(pa.large_string())


def text_as(text: str, kind: pa.DataType) -> pa.Scalar:
    """One text, for Arrow's functions; `kind`: strings or large strings."""
    return array_of_texts([text]).cast(kind)[0]


def missing(kind: pa.DataType) -> pa.Scalar:
    """The scalar of a type that stands for no value."""
    return pa.nulls(1, kind)[0]


def _kind_of(kind: pa.DataType) -> np.dtype:
    return np.dtype(next(own for own, arrow in KINDS.items() if arrow == kind))


KINDS = {
    np.int8: pa.int8(), np.int16: pa.int16(), np.int32: pa.int32(), np.int64: pa.int64(),
    np.uint8: pa.uint8(), np.uint16: pa.uint16(), np.uint32: pa.uint32(), np.uint64: pa.uint64(),
    np.float16: pa.float16(), np.float32: pa.float32(), np.float64: pa.float64(),
}  # fmt: skip
