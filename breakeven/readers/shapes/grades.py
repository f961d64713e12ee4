"""Grades of pairs, from one file and among all documents and classes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy import sparse

from breakeven.data.gold import BETWEEN, order_grades, usual_grades
from breakeven.data.records import Grades, Problem
from breakeven.data.wording import examples
from breakeven.readers.base.problems import ReadError
from breakeven.readers.files.cells import encoded
from breakeven.readers.shapes.file_content import ClassSets, FileContent, GradedPairs
from breakeven.readers.shapes.pair_order import PairOrder
from metrics.typing import Array

MOST_GRADES = 50


def read_pair_grades(
    content: FileContent, order: PairOrder, nameless: Array, classes: list[str]
) -> None:
    """The long shape: the grade of the pair of each row; an empty one is a pair nobody judged.

    `nameless`: the rows that name no class.
    """
    column = content.file.only("grade")
    if column is not None:
        codes, names = encoded(content.table.column(column))
        rows = np.delete(np.arange(len(codes)), nameless)
        _keep(content, column, names, (*order.pairs_of(rows), codes[rows]), classes)


def read_class_grades(content: FileContent, first: Array) -> None:
    """A column of grades for each class, of the first row of each document."""
    columns = content.file.having("grade")
    place: dict[str, int] = {}
    held = []
    for c, column in enumerate(columns):
        codes, names = encoded(content.table.column(column))
        code_of_cell = np.array([place.setdefault(name, len(place)) for name in names] + [-1])
        held.append((np.arange(len(first)), np.full(len(first), c), code_of_cell[codes[first]]))
    if columns:
        rows, which, codes = (np.concatenate(parts) for parts in zip(*held, strict=True))
        classes = [content.file.classes[column] for column in columns]
        _keep(content, columns[0], list(place), (rows, which, codes), classes)


def _keep(content: FileContent, column: str, names: list[str],
          cells: tuple[Array, Array, Array], classes: list[str]) -> None:  # fmt: skip
    """`cells`: document, class and index of the grade of each pair that is listed."""
    document, which, codes = cells
    grades = order_grades(name for name in names if name.strip())
    wrong = [name for name in grades if BETWEEN in name]
    if len(grades) > MOST_GRADES or wrong or not grades:
        what = f"{len(grades):,} different grades, more than {MOST_GRADES}"
        if wrong:
            what = f"grades that hold {BETWEEN}: {examples(wrong)}"
        elif not grades:
            what = "there is no grade"
        remedy = "give a few words or numbers"
        content.problems.append(
            Problem(column=column, what=what, remedy=remedy, file=content.table.name)
        )
        return
    position = {name: code for code, name in enumerate(grades, 1)}
    given = np.array([position.get(name, 0) for name in names] + [0])[codes]
    shape = (content.n, len(classes))
    some = given > 0
    matrix = sparse.csr_array((given[some], (document[some], which[some])), shape=shape)
    content.grades = GradedPairs(grades, ClassSets(matrix, classes))
    empty = sparse.csr_array(shape, dtype=bool)
    content.truth = ClassSets(empty, classes)
    if not some.all():
        data = np.ones(int((~some).sum()), dtype=bool)
        left = sparse.csr_array((data, (document[~some], which[~some])), shape=shape)
        content.unjudged = ClassSets(left, classes)


def join_grades(
    contents: list[FileContent], place_of: dict[int, Array], position: dict[str, int], n: int
) -> Grades | None:
    """The grades among all documents and classes; ReadError where files give the truth twice."""
    held = [content for content in contents if content.grades is not None]
    if not held:
        return None
    given = held[0].grades
    assert given is not None
    truths = [content for content in contents if content.truth is not None]
    if len(truths) > 1:
        what = "the truth is given twice: as grades here, and in another file"
        raise ReadError([Problem(what=what, remedy="keep one of them", file=held[0].table.name)])
    pairs = given.codes.has.tocoo()
    columns = np.array([position.get(name, -1) for name in given.codes.names] or [-1])[pairs.col]
    rows = place_of[id(held[0])][pairs.row]
    are_joined = (rows >= 0) & (columns >= 0)
    values = (pairs.data[are_joined], (rows[are_joined], columns[are_joined]))
    return Grades(given.names, sparse.csc_array(values, shape=(n, len(position))))


def gold_of_files(grades: Grades) -> str:
    """The gold before anybody chooses; ReadError where it is not known which grades are good."""
    found = usual_grades(grades.names)
    if found is None:
        what = f"the grades that count as correct are not known: {examples(grades.names, 10)}"
        remedy = "set them as the gold, such as grades:" + BETWEEN.join(grades.names[-1:])
        raise ReadError([Problem(what=what, remedy=remedy)])
    return found


def best_of_merged(pairs: GradedPairs, final: Mapping[str, str | None]) -> GradedPairs:
    """Grades of new classes: of several old ones a pair has the best."""
    new = [final.get(name, name) for name in pairs.codes.names]
    names = list(dict.fromkeys(name for name in new if name is not None))
    place = {name: column for column, name in enumerate(names)}
    given = pairs.codes.has.tocoo()
    columns = np.array([-1 if name is None else place[name] for name in new] or [-1])[given.col]
    has_class = columns >= 0
    rows, columns, data = given.row[has_class], columns[has_class], given.data[has_class]
    order = np.lexsort((data, columns, rows))
    rows, columns, data = rows[order], columns[order], data[order]
    last = np.append((np.diff(rows) != 0) | (np.diff(columns) != 0), True)[: len(rows)]
    shape = (given.shape[0], len(names))
    matrix = sparse.csr_array((data[last], (rows[last], columns[last])), shape=shape)
    return GradedPairs(pairs.names, ClassSets(matrix, names))
