"""Truth and predictions known by what columns hold, where their headers do not say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pandas as pd
import pyarrow as pa

from breakeven.readers.cells import NUMBER, encoded, is_nested, split_cell, texts
from breakeven.readers.columns.guess import NAMES, ColumnGuess
from breakeven.readers.columns.names import (
    hints_predicted,
    hints_truth,
    of_what,
    rest_of,
    says_score,
    says_yes_or_no,
    systems_of,
    words,
)
from breakeven.readers.columns.separators import separator_of
from breakeven.readers.files.arrow_types import is_list
from breakeven.readers.proposal import OF_A_SYSTEM
from breakeven.text import listed, quoted

MOST = 0.9  # of a prediction's rows name a class that the truth has, where no header says so
AGREEMENT = 0.3  # Cohen's kappa below which equal numbers are no sign of the same classes
CLEARLY = 2  # standard errors by which they agree more often than by chance


def find_by_values(guesses: list[ColumnGuess]) -> None:
    """Give truth and predictions that no header names their roles, where values are clear."""
    rows = [guess for guess in guesses if guess.shape != "long"]
    for guess in rows:
        _by_what_is_predicted(guess)
    for guess in rows:
        if not any(other.has("truth", "class") for other in guesses):
            _truth_of_predicted(guess)
    for guess in rows:
        source = guess if guess.has("truth") else next((g for g in rows if g.has("truth")), None)
        if source is not None:
            _predictions_of_truth(guess, source)


def ask_of_values(guesses: list[ColumnGuess]) -> None:
    """Where nothing was found, whether columns hold the same classes, one of them the truth."""
    roles = ("truth", "indicator", "class", "count", *OF_A_SYSTEM)
    if not any(guess.has(*roles) for guess in guesses):
        for guess in guesses:
            _alike(guess)


def _by_what_is_predicted(guess: ColumnGuess) -> None:
    """`intent` beside `predicted_intent` is the truth of it; 1 and 0 are left to class columns."""
    if guess.has("truth", "predicted"):
        return
    for column in guess.free():
        rest = of_what(column)
        true = next((c for c in guess.free() if c != column and words(c) == rest), None)
        if true is not None and not guess.are_flags([true, column]):
            guess.roles |= {true: "truth", column: "predicted"}
            guess.reasons[true] = f"{quoted(column)} says that it is predicted"
            return


def _truth_of_predicted(guess: ColumnGuess) -> None:
    predicted = guess.only("predicted")
    if predicted is None or guess.has("confidence") or is_nested(guess.table.type_of(predicted)):
        return
    own = _classes(guess, predicted)
    found = [c for c in _candidates(guess, own) if _shared(guess, c, own) >= min(2, len(own))]
    found = [c for c in found if _agree(guess, c, predicted, own)]
    if len(found) == 1:
        guess.roles[found[0]] = "truth"
        guess.reasons[found[0]] = f"its values are those of {quoted(predicted)}"
    elif found:
        guess.question = f"say which column is the truth: {listed(found)} hold its classes"


def _predictions_of_truth(guess: ColumnGuess, source: ColumnGuess) -> None:
    truth = source.only("truth")
    assert truth is not None
    if is_nested(source.table.type_of(truth)):
        return
    known = _classes(source, truth)
    named = guess.has(*OF_A_SYSTEM)
    hinted: list[str] = []
    alike: list[str] = []
    doubtful: list[str] = []
    for column in _candidates(guess, known):
        if hints_predicted(column):
            hinted += [column] if _shared(guess, column, known) else []
        elif hints_truth(column) or says_yes_or_no(column):
            continue
        elif not named and _share(guess, column, known) >= MOST:
            shared = _shared(guess, column, known) >= min(2, len(known))
            sure = shared and (guess is not source or _agree(guess, column, truth, known))
            (alike if sure else doubtful).append(column)
    new = hinted or alike
    if new:
        guess.roles |= dict.fromkeys(new, "predicted")
        guess.reasons |= dict.fromkeys(new, f"its values are those of {quoted(truth)}")
    elif doubtful and not named:
        guess.question = f"say whether {listed(doubtful)} holds predictions: the values fit"
    predicted = [column for column, role in guess.roles.items() if role == "predicted"]
    if len(predicted) > 1:
        guess.systems = systems_of(predicted)
    elif new and (rest_of(new[0]) or not hinted):
        guess.system = next(iter(systems_of(new).values()))


def _alike(guess: ColumnGuess) -> None:
    """Columns that hold the same classes, and nothing says which of them is the truth."""
    candidates = [c for c in _candidates(guess, set()) if _repeats(guess, c)]
    for place, column in enumerate(candidates):
        own = _classes(guess, column)
        fits = [
            other
            for other in candidates[place + 1 :]
            if _share(guess, other, own) >= MOST
            and _shared(guess, other, own) > 1
            and _agree(guess, other, column, own)
        ]
        if fits:
            alike = listed([column, *fits])
            guess.question = f"say which column is the truth: {alike} hold the same values"
            return


def _candidates(guess: ColumnGuess, known: set[str]) -> list[str]:
    """Free columns that may hold the names of classes, and are not called after one."""
    other = {name for what in ("split", "text", "id") for name in NAMES[what]}
    found = []
    for column in guess.free():
        kind = guess.table.type_of(column)
        if column.strip().lower() in other or guess.is_of_the_sample(column) or says_score(column):
            continue
        if is_nested(kind) or (not is_list(kind) and guess.is_score(column)):
            continue
        if column in known or rest_of(column) in known:
            continue
        found.append(column)
    return found


def _classes(guess: ColumnGuess, column: str) -> set[str]:
    """The names of classes in a column."""
    cells = guess.distinct(column)
    if is_list(guess.table.type_of(column)):
        return set(cells)
    separator = separator_of(cells)
    return {name for cell in cells for name in split_cell(cell, separator) or ()}


def _counts(guess: ColumnGuess, column: str) -> dict[str, int]:
    """How many of the first rows name each class."""
    values = guess.table.sample.column(column)
    if is_list(values.type):
        found = [name for row in values.to_pylist() for name in row or ()]
        return dict(Counter(map(str, found)))
    codes, cells = encoded(values)
    separator = separator_of(cells)
    rows = np.bincount(codes[codes >= 0], minlength=len(cells))
    counts: dict[str, int] = {}
    for cell, count in zip(cells, rows.tolist(), strict=True):
        for name in split_cell(cell, separator) or ():
            counts[name] = counts.get(name, 0) + count
    return counts


def _share(guess: ColumnGuess, column: str, known: set[str]) -> float:
    counts = _counts(guess, column)
    inside = sum(count for name, count in counts.items() if name in known)
    return inside / (sum(counts.values()) or 1)


def _shared(guess: ColumnGuess, column: str, known: set[str]) -> int:
    return len(known & set(_counts(guess, column)))


def _repeats(guess: ColumnGuess, column: str) -> bool:
    """Whether values come back, as classes do and texts do not."""
    counts = _counts(guess, column)
    return 1 < len(counts) < sum(counts.values())


def _agree(guess: ColumnGuess, one: str, two: str, known: Iterable[str]) -> bool:
    """Whether equal values mean the same: names do, numbers where they agree beyond chance."""
    numeric = pd.Series(list(known), dtype=object).str.match(NUMBER)
    if not numeric.all():
        return True
    if any(is_list(guess.table.type_of(c)) for c in (one, two)):
        return True
    a, b = (texts(_sampled(guess, column)) for column in (one, two))
    both = (a != "") & (b != "")
    if not both.any():
        return False
    codes, _ = pd.factorize(np.concatenate([a[both], b[both]]))
    one_said, two_said = np.split(codes, 2)
    shares = [
        np.bincount(said, minlength=codes.max() + 1) / len(said) for said in (one_said, two_said)
    ]
    seen, chance = float(np.mean(one_said == two_said)), float(shares[0] @ shares[1])
    return chance < 1 and seen - chance >= AGREEMENT * (1 - chance)


def _sampled(guess: ColumnGuess, column: str) -> pa.ChunkedArray:
    return guess.table.sample.column(column)
