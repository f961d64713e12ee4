"""What the format of a file says of its columns, as a guess."""

from __future__ import annotations

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
