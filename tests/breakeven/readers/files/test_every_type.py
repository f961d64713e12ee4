"""A table of any Arrow type is read as the same table of plain text is, whatever wrote it."""

from __future__ import annotations

import decimal
import json
import re
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from scipy import sparse

from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Proposal, Shape
from breakeven.readers.worker.client import LocalReading, WorkerReading, open_in_worker
from breakeven.readers.worker.review_stream import ABOUT, table_of
from tests.breakeven.readers.reading import parquet
from tests.system import needs_worker

Codes = Sequence[int | None]
Make = Callable[[Codes], pa.Array]
EXTENSION = pa.ExtensionArray.from_storage
WORDS = ["b", "a", "d", "c", "f", "e"]
DAYS = ["1970-01-02", "1970-01-03", "1970-01-04", "1970-01-05", "1970-01-06", "1970-01-07"]
HALVES = ["0.5", "1.5", "2.5", "3.5", "4.5", "5.5"]
WHOLE = ["1", "2", "3", "4", "5", "6"]
BOTH = ["true", "false"]
KEYS = [uuid.UUID(int=i) for i in range(6)]
ROWS = 6


class Own(pa.ExtensionType):  # type: ignore[misc]
    """A type that its writer has made, and nobody here knows."""

    def __init__(self, storage: pa.DataType) -> None:
        super().__init__(storage, "own.type")

    def __arrow_ext_serialize__(self) -> bytes:
        return b""

    @classmethod
    def __arrow_ext_deserialize__(cls, storage: pa.DataType, serialized: bytes) -> Own:
        return cls(storage)


@dataclass(frozen=True)
class Type:
    """How an array of a type is made of codes, None for a missing value, and what each code is.

    `texts`: the text of each code; None where the type is refused.
    """

    make: Make
    texts: Sequence[Any] | None


def arrow_type(kind: pa.DataType, values: Sequence[Any], texts: Sequence[Any] | None) -> Type:
    return Type(lambda codes: pa.array([given(values, c) for c in codes], kind), texts)


def given(values: Sequence[Any], code: int | None) -> Any:
    return None if code is None else values[code % len(values)]


def coded(index: pa.DataType, words: pa.Array, texts: Any, ordered: bool = False) -> Type:
    def make(codes: Codes) -> pa.Array:
        places = pa.array([None if c is None else c % len(words) for c in codes], index)
        return pa.DictionaryArray.from_arrays(places, words, ordered=ordered)

    return Type(make, texts)


def wrapped(wrap: Callable[[pa.Array], pa.Array], inner: Type) -> Type:
    return Type(lambda codes: wrap(inner.make(codes)), inner.texts)


def unsaid(inner: Type) -> Type:
    return Type(inner.make, None)


def in_lists(make: Callable[[pa.Array, pa.Array], pa.Array], inner: Type) -> Type:
    """Lists of one value each, or missing."""

    def all_of(codes: Codes) -> pa.Array:
        none = pa.array([code is None for code in codes], pa.bool_())
        return make(inner.make([code or 0 for code in codes]), none)

    return Type(all_of, inner.texts and [[text] for text in inner.texts])


def small(items: pa.Array, none: pa.Array) -> pa.Array:
    offsets = pa.array(range(len(items) + 1), pa.int32())
    return pa.ListArray.from_arrays(offsets, items, mask=none)


def large(items: pa.Array, none: pa.Array) -> pa.Array:
    offsets = pa.array(range(len(items) + 1), pa.int64())
    return pa.LargeListArray.from_arrays(offsets, items, mask=none)


def fixed(items: pa.Array, none: pa.Array) -> pa.Array:
    return pa.FixedSizeListArray.from_arrays(items, 1, mask=none)


def union(codes: Codes) -> pa.Array:
    kinds = pa.array([0] * len(codes), pa.int8())
    return pa.UnionArray.from_sparse(kinds, [TEXT.make(codes)])


