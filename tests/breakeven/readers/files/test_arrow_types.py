"""Every Arrow type in every role gives text, numbers, or one clear message."""

from __future__ import annotations

import datetime
import decimal
import uuid
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from breakeven.data.records import Problem, Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import ROLES, Proposal
from breakeven.readers.build import build_review, read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.arrow_types import as_plain, type_read_as
from breakeven.readers.files.file_table import FileTable, preview
from breakeven.readers.opening import open_tables
from tests.breakeven.readers.reading import parquet

FAR = 2**60  # milliseconds: some 36 million years after 1970
KEY = uuid.UUID("12345678-1234-5678-1234-567812345678")
EXTENSION = pa.ExtensionArray.from_storage
# values, and the text of the first as it is shown; None where the type is not read
TYPES: dict[str, tuple[Any, str | None]] = {
    "null": (pa.nulls(2), None),
    "bool": (pa.array([True, False]), "true"),
    "int8": (pa.array([1, 2], pa.int8()), "1"),
    "uint64": (pa.array([2**64 - 1, 2], pa.uint64()), "18446744073709551615"),
    "float16": (pa.array([1.5, 2], pa.float16()), "1.5"),
    "float32": (pa.array([1.5, 2], pa.float32()), "1.5"),
    "decimal32": (pa.array([decimal.Decimal("1.50")] * 2, pa.decimal32(5, 2)), "1.50"),
    "decimal128": (pa.array([decimal.Decimal("1.50")] * 2, pa.decimal128(20, 2)), "1.50"),
    "decimal256": (pa.array([decimal.Decimal("1.50")] * 2, pa.decimal256(70, 2)), "1.50"),
    "string": (pa.array(["a", "b"]), "a"),
    "large_string": (pa.array(["a", "b"], pa.large_string()), "a"),
    "string_view": (pa.array(["a", "b"], pa.string_view()), "a"),
    "binary": (pa.array([b"\xff", b"b"]), None),
    "large_binary": (pa.array([b"\xff", b"b"], pa.large_binary()), None),
    "binary_view": (pa.array([b"\xff", b"b"], pa.binary_view()), None),
    "fixed_size_binary": (pa.array([b"\x01\xff", b"ab"], pa.binary(2)), "01ff"),
    "uuid": (pa.array([KEY.bytes, KEY.bytes], pa.uuid()), str(KEY)),
    # 3,000,000 days after 1970-01-01, beyond what Python's own dates can say
    "date32": (pa.array([3_000_000, 1], pa.date32()), "10183-09-21"),
    "date64": (pa.array([0, 86_400_000], pa.date64()), "1970-01-01"),
    "time32": (pa.array([1, 2], pa.time32("ms")), "00:00:00.001"),
    "time64": (pa.array([1, 2], pa.time64("ns")), "00:00:00.000000001"),
    "timestamp": (pa.array([FAR, 1], pa.timestamp("ms")), f"<value out of range: {FAR}>"),
    "nanoseconds": (pa.array([1, 2], pa.timestamp("ns")), "1970-01-01 00:00:00.000000001"),
    "zone": (pa.array([0, 1], pa.timestamp("ms", "UTC")), "1970-01-01 00:00:00.000Z"),
    "no such zone": (pa.array([0, 1], pa.timestamp("ms", "No/Where")), "1970-01-01 00:00:00.000"),
    "duration": (pa.array([5, 6], pa.duration("s")), "5"),
    "interval": (pa.array([(1, 2, 3)] * 2, pa.month_day_nano_interval()), None),
    "dictionary": (pa.array(["a", "b"]).dictionary_encode(), "a"),
    "dictionary of bytes": (pa.array([b"\xff", b"b"]).dictionary_encode(), None),
    "run-end": (pc.run_end_encode(pa.array(["a", "b"])), "a"),
    "json": (EXTENSION(pa.json_(), pa.array(["1", "2"])), "1"),
    "bool8": (EXTENSION(pa.bool8(), pa.array([1, 0], pa.int8())), "true"),
    "list": (pa.array([["a"], ["b"]]), "['a']"),
    "large_list": (pa.array([["a"], ["b"]], pa.large_list(pa.string())), "['a']"),
    "fixed_size_list": (pa.array([["a"], ["b"]], pa.list_(pa.string(), 1)), "['a']"),
    "list_view": (pa.array([["a"], ["b"]], pa.list_view(pa.string())), "['a']"),
    "list of dates": (pa.array([[3_000_000], [1]], pa.list_(pa.date32())), "['10183-09-21']"),
    "list of bytes": (pa.array([[b"\xff"], [b"b"]]), None),
    "list of lists": (pa.array([[["a"]], [["b"]]]), None),
    "struct": (pa.array([{"a": datetime.date(1, 1, 1)}] * 2), None),
    "map": (pa.array([[("a", 1)], [("b", 2)]], pa.map_(pa.string(), pa.int64())), None),
    "union": (
        pa.UnionArray.from_sparse(pa.array([0, 0], pa.int8()), [pa.array(["a", "b"])]),
        None,
    ),
}


