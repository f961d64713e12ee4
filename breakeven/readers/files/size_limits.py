"""How large the parts of a file may be, and to how much it may unfold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError

# --- how large a file's parts may be, and what is wrong with a header by itself


MOST_COLUMNS = 20_000
FIELD_LIMIT = 10_000_000
EMPTY = "name them; if this is a title, give the line of the header"
TOO_LONG = "longer than 10 MB"
# of text files; beyond it few of the cells may be empty ones that the file does not write
MOST_EMPTY_CELLS = 50_000_000


def header_problems(name: str, columns: Sequence[str]) -> list[Problem]:
    """Too many columns, or several of one name."""
    if len(columns) > MOST_COLUMNS:
        what = f"{len(columns):,} columns, more than {MOST_COLUMNS:,}"
        return [Problem(row=1, what=what, remedy="use the long shape: id, class, score", file=name)]
    return [
        Problem(
            row=1,
            column=column,
            what=f"{times} columns have this name",
            remedy="rename all but one" if column else EMPTY,
            file=name,
        )
        for column, times in Counter(columns).items()
        if times > 1
    ]


# --- how much a file that holds files or tables may unfold to, counted while it is unpacked


MEGABYTE = 10**6
# unpacked, in bytes: so much of any file, and so many times its own size of a large one
MOST_UNPACKED = 100 * MEGABYTE
MOST_FOLD = 4
# one packed file: so many times its packed size, where that is more than a little
MOST_RATIO = 200
LITTLE = 10 * MEGABYTE
# files in an archive, and tables in a workbook or database
MOST_MEMBERS = 1_000
MOST_TABLES = 200
# an archive may hold archives, but these no more
MOST_DEPTH = 2
PIECE = 1 << 20


def refusal(name: str, what: str, remedy: str, row: int | None = None) -> ReadError:
    """The error that says what is wrong with a file as a whole, to be raised."""
    return ReadError([Problem(row=row, what=what, remedy=remedy, file=name)])


class TooLargeError(ReadError):
    """A file unfolds to more than it may: it is refused as a whole, whatever else is in it."""


@dataclass
class Budget:
    """What is left to be unpacked of one file, its members and theirs all together."""

    name: str
    most: int
    taken: int = 0

    @classmethod
    def for_file(cls, name: str, size: int) -> Budget:
        """For a file of so many bytes."""
        return cls(name, max(MOST_UNPACKED, MOST_FOLD * size))

    def take(self, size: int) -> None:
        """Count bytes that were unpacked. Raises ReadError beyond the limit."""
        self.taken += size
        if self.taken > self.most:
            what = f"it unpacks to more than {self.most // MEGABYTE:,} MB"
            remedy = "unpack it first, and give the files that are needed"
            raise TooLargeError([Problem(what=what, remedy=remedy, file=self.name)])

    def take_rows(self, batch: pa.RecordBatch) -> None:
        """Count rows that were read. Raises ReadError beyond the limit."""
        # asked how many bytes a union takes, Arrow ends the process
        union = "union" in str(batch.schema.types)
        self.take(batch.get_total_buffer_size() if union else batch.nbytes)

    def take_packed(self, name: str, size: int, packed: int) -> None:
        """Count a piece of a packed file of which `size` bytes came so far."""
        if size > LITTLE and size > MOST_RATIO * packed:
            what = f"{packed:,} bytes unpack to more than {size:,}"
            remedy = "unpack it first, and look at what it holds"
            raise TooLargeError([Problem(what=what, remedy=remedy, file=name)])


def too_many(name: str, count: int, most: int, things: str) -> ReadError:
    """That there are more files or tables than are looked at."""
    what = f"it holds {count:,} {things}, more than {most:,}"
    return refusal(name, what, f"give a file with fewer {things}")