INTEGERS = (
    pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()
)  # fmt: skip
TEXT = arrow_type(pa.string(), WORDS, WORDS)
NUMBERS = range(1, 7)
DECIMALS = [decimal.Decimal(half) for half in HALVES]
CODED = coded(pa.int8(), pa.array(WORDS), WORDS)
TYPES: dict[str, Type] = {
    "null": arrow_type(pa.null(), [None], [None]),
    "bool": arrow_type(pa.bool_(), [True, False], BOTH),
    "string": TEXT,
    "large_string": arrow_type(pa.large_string(), WORDS, WORDS),
    "string_view": arrow_type(pa.string_view(), WORDS, WORDS),
    "binary": arrow_type(pa.binary(), [b"a"], None),
    "large_binary": arrow_type(pa.large_binary(), [b"a"], None),
    "binary_view": arrow_type(pa.binary_view(), [b"a"], None),
    "fixed_size_binary": arrow_type(pa.binary(1), [b"\x0a", b"\x0b"], ["0a", "0b"]),
    "float16": Type(
        lambda codes: pa.array([None if c is None else np.float16(c + 0.5) for c in codes]), HALVES
    ),
    "float32": arrow_type(pa.float32(), [float(half) for half in HALVES], HALVES),
    "float64": arrow_type(pa.float64(), [float(half) for half in HALVES], HALVES),
    "whole floats": arrow_type(pa.float64(), [float(i) for i in NUMBERS], WHOLE),
    "decimal32": arrow_type(pa.decimal32(9, 1), DECIMALS, HALVES),
    "decimal64": arrow_type(pa.decimal64(18, 1), DECIMALS, HALVES),
    "decimal128": arrow_type(pa.decimal128(38, 1), DECIMALS, HALVES),
    "decimal256": arrow_type(pa.decimal256(76, 1), DECIMALS, HALVES),
    "decimal without a fraction": arrow_type(
        pa.decimal128(9, 0), [*map(decimal.Decimal, WHOLE)], WHOLE
    ),
    "date32": arrow_type(pa.date32(), NUMBERS, DAYS),
    "date64": arrow_type(pa.date64(), [86_400_000 * i for i in NUMBERS], DAYS),
    "time32 s": arrow_type(pa.time32("s"), NUMBERS, [f"00:00:0{i}" for i in NUMBERS]),
    "time32 ms": arrow_type(pa.time32("ms"), NUMBERS, [f"00:00:00.00{i}" for i in NUMBERS]),
    "time64 us": arrow_type(pa.time64("us"), NUMBERS, [f"00:00:00.00000{i}" for i in NUMBERS]),
    "time64 ns": arrow_type(pa.time64("ns"), NUMBERS, [f"00:00:00.00000000{i}" for i in NUMBERS]),
    "interval": arrow_type(pa.month_day_nano_interval(), [(1, 2, 3)], None),
    "list of lists": arrow_type(pa.list_(pa.list_(pa.string())), [[["a"]]], None),
    "list of records": arrow_type(pa.list_(pa.struct([("a", pa.string())])), [[{"a": "x"}]], None),
    "list of bytes": arrow_type(pa.list_(pa.binary()), [[b"a"]], None),
    "list of no type": arrow_type(pa.list_(pa.null()), [[]], [[]]),
    "struct": arrow_type(pa.struct([("a", pa.int64())]), [{"a": 1}], None),
    "struct of nothing": arrow_type(pa.struct([]), [{}], None),
    "struct of categories": Type(
        lambda codes: pa.StructArray.from_arrays([CODED.make(codes)], ["a"]), None
    ),
    "map": arrow_type(pa.map_(pa.string(), pa.int64()), [[("a", 1)]], None),
    "union": Type(union, None),
    "dense union": Type(
        lambda codes: pa.UnionArray.from_dense(
            pa.array([0] * len(codes), pa.int8()),
            pa.array(range(len(codes)), pa.int32()),
            [TEXT.make(codes)],
        ),
        None,
    ),
    "uuid": Type(
        lambda codes: pa.array([given([k.bytes for k in KEYS], c) for c in codes], pa.uuid()),
        [str(key) for key in KEYS],
    ),
    "bool8": Type(
        lambda codes: EXTENSION(
            pa.bool8(), pa.array([given([1, 0], c) for c in codes], pa.int8())
        ),
        BOTH,
    ),
    "tensor": unsaid(
        Type(
            lambda codes: pa.FixedShapeTensorArray.from_numpy_ndarray(
                np.zeros((len(codes), 2, 2))
            ),
            None,
        )
    ),
}  # fmt: skip
TYPES |= {str(kind): arrow_type(kind, NUMBERS, WHOLE) for kind in INTEGERS}
TYPES |= {
    f"categories under {kind}{', in order' if ordered else ''}": coded(
        kind, pa.array(WORDS), WORDS, ordered
    )
    for kind in INTEGERS
    for ordered in (False, True)
}
TYPES |= {
    f"timestamp {unit} {zone}": arrow_type(
        pa.timestamp(unit, zone),
        [86_400 * i * a_second for i in NUMBERS],
        [f"{day} {at}:00:00{'.' * (a_second > 1)}{str(a_second)[1:]}{sign}" for day in DAYS],
    )
    for unit, a_second in (("s", 1), ("ms", 10**3), ("us", 10**6), ("ns", 10**9))
    for zone, at, sign in (
        (None, "00", ""),
        ("UTC", "00", "Z"),
        ("Europe/Berlin", "01", "+0100"),
        ("No/Where", "00", ""),
    )
}  # fmt: skip
TYPES |= {
    f"duration {unit}": arrow_type(pa.duration(unit), NUMBERS, WHOLE)
    for unit in ("s", "ms", "us", "ns")
}
# of each type that is no dictionary, categories of it
TYPES |= {
    f"categories of {name}": Type(
        lambda codes, kind=kind: coded(  # type: ignore[misc]
            pa.uint32(), kind.make(range(len(kind.texts or [1]))), kind.texts
        ).make(codes),
        kind.texts,
    )
    for name, kind in TYPES.items()
    if not name.startswith("categories") and "union" not in name
}
TYPES |= {
    "categories with a missing one": Type(
        lambda codes: pa.DictionaryArray.from_arrays(
            pa.array([6 if c is None else c for c in codes], pa.int8()), pa.array([*WORDS, None])
        ),
        WORDS,
    ),
    "categories, one twice": coded(pa.int8(), pa.array(["b", "a", "b"]), ["b", "a", "b"]),
    "run ends": wrapped(pc.run_end_encode, TEXT),
    "run ends of numbers": wrapped(pc.run_end_encode, arrow_type(pa.int64(), NUMBERS, WHOLE)),
    "run ends of truth values": wrapped(pc.run_end_encode, TYPES["bool"]),
    "run ends of categories": Type(
        lambda codes: pa.RunEndEncodedArray.from_arrays(
            pa.array(range(1, len(codes) + 1), pa.int32()), CODED.make(codes)
        ),
        WORDS,
    ),
    "list": in_lists(small, TEXT),
    "large_list": in_lists(large, TEXT),
    "fixed_size_list": in_lists(fixed, TEXT),
    "fixed_size_list of categories": in_lists(fixed, CODED),
    "list of large_string": in_lists(small, TYPES["large_string"]),
    "list of string_view": in_lists(small, TYPES["string_view"]),
    "list of categories": in_lists(small, CODED),
    "large_list of categories of string_view": in_lists(
        large, coded(pa.uint32(), pa.array(WORDS, pa.string_view()), WORDS)
    ),
    "list of numbers": in_lists(small, TYPES["int8"]),
    "list of dates": in_lists(small, TYPES["date32"]),
    "list of uuids": in_lists(small, TYPES["uuid"]),
    "list_view": arrow_type(pa.list_view(pa.string()), [[w] for w in WORDS], [[w] for w in WORDS]),
    "large_list_view": arrow_type(
        pa.large_list_view(pa.string()), [[w] for w in WORDS], [[w] for w in WORDS]
    ),
    "json": wrapped(lambda storage: EXTENSION(pa.json_(), storage), TEXT),
    "opaque": wrapped(lambda storage: EXTENSION(pa.opaque(pa.string(), "t", "v"), storage), TEXT),
    "own": wrapped(lambda storage: EXTENSION(Own(storage.type), storage), TEXT),
    "own of numbers": wrapped(lambda storage: EXTENSION(Own(storage.type), storage), TYPES["int8"]),
    "own of categories": wrapped(lambda storage: EXTENSION(Own(storage.type), storage), CODED),
    "own of lists": wrapped(
        lambda storage: EXTENSION(Own(storage.type), storage),
        in_lists(small, TEXT),
    ),
    "own of records": unsaid(
        wrapped(lambda storage: EXTENSION(Own(storage.type), storage), TYPES["struct"])
    ),
}
# which values a column of each role has, None for a missing one
ROLES: dict[str, Codes] = {
    "id": [3, 1, 2, 0, 5, 4],
    "truth": [0, 1, 0, 2, None, 1],
    "predicted": [0, 1, 1, 2, 0, None],
    "annotated": [0, 1, None, 2, 0, 1],
    "split": [1, 1, 1, 1, 0, 0],
    "text": [5, 4, 3, 2, 1, 0],
    "cluster": [0, 0, 1, 1, 2, 2],
    "slice": [0, None, 1, 2, 0, 1],
    "weight": [0, 1, 2, 3, 4, 5],
    "score": [0, 1, 2, 3, 4, 5],
}
# the columns of a table, and which of them may be lists, or must be distinct
OF_TEXT = ("id", "truth", "predicted", "split", "text", "cluster", "slice")
OF_PEOPLE = ("id", "predicted", "annotated")
OF_NUMBERS = ("id", "truth", "weight", "score")
OF_CLASSES = ("truth", "predicted", "annotated")


