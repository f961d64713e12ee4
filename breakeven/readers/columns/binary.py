"""One column of fractions beside truth of 1 and 0: the scores of the positive class."""

from __future__ import annotations

import numpy as np

from breakeven.readers.cells import flags, is_nested, numbers, texts
from breakeven.readers.columns.guess import ColumnGuess
from breakeven.readers.columns.names import rest_of, says_score, systems_of, words
from breakeven.readers.files.arrow_types import is_list
from breakeven.text import listed, positive_of, quoted
from metrics.typing import Array

POSITIVE = "1"


def find_binary_scores(guesses: list[ColumnGuess]) -> None:
    """Truth and predictions of two classes become those of the one whose scores stand beside.

    As `from_arrays` takes one score a document: it is for the positive class.
    """
    if any(guess.shape not in ("labels", "indicator", "wide scores") for guess in guesses):
        return
    said = [
        (guess, column)
        for guess in guesses
        for column, role in guess.roles.items()
        if role in ("truth", "predicted", "indicator")
    ]
    if said and all(guess.are_flags([column]) for guess, column in said):
        _of_flags(guesses, said)
    elif said:
        _of_words(guesses, said)


def _of_flags(guesses: list[ColumnGuess], said: list[tuple[ColumnGuess, str]]) -> None:
    """1 and 0: columns of the one class."""
    indicators = [c for guess, c in said if guess.roles[c] == "indicator"]
    if indicators and len(said) > 1:
        return
    found = {id(guess): _scores(guess, guesses, POSITIVE) for guess in guesses}
    if not any(found.values()):
        return
    name = POSITIVE
    if indicators:
        (guess, column), *_ = said
        name = _without_is(column, [c for columns in found.values() for c in columns])
    for guess, column in said:
        role = guess.roles[column]
        guess.roles[column] = "decision" if role == "predicted" else "indicator"
        guess.classes[column] = name
        if role == "truth":
            guess.shape = "indicator"
            why = "1 means in the class whose scores stand beside it, 0 means not"
            guess.reasons.setdefault(column, why)
    for guess in guesses:
        _assign(guess, found[id(guess)], name)


def _of_words(guesses: list[ColumnGuess], said: list[tuple[ColumnGuess, str]]) -> None:
    """Two names: of both columns only the scored one counts, the other is its absence."""
    if any(guess.classes.get(c) or _is_no_name(guess, c) for guess, c in said):
        return
    if any(c.startswith("score:") for guess in guesses for c in _having(guess, "score")):
        return  # our own shape, in which a class may have no scores
    names = {name for guess, column in said for name in guess.distinct(column)} - {""}
    if len(names) != 2:
        return
    scored = [guess.classes[c] for guess in guesses for c in _having(guess, "score")]
    likely = scored[:1] if scored else [*filter(None, [positive_of(names)]), *sorted(names)]
    for name in likely if names.issuperset(scored) else []:
        found = {id(guess): _scores(guess, guesses, name) for guess in guesses}
        if any(found.values()):
            break
    else:
        return
    for guess, column in said:
        guess.classes[column] = name
        why = f"the scores beside it are of {quoted(name)}, so the other class is its absence"
        guess.reasons.setdefault(column, why)
    for guess in guesses:
        _assign(guess, found[id(guess)], name)


def _is_no_name(guess: ColumnGuess, column: str) -> bool:
    kind = guess.table.type_of(column)
    return guess.separator != "none" or is_nested(kind) or is_list(kind)


def _having(guess: ColumnGuess, *roles: str) -> list[str]:
    return [column for column, role in guess.roles.items() if role in roles]


def _assign(guess: ColumnGuess, columns: list[str], name: str) -> None:
    for column in columns:
        guess.roles[column] = "score"
        guess.classes[column] = name
        why = f"one number beside two classes is the score of {quoted(name)}"
        guess.reasons.setdefault(column, why)
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


def _scores(guess: ColumnGuess, guesses: list[ColumnGuess], positive: str) -> list[str]:
    """The columns of scores of the one class, one for each system; none where it is in doubt."""
    scored = _having(guess, "score")
    if scored:
        same = {positive} | ({"1.0", "true", "True"} if positive == POSITIVE else set())
        return scored if len(scored) == 1 and guess.classes[scored[0]] in same else []
    said = _having(guess, "predicted", "decision")
    others = any(g.has("predicted", "decision", "score") for g in guesses if g is not guess)
    if others and not said and guess.has("truth", "indicator"):
        return []  # what stands beside the truth is a property, where others predict
    fractions = [c for c in (*guess.free(), *_having(guess, "confidence")) if _holds(guess, c)]
    named = [column for column in fractions if says_score(column)]
    unnamed = [] if named else [column for column in fractions if _within_one(guess, column)]
    if len(unnamed) == len(fractions) == 1:
        named = unnamed
    elif unnamed and not said and positive == POSITIVE:
        guess.question = f"say whether scores of {quoted(positive)} are in {listed(unnamed)}"
    if said:
        named = [column for column in named if _ranks(guess, column, said[0], positive)]
        return named if len(named) == len(said) == 1 else []
    if positive != POSITIVE and positive_of([positive, *_others(guesses, positive)]) != positive:
        return []  # nothing says of which of two names it is
    if len(named) > 1 and not all(map(rest_of, named)):
        guess.question = f"say which column is the score: {listed(named)}"
        return []
    return named


def _others(guesses: list[ColumnGuess], positive: str) -> set[str]:
    said = {
        name for g in guesses for c in _having(g, "truth", "predicted") for name in g.distinct(c)
    }
    return said - {positive, ""}


def _holds(guess: ColumnGuess, column: str) -> bool:
    kind = guess.table.type_of(column)
    if is_nested(kind) or is_list(kind) or guess.is_of_the_sample(column):
        return False
    return guess.is_numeric(column) and guess.is_fractional(column)


def _within_one(guess: ColumnGuess, column: str) -> bool:
    values = _numbers(guess, column)
    return bool(((values >= 0) & (values <= 1)).all())


def _ranks(guess: ColumnGuess, score: str, said: str, positive: str) -> bool:
    """Whether every document called has at least the score of every one that is not.

    Numbers that are all from ½ to 1 may as well be confidence in what was called.
    """
    cells, values = guess.table.first(said), _numbers(guess, score)
    if positive == POSITIVE:
        called, _ = flags(cells)
    else:
        names = texts(cells)
        called = np.where(names == "", -1, names == positive)
    if not ((values < 0.5) | (values > 1)).any():
        return False
    given = np.isfinite(values)
    yes, no = values[given & (called == 1)], values[given & (called == 0)]
    if not len(yes) or not len(no):
        return len(yes) + len(no) > 0 and positive == POSITIVE
    return bool(yes.min() >= no.max())


def _numbers(guess: ColumnGuess, column: str) -> Array:
    return numbers(guess.table.first(column), guess.table.decimal_comma)
