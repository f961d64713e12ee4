"""A long file of JSON is told by its first records."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
import zlib

import pyarrow as pa
import pytest
from pyarrow import orc

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from breakeven.readers.files.content import START, Content
from breakeven.readers.files.json_records import beginning_of
from breakeven.readers.files.size_limits import MOST_UNPACKED
from breakeven.readers.formats.registry import recognise_formats
from breakeven.readers.opening import open_table

RECORD = {"text": "a", "annotations": [{"label": "x", "user": 1}]}


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ('{"a":1}\n{"a":2}\n{"a', '{"a":1}\n{"a":2}'),
        ('[{"a":1}, {"a":2}, {"a', '[{"a":1}, {"a":2}]'),
        ("[ [1,2],[3", "[ [1,2]]"),
        ('[{"a":1},12', '[{"a":1}]'),
        ('[{"a":1', None),
        ('{"a":[1,\n2', None),
        ("[]", None),
        ("a,b\n1,2", None),
    ],
)
def test_the_first_whole_records_are_the_beginning(text: str, beginning: str | None) -> None:
    assert beginning_of(text) == beginning


def test_a_long_file_is_recognised_as_a_short_one_is() -> None:
    for long in ("\n".join([json.dumps(RECORD)] * 2_000), json.dumps([RECORD] * 2_000)):
        content = Content("f.json", long.encode())
        assert len(content.beginning.raw) < START < len(long)
        assert [format.KEY for format, _ in recognise_formats(content)] == ["doccano"]
        assert open_table("f.json", long.encode()).rows == 2_000


def test_what_is_cut_within_a_character_has_a_beginning() -> None:
    content = Content("f.jsonl", ('{"a":"' + "é" * 10 + '"}\n').encode() * START)
    assert {record["a"] for record in content.beginning.records} == {"é" * 10}


def test_one_long_object_has_no_beginning_of_its_own() -> None:
    content = Content("f.json", json.dumps({"a": ["b"] * START}).encode())
    assert content.beginning is content


GOOD = b"id,true,predicted\n1,a,a\n2,b,a\n"
LINES = b'{"true": "a", "predicted": "a"}\n{"true": "b", "predicted": "a"}\n'
REPORT = b"""              precision    recall  f1-score   support

         ham       0.50      1.00      0.67         1
"""


def problem_of(name: str, data: bytes) -> Problem:
    with pytest.raises(ReadError) as caught:
        read_review([(name, data)])
    (problem,) = caught.value.problems
    return problem


@pytest.mark.parametrize(
    ("name", "data"),
    [("f.csv.gz", GOOD), ("f.CSV.GZ", GOOD), ("f.jsonl.gz", LINES), ("f.csv", GOOD)],
)
def test_gzip_is_unpacked(name: str, data: bytes) -> None:
    packed = gzip.compress(data[:10]) + gzip.compress(data[10:])  # in two parts, as some write
    review = read_review([(name, packed)])
    assert review.truth.classes == ("a", "b")
    assert review.name == "f"
    assert review.predictions[0].system == "f"


def test_problems_in_gzip_are_those_of_its_lines() -> None:
    problem = problem_of("f.csv.gz", gzip.compress(GOOD + b"3,b\n"))
    assert (problem.file, problem.row) == ("f.csv.gz", 4)


def test_gzip_that_is_too_large_or_broken_is_refused() -> None:
    bomb = gzip.compress(b"a,b\n" * (MOST_UNPACKED // 4 + 1), 1)
    assert problem_of("f.csv.gz", bomb).remedy.startswith("unpack it first")
    cut = problem_of("f.csv.gz", gzip.compress(GOOD)[:-12])
    assert "broken or cut short" in cut.what


def zipped(name: str = "manifest.json") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, b"x")
    return out.getvalue()


def orc_of(columns: dict[str, list[str]]) -> bytes:
    out = io.BytesIO()
    orc.write_table(pa.table(columns), out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "what", "remedy"),
    [
        ("f.xlsx", zipped("xl/workbook.xml"), "workbook is broken", "save it again"),
        ("f.xlsb", zipped("xl/workbook.bin"), "spreadsheet", "File > Save as > .xlsx"),
        ("f.ods", zipped("mimetype"), "spreadsheet", "File > Save as > .xlsx"),
        ("f.xls", b"\xd0\xcf\x11\xe0\xa1\xb1", "Excel", "File > Save as > .xlsx"),
        ("f.docx", zipped("word/document.xml"), "a document", "export"),
        ("f.zip", zipped("a.png"), "no predictions", "another"),
        ("f.breakeven", zipped(), "packed review", "alone, or as a baseline"),
        ("f.joblib", b"\x80\x04\x95 anything", "never opened", "to_csv"),
        ("f.pkl", zlib.compress(b"\x80\x05\x95 anything"), "never opened", "to_csv"),
        ("f.orc", orc_of({"id": ["1"], "true": ["a"]}), "this is an ORC file", "as Parquet"),
        ("f.avro", b"Obj\x01\x04\x14avro.codec", "this is an Avro file", "Parquet"),
        ("f.txt", REPORT, "classification report", "predictions"),
        ("f.csv", b",precision,recall,f1-score,support\nham,1,1,1,2\n", "report", "predictions"),
        (
            "f.json",
            b'{"ham": {"precision": 1.0, "recall": 1.0, "f1-score": 1.0, "support": 2}}',
            "classification report",
            "predictions",
        ),
    ],
)
def test_what_is_no_table_is_named(name: str, data: bytes, what: str, remedy: str) -> None:
    problem = problem_of(name, data)
    assert what in problem.what
    assert remedy in problem.remedy


def test_a_table_whose_header_begins_as_other_files_do_is_a_table() -> None:
    table = open_table("f.csv", b"ORCID,true,predicted\n7,a,b\n")
    assert table.columns == ("ORCID", "true", "predicted")