def column(make: Make, codes: Codes) -> pa.ChunkedArray:
    """A column in pieces, an empty one among them, each cut out of more."""
    pieces = [make([0, *part, 1]).slice(1, len(part)) for part in (codes[:2], [], codes[2:])]
    return pa.chunked_array(pieces)


def table_with(roles: Sequence[str], typed: Sequence[str], make: Make) -> pa.Table:
    """A table with a column for each role, these of one type and the others plain text."""
    return pa.table({r: column(make if r in typed else TEXT.make, ROLES[r]) for r in roles})


def as_parquet(table: pa.Table) -> tuple[str, bytes]:
    return "f.parquet", parquet(table, row_group_size=4)


def as_stream(table: pa.Table) -> tuple[str, bytes]:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return "f.arrows", sink.getvalue().to_pybytes()


def as_feather(table: pa.Table) -> tuple[str, bytes]:
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(unify_dictionaries=True)
    with pa.ipc.new_file(sink, table.schema, options=options) as file:
        file.write_table(table)
    return "f.arrow", sink.getvalue().to_pybytes()


def here(files: Any) -> WorkerReading:
    return LocalReading(files)


def read(file: tuple[str, bytes], opened: Callable[[Any], WorkerReading] = here) -> Any:
    """The review of a file whose columns are called as their roles, or what is wrong with it."""
    try:
        reading = opened([file])
        (proposed,) = reading.proposal.files
        roles = {name: name for name in proposed.columns}
        shape: Shape = "wide scores" if "score" in roles else "labels"
        file_proposal = replace(proposed, classes={}).with_roles(roles, shape=shape)
        try:
            return reading.build(Proposal((replace(file_proposal, probabilities=False),)))
        finally:
            reading.end()
    except ReadError as error:
        return error.problems


