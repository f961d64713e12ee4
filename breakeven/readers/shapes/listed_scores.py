"""Scores of the classes that each row lists, all rows at once."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from scipy import sparse

from breakeven.readers.cells import beyond_exact, encoded, numbers
from breakeven.readers.proposal import FileProposal
from breakeven.readers.shapes.content import FileContent
from breakeven.readers.shapes.scores import are_unfit
from metrics.typing import Array


def listed_scores(
    content: FileContent, file: FileProposal
) -> tuple[sparse.csr_array | None, list[str]]:
    """Scores (classes, rows) of the classes that rows list, and their names; None without a list.

    What is wrong is reported by the row, and none of it is then read.
    """
    named, scored = file.only("listed"), file.only("scores")
    if named is None or scored is None:
        return None, []
    names, scores = (_whole(content.table.column(column)) for column in (named, scored))
    sizes = _sizes(names)
    wrong = np.flatnonzero(sizes != _sizes(scores))
    what = "there are not as many scores as classes"
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
    fits = "a number from 0 to 1, or say that the scores are no probabilities"
    for bad, column, said, remedy in (
        (nameless, named, "a class has no name", "name it"),
        (
            are_unfit(values, file.probabilities),
            scored,
            f"a {name} is {'not from 0 to 1' if file.probabilities else 'no number'}",
            f"give {fits if file.probabilities else 'a number'}",
        ),
        (
            beyond_exact(listed, values, content.table.decimal_comma),
            scored,
            "of whole numbers from 2 to the power of 53 on not all can be told apart",
            "give smaller numbers in the same order, such as ranks",
        ),
    ):
        content.report(np.unique(rows[bad]), column, said, remedy)
    if nameless.any():
        return None, []
    found = sparse.csr_array((values, (codes, rows)), shape=(len(classes), len(sizes)))
    if found.nnz < len(values):
        pairs = np.sort(rows * np.int64(len(classes)) + codes)
        again = pairs[1:][pairs[1:] == pairs[:-1]] // len(classes)
        said = "a class is listed twice"
        content.report(np.unique(again), named, said, "keep one score of each class")
    return found, classes


def _whole(column: pa.ChunkedArray) -> pa.Array:
    whole = column.combine_chunks()
    return whole.chunk(0) if isinstance(whole, pa.ChunkedArray) else whole


def _sizes(lists: pa.Array) -> Array:
    """How many values each row lists, none where there is no list; shape (rows,)."""
    found: Array = pc.fill_null(pc.list_value_length(lists), 0).to_numpy(zero_copy_only=False)
    return found
