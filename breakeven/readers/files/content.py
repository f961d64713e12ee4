"""What is in a file, before it is taken for anything: looked at once, and as far as asked.

What is not read is named for what it is, with a way to what is.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import zlib
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from threading import Thread
from typing import Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.read_options import DEFAULT_OPTIONS, ReadOptions
from breakeven.readers.files import delimited, json_columns
from breakeven.readers.files.columnar import Room, open_parquet, room_of
from breakeven.readers.files.decoding import BYTE_ORDER_MARKS, UTF_8, decoded, encoding_of, is_sound
from breakeven.readers.files.drafts import ReadyTable
from breakeven.readers.files.json_records import JsonText, beginning_of, parsed
from metrics.typing import Array

# --- what tells the bytes of a file from all others: SHA-256, of a large file beside reading it


# smaller files are done before a thread has started
LARGE_FILE = 16 << 20
DIGEST_PIECE = 1 << 20


class Digest:
    """SHA-256 of a file, never held as a whole. Its text, in hex, waits until it is known."""

    def __init__(self, path: Path) -> None:
        """Start at once. OSError where the file cannot be opened."""
        self._sha = hashlib.sha256()
        self._error: OSError | None = None
        self._file = path.open("rb", buffering=0)
        self._thread: Thread | None = None
        if path.stat().st_size >= LARGE_FILE:
            self._thread = Thread(target=self._read, daemon=True)
            self._thread.start()
        else:
            self._read()

    def _read(self) -> None:
        piece = memoryview(bytearray(DIGEST_PIECE))
        try:
            with self._file as file:
                while size := file.readinto(piece):
                    self._sha.update(piece[:size])
        except OSError as error:
            self._error = error

    def __str__(self) -> str:
        if self._thread is not None:
            self._thread.join()
        if self._error is not None:
            raise self._error
        return self._sha.hexdigest()


# --- what is in a file, before it is taken for anything: looked at once, and only as far as asked


START = 1 << 16
PARQUET = b"PAR1"


@dataclass(frozen=True, eq=False)
class Content:
    """A file as bytes or a path, and what can be seen of it without taking it for anything.

    `how`: what somebody said of it. `held`: the table that it is already. What is asked of it
    never raises, but for `raw`, `text`, `parquet`, `cells` and `table_of`.
    """

    name: str
    data: bytes | Path
    how: ReadOptions = DEFAULT_OPTIONS
    held: ReadyTable | None = None

    @cached_property
    def start(self) -> bytes:
        """The first 64 KB. Raises ReadError where the file cannot be opened."""
        if isinstance(self.data, bytes):
            return self.data[:START]
        try:
            with self.data.open("rb") as file:
                return file.read(START)
        except OSError as error:
            what = f"cannot be opened ({error.strerror})"
            raise ReadError(
                [Problem(what=what, remedy="check the path", file=self.name)]
            ) from error

    @cached_property
    def raw(self) -> bytes:
        """All bytes; of a table that is held what it is as CSV."""
        if self.held is not None:
            return self.held.as_csv()
        return self.data if isinstance(self.data, bytes) else self.data.read_bytes()

    @cached_property
    def digest(self) -> str | Digest:
        """SHA-256 of the bytes; of a table that is held, of the file that it came out of.

        Of Parquet as text it may have to be waited for.
        """
        if self.held is not None:
            return self.held.digest
        if self.kind == "parquet" and isinstance(self.data, Path):
            return Digest(self.data)
        return hashlib.sha256(self.raw).hexdigest()

    @cached_property
    def kind(self) -> Literal["parquet", "text", "bytes", "table"]:
        """Whether it is Parquet, text, a table that is held, or anything else."""
        if self.held is not None:
            return "table"
        if self.start.startswith(PARQUET):
            return "parquet"
        text = b"\0" not in self.start or self.start.startswith(tuple(BYTE_ORDER_MARKS))
        return "text" if text or self.how.encoding is not None else "bytes"

    @property
    def text(self) -> str:
        """The text, decoded anew: a large one should not be held beside what is made of it.

        Raises ReadError where it is none, or of another encoding.
        """
        return decoded(self.name, self.raw, self.text_encoding)

    def check_text(self) -> None:
        """Raises ReadError as `text` does, without holding the text of UTF-8."""
        if self.text_encoding not in UTF_8 or not is_sound(self.raw):
            decoded(self.name, self.raw, self.text_encoding)

    @cached_property
    def text_encoding(self) -> str:
        """The encoding of the text: the one given, that of the byte order mark, or UTF-8."""
        return encoding_of(self.start, self.how.encoding)

    @cached_property
    def head(self) -> tuple[str, ...]:
        """The first lines of a text, whole ones, without their ends; none where it is no text."""
        if self.kind != "text":
            return ()
        try:
            text = self.start.decode(self.text_encoding, errors="replace")
        except (LookupError, UnicodeError):
            return ()
        lines = text.removeprefix("\ufeff").splitlines()
        return tuple(lines[:-1] if len(self.start) == START and len(lines) > 1 else lines)

    @cached_property
    def header(self) -> tuple[str, ...]:
        """The names of the columns of a table or of delimited text; none where it has none."""
        if self.kind == "parquet":
            try:
                return tuple(self.parquet.schema_arrow.names)
            except ReadError:
                return ()
        rows = self.first_rows
        return tuple(rows[0]) if rows else ()

    @cached_property
    def first_rows(self) -> list[list[str]]:
        """The first rows of a table as cells, the header too; none of Parquet and JSON."""
        if self.held is not None:
            return self.held.first_rows()
        if not self.head or self.is_json:
            return []
        text = "\n".join(self.head[max(0, (self.how.header or 1) - 1) :])
        dialect = delimited.dialect_of(text, self.how)
        try:
            rows = [*csv.reader(io.StringIO(text, newline=""), **dialect)]
        except csv.Error:
            return []
        filled = [row for row in rows if row]
        if self.how.header == 0 and filled:
            filled.insert(0, [str(place) for place in range(1, len(filled[0]) + 1)])
        return filled

    @cached_property
    def is_json(self) -> bool:
        """Whether the text is, or is meant to be, JSON."""
        return self.kind == "text" and is_json(self.name, "\n".join(self.head[:20]))

    @cached_property
    def beginning(self) -> Content:
        """Of long JSON on lines or in a list the first records; of any other file all of it."""
        if not self.is_json or len(self.start) < START:
            return self
        try:
            text = beginning_of(self.start.decode(self.text_encoding, errors="ignore"))
        except LookupError:
            return self
        return (
            self
            if text is None
            else Content(self.name, text.encode(), replace(self.how, encoding="utf-8"))
        )

    @cached_property
    def json(self) -> JsonText | None:
        """The text as JSON, with what is wrong in it; None where it is none."""
        if not self.is_json:
            return None
        try:
            return parsed(self.name, self.text)
        except (ReadError, RecursionError, MemoryError):
            return None

    @property
    def notes(self) -> tuple[Problem, ...]:
        """What was mended in the JSON, as far as it was read one value after the other."""
        json = self.__dict__.get("json")
        return () if json is None else json.notes

    @property
    def value(self) -> Any:
        """The value that the whole file is as JSON; None where it has records on lines, or is none.

        Numbers are the text that they were written as.
        """
        return None if self.json is None else self.json.value

    @property
    def records(self) -> list[dict[str, Any]]:
        """The objects of JSON lines, or of the list that the JSON is; none where there are none."""
        return [] if self.json is None else self.json.records

    @property
    def places(self) -> list[int]:
        """The line of each of the records; in a list its place, counted from 1."""
        return [] if self.json is None else self.json.lines

    @cached_property
    def schema(self) -> pa.Schema | None:
        """The columns of Parquet or a held table with their types; None of any other."""
        if self.held is not None:
            return self.held.columns.schema
        try:
            return self.parquet.schema_arrow if self.kind == "parquet" else None
        except ReadError:
            return None

    @cached_property
    def parquet(self) -> pq.ParquetFile:
        """The Parquet file that it is, not read yet. Raises ReadError."""
        return open_parquet(self.name, self.data)

    @property
    def room(self) -> Room | None:
        """What rows of the Parquet file may be held in, where they are many for its bytes."""
        return room_of(self.name, self.data, self.parquet)

    def cells(self) -> tuple[pa.Table, Array]:
        """The cells of delimited text, and the line of each row. Raises ReadError."""
        decoded(self.name, self.raw, self.text_encoding)  # bytes of another encoding are refused
        table, lines, _ = delimited.parse(self.name, self.raw, self.text_encoding, self.how)
        return table, lines

    def table_of(
        self, records: list[dict[str, Any]], lines: list[int], as_written: Collection[str] = ()
    ) -> tuple[pa.Table, Array, frozenset[str]]:
        """Records as columns of text, the line of each row, and the columns with gaps.

        Objects of a class with its score, or lists of them, become columns, but for those of the
        columns `as_written`. Raises ReadError, also where the JSON is broken.
        """
        bad = [] if self.json is None else self.json.problems
        return json_columns.table_of(self.name, records, lines, bad, as_written)


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
    b"Obj\x01": "an Avro file",
}
PICKLES = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")
PICKLE = "this is a Python pickle, which may run code, so it is never opened"
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
        return "this is a packed review", "load it alone, or as a baseline"
    if start.startswith((ZIP, OLD_OFFICE)):
        return "this is a document or a program", f"export a table from it: give {ACCEPTED}"
    # of other files a header may begin with these letters
    if start.startswith(b"ORC") and ending == ".orc":
        return "this is an ORC file", "write it again as Parquet"
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
        what = "this is a classification report, without the predictions behind it"
        return what, "give the predictions: true and predicted, one row per document"
    return None


def without_gz(name: str) -> str:
    """The name that a packed file has once it is unpacked; any other stays."""
    return name[: -len(".gz")] if name.lower().endswith(".gz") else name


def stem_of(name: str) -> str:
    """A file's name without its ending, that of packing included."""
    return Path(without_gz(name)).stem
