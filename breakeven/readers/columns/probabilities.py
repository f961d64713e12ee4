"""Whether scores are proposed to be probabilities: by their headers, or by what they add up to."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from breakeven.readers.cells import numbers
from breakeven.readers.columns.guess import ColumnGuess
from breakeven.readers.columns.listed import listed_probabilities
from breakeven.readers.columns.names import says_probability

PREFIXES = ("proba_", "prob_", "p_")
ROUNDED = 0.005  # what rounding to two digits may do to each score of a row
MOST_OFF = 0.05
ADD_UP = "in every row the scores add up to 1"


def are_probabilities(guess: ColumnGuess) -> bool:
    """Whether the headers say so or every row adds up to 1, and no value contradicts it."""
    if (lists := guess.only("scores")) is not None:
        return listed_probabilities(guess, lists)
    columns = [column for column, role in guess.roles.items() if role == "score"]
    if not columns:
        return False
    named = all(c.strip().lower().startswith(PREFIXES) or says_probability(c) for c in columns)
    of: dict[str, list[int]] = {}
    for place, column in enumerate(columns):
        of.setdefault(guess.systems.get(column, ""), []).append(place)
    several = guess.shape != "long" and all(len(places) > 1 for places in of.values())
    # the first rows contradict it nearly always, and all of them may be many
    if not named and not (several and _may_add_up(guess, columns, of)):
        return False
    for batch in guess.table.batches(columns):
        scores = np.stack([numbers(batch.column(c), guess.table.decimal_comma) for c in columns])
        if not ((scores >= 0) & (scores <= 1) | np.isnan(scores)).all():
            return False
        for places in of.values():
            off = np.abs(scores[places].sum(axis=0, dtype=np.float64) - 1)
            several &= bool((off <= _most_off(len(places))).all())
        if not named and not several:
            return False
    if not named:
        guess.why_probabilities = ADD_UP
    return True


def _may_add_up(guess: ColumnGuess, columns: list[str], of: Mapping[str, list[int]]) -> bool:
    """Whether the first rows add up to 1; no further columns are read where some exceed it."""
    for places in of.values():
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
    return min(MOST_OFF, ROUNDED * scores)
