"""What is wrong with confirmed roles themselves, before anything is read."""

from __future__ import annotations

from collections import Counter

from breakeven.readers.cells import is_list, is_nested
from breakeven.readers.files.table import Table
from breakeven.readers.problems import examples
from breakeven.readers.proposal import OF_A_CLASS, ONCE, ROLES, FileProposal
from breakeven.records import Problem


def role_problems(table: Table, file: FileProposal) -> list[Problem]:
    """What is wrong with the confirmed roles themselves."""
    out = []

    def problem(column: str | None, what: str, remedy: str) -> None:
        out.append(Problem(column=column, what=what, remedy=remedy, file=table.name))

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
    if file.role == "matrix":
        for column in file.having("weight", "cluster"):
            what = f"a matrix of counts has no documents that could have a {file.columns[column]}"
            problem(column, what, "leave the column out, or give a row for each document")
    else:
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
