"""What a file without predictions comes nearest to, and what it misses."""

from __future__ import annotations

from breakeven.readers.cells import encoded, is_nested
from breakeven.readers.columns.guess import NAMES, ColumnGuess
from breakeven.readers.files.arrow_types import is_list
from breakeven.readers.proposal import OF_A_SYSTEM, OF_TRUTH
from breakeven.text import listed

MOST_LISTED = 3
MOST_NUMBERS = 10  # that may be classes
LOOKS = "this looks like"
CALLED_SO = "called for instance “predicted”, or scores called “score:” and the class's name"


def ask_for_missing(guesses: list[ColumnGuess]) -> None:
    """Where nothing is predicted in any file: what each looks like, and what is missing.

    What is true, or what people said each, is looked at by itself, and so are texts with splits:
    that nobody predicted anything is said elsewhere, and is no question.
    """
    said = (*OF_A_SYSTEM, *OF_TRUTH, "annotator", "count")
    texts_of_splits = all(any(guess.has(what) for guess in guesses) for what in ("text", "split"))
    if texts_of_splits or any(guess.has(*said) for guess in guesses):
        for guess in guesses:
            if guess.is_known and guess.has(*OF_TRUTH):
                guess.question = ""  # what a format asks for was given
        return
    for guess in guesses:
        if not guess.question:
            guess.question = _nearest(guess)


def _nearest(guess: ColumnGuess) -> str:
    """The shape that a file looks like, and what it misses, in one sentence."""
    columns = guess.table.columns
    if guess.shape == "long":
        looks = "a table with a row for each document and class, and what is true"
        missing = "a column with the score of each, or with 1 where it is predicted"
    elif len(columns) == 1:
        looks = "a list, one value in a line"
        missing = "a header and at least two columns, for instance “true” and “predicted”"
    else:
        looks = "a table with a row for each document"
        missing = f"a column with the true class and one with the predicted class, {CALLED_SO}"
        if found := [c for c in guess.free() if _may_be_classes(guess, c)]:
            missing += f" (or say what {listed(found, MOST_LISTED)} holds)"
    return f"{LOOKS} {looks}; what is missing is {missing}"


def _may_be_classes(guess: ColumnGuess, column: str) -> bool:
    """Whether few different values come again and again, as names of classes do."""
    kind = guess.table.type_of(column)
    other = {name for what in ("split", "text", "id") for name in NAMES[what]}
    if column.strip().lower() in other or is_nested(kind) or is_list(kind):
        return False
    if guess.is_score(column) or guess.is_of_the_sample(column):
        return False
    first = guess.table.first(column)
    held = [value for value in encoded(first)[1] if value]
    most = len(first) // 2
    return 1 < len(held) <= max(2, min(most, MOST_NUMBERS) if guess.is_numeric(column) else most)
