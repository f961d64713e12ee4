"""Classes that are listed with their scores, document by document, as a column for each class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyarrow as pa

from breakeven.readers.files.header import MOST_COLUMNS, MOST_EMPTY_CELLS
from breakeven.readers.formats.adding_up import add_up
from breakeven.readers.problems import ReadError, first_problems
from breakeven.records import Problem
from metrics.typing import Array

SCORE = "score:"
# the classes of a document and their scores as they were written
Listed = list[tuple[str, str]]


@dataclass(frozen=True)
class Scores:
    """A table with a column of scores for each class.

    `classes`: those columns and their classes. `gaps`: the columns in which an empty cell says that
    the class was not listed. `probabilities`: whether every row lists all and adds up to 1.
    """

    table: pa.Table
    classes: dict[str, str]
    gaps: frozenset[str]
    probabilities: bool


def with_scores(name: str, table: pa.Table, said: Sequence[Listed], lines: Array) -> Scores:
    """The table of a file of this name with the scores that its rows list; ReadError as below."""
    rows = np.repeat(np.arange(len(said)), [len(listed) for listed in said])
    names = pa.array([of for listed in said for of, _ in listed], pa.string())
    scores = pa.array([score for listed in said for _, score in listed], pa.string())
    return with_pairs(name, table, (rows, names, scores), lines)


def with_pairs(
    name: str, table: pa.Table, pairs: tuple[Array, pa.Array, pa.Array], lines: Array
) -> Scores:
    """The table with the scores that `pairs` list: rows, classes and scores, each shape (pairs,).

    Raises ReadError where a row lists a class twice, or nearly all cells would be empty.
    """
    rows, of, scores = pairs
    coded = of.dictionary_encode()
    names = coded.dictionary.to_pylist()
    codes = coded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    n = len(lines)
    if len(names) > MOST_COLUMNS or n * len(names) > max(MOST_EMPTY_CELLS, 20 * len(codes)):
        what = f"{n:,} documents of {len(names):,} classes make a table of nearly no scores"
        remedy = "use the long shape: id, class, score"
        raise ReadError([Problem(what=what, remedy=remedy, file=name)])
    twice = np.flatnonzero(pd.Index(rows * max(1, len(names)) + codes).duplicated())

    def problem(i: int) -> Problem:
        what, remedy = f"class {names[codes[i]]!r} is listed twice", "keep one score of each class"
        return Problem(row=int(lines[rows[i]]), what=what, remedy=remedy, file=name)

    if len(twice):
        raise ReadError(first_problems(twice, problem))
    order = np.argsort(codes, kind="stable")
    ends = np.searchsorted(codes[order], np.arange(len(names) + 1))
    columns = dict(zip(table.column_names, table.columns, strict=True))
    gaps = set()
    for code in sorted(range(len(names)), key=names.__getitem__):
        chosen = order[ends[code] : ends[code + 1]]
        place = np.full(n, -1)
        place[rows[chosen]] = chosen
        column = f"{SCORE}{names[code]}"
        columns[column] = pa.chunked_array([scores.take(pa.array(place, mask=place < 0))])
        if len(chosen) < n:
            gaps.add(column)
    classes = {f"{SCORE}{of}": of for of in sorted(names)}
    table = pa.table(columns)
    return Scores(table, classes, frozenset(gaps), not gaps and add_up(table, classes))
