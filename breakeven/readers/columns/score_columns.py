"""Columns of scores, in lists or of the positive class, and which are probabilities.

Tested in `tests/breakeven/readers/columns/test_propose.py` and `test_class_columns.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.data.wording import listed, positive_of, quoted
from breakeven.readers.base.header_words import (
    says_predicted,
    says_probability,
    says_score,
    says_truth,
    system_names,
    without_role_words,
    words,
)
from breakeven.readers.columns.column_guess import ColumnGuess
from breakeven.readers.files.arrow_types import is_list
from breakeven.readers.files.cells import is_nested, numbers, parse_flags, texts
from metrics.typing import Array

# --- a list of classes beside a list of their scores, one of each in a row: long lists of labels


def find_score_lists(guess: ColumnGuess) -> None:
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


# --- whether scores are proposed to be probabilities: by their headers, or by what they add up to


PROBABILITY_PREFIXES = ("proba_", "prob_", "p_")
ROUNDED_TO_TWO_DIGITS = 0.005  # what rounding to two digits may do to each score of a row
MOST_OFF_ONE = 0.05
ADD_UP = "in every row the scores add up to 1"


def are_probabilities(guess: ColumnGuess) -> bool:
    """Whether the headers say so or every row adds up to 1, and no value contradicts it."""
    if (lists := guess.only("scores")) is not None:
        return listed_probabilities(guess, lists)
    columns = [column for column, role in guess.roles.items() if role == "score"]
    if not columns:
        return False
    named = all(
        c.strip().lower().startswith(PROBABILITY_PREFIXES) or says_probability(c) for c in columns
    )
    by_system: dict[str, list[int]] = {}
    for place, column in enumerate(columns):
        by_system.setdefault(guess.systems.get(column, ""), []).append(place)
    several = guess.shape != "long" and all(len(places) > 1 for places in by_system.values())
    # the first rows contradict it nearly always, and all of them may be many
    if not named and not (several and _may_add_up(guess, columns, by_system)):
        return False
    for batch in guess.table.batches(columns):
        scores = np.stack([numbers(batch.column(c), guess.table.decimal_comma) for c in columns])
        if not ((scores >= 0) & (scores <= 1) | np.isnan(scores)).all():
            return False
        for places in by_system.values():
            off = np.abs(scores[places].sum(axis=0, dtype=np.float64) - 1)
            several &= bool((off <= _most_off(len(places))).all())
        if not named and not several:
            return False
    if not named:
        guess.why_probabilities = ADD_UP
    return True


def _may_add_up(guess: ColumnGuess, columns: list[str], by_system: Mapping[str, list[int]]) -> bool:
    """Whether the first rows add up to 1; no further columns are read where some exceed it."""
    for places in by_system.values():
        # a little more than may be: all rows are looked at where these fit
        most, total = 1 + _most_off(len(places)) + 1e-9, np.zeros(1)
        for place in places:
            scores = numbers(guess.table.first(columns[place]), guess.table.decimal_comma)
            total = total + scores
            if not ((scores >= 0) & (scores <= 1) & (total <= most)).all():
                return False
        if not (total >= 2 - most).all():
            return False
    return True


def _most_off(scores: int) -> float:
    return min(MOST_OFF_ONE, ROUNDED_TO_TWO_DIGITS * scores)


# --- one column of fractions beside truth of 1 and 0: the scores of the positive class


POSITIVE = "1"


def find_binary_scores(guesses: list[ColumnGuess]) -> None:
    """Truth and predictions of two classes become those of the one whose scores stand beside.

    As `from_arrays` takes one score a document: it is for the positive class.
    """
    if any(guess.shape not in ("labels", "indicator", "wide scores") for guess in guesses):
        return
    labelled = [
        (guess, column)
        for guess in guesses
        for column, role in guess.roles.items()
        if role in ("truth", "predicted", "indicator")
    ]
    if labelled and all(guess.are_flags([column]) for guess, column in labelled):
        _of_flags(guesses, labelled)
    elif labelled:
        _of_words(guesses, labelled)


def _of_flags(guesses: list[ColumnGuess], labelled: list[tuple[ColumnGuess, str]]) -> None:
    """1 and 0: columns of the one class."""
    indicators = [c for guess, c in labelled if guess.roles[c] == "indicator"]
    if indicators and len(labelled) > 1:
        return
    scores = {id(guess): _scores(guess, guesses, POSITIVE) for guess in guesses}
    if not any(scores.values()):
        return
    name = POSITIVE
    if indicators:
        (guess, column), *_ = labelled
        name = _without_is(column, [c for columns in scores.values() for c in columns])
    for guess, column in labelled:
        role = guess.roles[column]
        guess.roles[column] = "decision" if role == "predicted" else "indicator"
        guess.classes[column] = name
        if role == "truth":
            guess.shape = "indicator"
            why = "1 means the class whose scores are in the next column, 0 means not"
            guess.reasons.setdefault(column, why)
    for guess in guesses:
        _assign(guess, scores[id(guess)], name)


def _of_words(guesses: list[ColumnGuess], labelled: list[tuple[ColumnGuess, str]]) -> None:
    """Two names: of both columns only the scored one counts, the other is its absence."""
    if any(guess.classes.get(c) or _is_no_name(guess, c) for guess, c in labelled):
        return
    if any(c.startswith("score:") for guess in guesses for c in _having(guess, "score")):
        return  # our own shape, in which a class may have no scores
    names = {name for guess, column in labelled for name in guess.distinct(column)} - {""}
    if len(names) != 2:
        return
    scored = [guess.classes[c] for guess in guesses for c in _having(guess, "score")]
    likely = scored[:1] if scored else [*filter(None, [positive_of(names)]), *sorted(names)]
    for name in likely if names.issuperset(scored) else []:
        scores = {id(guess): _scores(guess, guesses, name) for guess in guesses}
        if any(scores.values()):
            break
    else:
        return
    for guess, column in labelled:
        guess.classes[column] = name
        why = f"the scores next to it are of {quoted(name)}, so the other class is its absence"
        guess.reasons.setdefault(column, why)
    for guess in guesses:
        _assign(guess, scores[id(guess)], name)


def _is_no_name(guess: ColumnGuess, column: str) -> bool:
    kind = guess.table.type_of(column)
    return guess.separator != "none" or is_nested(kind) or is_list(kind)


def _having(guess: ColumnGuess, *roles: str) -> list[str]:
    return [column for column, role in guess.roles.items() if role in roles]


def _assign(guess: ColumnGuess, columns: list[str], name: str) -> None:
    for column in columns:
        guess.roles[column] = "score"
        guess.classes[column] = name
        why = f"one score for two classes is the score of {quoted(name)}"
        guess.reasons.setdefault(column, why)
    if len(columns) > 1:
        guess.systems |= system_names(columns)
    if columns and guess.shape == "labels":
        guess.shape = "wide scores"


def _without_is(column: str, scores: list[str]) -> str:
    """`is_spam` beside `spam_score` is of the class spam; else the column's name."""
    rests = map(without_role_words, scores)
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
    predicted = _having(guess, "predicted", "decision")
    others = any(g.has("predicted", "decision", "score") for g in guesses if g is not guess)
    if others and not predicted and guess.has("truth", "indicator"):
        return []  # what stands beside the truth is a property, where others predict
    fractions = [c for c in (*guess.free(), *_having(guess, "confidence")) if _holds(guess, c)]
    named = [column for column in fractions if says_score(column)]
    unnamed = [] if named else [column for column in fractions if _within_one(guess, column)]
    if len(unnamed) == len(fractions) == 1:
        named = unnamed
    elif unnamed and not predicted and positive == POSITIVE:
        guess.question = f"choose whether the scores of {quoted(positive)} are in {listed(unnamed)}"
    if predicted:
        named = [column for column in named if _ranks(guess, column, predicted[0], positive)]
        return named if len(named) == len(predicted) == 1 else []
    if positive != POSITIVE and positive_of([positive, *_others(guesses, positive)]) != positive:
        return []  # nothing says of which of two names it is
    if len(named) > 1 and not all(map(without_role_words, named)):
        guess.question = f"choose the column with the scores: {listed(named)}"
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


def _ranks(guess: ColumnGuess, score: str, predicted: str, positive: str) -> bool:
    """Whether every document called has at least the score of every one that is not.

    Numbers that are all from ½ to 1 may as well be confidence in what was called.
    """
    cells, values = guess.table.first(predicted), _numbers(guess, score)
    if positive == POSITIVE:
        called, _ = parse_flags(cells)
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
