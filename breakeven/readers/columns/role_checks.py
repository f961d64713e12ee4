"""What is wrong with confirmed roles themselves, before anything is read.

Tested in `tests/breakeven/readers/test_build.py` and `columns/test_annotator_columns.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from breakeven.data.records import Problem
from breakeven.data.wording import examples
from breakeven.readers.base.proposal import (
    LISTED,
    OF_A_CLASS,
    OF_CLASSES,
    OF_TRUTH,
    ONCE,
    ONE_CELL,
    ROLE_NAMES,
    ROLES,
    FileProposal,
)
from breakeven.readers.columns.column_content import OWN_COLUMNS, why_no_names
from breakeven.readers.files.arrow_types import is_list
from breakeven.readers.files.cells import is_nested
from breakeven.readers.files.file_table import FileTable


def check_roles(table: FileTable, file: FileProposal) -> list[Problem]:
    """What is wrong with the confirmed roles themselves."""
    by_role = _of_a_pair(file) if file.shape == "long" else _of_a_document(file)
    found = [*_of_columns(table, file), *_of_the_shape(file), *by_role]
    return [replace(problem, file=table.name) for problem in found]


def _problem(column: str | None, what: str, remedy: str) -> Problem:
    return Problem(column=column, what=what, remedy=remedy)


def _of_columns(table: FileTable, file: FileProposal) -> Iterator[Problem]:
    columns = set(table.columns)
    for column, role in file.columns.items():
        if column not in columns:
            yield _problem(column, "the file has no such column", "choose one of its columns")
        elif role not in ROLES:
            remedy = f"choose one of {', '.join(ROLES)}"
            yield _problem(column, f"there is no role {role!r}", remedy)
        elif role != "ignore":
            kind = table.type_of(column)
            of_lists = role in OF_CLASSES and file.shape in ONE_CELL
            lists = is_list(kind) and not of_lists and role not in LISTED
            if role in LISTED and not is_list(kind):
                what = f"a column read as {ROLE_NAMES[role]} must not hold lists"
                yield _problem(column, what, "change its role")
            elif is_nested(kind) or lists:
                what = f"values of type {kind} cannot be read"
                yield _problem(column, what, "leave the column out")
            elif role in OF_CLASSES and file.shape != "long":
                reason = why_no_names(table, column)
                if reason is not None:
                    yield _problem(column, reason, OWN_COLUMNS)


def _of_the_shape(file: FileProposal) -> Iterator[Problem]:
    if not file.separator:
        what = "the separator between the classes of a cell is empty"
        yield _problem(None, what, "give one, or “none” if a cell is one class")
    if file.having("answer") and (file.shape not in ONE_CELL or file.only("annotator")):
        what = "answers are read from files with one row per document, or several for repeats"
        yield _problem(file.only("answer"), what, "put labels of several people in another file")
    times = Counter(file.columns.values())
    for role in ONCE:
        several = (role == "count" and file.shape == "square matrix") or (
            role in ("predicted", "answer") and file.role != "matrix" and file.shape != "long"
        )
        if times[role] > 1 and not several:
            what = f"{examples(file.having(role))} are all read as {ROLE_NAMES[role]}"
            yield _problem(None, what, "keep one and change the others")
    if file.role == "matrix":
        for column in file.having("weight", "cluster", "annotated", "annotator"):
            named = ROLE_NAMES[file.columns[column]]
            what = f"a matrix of counts has no documents, so it cannot have a {named}"
            remedy = "leave the column out, or give one row per document"
            yield _problem(column, what, remedy)
        return
    misplaced = (
        ("indicator", "annotated", "decision", "count", *LISTED)
        if file.shape == "long"
        else ("class", "slot", "count")
    )
    for column in file.having(*misplaced):
        name = ROLE_NAMES[file.columns[column]]
        what = f"a column taken as {name} does not belong to the shape {file.shape!r}"
        yield _problem(column, what, "change its role, or the shape")


def _of_a_pair(file: FileProposal) -> Iterator[Problem]:
    times = Counter(file.columns.values())
    for role, column in (("id", file.only("id")), ("class", file.class_of_pairs())):
        if column is None:
            what = f"no column is the {ROLE_NAMES[role]}"
            yield _problem(None, what, "choose one, or another shape")
    if times["slot"] and not times["class"] and times["truth"] and times["predicted"]:
        what = "fillers of slots are listed twice, as truth and as predictions"
        remedy = "give each list in a file of its own, or take one column as the class"
        yield _problem(None, what, remedy)
    if times["score"] > 1:
        yield _problem(
            None, "several columns are scores", "the long shape allows only one; keep one"
        )
    yield from _of_grades(file)
    if not (times["truth"] or times["grade"] or times["score"] or times["predicted"]):
        yield _problem(
            None, "no column holds a truth, a score or a prediction", "choose at least one"
        )
    if times["grade"] > 1:
        yield _problem(
            None, "several columns are grades", "the long shape allows only one; keep one"
        )
    if times["annotator"] and (times["score"] or times["predicted"]):
        what = "a row holds both the label of an annotator and the prediction of a system"
        yield _problem(None, what, "give the predictions in a file of their own")


def _of_a_document(file: FileProposal) -> Iterator[Problem]:
    times = Counter(file.columns.values())
    # a file of ids and splits says where the documents of the others belong
    given = any(times[role] for role in (*OF_TRUTH, "predicted", "answer", *LISTED, *OF_A_CLASS))
    # and texts of splits can be looked through for such as are in two of them
    given = given or bool(times["split"] and (times["id"] or times["text"]))
    if not given and file.role != "matrix":
        what = "no column holds a truth, a score, a prediction or an answer"
        yield _problem(None, what, file.question or "choose at least one")
    if times["listed"] != times["scores"]:
        what = "classes with a score are in one column, and their scores in another"
        yield _problem(file.only("listed") or file.only("scores"), what, "choose both")
    if times["scores"] and times["score"]:
        yield _problem(None, "scores are given twice, as lists and by class", "keep one")
    if times["truth"] and times["indicator"]:
        yield _problem(None, "the truth is given twice, as classes and as 1 or 0", "keep one")
    yield from _of_annotators(file)
    yield from _of_grades(file)
    if len(file.parts()) > 1 and times["system"]:
        what = f"the systems are named by the columns {examples(file.systems)}, and by another"
        yield _problem(file.only("system"), what, "leave one of them out")
    for _, part in file.parts():
        yield from _of_a_system(part)


def _of_grades(file: FileProposal) -> Iterator[Problem]:
    if file.having("grade") and file.having("truth", "indicator", "annotator", "annotated"):
        yield _problem(None, "the truth is given twice, as grades and otherwise", "keep one")


def _of_annotators(file: FileProposal) -> Iterator[Problem]:
    times = Counter(file.columns.values())
    if times["annotator"]:
        who = file.only("annotator")
        if times["system"]:
            what = "a row belongs both to an annotator and to a system"
            yield _problem(who, what, "give the predictions in a file of their own")
        if not times["id"]:
            what = "without ids, the rows of one document cannot be found"
            yield _problem(who, what, "choose the id column")
        if not (times["truth"] or times["annotated"] or times["indicator"]):
            yield _problem(who, "no column holds the labels of the annotators", "choose one")
        if times["annotated"] > 1:
            what = f"{examples(file.having('annotated'))} all hold the labels of the annotator"
            yield _problem(who, what, "keep one, or leave out who labelled the row")
        return
    for name, count in Counter(file.annotators.get(c) for c in file.having("annotated")).items():
        if not name:
            yield _problem(None, "the annotator of a column is not known", "name them")
        elif count > 1:
            what = f"{count} columns hold the labels of annotator {name!r}"
            yield _problem(None, what, "keep one of them, or give the annotators different names")


def _of_a_system(file: FileProposal) -> Iterator[Problem]:
    """What is wrong with the columns of one system, and of the truth beside them."""
    times = Counter(file.columns.values())
    if times["predicted"] > 1:
        what = f"{examples(file.having('predicted'))} are all read as {ROLE_NAMES['predicted']}"
        yield _problem(None, what, "keep one, or give each a system of its own")
    if times["predicted"] and times["decision"]:
        what = "the predictions are given twice, as classes and as 1 or 0"
        yield _problem(None, what, "keep one")
    for role in OF_A_CLASS:
        columns = file.having(role)
        nameless = [column for column in columns if not file.classes.get(column)]
        for column in nameless:
            what = "the class of this column is not known"
            yield _problem(column, what, "choose a class")
        for name, count in Counter(file.classes.get(c) for c in columns).items():
            if name is not None and count > 1:
                what = f"{count} columns are the {ROLE_NAMES[role]} of class {name!r}"
                yield _problem(None, what, "keep one of them")