def parts_of(review: Any) -> Any:
    """All that a review holds, but what it was read from; or what is wrong."""
    if not isinstance(review, Review):
        return review
    table = table_of(review)
    # numbers are as wide as they are in the file
    held = {
        name: [str(float(v) if isinstance(v, int) else v) for (values,) in [column] for v in values]
        for name, column in table.to_pydict().items()
    }
    about = json.loads(table.schema.metadata[ABOUT])
    for own in ("fingerprint", "formats", "name", "notes"):
        del about[own]
    about["columns"] = [(name, column["shape"]) for name, column in about["columns"]]
    return about | dict(about.pop("truth")) | held


def typed_of(kind: Type, roles: Sequence[str]) -> list[str]:
    """The columns of these that may be of a type: ids are distinct, and classes alone are lists."""
    found = [role for role in roles if role != "id" or len(kind.texts or WORDS) == ROWS]
    lists = kind.texts is not None and any(isinstance(text, list) for text in kind.texts)
    return [role for role in found if not lists or role in OF_CLASSES]


# what Parquet writes as something else
LOST = re.compile(r"(timestamp|time32)\[s[,\]]|dictionary<values=(timestamp\[\w+, tz|extension)")
DOORS = {"Parquet": as_parquet, "a stream of Arrow": as_stream}


