"""One file's share of a review: what it holds, and what every shape of file has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from breakeven.data.ids import Ids
from breakeven.data.records import Answered, Problem
from breakeven.readers.base.problems import first_problems
from breakeven.readers.base.proposal import APART, FileProposal
from breakeven.readers.files.cells import cell_text, class_sets, encoded, parse_flags
from breakeven.readers.files.file_table import FileTable
from metrics.typing import Array

# --- one file's share of a review: what it holds, and what every shape of file has


@dataclass(frozen=True)
class ClassSets:
    """Which of the named classes each row or document has: boolean csr (rows, names)."""

    has: sparse.csr_array
    names: list[str]

    def rows(self, which: Array | slice) -> ClassSets:
        """The sets of these documents, in this order."""
        if not isinstance(which, slice) and np.array_equal(which, np.arange(self.has.shape[0])):
            return self
        return ClassSets(self.has[which], self.names)


@dataclass(frozen=True)
class SplitCodes:
    """The split of each of n documents in one file.

    `codes`: which of `names`, -1 for none, shape (n,); a name may be "", which is none, and may
    come twice.
    """

    names: list[str]
    codes: Array


@dataclass(frozen=True)
class GradedPairs:
    """The grades of a file, the worst first, and of each pair which: int csr, 1.., 0 for none."""

    names: tuple[str, ...]
    codes: ClassSets


@dataclass(frozen=True)
class AnnotatorLabels:
    """What one annotator said in one file.

    `documents`: indices into the documents of the file, shape (m,): those that were judged.
    `sets`, `unjudged`: of the m documents.
    """

    name: str
    documents: Array
    sets: ClassSets
    unjudged: ClassSets | None


@dataclass(frozen=True, kw_only=True)
class AnswerRows:
    """The rows of a file in which one system answered, a answers.

    `documents`: the document of each row, (a,). `texts`: the different answers, and `text_of`, of
    each row which, (a,); with `sets`, boolean csr (a, names), they were read already. `failed`:
    whether the row says that there is no answer, (a,). `repeats`: which repeat the row is, as
    text, (a,). `scores`: dense or csr (score classes, a). `cost`, `latency`, `settings`: as in
    Answered.
    """

    system: str
    file: FileProposal
    documents: Array
    texts: list[str]
    text_of: Array
    sets: ClassSets | None
    failed: Array
    repeats: Array
    score_classes: list[str]
    scores: Array | sparse.csr_array | None
    cost: Array | None
    latency: Array | None
    settings: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class SystemOutput:
    """What one system said in one file.

    `documents`: indices into the documents of the file, shape (m,). `scores`: dense or csr
    (score classes, m). `decisions`: of the m documents. `answered`: where it answered in words; its
    classes are those of `decisions`.
    """

    system: str
    documents: Array
    score_classes: list[str]
    scores: Array | sparse.csr_array | None
    decisions: ClassSets | None
    probabilities: bool
    answered: Answered | None = None


@dataclass(eq=False)
class FileContent:
    """One file's share of a review. `ids` is None where the file has no id column.

    `keys`: the text of each document, where rows go together with other files' by it.

    `weights`: per document, shape (n,); `clusters`: per document as text, "" for none.
    `answer_rows`: those in which a system answered, until all files are read; `named`: what
    answers called classes, before names were replaced.
    """

    table: FileTable
    file: FileProposal
    ids: Ids | None = None
    keys: Array | None = None
    n: int = 0
    lines: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    truth: ClassSets | None = None
    unjudged: ClassSets | None = None
    grades: GradedPairs | None = None
    splits: SplitCodes | None = None
    columns: dict[str, Array] = field(default_factory=dict)
    text_column: str | None = None
    weights: Array | None = None
    clusters: Array | None = None
    people: list[AnnotatorLabels] = field(default_factory=list)
    outputs: list[SystemOutput] = field(default_factory=list)
    answer_rows: list[AnswerRows] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def report(self, rows: Array, column: str, what: str, remedy: str) -> None:
        """A problem for each of these rows; {} in `what` stands for what the cell holds."""
        values = self.table.column(column) if len(rows) and "{}" in what else None

        def problem(row: int) -> Problem:
            what_of_row = what if values is None else what.replace("{}", cell_text(values, row))
            return Problem(
                row=int(self.table.lines[row]),
                column=column,
                what=what_of_row,
                remedy=remedy,
                file=self.table.name,
            )

        self.problems += first_problems(rows, problem)

    def note(self, column: str | None, what: str, remedy: str) -> None:
        """Say what was left out in reading, without refusing the file."""
        self.notes.append(Problem(column=column, what=what, remedy=remedy, file=self.table.name))


def systems_of(
    content: FileContent, name: str, document: Array | None = None
) -> Sequence[tuple[str, Array | slice]]:
    """The systems of a file and the rows of each; of that name, all rows, where no column says it.

    Where models, prompts or temperatures vary, each combination is a system. `document`: that of
    each row, shape (rows,), where a system may say one thing of it alone.
    """
    table, file = content.table, content.file
    column = file.only("system")
    parts: list[tuple[Array, list[str]]] = []
    if column is not None:
        codes, names = encoded(table.column(column))
        nameless = np.isin(codes, [-1, *(i for i, name in enumerate(names) if not name)])
        content.report(np.flatnonzero(nameless), column, "the system is missing", "name it")
        parts.append((codes, names))
    varying = (_varying(content, role) for role in SETTINGS)
    parts += [part for part in varying if part is not None]
    systems: Sequence[tuple[str, Array | slice]]
    if not parts:
        systems = [(name or table.stem, slice(None))]
        codes = np.broadcast_to(np.int64(0), table.rows)
    else:
        codes, names = _combined(parts)
        systems = [(name, np.flatnonzero(codes == i)) for i, name in enumerate(names) if name]
    repeat = file.only("repeat")
    apart = [column for column in file.having(*APART) if file.columns[column] != "annotator"]
    if document is not None and apart:
        import pandas as pd  # slow to import

        keys = {"document": document, "system": codes}
        if repeat is not None:
            keys["repeat"] = encoded(table.column(repeat))[0]
        again = pd.DataFrame(keys).duplicated()
        what = "system {} has an earlier row for the same document"
        if column is None:
            what = "the document has an earlier row of the same system"
        if repeat is not None:
            what = "repeat {} of the document has an earlier row"
        where = repeat or column or apart[0]
        content.report(np.flatnonzero(again), where, what, "keep one row per document")
    return systems


def _varying(content: FileContent, role: str) -> tuple[Array, list[str]] | None:
    """Which setting each row was asked with, and how they are called; None where it is one."""
    column = content.file.only(role)
    if column is None:
        return None
    codes, values = encoded(content.table.column(column))
    there = np.unique(codes[codes >= 0])
    if not 1 < len(there) <= MOST_SETTINGS:
        if len(there) > MOST_SETTINGS:
            what = f"{len(there):,} different values of the {role}"
            content.note(column, what, "they are not read as repeats or versions")
        return None
    return codes, [_called(role, value, i) for i, value in enumerate(values, 1)]


def _called(role: str, value: str, number: int) -> str:
    if role == "temperature":
        return f"temperature {value}"
    name = " ".join(value.split())
    return name if 0 < len(name) <= LONGEST_SETTING else f"{role} {number}"


def _combined(parts: list[tuple[Array, list[str]]]) -> tuple[Array, list[str]]:
    """Each row's combination, and its name: of a system, then of what varies in how it is asked."""
    if len(parts) == 1:
        codes, names = parts[0]
        return codes, names
    import pandas as pd  # slow to import

    frame = pd.DataFrame({i: codes for i, (codes, _) in enumerate(parts)})
    combined, combinations = pd.factorize(pd.MultiIndex.from_frame(frame))
    names = [
        " · ".join(
            names[code] for code, (_, names) in zip(combination, parts, strict=True) if code >= 0
        )
        for combination in combinations
    ]
    return combined, names


