"""What nobody thought of is one sentence for who gave the file, and stays a fault of the reader."""

from __future__ import annotations

import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from breakeven.readers.base.problems import ReadError, UnexpectedError, within_limits


def test_whatever_is_raised_in_reading_is_a_sentence_with_its_file() -> None:
    with pytest.raises(UnexpectedError) as caught, within_limits("f.parquet"):
        raise KeyError("a  key\nover lines")
    (problem,) = caught.value.problems
    assert problem.file == "f.parquet"
    assert "not because of its size" in problem.what
    assert "KeyError" in problem.what
    assert "\n" not in problem.what
    assert isinstance(caught.value.__cause__, KeyError)


def test_what_is_known_to_be_wrong_keeps_its_own_words() -> None:
    with pytest.raises(ReadError) as caught, within_limits("f.csv"):
        raise MemoryError
    assert not isinstance(caught.value, UnexpectedError)
    assert "memory" in caught.value.problems[0].what


def test_a_footer_that_says_other_rows_than_there_are_is_refused() -> None:
    from breakeven.readers.build import read_review

    rows = 50
    table = pa.table(
        {
            "id": [str(i) for i in range(rows)],
            "true": ["a", "b"] * 25,
            "score:a": [i / rows for i in range(rows)],
            "score:b": [0.5] * rows,
        }
    )
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="none")
    data = sink.getvalue()
    length = int.from_bytes(data[-8:-4], "little")
    footer = data[-8 - length : -8]
    refused = 0
    # each place of the footer where the number of rows stands, as Thrift writes it: doubled
    for place in [i for i in range(length) if footer[i] == 2 * rows]:
        spoilt = footer[:place] + bytes([2 * rows - 2]) + footer[place + 1 :]
        try:
            review = read_review([("f.parquet", data[: -8 - length] + spoilt + data[-8:])])
        except UnexpectedError:
            raise
        except ReadError:
            refused += 1
        else:
            assert review.truth.n == rows
    assert refused
