"""Whether the rows of a long file may be held, where they are many for the bytes of the file."""

from __future__ import annotations

from breakeven.readers.files.table import Table
from breakeven.readers.problems import ReadError
from breakeven.readers.proposal import FileProposal
from breakeven.readers.shapes.scores import pair_score_kind

# bytes of memory for the column of a row: a document and a class are kept as codes, and only where
# their place does not say them
BYTES = {"id": 0, "class": 0, "ignore": 0, "truth": 1, "predicted": 1}
OTHERWISE = 16
CODES = 12


def check_room(table: Table, file: FileProposal, in_order: bool) -> None:
    """Raises ReadError where the rows of a small file would take too much memory.

    `in_order`: all classes of each document come in one order, one document after the other.
    """
    if table.room is None:
        return
    score = pair_score_kind(table, file)
    bytes_of = BYTES | ({} if score is None else {"score": score.itemsize})
    held = sum(bytes_of.get(role, OTHERWISE) for role in file.columns.values())
    if table.rows * (held + (0 if in_order else CODES)) > table.room.most:
        raise ReadError([table.room.refusal])
