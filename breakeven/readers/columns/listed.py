"""A list of classes beside a list of their scores, one of each in a row: long lists of labels."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.readers.cells import numbers
from breakeven.readers.columns.guess import ColumnGuess
from breakeven.readers.columns.names import says_predicted, says_probability, says_truth
from breakeven.readers.files.arrow_types import is_list


def find_listed(guess: ColumnGuess) -> None:
    """Give both columns their roles, where only one of each can be meant."""
    lists = [c for c in guess.free() if is_list(guess.table.type_of(c))]
    scores = [c for c in lists if pa.types.is_floating(guess.table.type_of(c).value_type)]
    names = [c for c in lists if c not in scores and not says_truth(c)]
    beside = [(n, s) for s in scores for n in names if _are_beside(guess, n, s)]
    called = [pair for pair in beside if says_predicted(pair[0])]
    if len(called) == 1 or len(beside) == 1:
        ((listed, scored),) = called if len(called) == 1 else beside
        guess.roles |= {listed: "listed", scored: "scores"}


def listed_probabilities(guess: ColumnGuess, column: str) -> bool:
    """Whether the header of listed scores says that they are probabilities, and all may be."""
    if not says_probability(column):
        return False
    values = numbers(pc.list_flatten(guess.table.column(column)))
    return bool(((values >= 0) & (values <= 1)).all())


def _are_beside(guess: ColumnGuess, names: str, scores: str) -> bool:
    """Whether every row of the sample lists as many of both, and some row several."""
    of_names, of_scores = (
        pc.fill_null(pc.list_value_length(guess.table.first(c)), 0).to_numpy()
        for c in (names, scores)
    )
    return bool(np.array_equal(of_names, of_scores) and of_names.max(initial=0) > 1)
