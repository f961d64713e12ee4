"""What is done with the files of one visitor: opened, shown, and read as was confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from breakeven.data.records import Review
from breakeven.readers.answers_preview import preview_answers
from breakeven.readers.base.progress import report_progress
from breakeven.readers.base.proposal import Proposal, Shape
from breakeven.readers.base.read_options import ReadOptionsByFile
from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.file_table import FileTable, preview
from breakeven.readers.first_documents import first_documents, join_text, other_readings
from breakeven.readers.opening import open_tables

FIRST_ROWS = 4
LONGEST_SHOWN = 100
MOST_FILES = 20  # for which another reading is looked for


@dataclass
class Job:
    """The files of one visitor, as far as they are read."""

    tables: list[FileTable] = field(default_factory=list)

    def open(
        self,
        files: Sequence[tuple[str, bytes | Path]],
        hows: ReadOptionsByFile,
        shape: Shape | None = None,
        only: Sequence[str] = (),
    ) -> dict[str, Any]:
        """What is in the files, and what each column most likely is. Raises ReadError."""
        self.tables = open_tables(files, hows, only)
        report_progress("Looking at the columns")
        proposal = propose(self.tables, shape)
        several = len(self.tables) > MOST_FILES or any(table.optional for table in self.tables)
        others = [] if several else other_readings(self.tables, proposal)
        return {
            "tables": [_described(table) for table in self.tables],
            "proposal": asdict(proposal),
            "others": [other.as_data() for other in others],
        }

    def answers(self, proposal: Proposal) -> dict[str, Any]:
        """What the answers in the opened files come to, as plain data. Raises ReadError."""
        return preview_answers(self._of(proposal), proposal).as_data()

    def first(self, proposal: Proposal) -> dict[str, Any]:
        """The first documents as they will be read, as plain data. Raises ReadError."""
        return {"first": [one.as_data() for one in first_documents(self._of(proposal), proposal)]}

    def joined(self, proposal: Proposal) -> dict[str, Any]:
        """How the opened files go together, in sentences, as plain data. Raises ReadError."""
        return {"said": join_text(self._of(proposal), proposal)}

    def _of(self, proposal: Proposal) -> list[FileTable]:
        """The tables that a proposal speaks of."""
        names = {file.name for file in proposal.files}
        return [table for table in self.tables if table.name in names]

    def build(self, proposal: Proposal, name: str) -> Review:
        """The review of the opened files as the proposal says. Raises ReadError."""
        return build_review(self.tables, proposal, name)


def _described(table: FileTable) -> dict[str, Any]:
    first = [
        {name: _short(value) for name, value in row.items()} for row in preview(table, FIRST_ROWS)
    ]
    return {
        "name": table.name,
        "rows": table.rows,
        "columns": table.columns,
        "first": first,
        "stem": table.stem,
        "kind": table.kind,
    }


def _short(value: object) -> str:
    text = "" if value is None else str(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
