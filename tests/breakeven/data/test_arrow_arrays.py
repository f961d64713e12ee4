"""Arrow's arrays as NumPy's and back, beside what Arrow itself makes of them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from breakeven.data.arrow_arrays import (
    array_of,
    array_of_texts,
    bytes_of,
    missing,
    numbers_in,
    text_as,
    texts_in,
    truths_in,
)

NUMBERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_the_bytes_of_texts_are_found_also_in_a_part_of_an_array(kind: pa.DataType) -> None:
    texts = pa.array(["é", "", "abc", "d"], kind)
    for part in (texts, texts.slice(1), texts.slice(2, 1), texts.slice(4), texts.slice(0, 0)):
        held, ends = bytes_of(part)
        found = [held[a:b].tobytes().decode() for a, b in pairwise(ends)]
        assert found == part.to_pylist()


@pytest.mark.parametrize("name", [*NUMBERS, "float16", "float32", "float64"])
def test_numbers_go_there_and_back_also_in_parts(name: str) -> None:
    kind = np.dtype(name)
    given = np.array([3, 1, 0, 2], dtype=kind)
    array = array_of(given)
    assert array.equals(pa.array(given))
    whole = pa.chunked_array([array, array.slice(1, 2), array.slice(4)])
    for part in (array, array.slice(1), array.slice(4), whole, whole.slice(2, 3), whole.slice(6)):
        found = numbers_in(part)
        assert found.dtype == kind
        assert found.tolist() == part.to_pylist()
    assert numbers_in(pa.chunked_array([], array.type)).tolist() == []


def test_every_other_number_is_taken_as_it_stands() -> None:
    assert array_of(np.arange(6)[::2]).to_pylist() == [0, 2, 4]


@given(st.lists(st.booleans(), max_size=40), st.integers(0, 40))
def test_truths_are_unpacked_from_any_bit_on(truths: list[bool], start: int) -> None:
    array = pa.array(truths, pa.bool_())
    assert truths_in(array.slice(start)).tolist() == truths[start:]
    assert truths_in(pa.chunked_array([array, array.slice(start)])).tolist() == [
        *truths,
        *truths[start:],
    ]


@given(st.lists(st.text(max_size=5), max_size=9))
def test_texts_go_there_and_back(texts: list[str]) -> None:
    array = array_of_texts(texts)
    array.validate(full=True)
    assert array.equals(pa.array(texts, pa.large_string()))
    found = texts_in(array)
    assert found.dtype == object
    assert found.tolist() == texts


def test_half_a_sign_is_no_text() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        array_of_texts(["a", "\ud800"])


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_single_values_are_of_the_type_that_is_asked_for(kind: pa.DataType) -> None:
    assert text_as("é", kind).equals(pa.scalar("é", kind))
    assert missing(kind).equals(pa.scalar(None, kind))
