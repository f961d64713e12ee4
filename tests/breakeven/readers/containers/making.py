"""Archives, workbooks and databases made by other programs than those that read them."""

from __future__ import annotations

import io
import sqlite3
import tarfile
import zipfile
from collections.abc import Mapping, Sequence

import openpyxl

from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.base.read_options import ReadOptions
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables

TRUTH = b"id,true\n1,a\n2,b\n3,a\n"
CALLED = b"id,predicted\n1,a\n2,a\n3,a\n"
BOTH = b"id,true,predicted\n1,a,a\n2,b,a\n3,a,a\n"
Rows = Sequence[Sequence[object]]
CALLS: Rows = [("id", "true", "predicted"), (1, "a", "a"), (2, "b", "a")]


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def tarred(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return out.getvalue()


def workbook(sheets: Mapping[str, Rows]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def written(rows: str, before: str = "", head: str = "") -> bytes:
    """A workbook of one sheet, whose XML is what somebody wrote by hand."""
    files = unzipped(workbook({"S": [("x",)]}))
    spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    files["xl/worksheets/sheet1.xml"] = (
        f'<?xml version="1.0"?>{head}<worksheet xmlns="{spreadsheet}">{before}'
        f"<sheetData>{rows}</sheetData></worksheet>"
    ).encode()
    return zipped(files)


def sqlite_file(script: str) -> bytes:
    db = sqlite3.connect(":memory:")
    try:
        db.executescript(script)
        return db.serialize()
    finally:
        db.close()


def proposed(
    name: str, data: bytes, only: Sequence[str] = (), how: ReadOptions | None = None
) -> Proposal:
    """What a file is taken for."""
    return propose(open_tables([(name, data)], {name: how} if how else None, only))


def roles(proposal: Proposal) -> dict[str, str]:
    """Each file, sheet or table with its role."""
    return {file.name: file.role for file in proposal.files}


def refused(name: str, data: bytes, only: Sequence[str] = ()) -> str:
    """Everything that a refusal says."""
    try:
        proposed(name, data, only)
    except ReadError as error:
        return str(error)
    raise AssertionError("it was not refused")
