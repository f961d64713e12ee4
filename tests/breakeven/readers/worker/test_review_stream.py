"""A review that is handed from one process to another is the same review."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from breakeven.data.ids import PackedTexts
from breakeven.data.records import Review
from breakeven.readers.build import read_review as review_of_files
from breakeven.readers.files.cells import texts
from breakeven.readers.opening import open_table
from breakeven.readers.worker.review_stream import (
    columns_of,
    read_columns,
    read_review,
    write_review,
    write_table,
)
from tests.small_files import SMALL_FILES, SmallFile

READ_UNTOLD = [case for case in SMALL_FILES.values() if not case.arguments]


def carried(review: Review) -> Review:
    stream = io.BytesIO()
    write_review(review, stream)
    stream.seek(0)
    return read_review(stream)


def arrays_of(value: Any) -> Iterator[np.ndarray]:
    """Every array that a record holds, in order."""
    if isinstance(value, np.ndarray):
        yield value
    elif sparse.issparse(value):
        yield from (value.data, value.indices, value.indptr)
    elif isinstance(value, tuple):
        for item in value:
            yield from arrays_of(item)
    elif isinstance(value, dict):
        yield from arrays_of(tuple(value.values()))
    elif hasattr(value, "__dataclass_fields__"):
        yield from arrays_of(tuple(getattr(value, f.name) for f in fields(value)))


def plain(value: Any) -> Any:
    """Anything that a review holds as nested tuples, with each array's type and values."""
    if isinstance(value, PackedTexts):
        value = value.objects()
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, [repr(item) for item in value.ravel().tolist()]
    if sparse.issparse(value):
        value.sum_duplicates()  # the order within a row or column means nothing
        return value.format, value.shape, tuple(map(plain, arrays_of(value)))
    if isinstance(value, dict):
        return tuple((key, plain(held)) for key, held in value.items())
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if hasattr(value, "__dataclass_fields__"):
        return tuple((f.name, plain(getattr(value, f.name))) for f in fields(value))
    return value


@pytest.mark.parametrize("case", READ_UNTOLD, ids=lambda case: case.name)
def test_a_review_of_any_shape_comes_over_whole(case: SmallFile) -> None:
    review = review_of_files(list(case.files.items()), name="of files")
    found = carried(review)
    assert plain(found) == plain(review)
    assert found.truth.task == review.truth.task


def test_what_was_read_cannot_be_changed() -> None:
    data = b"id,true,predicted,split,score:a,n,note\n1,a|b,a,dev,1.5,3,x\n2,,b,test,0.5,4,\n"
    review = review_of_files([("f.csv", data)])
    for listed in (list(arrays_of(review)), list(arrays_of(carried(review)))):
        assert len(listed) > 10
        assert not any(array.flags.writeable for array in listed)


def test_columns_of_a_table_are_handed_over_as_they_were_written() -> None:
    data = b"id;mark;n\n'=a;unclear;1,5\n\n;\"b\nc\";\n'=a;seen;x\n"
    table = open_table("m.csv", data)
    stream = io.BytesIO()
    write_table(columns_of(table, ["mark", "id"]), stream)
    stream.seek(0)
    found = read_columns(stream)
    assert (found.name, found.kind, found.columns) == ("m.csv", "delimited", ("mark", "id"))
    assert found.lines.tolist() == table.lines.tolist()
    for name in found.columns:
        assert texts(found.column(name)).tolist() == texts(table.column(name)).tolist()
