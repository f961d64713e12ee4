"""What is not read, named for what it is, with a way to what is."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

ACCEPTED = "CSV, TSV, JSON, Parquet, Arrow, Excel, SQLite, DuckDB, or an archive of these"
SPREADSHEETS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
AS_XLSX = "open it in the spreadsheet program, then File > Save as > .xlsx"

# what is never opened, by its first bytes; pickles would run code, archives may unfold endlessly
ZIP = b"PK\x03\x04"
OLD_OFFICE = b"\xd0\xcf\x11\xe0"
KINDS = {
    b"PK\x05\x06": "an empty zip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
    b"\x89HDF": "an HDF5 file",
    b"%PDF": "a PDF document",
}
PICKLES = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")
PICKLE = "this is a Python pickle, which may run code and is never opened"
FROM_PICKLE = (
    "load it where it was made, and write CSV: pandas.DataFrame({'y_true': …, 'y_pred': …})"
    ".to_csv(path, index=False)"
)
REPORT = re.compile(r"precision[\s,;]+recall[\s,;]+f1[-_ ]score[\s,;]+support", re.I)
REPORT_AS_JSON = re.compile(r'"precision":[^{}"]*"recall":[^{}"]*"f1-score":', re.I)
JSON = re.compile(r'\s*(\{\s*"|\[\s*[\[{])')
JSON_ENDINGS = (".json", ".jsonl", ".ndjson")


def unread_kind(name: str, start: bytes) -> tuple[str, str] | None:
    """What a file that is not text, and not read, is by its first bytes; and the remedy."""
    ending = Path(name).suffix.lower()
    if start.startswith((ZIP, OLD_OFFICE)) and ending in SPREADSHEETS:
        return "this is an old or binary Excel workbook, or another spreadsheet", AS_XLSX
    if _within(start).startswith(PICKLES):
        return PICKLE, FROM_PICKLE
    if start.startswith(ZIP) and ending == ".breakeven":
        return "this is a packed review, a whole one", "give it alone, or as a baseline"
    if start.startswith((ZIP, OLD_OFFICE)):
        return "this is a document or a program", f"export a table from it: give {ACCEPTED}"
    thing = next((thing for magic, thing in KINDS.items() if start.startswith(magic)), None)
    return None if thing is None else (f"this is {thing}", f"give {ACCEPTED}, unpacked")


def _within(start: bytes) -> bytes:
    """The first bytes of what joblib may have packed with zlib; of any other file its own."""
    if start[:1] != b"\x78":
        return start
    try:
        return zlib.decompressobj().decompress(start, 2)
    except zlib.error:
        return start


def is_json(name: str, text: str) -> bool:
    """Whether a text is meant to be JSON: by its first characters, else by the file's ending."""
    ending = Path(without_gz(name)).suffix.lower()
    return JSON.match(text) is not None or ending in JSON_ENDINGS


def unread_text(text: str) -> tuple[str, str] | None:
    """What a text that is no table is, where it is known; and the remedy."""
    head = text[:2_000]
    if REPORT.search(head[:500]) or REPORT_AS_JSON.search(head):
        what = "this is a classification report: results, without the predictions they came from"
        return what, "give the predictions themselves: true and predicted, one row a document"
    return None


def without_gz(name: str) -> str:
    """The name that a packed file has once it is unpacked; any other stays."""
    return name[: -len(".gz")] if name.lower().endswith(".gz") else name


def stem_of(name: str) -> str:
    """A file's name without its ending, that of packing included."""
    return Path(without_gz(name)).stem
