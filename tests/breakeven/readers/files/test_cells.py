"""Cells to what they mean, cell by cell."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from breakeven.readers.files.cells import (
    NUMBER,
    cell_text,
    class_sets,
    count_distinct,
    encoded,
    inexact_rows,
    names_in,
    numbers,
    parse_flags,
    split_cell,
    texts,
)


def column(*values: Any, kind: pa.DataType | None = None) -> pa.ChunkedArray:
    return pa.chunked_array([pa.array(values, kind)])


@pytest.mark.parametrize(
    ("cell", "separator", "classes"),
    [
        ("", "none", []),
        ("", "list", []),
        ("a|b", "none", ["a|b"]),
        ("a|b", "|", ["a", "b"]),
        ("|a||b|", "|", ["a", "b"]),
        ('["a", "b"]', "list", ["a", "b"]),
        ("[1, 1.0, 1e3]", "list", ["1", "1.0", "1e3"]),  # as written
        ("[true, false]", "list", ["true", "false"]),
        ("[true, null, 1]", "list", ["true", "1"]),
        ("[]", "list", []),
        ("['a', 'b']", "list", ["a", "b"]),  # as Python writes it
        ("[True, None, 1]", "list", ["True", "1"]),
        ("('a', 'b')", "list", ["a", "b"]),
        ("{'a'}", "list", ["a"]),
        ('["a", {"b": 1}]', "list", None),
        ('["a", ["b"]]', "list", None),
        ("['a', ('b',)]", "list", None),
        ('{"a": 1}', "list", None),
        ("{'a': 1}", "list", None),
        ('"a"', "list", None),
        ("3", "list", None),
        ("a, b", "list", None),
        ("[" * 5_000, "list", None),
    ],
)
def test_the_classes_of_a_cell(cell: str, separator: str, classes: list[str] | None) -> None:
    assert split_cell(cell, separator) == classes


def test_rows_and_classes_of_lists_in_cells() -> None:
    found, names, bad, twice = class_sets(
        column("a|b", None, "b|a", "b|b", "", "a|b"), separator="|"
    )
    assert names == ["a", "b"]
    assert found.toarray().astype(int).tolist() == [
        [1, 1], [0, 0], [1, 1], [0, 1], [0, 0], [1, 1],
    ]  # fmt: skip
    assert bad.tolist() == []
    assert twice == 1


def test_rows_that_hold_no_list_are_named_each() -> None:
    cells = column('["a"]', "oh", None, '["b"]', "oh")
    found, names, bad, twice = class_sets(cells, separator="list")
    assert names == ["a", "b"]
    assert bad.tolist() == [1, 4]
    assert found.toarray().astype(int).tolist() == [[1, 0], [0, 0], [0, 0], [0, 1], [0, 0]]
    assert twice == 0


def test_lists_of_arrow_with_gaps_and_repetitions() -> None:
    lists = column(["a", "b"], None, ["b", None, "b"], [], kind=pa.list_(pa.string()))
    found, names, bad, twice = class_sets(lists, separator="none")
    assert names == ["a", "b"]
    assert found.toarray().astype(int).tolist() == [[1, 1], [0, 0], [0, 1], [0, 0]]
    assert (len(bad), twice) == (0, 1)


def test_texts_of_a_dictionary_with_a_null_in_it_and_one_text_twice() -> None:
    dictionary = pa.DictionaryArray.from_arrays(
        pa.array([0, 1, 2, None, 3, 0]), pa.array(["x", None, "y", "x"])
    )
    codes, values = encoded(dictionary)
    assert values == ["x", "y"]
    assert codes.tolist() == [0, -1, 1, -1, 0, 0]
    assert texts(pa.chunked_array([dictionary])).tolist() == ["x", "", "y", "", "x", "x"]


def test_texts_that_hardly_recur_are_as_they_are() -> None:
    given = [str(place) for place in range(1_500)] + [None, "", "7"]
    parts = pa.chunked_array([pa.array(given[:900]), pa.array(given[900:])])
    assert texts(parts).tolist() == [*map(str, range(1_500)), "", "", "7"]


def test_texts_of_several_chunks_are_counted_once() -> None:
    parts = pa.chunked_array([pa.array(["x", "y"]), pa.array(["y", None, "z"])])
    codes, values = encoded(parts)
    assert [values[c] if c >= 0 else None for c in codes] == ["x", "y", "y", None, "z"]
    assert sorted(values) == ["x", "y", "z"]
    one_by_one = pa.chunked_array([part.dictionary_encode() for part in parts.chunks])
    codes, values = encoded(one_by_one)
    assert [values[c] if c >= 0 else None for c in codes] == ["x", "y", "y", None, "z"]


NAN = float("nan")


@pytest.mark.parametrize(
    ("values", "kind", "expected", "dtype"),
    [
        ([1.5, 2], pa.float16(), [1.5, 2], np.float32),
        ([1.5, None], pa.float16(), [1.5, NAN], np.float32),
        ([1.5, 2], pa.float32(), [1.5, 2], np.float32),
        ([0.1, None], pa.float32(), [np.float32(0.1), NAN], np.float32),
        ([0.1, None], pa.float64(), [0.1, NAN], np.float64),
        ([1, None, 3], pa.int16(), [1, NAN, 3], np.float64),
        ([True, False, None], pa.bool_(), [1, 0, NAN], np.float64),
        ([None, None], pa.null(), [NAN, NAN], np.float64),
        ([" 1 ", "+2.", "-.5", "1e-3", "x", "", None, "nan", "1,5", "1 2", "."], pa.string(),
         [1, 2, -0.5, 1e-3, NAN, NAN, NAN, NAN, NAN, NAN, NAN], np.float64),
        (["1"], pa.large_string(), [1], np.float64),
        ([[1]], pa.list_(pa.int8()), [NAN], np.float64),
    ],
)  # fmt: skip
def test_numbers(values: list, kind: pa.DataType, expected: list, dtype: type) -> None:
    got = numbers(column(*values, kind=kind))
    assert got.dtype == dtype
    assert_array_equal(got, np.array(expected, dtype=dtype))


def test_a_column_alone_is_as_many_a_number_as_its_pattern_says() -> None:
    written = ["".join(signs) for n in range(1, 5) for signs in product("01.e+-n", repeat=n)]
    expected = [float(cell) if re.fullmatch(NUMBER, cell) else NAN for cell in written]
    assert_array_equal([numbers(column(cell))[0] for cell in written], expected)
    for cell in ("inf", "-Infinity", "nan"):
        assert_array_equal(numbers(column(cell, "1")), [NAN, 1])
    assert_array_equal(numbers(column("1e999", "1")), [np.inf, 1])


def test_numbers_of_a_dictionary_and_with_a_decimal_comma() -> None:
    repeated = column("1,5", "2", "1,5", None).dictionary_encode()
    assert_array_equal(numbers(repeated, decimal_comma=True), [1.5, 2, 1.5, NAN])
    assert_array_equal(numbers(repeated), [NAN, 2, NAN, NAN])


@pytest.mark.parametrize(
    ("cell", "meaning"),
    [
        ("1", 1), ("1.0", 1), ("true", 1), ("True", 1), (" TRUE ", 1),
        ("0", 0), ("0.0", 0), ("false", 0), ("False", 0),
        ("", -1), (None, -1), ("-1", -1), ("-1.0", -1),
        ("2", 2), ("yes", 2), ("1.00", 2), ("nan", 2),
    ],
)  # fmt: skip
def test_a_flag(cell: str | None, meaning: int) -> None:
    found, bad = parse_flags(column("1", cell, kind=pa.string()))
    assert found.tolist() == [1, meaning]
    assert bad.tolist() == ([1] if meaning == 2 else [])


def test_flags_of_numbers_and_of_yes_and_no() -> None:
    assert parse_flags(column(1.0, 0.0, None, -1.0))[0].tolist() == [1, 0, -1, -1]
    assert parse_flags(column(True, False, None))[0].tolist() == [1, 0, -1]


@pytest.mark.parametrize(
    ("values", "kind", "rows"),
    [
        # 2⁵³ is the first whole number that has a neighbour without a place of its own
        ([2**53 - 1, 2**53, -(2**53), 5], pa.int64(), [1, 2]),
        (["9007199254740991", "9007199254740992", "9007199254740993.0", "1e300", "0.5"],
         pa.string(), [1, 2]),
        ([2.0**53, 2.0**60], pa.float64(), []),
    ],
)  # fmt: skip
def test_whole_numbers_too_large_for_their_place(
    values: list, kind: pa.DataType, rows: list[int]
) -> None:
    given = column(*values, kind=kind)
    assert inexact_rows(given, numbers(given)).tolist() == rows


def test_a_large_whole_number_with_a_decimal_comma() -> None:
    given = column("9007199254740993,0", "9007199254740993,5")
    values = numbers(given, True)
    assert inexact_rows(given, values, True).tolist() == [0]
    # where commas are no decimal ones such cells are no whole numbers
    assert inexact_rows(given, values).tolist() == []


def test_a_cell_in_a_message() -> None:
    given = column("x", "", None)
    assert [cell_text(given, row) for row in range(3)] == ["'x'", "missing", "missing"]


@given(
    st.lists(st.text(alphabet="ab|, ", max_size=6), max_size=6, unique=True),
    st.sampled_from(["none", "|", ", ", ","]),
)
def test_the_names_in_cells_are_those_of_each_cell(cells: list[str], separator: str) -> None:
    each = [name for cell in cells for name in split_cell(cell, separator) or ()]
    assert names_in(cells, separator) == list(dict.fromkeys(each))


def test_equal_texts_of_a_dictionary_are_one() -> None:
    words = pa.array(["a", "b", "a", None])
    column = pa.DictionaryArray.from_arrays(pa.array([2, 0, 1, 3, None]), words)
    codes, found = encoded(column)
    assert [found[code] if code >= 0 else None for code in codes] == ["a", "a", "b", None, None]
    assert count_distinct(pa.chunked_array([column])) == 2


@pytest.mark.parametrize("odd", [2, -2])
def test_whole_numbers_beside_one_nought_and_minus_one_are_no_flags(odd: int) -> None:
    found, others = parse_flags(pa.chunked_array([pa.array([1, 0, None, odd, -1])]))
    assert found[:3].tolist() == [1, 0, -1]
    assert others.tolist() == [3]
