"""Scores out of files, without passing through Python objects, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from scipy import sparse

from breakeven.data.arrow_arrays import array_of, truths_in
from breakeven.data.records import Problem
from breakeven.data.wording import count_of
from breakeven.readers.base.memory import release_free_memory
from breakeven.readers.base.problems import MOST_OF_A_KIND, first_problems
from breakeven.readers.base.progress import report_progress
from breakeven.readers.base.proposal import FileProposal
from breakeven.readers.files.cells import cell_text, encoded, inexact_rows, numbers
from breakeven.readers.files.file_table import FileTable
from breakeven.readers.shapes.file_content import FileContent
from metrics.typing import Array

# --- Scores out of files, without passing through Python objects, and what is wrong with them


def wide_scores(
    table: FileTable, file: FileProposal, problems: list[Problem]
) -> tuple[Array | sparse.csr_array | None, list[str]]:
    """Scores (classes, rows), class-major and contiguous, and their classes in sorted order.

    Float32 when all columns are, else float64; csr where the file does not list every class of
    every row. What is wrong is added to `problems`.
    """
    columns = sorted(file.having("score"), key=lambda column: file.classes[column])
    if not columns:
        return None, []
    kinds = [table.type_of(column) for column in columns]
    narrow = all(pa.types.is_float32(kind) or pa.types.is_float16(kind) for kind in kinds)
    # what other columns left makes room for the largest array of all
    release_free_memory()
    scores = np.empty((len(columns), table.rows), dtype=np.float32 if narrow else np.float64)
    place_of = {column: place for place, column in enumerate(columns)}

    def take(column: str, cells: pa.ChunkedArray) -> tuple[Array, Array, int, Array]:
        """Put one column where it belongs; rows that are not exact, first unfit ones, and how many.

        It is looked at while it is in the processor's cache. Last, the rows that hold nothing.
        """
        values = numbers(cells, table.decimal_comma)
        scores[place_of[column]] = values
        unfit = _unfit_rows(values, file.probabilities)
        if column in table.gaps:
            unfit = unfit[~np.isnan(values[unfit]) | _given(cells)[unfit]]
        empty = _empty_among(cells, unfit)
        unfit = unfit[~np.isin(unfit, empty)]
        large = inexact_rows(cells, values, table.decimal_comma)
        return large, unfit[:MOST_OF_A_KIND].copy(), len(unfit), empty

    # in the order of the file, in which Parquet reads columns that stand beside each other at once
    given = file.having("score")
    inexact: list[tuple[int, str]] = []
    unfit: list[tuple[int, str]] = []
    count = 0
    empty_in: dict[str, Array] = {}
    for place, (large, bad, number, empty) in enumerate(table.each(given, take)):
        report_progress("Reading column", place, len(given))
        if len(empty):
            empty_in[given[place]] = empty
        inexact += [(int(row), given[place]) for row in large]
        unfit += [(int(row), given[place]) for row in bad]
        count += number
    # what reading them held stays with nobody while all of it is put together
    release_free_memory()
    problems += _inexact_problems(table, inexact)
    wrong = _missing_scores(table, file, empty_in)
    wrong += _score_problems(table, file, sorted(unfit)[:MOST_OF_A_KIND], count)
    # in the order of the file; last how many more there are
    problems += sorted(wrong, key=lambda each: (each.row is None, each.row or 0, each.column or ""))
    named = [file.classes[column] for column in columns]
    listed = ~np.isnan(scores) if table.gaps.intersection(columns) else None
    if listed is None or listed.all():
        return scores, named
    return sparse.csr_array((scores[listed], np.nonzero(listed)), shape=scores.shape), named


def _empty_among(cells: pa.ChunkedArray, rows: Array) -> Array:
    """Those of these rows whose cell holds nothing."""
    if not len(rows):
        return rows
    held = cells.take(array_of(rows))
    empty = held.is_null()
    if pa.types.is_string(held.type) or pa.types.is_large_string(held.type):
        empty = pc.or_(empty, pc.fill_null(pc.equal(held, ""), False))
    return rows[truths_in(empty)]


def _missing_scores(
    table: FileTable, file: FileProposal, empty_in: dict[str, Array]
) -> list[Problem]:
    """That cells hold no score: one cause, whatever the number of cells. Rows by column."""
    if not empty_in:
        return []
    cells = sum(map(len, empty_in.values()))
    rows = np.unique(np.concatenate(list(empty_in.values())))
    first = next(column for column, empty in sorted(empty_in.items()) if rows[0] in empty)
    name = "probability" if file.probabilities else "score"
    what, remedy = f"the {name} is missing", _remedy_for(file)
    if cells > 1:
        others = "is 1 other" if cells == 2 else f"are {cells - 1:,} others"
        what += (
            f", as {others}: in all in {count_of(len(rows), 'row')} and "
            f"{count_of(len(empty_in), 'column')}"
        )
        remedy = "give a number in each, or leave these rows out"
    line = int(table.lines[rows[0]])
    return [Problem(row=line, column=first, what=what, remedy=remedy, file=table.name)]


def _remedy_for(file: FileProposal) -> str:
    """What a score must be."""
    inside = "a number from 0 to 1, or set that the scores are not probabilities"
    return f"give {inside}" if file.probabilities else "give a number"


def _given(cells: pa.ChunkedArray) -> Array:
    """Whether a cell holds anything, shape (rows,)."""
    return truths_in(cells.is_valid())


def pair_score_kind(table: FileTable, file: FileProposal) -> np.dtype | None:
    """The precision that scores of the long shape come in; None where there are none."""
    column = file.only("score")
    if column is None:
        return None
    kind = table.type_of(column)
    narrow = pa.types.is_float32(kind) or pa.types.is_float16(kind)
    return np.dtype(np.float32 if narrow else np.float64)


def read_pair_scores(
    table: FileTable, file: FileProposal, put: Callable[[int, Array], None], problems: list[Problem]
) -> None:
    """Hand on scores of the long shape, from a row on, NaN where the cell is empty: no score.

    They come in any order. What is wrong is added to `problems`.
    """
    column = file.only("score")
    assert column is not None

    def take(start: int, piece: pa.Table) -> tuple[list[int], Array, int]:
        """Hand on a piece; rows that are not exact, the first unfit ones, and how many."""
        cells = piece.column(0)
        values = numbers(cells, table.decimal_comma)
        put(start, values)
        unfit = _unfit_rows(values, file.probabilities)
        # an empty cell is legal here, and only the cell itself tells it from NaN
        if len(unfit):
            cell_values = cells.take(array_of(unfit)).to_pylist()
            unfit = unfit[[value not in (None, "") for value in cell_values]]
        large = start + inexact_rows(cells, values, table.decimal_comma)
        return large.tolist(), start + unfit[:MOST_OF_A_KIND], len(unfit)

    inexact: list[tuple[int, str]] = []
    unfit: list[tuple[int, str]] = []
    count = 0
    for large, bad, number in table.pieces([column], take):
        inexact += [(row, column) for row in large]
        unfit += [(int(row), column) for row in bad[: MOST_OF_A_KIND - len(unfit)]]
        count += number
    problems += _inexact_problems(table, inexact)
    problems += _score_problems(table, file, unfit, count)


def are_invalid_scores(values: Array, probabilities: bool) -> Array:
    """Which values are no score: not finite, or no probability where they are said to be such."""
    if probabilities:
        return ~((values >= 0) & (values <= 1))
    return ~np.isfinite(values)


def _unfit_rows(values: Array, probabilities: bool) -> Array:
    """The rows that hold no score, or no probability."""
    least, most = (values.min(), values.max()) if len(values) else (0, 0)
    # of any NaN both are NaN
    if probabilities and least >= 0 and most <= 1:
        return np.zeros(0, dtype=np.int64)
    if not probabilities and np.isfinite(least) and np.isfinite(most):
        return np.zeros(0, dtype=np.int64)
    return np.flatnonzero(are_invalid_scores(values, probabilities))


def _inexact_problems(table: FileTable, inexact: list[tuple[int, str]]) -> list[Problem]:
    """Scores as whole numbers that would tie with their neighbours if they were rounded."""
    inexact = sorted(inexact)

    def problem(index: int) -> Problem:
        row, column = inexact[index]
        return Problem(
            row=int(table.lines[row]),
            column=column,
            what=f"the score is {cell_text(table.column(column), row)}, and whole numbers from 2 "
            "to the power of 53 on are no longer exact",
            remedy="give smaller numbers in the same order, such as ranks",
            file=table.name,
        )

    return first_problems(np.arange(len(inexact)), problem)


def _score_problems(
    table: FileTable, file: FileProposal, unfit: list[tuple[int, str]], count: int
) -> list[Problem]:
    problems = []
    for row, column in unfit:
        held = cell_text(table.column(column), row)
        remedy = _remedy_for(file)
        name = "probability" if file.probabilities else "score"
        problems.append(
            Problem(
                row=int(table.lines[row]),
                column=column,
                what=f"the {name} is {held}",
                remedy=remedy,
                file=table.name,
            )
        )
    if count > len(problems):
        what = f"and {count - len(problems):,} more of this kind"
        problems.append(Problem(what=what, remedy=problems[-1].remedy, file=table.name))
    return problems


# --- Scores of the classes that each row lists, all rows at once


def listed_scores(
    content: FileContent, file: FileProposal
) -> tuple[sparse.csr_array | None, list[str]]:
    """Scores (classes, rows) of the classes that rows list, and their names; None without a list.

    What is wrong is reported by the row, and none of it is then read.
    """
    named, scored = file.only("listed"), file.only("scores")
    if named is None or scored is None:
        return None, []
    names, scores = (_one_array(content.table.column(column)) for column in (named, scored))
    sizes = _sizes(names)
    wrong = np.flatnonzero(sizes != _sizes(scores))
    what = "the numbers of scores and classes differ"
    content.report(wrong, scored, what, "give a score for each class, in the same order")
    if len(wrong):
        return None, []
    rows = np.repeat(np.arange(len(sizes)), sizes)
    codes, classes = encoded(pc.list_flatten(names))
    listed = pc.list_flatten(scores)
    values = numbers(listed, content.table.decimal_comma)
    nameless = codes < 0
    if "" in classes:
        nameless |= codes == classes.index("")
    name = "probability" if file.probabilities else "score"
    fits = "a number from 0 to 1, or set that the scores are not probabilities"
    for bad, column, text, remedy in (
        (nameless, named, "a class has no name", "name it"),
        (
            are_invalid_scores(values, file.probabilities),
            scored,
            f"a {name} is {'not from 0 to 1' if file.probabilities else 'no number'}",
            f"give {fits if file.probabilities else 'a number'}",
        ),
        (
            inexact_rows(listed, values, content.table.decimal_comma),
            scored,
            "whole numbers from 2 to the power of 53 on are no longer exact",
            "give smaller numbers in the same order, such as ranks",
        ),
    ):
        content.report(np.unique(rows[bad]), column, text, remedy)
    if nameless.any():
        return None, []
    matrix = sparse.csr_array((values, (codes, rows)), shape=(len(classes), len(sizes)))
    if matrix.nnz < len(values):
        pairs = np.sort(rows * np.int64(len(classes)) + codes)
        again = pairs[1:][pairs[1:] == pairs[:-1]] // len(classes)
        text = "a class is listed twice"
        content.report(np.unique(again), named, text, "keep one score of each class")
    return matrix, classes


def _one_array(column: pa.ChunkedArray) -> pa.Array:
    combined = column.combine_chunks()
    return combined.chunk(0) if isinstance(combined, pa.ChunkedArray) else combined


def _sizes(lists: pa.Array) -> Array:
    """How many values each row lists, none where there is no list; shape (rows,)."""
    found: Array = pc.fill_null(pc.list_value_length(lists), 0).to_numpy(zero_copy_only=False)
    return found
