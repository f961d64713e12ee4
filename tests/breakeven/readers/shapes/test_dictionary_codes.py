"""Columns as codes: what pandas makes of the texts, whatever the file keeps them as."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from breakeven.readers.shapes.dictionary_codes import encode_column

NUMBERS = np.random.default_rng(5).integers(-40, 400, 20_000)
TEXTS = [f"d{number}" for number in NUMBERS]
GAPS = [None if number % 7 == 0 else "" if number % 11 == 0 else f"d{number}" for number in NUMBERS]
# a dictionary in which a text stands twice, and one is not used
TWICE = pa.DictionaryArray.from_arrays([3, 1, 3, None, 0], ["a", "b", "c", "a"])


def in_pieces(values: Any, kind: pa.DataType, size: int = 3_000) -> pa.ChunkedArray:
    """As Parquet gives it: a dictionary of its own for each piece, where it is one."""
    parts = [pa.array(values[at : at + size], kind) for at in range(0, len(values), size)]
    return pa.chunked_array(parts)


@pytest.mark.parametrize(
    "column",
    [
        in_pieces(TEXTS, pa.string()),
        in_pieces(TEXTS, pa.dictionary(pa.int32(), pa.string())),
        in_pieces(sorted(TEXTS), pa.dictionary(pa.int32(), pa.large_string())),
        in_pieces(GAPS, pa.string()),
        in_pieces(GAPS, pa.dictionary(pa.int8(), pa.string()), 100),
        in_pieces(NUMBERS, pa.int16()),
        in_pieces(np.sort(NUMBERS), pa.int32()),
        in_pieces(NUMBERS * 10**9, pa.int64()),
        in_pieces(np.where(NUMBERS > 3, 2**63 + 1, NUMBERS + 40).astype(np.uint64), pa.uint64()),
        in_pieces([None if n % 5 == 0 else n for n in NUMBERS.tolist()], pa.int64()),
        # from end to end: a difference of two is beyond the numbers themselves
        in_pieces(np.arange(-128, 128).tolist()[::-1], pa.int8(), 100),
        in_pieces(NUMBERS.clip(-128, 127), pa.int8()),
        in_pieces([-(2**15), 2**15 - 1] * 8192, pa.int16(), 2**14),
        in_pieces([-(2**63), -(2**63) + 3, -(2**63)], pa.int64()),
        in_pieces([2**64 - 1, 2**64 - 3, 2**64 - 1], pa.uint64()),
        in_pieces(NUMBERS / 8, pa.float64()),
        in_pieces(NUMBERS > 9, pa.bool_()),
        pa.chunked_array([pa.array(NUMBERS, pa.int64()), pa.array([2**62], pa.int64())]),
        # of a dictionary of which nothing says that it is used, and in which a text stands twice
        pa.chunked_array(
            [pa.DictionaryArray.from_arrays([3, 1, 3, None, 0], ["a", "b", "c", "a"])]
        ),
        pa.chunked_array([], pa.string()),
    ],
    ids=lambda column: f"{column.type} {len(column)}",
)
def test_codes_are_those_that_pandas_gives_the_texts(column: pa.ChunkedArray) -> None:
    said = ["" if v is None else v for v in column.cast(pa.string()).to_pylist()]
    codes, texts = pd.factorize(np.array(said, dtype=object))
    found = encode_column([column])
    assert found.codes.tolist() == codes.tolist()
    assert found.texts.tolist() == texts.tolist()
    assert found.first.tolist() == [said.index(text) for text in texts]
    assert found.without().tolist() == [row for row, text in enumerate(said) if text == ""]


def test_few_different_texts_take_two_bytes_a_row_and_many_four() -> None:
    assert encode_column([pa.chunked_array([np.arange(2**15 - 1)])]).codes.dtype == np.int16
    assert encode_column([pa.chunked_array([np.arange(2**15)])]).codes.dtype == np.int32
