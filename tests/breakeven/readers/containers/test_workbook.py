"""The cells of a sheet are the texts that their reader knows them by."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.read_options import ReadOptions
from breakeven.readers.containers.workbook import letters_of
from breakeven.readers.files.file_table import FileTable
from breakeven.readers.opening import open_tables
from tests.breakeven.readers.containers.making import (
    CALLS,
    Rows,
    proposed,
    refused,
    roles,
    unzipped,
    workbook,
    written,
    zipped,
)


def table_of(rows: Rows, how: ReadOptions | None = None) -> FileTable:
    hows = {"f.xlsx": how} if how else None
    (table,) = open_tables([("f.xlsx", workbook({"Sheet1": rows}))], hows)
    return table


def rows_of(table: FileTable) -> list[dict[str, str]]:
    return table.sample.to_pylist()


def test_numbers_days_and_truth_values_are_texts_that_a_reader_expects() -> None:
    rows = [
        ("id", "share", "day", "moment", "sure", "code"),
        (1, 0.1, date(2024, 5, 1), datetime(2024, 5, 1, 12, 30), True, "007"),
        (2.0, 1e-7, None, None, False, ""),
    ]
    assert rows_of(table_of(rows)) == [
        {
            "id": "1", "share": "0.1", "day": "2024-05-01", "moment": "2024-05-01 12:30:00",
            "sure": "TRUE", "code": "007",
        },
        {"id": "2", "share": "1e-07", "day": "", "moment": "", "sure": "FALSE", "code": ""},
    ]  # fmt: skip


def test_a_title_and_blank_rows_above_the_header_are_passed_over() -> None:
    table = table_of([("Run of May",), (), *CALLS, (), (3, "a", "a")])
    assert table.columns == ("id", "true", "predicted")
    # title, blank, header in row 3, two rows, blank, one row
    assert table.lines.tolist() == [4, 5, 7]


def test_the_row_of_the_header_can_be_said() -> None:
    rows = [("made", "by"), ("May", "Ann"), *CALLS]
    assert table_of(rows).columns == ("made", "by", "")
    assert table_of(rows, ReadOptions(header=3)).columns == ("id", "true", "predicted")
    without = table_of(CALLS, ReadOptions(header=0))
    assert without.columns == ("1", "2", "3")
    assert without.lines.tolist() == [1, 2, 3]
    with pytest.raises(ReadError, match="another row for the header"):
        table_of(CALLS, ReadOptions(header=9))


def test_columns_without_a_name_are_called_by_their_letters() -> None:
    assert table_of([("", "true"), (0, "a"), (1, "b")]).columns == ("", "true")
    table = table_of([("id", "true", None, None), (1, "a", "x", "y"), (2, "b", "", "z")])
    assert table.columns == ("id", "true", "C", "D")
    assert [letters_of(n) for n in (1, 26, 27, 702, 703, 16_384)] == [
        "A", "Z", "AA", "ZZ", "AAA", "XFD",
    ]  # fmt: skip


def test_a_formula_is_the_value_that_was_saved_with_it() -> None:
    rows = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c>'
        '<c r="B1" t="inlineStr"><is><t>true</t></is></c></row>'
        '<row r="2"><c r="A2"><f>1+1</f><v>2</v></c>'
        '<c r="B2" t="str"><f>"a"</f><v>a</v></c></row>'
        '<row r="3"><c r="A3"><v>3</v></c><c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
    )
    (table,) = open_tables([("f.xlsx", written(rows))])
    assert rows_of(table) == [{"id": "2", "true": "a"}, {"id": "3", "true": "#DIV/0!"}]


def test_a_formula_that_was_never_worked_out_is_refused_with_its_row_and_column() -> None:
    said = refused("f.xlsx", workbook({"S": [*CALLS, (3, "=B2", "a")]}))
    assert "f.xlsx, row 4, column 'true'" in said
    assert "formula was saved without its value" in said


def test_hidden_sheets_are_left_out() -> None:
    files = unzipped(workbook({"old": CALLS, "new": CALLS}))
    part = files["xl/workbook.xml"]
    files["xl/workbook.xml"] = part.replace(b'name="old" sheetId="1" state="visible"',
                                            b'name="old" sheetId="1" state="hidden"')  # fmt: skip
    assert files["xl/workbook.xml"] != part
    found = roles(proposed("f.xlsx", zipped(files)))
    assert found == {"f.xlsx/old": "left out", "f.xlsx/new": "both"}
    assert roles(proposed("f.xlsx", zipped(files), ["old"]))["f.xlsx/old"] == "both"


def test_an_empty_sheet_says_so() -> None:
    assert "the sheet 'S' is empty" in refused("f.xlsx", workbook({"S": []}))


@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"])
def test_a_workbook_with_half_a_part_is_refused(part: str) -> None:
    files = unzipped(workbook({"S": CALLS}))
    files[part] = files[part][: len(files[part]) // 2]
    assert "the workbook is broken" in refused("f.xlsx", zipped(files))
