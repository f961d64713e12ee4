"""One file's share of a review: what it holds, and what every shape of file has."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from scipy import sparse

from breakeven.readers.cells import described, encoded
from breakeven.readers.files.table import Table
from breakeven.readers.problems import first_problems
from breakeven.readers.proposal import FileProposal
from breakeven.records import Problem
from metrics.typing import Array


@dataclass(frozen=True)
class ClassSets:
    """Which of the named classes each row or document has: boolean csr (rows, names)."""

    has: sparse.csr_array
    names: list[str]

    def rows(self, which: Array) -> ClassSets:
        """The sets of these documents, in this order."""
        return ClassSets(self.has[which], self.names)


@dataclass(frozen=True)
class GradedPairs:
    """The grades of a file, the worst first, and of each pair which: int csr, 1.., 0 for none."""

    names: tuple[str, ...]
    codes: ClassSets


@dataclass(frozen=True)
class SaidBy:
    """What one annotator said in one file.

    `documents`: indices into the documents of the file, shape (m,): those that were judged.
    `sets`, `unjudged`: of the m documents.
    """

    name: str
    documents: Array
    sets: ClassSets
    unjudged: ClassSets | None


@dataclass(frozen=True, kw_only=True)
class SystemOutput:
    """What one system said in one file.

    `documents`: indices into the documents of the file, shape (m,). `scores`: dense or csr
    (score classes, m). `decisions`: of the m documents.
    """

    system: str
    documents: Array
    score_classes: list[str]
    scores: Array | sparse.csr_array | None
    decisions: ClassSets | None
    probabilities: bool


@dataclass(eq=False)
class FileContent:
    """One file's share of a review. `ids` is None where the file has no id column.

    `weights`: per document, shape (n,); `clusters`: per document as text, "" for none.
    """

    table: Table
    file: FileProposal
    ids: Array | None = None
    n: int = 0
    lines: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    truth: ClassSets | None = None
    unjudged: ClassSets | None = None
    grades: GradedPairs | None = None
    splits: Array | None = None
    columns: dict[str, Array] = field(default_factory=dict)
    text_column: str | None = None
    weights: Array | None = None
    clusters: Array | None = None
    people: list[SaidBy] = field(default_factory=list)
    outputs: list[SystemOutput] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def report(self, rows: Array, column: str, what: str, remedy: str) -> None:
        """A problem for each of these rows; {} in `what` stands for what the cell holds."""
        values = self.table.column(column) if len(rows) and "{}" in what else None

        def problem(row: int) -> Problem:
            told = what if values is None else what.replace("{}", described(values, row))
            return Problem(
                row=int(self.table.lines[row]),
                column=column,
                what=told,
                remedy=remedy,
                file=self.table.name,
            )

        self.problems += first_problems(rows, problem)

    def note(self, column: str | None, what: str, remedy: str) -> None:
        """Say what was left out in reading, without refusing the file."""
        self.notes.append(Problem(column=column, what=what, remedy=remedy, file=self.table.name))


def systems_of(content: FileContent, name: str, document: Array) -> list[tuple[str, Array]]:
    """The systems of a file and the rows of each; of that name where no column says it."""
    column = content.file.only("system")
    if column is None:
        return [(name or content.table.stem, np.arange(content.table.rows))]
    codes, names = encoded(content.table.column(column))
    nameless = np.isin(codes, [-1, *(i for i, name in enumerate(names) if not name)])
    content.report(np.flatnonzero(nameless), column, "the system is missing", "name it")
    if content.file.shape != "long":
        again = pd.DataFrame({"document": document, "system": codes}).duplicated()
        what = "system {} has an earlier row for the same document"
        content.report(np.flatnonzero(again), column, what, "keep one row for each document")
    return [(name, np.flatnonzero(codes == i)) for i, name in enumerate(names) if name]
