"""One file, as its confirmed roles say, to documents, truth, decisions and scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import pyarrow as pa
from scipy import sparse

from metrics.tallies import Array
from readers.cells import class_sets, described, encoded, flags, is_list, is_nested, numbers, texts
from readers.proposal import OF_A_CLASS, ONCE, ROLES, FileProposal
from readers.review import Problem, ReadError, examples, few
from readers.scores import pair_scores, wide_scores
from readers.tables import Table

SPLITS = {"train": "train", "test": "test"} | dict.fromkeys(("dev", "validation", "val"), "dev")


@dataclass(frozen=True)
class ClassSets:
    """Which of the named classes each row or document has: boolean csr (rows, names)."""

    has: sparse.csr_array
    names: list[str]

    def rows(self, which: Array) -> ClassSets:
        return ClassSets(self.has[which], self.names)


@dataclass(frozen=True)
class Said:
    """What one system said in one file.

    `documents`: indices into the part's documents, shape (m,). `scores`: dense or csr
    (score classes, m). `decisions`: of the m documents.
    """

    system: str
    documents: Array
    score_classes: list[str]
    scores: Array | sparse.csr_array | None
    decisions: ClassSets | None
    probabilities: bool


@dataclass
class Part:
    """One file's share of a review. `ids` is None where the file has no id column."""

    table: Table
    file: FileProposal
    ids: Array | None = None
    n: int = 0
    lines: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    truth: ClassSets | None = None
    unjudged: ClassSets | None = None
    splits: Array | None = None
    columns: dict[str, Array] = field(default_factory=dict)
    text_column: str | None = None
    said: list[Said] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def report(self, rows: Array, column: str, what: str, remedy: str) -> None:
        """A problem for each of these rows; {} in `what` stands for what the cell holds."""
        values = self.table.column(column) if len(rows) and "{}" in what else None

        def problem(row: int) -> Problem:
            said = what if values is None else what.replace("{}", described(values, row))
            return Problem(int(self.table.lines[row]), column, said, remedy, self.table.name)

        self.problems += few(rows, problem)

    def note(self, column: str | None, what: str, remedy: str) -> None:
        self.notes.append(Problem(None, column, what, remedy, self.table.name))


def read_part(table: Table, file: FileProposal) -> Part:
    """Everything one file says; what is wrong with it is in `problems`."""
    part = Part(table, file)
    part.problems += role_problems(table, file)
    if part.problems:
        return part
    try:
        if file.shape == "long":
            _read_pairs(part)
        else:
            _read_rows(part)
    except ReadError as error:
        part.problems += error.problems
    return part


def role_problems(table: Table, file: FileProposal) -> list[Problem]:
    """What is wrong with the confirmed roles themselves."""
    out = []

    def problem(column: str | None, what: str, remedy: str) -> None:
        out.append(Problem(None, column, what, remedy, table.name))

    for column, role in file.columns.items():
        if column not in table.columns:
            problem(column, "the file has no such column", "choose one of its columns")
        elif role not in ROLES:
            problem(column, f"there is no role {role!r}", f"choose one of {', '.join(ROLES)}")
        elif role != "ignore":
            kind = table.type_of(column)
            lists = is_list(kind) and (role not in ("truth", "predicted") or file.shape == "long")
            if is_nested(kind) or lists:
                problem(column, f"values of type {kind} cannot be read", "leave the column out")
    times = Counter(file.columns.values())
    for role in ONCE:
        if times[role] > 1 and not (role == "count" and file.shape == "square matrix"):
            shown = examples(file.having(role))
            problem(None, f"{shown} are all taken as {role}", "keep one and change the others")
    if file.role != "matrix":
        misplaced = (
            ("indicator", "decision", "count") if file.shape == "long" else ("class", "count")
        )
        for column in file.having(*misplaced):
            what = f"a {file.columns[column]} does not belong to the shape {file.shape!r}"
            problem(column, what, "change its role, or the shape")
    if file.shape == "long":
        for role in ("id", "class"):
            if not times[role]:
                problem(None, f"no column is the {role}", "choose one, or another shape")
        if times["score"] > 1:
            problem(None, "several columns are scores", "the long shape has one; keep one")
        if not (times["truth"] or times["score"] or times["predicted"]):
            problem(None, "no column is truth, score or prediction", "choose at least one")
        return out
    said = any(times[role] for role in ("truth", "predicted", *OF_A_CLASS))
    if not said and file.role != "matrix":
        problem(None, "no column is truth, score or prediction", "choose at least one")
    if times["truth"] and times["indicator"]:
        problem(None, "the truth is given twice, as classes and as 1 or 0", "keep one")
    if times["predicted"] and times["decision"]:
        problem(None, "the decisions are given twice, as classes and as 1 or 0", "keep one")
    for role in OF_A_CLASS:
        columns = file.having(role)
        nameless = [column for column in columns if not file.classes.get(column)]
        for column in nameless:
            problem(column, "it is not said which class this column belongs to", "choose a class")
        for name, count in Counter(file.classes.get(c) for c in columns).items():
            if name is not None and count > 1:
                what = f"{count} columns are the {role} of class {name!r}"
                problem(None, what, "keep one of them")
    return out


