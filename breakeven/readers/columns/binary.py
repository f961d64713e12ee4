"""One column of fractions beside truth of 1 and 0: the scores of the positive class."""

from __future__ import annotations

import numpy as np

from breakeven.readers.cells import flags, is_nested, numbers
from breakeven.readers.columns.guess import ColumnGuess
from breakeven.readers.columns.names import rest_of, says_score, systems_of, words
from breakeven.readers.files.arrow_types import is_list
from breakeven.text import listed, quoted
from metrics.typing import Array

POSITIVE = "1"


def find_binary_scores(guesses: list[ColumnGuess]) -> None:
    """Truth and predictions of 1 and 0 become those of one class, whose scores are found.

    As `from_arrays` takes one score a document: it is for the positive class.
    """
    if any(guess.shape not in ("labels", "indicator", "wide scores") for guess in guesses):
        return
    yes_or_no = [
        (guess, column)
        for guess in guesses
        for column, role in guess.roles.items()
        if role in ("truth", "predicted", "indicator")
    ]
    if not yes_or_no or not all(guess.are_flags([column]) for guess, column in yes_or_no):
        return
    indicators = [c for guess, c in yes_or_no if guess.roles[c] == "indicator"]
    if indicators and len(yes_or_no) > 1:
        return
    found = {id(guess): _scores(guess) for guess in guesses}
    if not any(found.values()):
        return
    name = POSITIVE
    if indicators:
        (guess, column), *_ = yes_or_no
        name = _without_is(column, [c for columns in found.values() for c in columns])
    for guess, column in yes_or_no:
        role = guess.roles[column]
        guess.roles[column] = "decision" if role == "predicted" else "indicator"
        guess.classes[column] = name
        if role == "truth":
            guess.shape = "indicator"
            why = "1 means in the class whose scores stand beside it, 0 means not"
            guess.reasons.setdefault(column, why)
    for guess in guesses:
        _assign(guess, found[id(guess)], name)


def _assign(guess: ColumnGuess, columns: list[str], name: str) -> None:
    for column in columns:
        guess.roles[column] = "score"
        guess.classes[column] = name
        guess.reasons[column] = f"numbers beside 1 and 0 are scores of {quoted(name)}"
    if len(columns) > 1:
        guess.systems |= systems_of(columns)
    if columns and guess.shape == "labels":
        guess.shape = "wide scores"


def _without_is(column: str, scores: list[str]) -> str:
    """`is_spam` beside `spam_score` is of the class spam; else the column's name."""
    rests = map(rest_of, scores)
    return next((r for r in rests if r and words(column) == ["is", *words(r)]), column)


def scores_of_positives(guess: ColumnGuess, truth: str, score: str) -> bool:
    """Whether fractions beside 1 and 0 are no confidence in what stands there.

    Of two classes the one called has at least ½; a score below it is that of the positive.
    """
    if not guess.is_numeric(score) or not guess.are_flags([truth]):
        return False
    values = _numbers(guess, score)
    return bool((values < 0.5).any())


def _scores(guess: ColumnGuess) -> list[str]:
    """The columns of scores of the one class, one for each system; none where it is in doubt."""
    scored = [column for column, role in guess.roles.items() if role == "score"]
    if scored:
        only = len(scored) == 1 and guess.classes[scored[0]] in (POSITIVE, "1.0", "true", "True")
        return scored if only else []
    free = [*guess.free(), *(c for c, role in guess.roles.items() if role == "confidence")]
    fractions = [c for c in free if _holds_fractions(guess, c)]
    named = [column for column in fractions if says_score(column)]
    if not named:
        named = fractions if len(fractions) == 1 and _within_one(guess, fractions[0]) else []
    said = [c for c, role in guess.roles.items() if role in ("predicted", "decision")]
    if said:
        named = [column for column in named if _ranks(guess, column, said[0])]
        return named if len(named) == len(said) == 1 else []
    if len(named) > 1 and not all(map(rest_of, named)):
        guess.question = f"say which column is the score: {listed(named)}"
        return []
    return named


def _holds_fractions(guess: ColumnGuess, column: str) -> bool:
    kind = guess.table.type_of(column)
    if is_nested(kind) or is_list(kind) or guess.is_of_the_sample(column):
        return False
    return guess.is_numeric(column) and guess.is_fractional(column)


def _within_one(guess: ColumnGuess, column: str) -> bool:
    values = _numbers(guess, column)
    return bool(((values >= 0) & (values <= 1)).all())


def _ranks(guess: ColumnGuess, score: str, predicted: str) -> bool:
    """Whether every document called has at least the score of every one that is not."""
    called, _ = flags(guess.table.sample.column(predicted))
    values = _numbers(guess, score)
    yes, no = values[called == 1], values[called == 0]
    if not len(yes) or not len(no):  # a confidence in one class of two is at least a half
        return bool((values < 0.5).any())
    return bool(np.nanmin(yes) >= np.nanmax(no))


def _numbers(guess: ColumnGuess, column: str) -> Array:
    return numbers(guess.table.sample.column(column), guess.table.decimal_comma)