def written(door: str, table: pa.Table) -> tuple[str, bytes]:
    """The file, where Arrow can write it and read it again."""
    if door == "Parquet" and any(LOST.search(str(kind)) for kind in table.schema.types):
        pytest.skip("Parquet has no seconds, and no zones of categories")
    try:
        name, data = DOORS[door](table)
        buffer = pa.BufferReader(data)
        _ = pq.ParquetFile(buffer) if door == "Parquet" else pa.ipc.open_stream(buffer)
        return name, data
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid, OSError) as error:
        pytest.skip(f"{door} cannot hold it: {error}")


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", [name for name, kind in TYPES.items() if kind.texts is not None])
def test_a_table_of_any_type_is_read_as_that_of_plain_text(name: str, door: str) -> None:
    kind = TYPES[name]
    assert kind.texts is not None
    as_text = pa.list_(pa.string()) if isinstance(kind.texts[0], list) else pa.string()
    plain = arrow_type(as_text, kind.texts, kind.texts)
    for roles in (OF_TEXT, OF_PEOPLE):
        typed = typed_of(kind, roles)
        file = written(door, table_with(roles, typed, kind.make))
        expected = read(as_stream(table_with(roles, typed, plain.make)))
        assert parts_of(read(file)) == parts_of(expected)
        if name != "null":
            assert isinstance(expected, Review)


@pytest.mark.parametrize("name", [name for name in TYPES if TYPES[name].texts in (WHOLE, HALVES)])
def test_numbers_of_any_type_are_read_as_those_of_plain_text(name: str) -> None:
    kind = TYPES[name]
    assert kind.texts is not None
    for door, write in DOORS.items():
        if door == "Parquet" and name.startswith("run ends"):
            continue
        review = read(write(table_with(OF_NUMBERS, ["weight", "score"], kind.make)))
        expected = [float(text) for text in kind.texts]
        assert review.truth.weights.tolist() == expected
        scores = review.predictions[0].scores
        dense = scores.toarray() if sparse.issparse(scores) else scores
        assert dense[review.truth.classes.index("score")].tolist() == expected


@pytest.mark.parametrize("name", [name for name, kind in TYPES.items() if kind.texts is None])
def test_a_type_that_is_not_read_is_refused_by_its_column(name: str) -> None:
    kind, door = TYPES[name], "a stream of Arrow"
    for roles in (OF_TEXT, OF_PEOPLE, OF_NUMBERS):
        for role in roles:
            file = written(door, table_with(roles, [role], kind.make))
            found = read(file)
            assert [problem.column for problem in found] == [role]
            assert "cannot be read" in found[0].what


# --- what the app reads, in a process of its own, is what the command line reads in this one


def all_held_by(write: Any, names: Sequence[str]) -> list[str]:
    """Of these types, those that a kind of file can hold."""
    held = []
    for name in names:
        column_of = column(TYPES[name].make, range(ROWS))
        if write is as_parquet and LOST.search(str(column_of.type)):
            continue
        try:
            _, data = write(pa.table({"c": column_of}))
            opened = pq.ParquetFile if write is as_parquet else pa.ipc.open_stream
            if write is as_feather:
                opened = pa.ipc.open_file
            opened(pa.BufferReader(data))
        except (pa.ArrowNotImplementedError, pa.ArrowInvalid, OSError):
            continue
        held.append(name)
    return held


def read_files(
    files: Sequence[tuple[str, bytes]], roles: dict[str, str], opened: Callable[[Any], Any]
) -> Any:
    """As `read`, of several files: the role of each column by its name, else a kept column."""
    try:
        reading = opened(list(files))
        try:
            shape: Shape = "labels"
            proposed = [
                replace(file, classes={}).with_roles(
                    {name: roles.get(name, "slice") for name in file.columns}, shape=shape
                )
                for file in reading.proposal.files
            ]
            return reading.build(Proposal(tuple(proposed)))
        finally:
            reading.end()
    except ReadError as error:
        return error.problems


IN_ONE_FILE = {role: role for role in ("id", "truth", "predicted")}


@pytest.mark.parametrize("write", [as_parquet, as_stream, as_feather])
def test_the_app_reads_columns_of_every_type_as_the_command_line_does(write: Any) -> None:
    names = all_held_by(write, [name for name, kind in TYPES.items() if kind.texts is not None])
    typed = [name for name in names if typed_of(TYPES[name], ["slice"])]
    assert len(typed) > 100
    table = table_with(["id", "truth", "predicted"], [], TEXT.make)
    for number, name in enumerate(typed):
        kept = column(TYPES[name].make, ROLES["slice"])
        table = table.append_column(f"column {number}", kept)
    reviews = [read_files([write(table)], IN_ONE_FILE, way) for way in (open_in_worker, here)]
    assert parts_of(reviews[0]) == parts_of(reviews[1])
    assert len(reviews[0].truth.columns) == len(typed)