def _read_rows(part: Part) -> None:
    table, file = part.table, part.file
    everything = np.arange(table.rows)
    document, first = everything, everything
    identity, system_column = file.only("id"), file.only("system")
    if identity is not None:
        ids = texts(table.column(identity))
        part.report(
            np.flatnonzero(ids == ""), identity, "the id is missing", "give every row an id"
        )
        document, names = pd.factorize(ids)
        if system_column is None:
            again = np.flatnonzero(pd.Index(document).duplicated() & (ids != ""))
            what = "the id {} occurred before"
            part.report(again, identity, what, "keep one row for each document")
        else:
            first = np.flatnonzero(~pd.Index(document).duplicated())
        part.ids = np.asarray(names, dtype=object)
        if part.problems:
            return
    elif system_column is not None:
        part.note(None, "there is no id column", "documents are told apart by row number")
    part.n, part.lines = len(first), table.lines[first]

    truth = _sets(part, "truth", "indicator")
    if truth is not None:
        sets, unjudged = truth
        part.truth = sets.rows(first)
        part.unjudged = unjudged.rows(first) if unjudged is not None else None
        if system_column is not None:
            differs = (sets.has != sets.has[first][document]).sum(axis=1)
            part.report(
                np.flatnonzero(differs),
                identity or system_column,
                "the truth of {} differs from an earlier row's",
                "give each document one truth",
            )
    said = _sets(part, "predicted", "decision")
    scores, score_classes = wide_scores(part.table, file, part.problems)
    if said is not None or scores is not None:
        decisions = said[0] if said is not None else None
        for system, rows in _systems(part, document):
            whole = len(rows) == table.rows
            part.said.append(
                Said(
                    system,
                    document[rows],
                    score_classes,
                    scores if whole or scores is None else scores[:, rows],
                    decisions if whole or decisions is None else decisions.rows(rows),
                    file.probabilities,
                )
            )
    _describe(part, first)


def _systems(part: Part, document: Array) -> list[tuple[str, Array]]:
    """The systems of a file and the rows of each."""
    column = part.file.only("system")
    if column is None:
        return [(part.file.system or part.table.stem, np.arange(part.table.rows))]
    codes, names = encoded(part.table.column(column))
    nameless = np.isin(codes, [-1, *(i for i, name in enumerate(names) if not name)])
    part.report(np.flatnonzero(nameless), column, "the system is missing", "name it")
    if part.file.shape != "long":
        again = pd.DataFrame({"document": document, "system": codes}).duplicated()
        what = "system {} has an earlier row for the same document"
        part.report(np.flatnonzero(again), column, what, "keep one row for each document")
    return [(name, np.flatnonzero(codes == i)) for i, name in enumerate(names) if name]


def _sets(part: Part, as_classes: str, as_flags: str) -> tuple[ClassSets, ClassSets | None] | None:
    """The classes of each row, from one column of names or from a column a class."""
    table, file = part.table, part.file
    column = file.only(as_classes)
    if column is not None:
        found, names, bad, twice = class_sets(table.column(column), file.separator)
        part.report(
            bad, column, "{} is not a list", 'write it as ["a", "b"], or change the separator'
        )
        if twice:
            part.note(column, f"rows that list a class twice: {twice:,}", "it counts once")
        return ClassSets(found, names), None
    columns = file.having(as_flags)
    if not columns:
        return None
    yes: list[Array] = []
    unjudged: list[Array] = []
    for column in columns:
        values, bad = flags(table.column(column))
        part.report(bad, column, "{} is neither 1 nor 0", "write 1 or 0, or -1 for not judged")
        yes.append(np.flatnonzero(values == 1))
        unjudged.append(np.flatnonzero(values == -1))
        if as_flags == "decision":
            what = "the decision is {}"
            part.report(unjudged[-1], column, what, "write 1 or 0")
    names = [file.classes[column] for column in columns]
    left_open = ClassSets(_columns(unjudged, table.rows), names)
    return ClassSets(_columns(yes, table.rows), names), left_open if left_open.has.nnz else None


def _columns(rows: list[Array], height: int) -> sparse.csr_array:
    """A boolean csr matrix from the rows that are True in each column."""
    indptr = np.concatenate([[0], np.cumsum([len(r) for r in rows])])
    data = np.ones(indptr[-1], dtype=bool)
    return sparse.csr_array(
        sparse.csc_array((data, np.concatenate(rows), indptr), shape=(height, len(rows)))
    )