def read_or_refused(tables: list[FileTable], proposal: Proposal) -> Review | tuple[Problem, ...]:
    try:
        return build_review(tables, proposal)
    except ReadError as error:
        return error.problems


WRITTEN = {name for name in TYPES if name not in ("interval", "run-end", "union")}


@pytest.mark.parametrize("name", TYPES)
def test_values_are_read_as_what_is_said_of_their_type(name: str) -> None:
    values, first = TYPES[name]
    kind = type_read_as(values.type)
    column = as_plain(pa.chunked_array([values, values.slice(1)]))
    column.validate(full=True)
    if first is None:
        assert kind in (None, pa.null())
        return
    assert column.type == kind
    shown = column[0].as_py()
    assert (str(shown) if isinstance(shown, list) else column[0].cast(pa.string()).as_py()) == first
    assert len(column) == 3
    assert column[2].as_py() == column[1].as_py()


def test_a_missing_value_stays_missing_whatever_its_type() -> None:
    for name, (values, first) in TYPES.items():
        if first is not None and name != "run-end":
            with_none = pa.concat_arrays([values, pa.nulls(1, values.type)]).slice(1)
            assert as_plain(pa.chunked_array([with_none])).is_null().to_pylist() == [False, True], (
                name
            )


@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_every_type_in_every_role_is_read_or_refused_by_its_column(name: str) -> None:
    values, _ = TYPES[name]
    table = pa.table({"key": ["1", "2"], "true": ["a", "b"], "predicted": ["a", "b"], "x": values})
    tables = open_tables([("f.parquet", parquet(table))])
    assert len(preview(tables[0])) == 2
    (proposed,) = propose(tables).files
    for shape in ("labels", "long", "long matrix", "square matrix"):
        for role in ROLES:
            roles = {"key": "id", "true": "truth", "predicted": "predicted", "x": role}
            if shape == "long":
                roles |= {"true": "class", "predicted": "slice"}
            file = proposed.with_roles(roles, shape=shape)
            result = read_or_refused(tables, Proposal((file,)))
            if isinstance(result, Review):
                assert result.truth.n == 2 or shape.endswith("matrix")
            else:
                assert all(problem.what and problem.remedy for problem in result)


def test_ids_that_are_uuids_are_read_as_they_are_written_elsewhere() -> None:
    keys = [uuid.UUID(int=i) for i in (7, 8)]
    table = pa.table(
        {"id": pa.array([k.bytes for k in keys], pa.binary(16)), "true": ["a", "b"]}
    ).append_column("predicted", pa.array(["a", "b"]))
    tables = open_tables([("f.parquet", parquet(table))])
    review = build_review(tables, propose(tables))
    assert review.truth.documents is not None
    assert review.truth.documents.tolist() == [k.hex for k in keys]


def test_text_that_is_not_utf_8_is_refused_by_its_column() -> None:
    broken = pa.StringArray.from_buffers(
        2, pa.array([0, 1, 2], pa.int32()).buffers()[1], pa.py_buffer(b"\xffb")
    )
    table = pa.table({"true": ["a", "b"], "predicted": broken})
    with pytest.raises(ReadError) as caught:
        read_review([("f.parquet", parquet(table))])
    (problem,) = caught.value.problems
    assert problem.column == "predicted"
    assert "UTF8" in problem.what


def test_truth_as_lists_of_lists_is_refused_by_its_column() -> None:
    table = pa.table({"id": ["1", "2"], "true": [[["a"]], [["b"]]], "predicted": ["a", "b"]})
    with pytest.raises(ReadError) as caught:
        read_review([("f.parquet", parquet(table))])
    assert [(p.column, "cannot be read" in p.what) for p in caught.value.problems] == [
        ("true", True)
    ]
