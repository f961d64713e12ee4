"""Whether scores are proposed to be probabilities: by their headers, or by what they add up to."""

from __future__ import annotations

from itertools import chain

import numpy as np

from breakeven.readers.cells import numbers
from breakeven.readers.columns.guess import ColumnGuess
from breakeven.readers.columns.names import says_probability

PREFIXES = ("proba_", "prob_", "p_")
ROUNDED = 0.005  # what rounding to two digits may do to each score of a row
MOST_OFF = 0.05
ADD_UP = "in every row the scores add up to 1"


def are_probabilities(guess: ColumnGuess) -> bool:
    """Whether the headers say so or every row adds up to 1, and no value contradicts it."""
    columns = [column for column, role in guess.roles.items() if role == "score"]
    if not columns:
        return False
    named = all(c.strip().lower().startswith(PREFIXES) or says_probability(c) for c in columns)
    of: dict[str, list[int]] = {}
    for place, column in enumerate(columns):
        of.setdefault(guess.systems.get(column, ""), []).append(place)
    several = guess.shape != "long" and all(len(places) > 1 for places in of.values())
    if not named and not several:
        return False
    # the first rows contradict it nearly always, and all of them may be many
    for batch in chain([guess.table.sample], guess.table.batches(columns)):
        scores = np.stack([numbers(batch.column(c), guess.table.decimal_comma) for c in columns])
        if not ((scores >= 0) & (scores <= 1) | np.isnan(scores)).all():
            return False
        for places in of.values():
            off = np.abs(scores[places].sum(axis=0, dtype=np.float64) - 1)
            several &= bool((off <= min(MOST_OFF, ROUNDED * len(places))).all())
        if not named and not several:
            return False
    if not named:
        guess.why_probabilities = ADD_UP
    return True