def _read_pairs(part: Part) -> None:
    """The long shape: a row is a document/class pair; absent pairs say no."""
    table, file = part.table, part.file
    identity, class_column = file.only("id"), file.only("class")
    assert identity is not None
    assert class_column is not None
    ids = texts(table.column(identity))
    part.report(np.flatnonzero(ids == ""), identity, "the id is missing", "give every row an id")
    document, names = pd.factorize(ids)
    part.ids, part.n = np.asarray(names, dtype=object), len(names)
    first = np.flatnonzero(~pd.Index(document).duplicated())
    part.lines = table.lines[first]
    which, found_classes = pd.factorize(texts(table.column(class_column)))
    classes = [str(name) for name in found_classes]
    # a row without a class is how a document without any is listed
    named = np.not_equal(which, classes.index("") if "" in classes else -1)
    if not named.all():
        what = f"rows that name no class: {int((~named).sum()):,}"
        part.note(class_column, what, "their documents are kept, as documents of no class")
    pair = {"document": document, "class": which}
    if file.only("system") is not None:
        pair["system"] = encoded(table.column(str(file.only("system"))))[0]
    again = pd.DataFrame(pair).duplicated().to_numpy()
    what = "class {} has an earlier row for the same document"
    part.report(np.flatnonzero(again), class_column, what, "keep one row for each pair")

    shape = (part.n, len(classes))
    truth = _pair_flags(part, "truth")
    if truth is not None:
        yes, unjudged = truth == 1, truth == -1
        part.truth = ClassSets(_pair_matrix(document, which, yes & named, shape), classes)
        if (unjudged & named).any():
            open_pairs = _pair_matrix(document, which, unjudged & named, shape)
            part.unjudged = ClassSets(open_pairs, classes)
        if "system" in pair:
            keys = pd.Series(document * shape[1] + which)
            differs = pd.Series(truth) != pd.Series(truth).groupby(keys).transform("first")
            what = "the truth of class {} differs from an earlier row's"
            part.report(np.flatnonzero(differs), class_column, what, "give each pair one truth")
    scores = pair_scores(table, file, part.problems)
    decided = _pair_flags(part, "predicted")
    if scores is None and decided is None:
        _describe(part, first)
        return
    for system, rows in _systems(part, document):
        spoken, place = np.unique(document[rows], return_inverse=True)
        chosen = named[rows]
        here, columns = place[chosen], which[rows][chosen]
        size = (len(classes), len(spoken))
        listed = None
        if scores is not None:
            given = ~np.isnan(scores[rows][chosen])
            values = scores[rows][chosen][given]
            listed = sparse.csr_array((values, (columns[given], here[given])), shape=size)
        decisions = None
        if decided is not None:
            yes = decided[rows][chosen] == 1
            matrix = _pair_matrix(here, columns, yes, (size[1], size[0]))
            decisions = ClassSets(matrix, classes)
        part.said.append(Said(system, spoken, classes, listed, decisions, file.probabilities))
    _describe(part, first)


def _pair_flags(part: Part, role: str) -> Array | None:
    column = part.file.only(role)
    if column is None:
        return None
    values, bad = flags(part.table.column(column))
    part.report(bad, column, "{} is neither 1 nor 0", "write 1 or 0, or -1 for not judged")
    return values


def _pair_matrix(
    rows: Array, columns: Array, which: Array, shape: tuple[int, int]
) -> sparse.csr_array:
    data = np.ones(int(which.sum()), dtype=bool)
    return sparse.csr_array((data, (rows[which], columns[which])), shape=shape)


def _describe(part: Part, first: Array) -> None:
    """Splits and further columns, of the first row of each document."""
    table, file = part.table, part.file
    split = file.only("split")
    if split is not None:
        codes, names = encoded(table.column(split))
        names = [SPLITS.get(name.strip().lower(), name) for name in names]
        part.splits = np.array([*names, ""], dtype=object)[codes][first]
    for column in file.having("slice", "confidence", "text"):
        part.columns[column] = _property(table, column)[first]
    part.text_column = file.only("text")


def _property(table: Table, column: str) -> Array:
    """Numbers where every value given is one, else text. Codes such as 007 stay text."""
    values = table.column(column)
    kind = values.type
    if pa.types.is_integer(kind) and values.null_count == 0:
        return values.to_numpy()
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return numbers(values)
    codes, found = encoded(values)
    given = [text for text in found if text]
    as_number = numbers(pa.chunked_array([found], pa.string()), table.decimal_comma)
    numeric = bool(given) and int(np.isfinite(as_number).sum()) == len(given)
    if not numeric or pa.types.is_boolean(kind) or any(map(_is_code, given)):
        return np.array([*found, ""], dtype=object)[codes]
    out = np.append(as_number, np.nan)[codes]
    whole = np.isfinite(out).all() and not any(set(text) & set(".,eE") for text in given)
    return out.astype(np.int64) if whole and np.abs(out).max() < 2**53 else out


def _is_code(text: str) -> bool:
    digits = text.strip().lstrip("+-")
    return len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()


def split_order(names: Mapping[str, None]) -> tuple[str, ...]:
    """train, dev, test, then any others in order of appearance."""
    usual = [name for name in ("train", "dev", "test") if name in names]
    return tuple(usual + [name for name in names if name and name not in usual])