SETTINGS = ("model", "prompt", "temperature")
MOST_SETTINGS = 20
LONGEST_SETTING = 30


# --- the classes of each row, from one column of names or from a column a class


def sets_of(
    content: FileContent, file: FileProposal, as_classes: str, as_flags: str
) -> tuple[ClassSets, ClassSets | None] | None:
    """The classes of each row and the pairs left open; None where no column has these roles.

    `as_classes`, `as_flags`: the role of a column of names, and of columns of 1 and 0.
    """
    column = file.only(as_classes)
    if column is not None:
        return sets_in(content, file, column), None
    return _of_flags(content, file, as_flags)


def sets_in(content: FileContent, file: FileProposal, column: str) -> ClassSets:
    """The classes that the cells of a column name; of one alone where only that one counts."""
    has, names, bad, twice = class_sets(content.table.column(column), file.separator)
    content.report(
        bad, column, "{} is not a list", 'write it as ["a", "b"], or change the separator'
    )
    if twice:
        content.note(column, f"rows that list a class twice: {twice:,}", "it counts once")
    only = file.classes.get(column)
    if only is None:
        return ClassSets(has, names)
    columns = [place for place, name in enumerate(names) if name == only]
    return ClassSets(_one_column(has, columns), [only])


def _of_flags(
    content: FileContent, file: FileProposal, as_flags: str
) -> tuple[ClassSets, ClassSets | None] | None:
    table = content.table
    columns = file.having(as_flags)
    if not columns:
        return None
    yes: list[Array] = []
    unjudged: list[Array] = []
    for column in columns:
        values, bad = parse_flags(table.column(column))
        content.report(bad, column, "{} is neither 1 nor 0", "write 1 or 0, or -1 for not judged")
        yes.append(np.flatnonzero(values == 1))
        unjudged.append(np.flatnonzero(values == -1))
        if as_flags == "decision":
            what = "the prediction is {}"
            content.report(unjudged[-1], column, what, "write 1 or 0")
    names = [file.classes[column] for column in columns]
    left_open = ClassSets(_columns(unjudged, table.rows), names)
    return ClassSets(_columns(yes, table.rows), names), left_open if left_open.has.nnz else None


def _one_column(has: sparse.csr_array, columns: list[int]) -> sparse.csr_array:
    """The one column that is kept, empty where there is none."""
    if columns:
        return sparse.csr_array(has[:, columns])
    return sparse.csr_array((has.shape[0], 1), dtype=bool)


def _columns(rows: list[Array], height: int) -> sparse.csr_array:
    """A boolean csr matrix from the rows that are True in each column."""
    indptr = np.concatenate([[0], np.cumsum([len(r) for r in rows])])
    data = np.ones(indptr[-1], dtype=bool)
    return sparse.csr_array(
        sparse.csc_array((data, np.concatenate(rows), indptr), shape=(height, len(rows)))
    )
