"""What the format of a file says of its columns, as a guess."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from breakeven.readers.cells import is_nested
from breakeven.readers.columns.guess import ColumnGuess
from breakeven.readers.files.arrow_types import is_list


def take_draft(guess: ColumnGuess) -> None:
    """Give the columns of a file the roles that its format knows; all others are information."""
    draft = guess.table.draft
    assert draft is not None
    for column in guess.table.columns:
        kind = guess.table.type_of(column)
        readable = not is_nested(kind) and not is_list(kind)
        guess.roles[column] = draft.roles.get(column, "slice" if readable else "ignore")
    guess.shape = draft.shape or "labels"
    guess.classes = dict(draft.classes)
    guess.separator = draft.separator
    guess.probabilities = draft.probabilities
    guess.why_probabilities = draft.why_probabilities
    guess.system = draft.system
    guess.systems = dict(draft.systems)
    guess.people = dict(draft.annotators)
    guess.reasons = dict(draft.reasons)
    guess.question = draft.question


def name_batches(guesses: Sequence[ColumnGuess]) -> None:
    """Files of one system keep its name where each has other documents, as batches of it have.

    Else each is called after its file. A file of nothing but failures, which says no system, is
    of the only one of its format.
    """
    known = [guess for guess in guesses if guess.is_known and guess.only("id") is not None]
    for guess in known:
        of_format = {g.system for g in known if g.table.format == guess.table.format} - {""}
        if not guess.system and len(of_format) == 1 and _failed_throughout(guess):
            guess.system = of_format.pop()
    by_system: dict[str, list[ColumnGuess]] = {}
    for guess in known:
        if guess.system:
            by_system.setdefault(guess.system, []).append(guess)
    for batches in by_system.values():
        if len(batches) == 1:
            continue
        ids = [pc.unique(guess.table.column(guess.only("id") or "")) for guess in batches]
        every = pa.concat_arrays([found.cast(pa.string()) for found in ids])
        if len(every.unique()) < len(every):
            for guess in batches:
                guess.system = ""


def _failed_throughout(guess: ColumnGuess) -> bool:
    """Whether no row of a file of answers has one."""
    answer = guess.only("answer")
    if answer is None or guess.only("failed") is None:
        return False
    given = guess.table.column(answer)
    return not pc.any(pc.not_equal(pc.fill_null(given, ""), "")).as_py()
