"""One format wins each file of each tool, whatever it is called, and no other one claims it."""

from __future__ import annotations

import io
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from breakeven.readers.base.problems import ReadError
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.content import Content
from breakeven.readers.formats.registry import OF_COLUMNS, OF_CONTENT, formats, recognise_formats
from breakeven.readers.opening import open_tables
from tests.paths import ROOT, TESTS

EXAMPLES = TESTS / "data" / "formats"
NOT_EXAMPLES = ("make.py", "README.md")
PLAIN, BROKEN = "plain", "broken"
SMALL = 100_000  # bytes


def rows_of(file: Path) -> list[list[str]]:
    """The rows of a Markdown table, without its header."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    return [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines[2:]]


READ_AS = {row[0].strip("`"): row[1].split(", ") for row in rows_of(EXAMPLES / "README.md")}


def examples() -> list[str]:
    files = (path for path in sorted(EXAMPLES.rglob("*")) if path.is_file())
    return [
        str(file.relative_to(EXAMPLES))
        for file in files
        if file.name not in NOT_EXAMPLES and "__pycache__" not in file.parts
    ]


def test_every_example_is_in_the_table_and_small() -> None:
    assert sorted(READ_AS) == examples()
    assert [e for e in examples() if (EXAMPLES / e).stat().st_size > SMALL] == []


@pytest.mark.parametrize("example", sorted(READ_AS))
def test_each_file_is_read_as_what_it_is_and_as_nothing_else(example: str) -> None:
    path = EXAMPLES / example
    expected = READ_AS[example]
    if expected == [BROKEN]:
        with pytest.raises(ReadError):
            propose(open_tables([(path.name, path)]))
        return
    claims = [(format.KEY, why) for format, why in recognise_formats(Content(path.name, path))]
    assert len(claims) < 2, claims
    # the name of a file says nothing: any other of the same ending does as well
    tables = open_tables([("a file" + "".join(path.suffixes), path)])
    assert [table.format or PLAIN for table in tables] == expected
    for file in propose(tables).files:
        assert bool(file.why) == bool(file.taken_for) == bool(file.format)


def test_no_format_knows_a_plain_table_or_the_samples() -> None:
    files = [*(ROOT / "sample_data").glob("*.csv"), *(ROOT / "sample_data").glob("*.parquet")]
    assert files
    for file in files:
        assert recognise_formats(Content(file.name, file)) == []
    for text in (b"id,true,predicted\n1,a,b\n", b'{"true": "a", "predicted": "b"}\n', b"a\n1\n"):
        assert recognise_formats(Content("f.txt", text)) == []


@pytest.mark.parametrize("example", [e for e, read in READ_AS.items() if read != [BROKEN]])
def test_all_formats_that_know_a_table_of_parquet_are_asked(example: str) -> None:
    text = Content(example, EXAMPLES / example)
    if text.kind != "text" or not text.header:
        return
    out = io.BytesIO()
    columns = [pa.array([name], pa.string()) for name in text.header]
    pq.write_table(pa.Table.from_arrays(columns, names=list(text.header)), out)
    parquet = Content("f.parquet", out.getvalue())
    knowing = [format.KEY for format in formats() if format.recognise(parquet) is not None]
    assert [format.KEY for format, _ in recognise_formats(parquet)] == knowing


def test_every_module_in_a_room_of_formats_with_a_key_is_one() -> None:
    rooms = (ROOT / "breakeven" / "readers" / "formats").glob("*/*.py")
    keyed = [path.stem for path in rooms if "\nKEY = " in path.read_text(encoding="utf-8")]
    assert sorted(keyed) == sorted(name.rpartition(".")[2] for name in OF_COLUMNS + OF_CONTENT)


ODD = (
    *(b"", b" ", b"\0" * 99, b"\xff\xfe", b"[" * 9_999, b'{"a": [' * 9_999, b"PAR1", b"PK\x03\x04"),
    *(b"{", b"[]", b"{}", b"[[]]", b"null", b"[1]", b"\n", b",,,\n", b"__label__", b"@relation"),
)


@pytest.mark.parametrize("data", ODD, ids=range(len(ODD)))
def test_asking_for_a_format_never_raises(data: bytes) -> None:
    for name in ("f", "f.csv", "f.json", "f.parquet", "f.zip"):
        assert len(recognise_formats(Content(name, data))) < 2


def test_every_format_is_told_in_the_documents() -> None:
    told = (ROOT / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
    assert len({format.KEY for format in formats()}) == len(formats())
    for format in formats():
        # "an export of Label Studio": the tool has a row
        tool = format.NAME.rpartition(" of ")[2]
        assert tool.lower() in told.lower(), format.NAME
