"""Truth and predictions known by what columns hold, where their headers do not say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pyarrow as pa

from breakeven.readers.cells import NUMBER, encoded, is_nested, split_cell, texts
from breakeven.readers.columns.guess import NAMES, ColumnGuess
from breakeven.readers.columns.names import (
    hints_predicted,
    hints_truth,
    names_model,
    rest_of,
    says_score,
    says_yes_or_no,
    systems_of,
)
from breakeven.readers.columns.separators import separator_of
from breakeven.readers.files.arrow_types import is_list
from breakeven.readers.proposal import OF_A_SYSTEM
from breakeven.text import listed, quoted

MOST = 0.9  # of a prediction's rows name a class that the truth has, where no header says so
AGREEMENT = 0.3  # Cohen's kappa below which equal numbers are no sign of the same classes


def find_by_values(guesses: list[ColumnGuess]) -> None:
    """Give truth and predictions that no header names their roles, where values are clear."""
    rows = [guess for guess in guesses if guess.shape != "long"]
    for guess in rows:
        if not any(other.has("truth", "class") for other in guesses):
            _truth_of_predicted(guess)
    for guess in rows:
        source = guess if guess.has("truth") else next((g for g in rows if g.has("truth")), None)
        if source is not None and not guess.is_known:
            _predictions_of_truth(guess, source)


def ask_of_values(guesses: list[ColumnGuess]) -> None:
    """Where nothing was found, whether columns hold the same classes, one of them the truth."""
    roles = ("truth", "indicator", "class", "count", *OF_A_SYSTEM)
    if not any(guess.has(*roles) for guess in guesses):
        for guess in guesses:
            _alike(guess)


def _truth_of_predicted(guess: ColumnGuess) -> None:
    predicted = guess.only("predicted")
    if predicted is None or is_nested(guess.table.type_of(predicted)):
        return
    own = classes_in(guess, predicted)
    found = [c for c in candidates(guess, own) if shared_with(guess, c, own) >= min(2, len(own))]
    # what a pipeline wrote has no truth, and may have a second choice: it differs from the first
    sure = not guess.has("confidence")
    found = [
        c
        for c in found
        if (sure or _agree_beyond_chance(guess, c, predicted)) and agree(guess, c, predicted, own)
    ]
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
    known = classes_in(source, truth)
    named = guess.has(*OF_A_SYSTEM)
    alike: list[str] = []
    doubtful: list[str] = []
    found = candidates(guess, known)
    hinted = [c for c in found if hints_predicted(c) and shared_with(guess, c, known)]
    for column in found:
        if named or hints_predicted(column) or hints_truth(column) or says_yes_or_no(column):
            continue
        elif _holds_classes(guess, column, known, truth if guess is source else None):
            alike.append(column)
        elif _share(guess, column, known) >= MOST:
            doubtful.append(column)
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


def _holds_classes(guess: ColumnGuess, column: str, known: set[str], truth: str | None) -> bool:
    """Whether a column names these classes surely enough; `truth`: what stands beside it."""
    shared = shared_with(guess, column, known)
    if names_model(column) and shared:
        return True
    if shared < min(2, len(known)) or _share(guess, column, known) < MOST:
        return False
    return truth is None or agree(guess, column, truth, known)


def _alike(guess: ColumnGuess) -> None:
    """Columns that hold the same classes, and nothing says which of them is the truth."""
    found = [c for c in candidates(guess, set()) if _repeats(guess, c)]
    for place, column in enumerate(found):
        own = classes_in(guess, column)
        fits = [
            other
            for other in found[place + 1 :]
            if _share(guess, other, own) >= MOST
            and shared_with(guess, other, own) > 1
            and agree(guess, other, column, own)
        ]
        if fits:
            alike = listed([column, *fits])
            guess.question = f"say which column is the truth: {alike} hold the same values"
            return


def candidates(guess: ColumnGuess, known: set[str]) -> list[str]:
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


def classes_in(guess: ColumnGuess, column: str) -> set[str]:
    """The names of classes in a column."""
    return set(guess.classes_in(column))


def _counts(guess: ColumnGuess, column: str) -> dict[str, int]:
    """How many of the first rows name each class."""
    values = guess.table.first(column)
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


def shared_with(guess: ColumnGuess, column: str, known: set[str]) -> int:
    """How many of these classes a column names in its first rows."""
    return len(known & set(_counts(guess, column)))


def _repeats(guess: ColumnGuess, column: str) -> bool:
    """Whether values come back, as classes do and texts do not."""
    counts = _counts(guess, column)
    return 1 < len(counts) < sum(counts.values())


def agree(guess: ColumnGuess, one: str, two: str, known: Iterable[str]) -> bool:
    """Whether equal values mean the same: names do, numbers where they agree beyond chance."""
    import pandas as pd

    numeric = pd.Series(list(known), dtype=object).str.match(NUMBER)
    return not numeric.all() or _agree_beyond_chance(guess, one, two)


def _agree_beyond_chance(guess: ColumnGuess, one: str, two: str) -> bool:
    """Whether rows hold the same in both columns clearly more often than if one were shuffled."""
    import pandas as pd

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
    return guess.table.first(column)