@pytest.mark.parametrize("write", [as_parquet, as_stream, as_feather])
def test_the_app_reads_lists_of_classes_of_every_type_as_the_command_line_does(write: Any) -> None:
    lists = [name for name, kind in TYPES.items() if kind.texts and not typed_of(kind, ["slice"])]
    systems = [TYPES[name] for name in all_held_by(write, lists)]
    assert len(systems) > 10
    files = [("truth.arrows", as_stream(table_with(["id", "truth"], [], TEXT.make))[1])]
    for number, kind in enumerate(systems):
        ending, data = write(table_with(["id", "predicted"], ["predicted"], kind.make))
        files.append((f"s{number}{ending[1:]}", data))
    reviews = [read_files(files, IN_ONE_FILE, way) for way in (open_in_worker, here)]
    assert parts_of(reviews[0]) == parts_of(reviews[1])
    assert len(reviews[0].predictions) == len(systems)


@pytest.mark.parametrize("write", [as_parquet, as_stream, as_feather])
def test_the_app_refuses_columns_of_every_other_type_as_the_command_line_does(write: Any) -> None:
    names = all_held_by(write, [name for name, kind in TYPES.items() if kind.texts is None])
    assert len(names) > 10
    table = table_with(["id", "truth", "predicted"], [], TEXT.make)
    for name in names:
        table = table.append_column(name, column(TYPES[name].make, ROLES["slice"]))
    found = [read_files([write(table)], IN_ONE_FILE, way) for way in (open_in_worker, here)]
    assert found[0] == found[1]
    assert [problem.column for problem in found[0]] == names
    assert all("cannot be read" in problem.what for problem in found[0])


def test_pieces_with_other_categories_are_read_as_their_words() -> None:
    first = pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int8()), pa.array(["a", "b"]))
    second = pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int8()), pa.array(["b", "c"]))
    table = pa.table({"id": ["1", "2", "3", "4"], "predicted": ["a"] * 4}).append_column(
        "truth", pa.chunked_array([first, second])
    )
    for write in (as_parquet, as_stream, as_feather):
        truth = read(write(table)).truth
        assert truth.classes == ("a", "b", "c")
        assert truth.labels.toarray().argmax(axis=1).tolist() == [0, 1, 1, 2]


def test_categories_that_no_row_has_are_no_classes() -> None:
    true = pa.DictionaryArray.from_arrays(pa.array([0, 2], pa.int8()), pa.array(["a", "z", "b"]))
    table = pa.table({"id": ["1", "2"], "predicted": ["a", "b"], "truth": true})
    for write in (as_parquet, as_stream, as_feather):
        assert read(write(table)).truth.classes == ("a", "b")


def test_periods_of_pandas_in_a_file_are_read_as_it_writes_them(tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {
            "id": ["1", "2", "3"],
            "truth": ["a", "b", "a"],
            "predicted": ["a", "b", "b"],
            "slice": pd.PeriodIndex(["2024-01", None, "2024-03"], freq="M"),
        }
    )
    frame.to_parquet(tmp_path / "f.parquet")
    review = read(("f.parquet", (tmp_path / "f.parquet").read_bytes()), open_in_worker)
    assert review.truth.columns["slice"].tolist() == ["2024-01", "", "2024-03"]


# in a process that has pandas' own types, pandas itself cannot open what it wrote there
@needs_worker
def test_what_pandas_cut_is_read_as_its_ranges(tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {
            "id": ["1", "2", "3"],
            "truth": ["a", "b", "a"],
            "predicted": ["a", "b", "b"],
            "slice": pd.cut(pd.Series([1, 9, 2]), [0, 4, 10]),
        }
    )
    frame.to_feather(tmp_path / "f.feather")
    review = read(("f.feather", (tmp_path / "f.feather").read_bytes()), open_in_worker)
    assert review.truth.columns["slice"].tolist() == ["(0, 4]", "(4, 10]", "(0, 4]"]
