"""Truth and predictions known by pairs of headers, or by what columns hold.

Headers that belong together are `intent` and `predicted_intent`; where none say it, the values of
columns do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import pyarrow as pa

from breakeven.data.wording import listed, quoted
from breakeven.readers.base.header_words import (
    TRUTH,
    hints_predicted,
    hints_truth,
    names_model,
    names_truth_of,
    says_either,
    says_score,
    says_yes_or_no,
    system_names,
    target_words,
    without_role_words,
    words,
)
from breakeven.readers.base.proposal import OF_A_SYSTEM, OF_TRUTH
from breakeven.readers.columns.column_guess import NAMES, ColumnGuess, separator_of
from breakeven.readers.files.arrow_types import is_list
from breakeven.readers.files.cells import NUMBER, encoded, is_nested, split_cell, texts

# --- Truth and predictions known by what columns hold, where their headers do not say it


SHARED_CLASSES = (
    0.9  # of a prediction's rows name a class that the truth has, where no header says so
)
AGREEMENT = 0.3  # Cohen's kappa below which equal numbers are no sign of the same classes


def find_by_values(guesses: list[ColumnGuess]) -> None:
    """Give truth and predictions that no header names their roles, where values are clear."""
    rows = [guess for guess in guesses if guess.shape != "long"]
    for guess in rows:
        if not any(other.has("truth", "class") for other in guesses):
            _truth_of_predicted(guess)
    for guess in rows:
        source = guess if guess.has("truth") else next((g for g in rows if g.has("truth")), None)
        if source is not None and not guess.has_known_format:
            _predictions_of_truth(guess, source)


def ask_which_is_truth(guesses: list[ColumnGuess]) -> None:
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
    columns = [c for c in candidates(guess, own) if shared_with(guess, c, own) >= min(2, len(own))]
    # what a pipeline wrote has no truth, and may have a second choice: it differs from the first
    sure = not guess.has("confidence")
    columns = [
        c
        for c in columns
        if (sure or _agree_beyond_chance(guess, c, predicted))
        and values_agree(guess, c, predicted, own)
    ]
    if len(columns) == 1:
        guess.roles[columns[0]] = "truth"
        guess.reasons[columns[0]] = f"its values are those of {quoted(predicted)}"
    elif columns:
        guess.question = f"choose the column with the truth: {listed(columns)} hold its classes"


def _predictions_of_truth(guess: ColumnGuess, source: ColumnGuess) -> None:
    truth = source.only("truth")
    assert truth is not None
    if is_nested(source.table.type_of(truth)):
        return
    classes = classes_in(source, truth)
    named = guess.has(*OF_A_SYSTEM)
    alike: list[str] = []
    doubtful: list[str] = []
    columns = candidates(guess, classes)
    hinted = [c for c in columns if hints_predicted(c) and shared_with(guess, c, classes)]
    for column in columns:
        if named or hints_predicted(column) or hints_truth(column) or says_yes_or_no(column):
            continue
        elif _holds_classes(guess, column, classes, truth if guess is source else None):
            alike.append(column)
        elif _share(guess, column, classes) >= SHARED_CLASSES:
            doubtful.append(column)
    new = hinted or alike
    if new:
        guess.roles |= dict.fromkeys(new, "predicted")
        guess.reasons |= dict.fromkeys(new, f"its values are those of {quoted(truth)}")
    elif doubtful and not named:
        guess.question = f"choose whether {listed(doubtful)} holds predictions: the values fit"
    predicted = [column for column, role in guess.roles.items() if role == "predicted"]
    if len(predicted) > 1:
        guess.systems = system_names(predicted)
    elif new and (without_role_words(new[0]) or not hinted):
        guess.system = next(iter(system_names(new).values()))


def _holds_classes(guess: ColumnGuess, column: str, classes: set[str], truth: str | None) -> bool:
    """Whether a column names these classes surely enough; `truth`: what stands beside it."""
    shared = shared_with(guess, column, classes)
    if names_model(column) and shared:
        return True
    if shared < min(2, len(classes)) or _share(guess, column, classes) < SHARED_CLASSES:
        return False
    return truth is None or values_agree(guess, column, truth, classes)


def _alike(guess: ColumnGuess) -> None:
    """Columns that hold the same classes, and nothing says which of them is the truth."""
    columns = [c for c in candidates(guess, set()) if _repeats(guess, c)]
    for place, column in enumerate(columns):
        own = classes_in(guess, column)
        fits = [
            other
            for other in columns[place + 1 :]
            if _share(guess, other, own) >= SHARED_CLASSES
            and shared_with(guess, other, own) > 1
            and values_agree(guess, other, column, own)
        ]
        if fits:
            alike = listed([column, *fits])
            guess.question = f"choose the column with the truth: {alike} hold the same values"
            return


def candidates(guess: ColumnGuess, classes: set[str]) -> list[str]:
    """Free columns that may hold the names of classes, and are not called after one."""
    other = {name for what in ("split", "text", "id") for name in NAMES[what]}
    columns = []
    for column in guess.free():
        kind = guess.table.type_of(column)
        if column.strip().lower() in other or guess.is_of_the_sample(column) or says_score(column):
            continue
        if is_nested(kind) or (not is_list(kind) and guess.is_score(column)):
            continue
        if column in classes or without_role_words(column) in classes:
            continue
        columns.append(column)
    return columns


def classes_in(guess: ColumnGuess, column: str) -> set[str]:
    """The names of classes in a column."""
    return set(guess.classes_in(column))


def _counts(guess: ColumnGuess, column: str) -> dict[str, int]:
    """How many of the first rows name each class."""
    values = guess.table.first(column)
    if is_list(values.type):
        names = [name for row in values.to_pylist() for name in row or ()]
        return dict(Counter(map(str, names)))
    codes, cells = encoded(values)
    separator = separator_of(cells)
    rows = np.bincount(codes[codes >= 0], minlength=len(cells))
    counts: dict[str, int] = {}
    for cell, count in zip(cells, rows.tolist(), strict=True):
        for name in split_cell(cell, separator) or ():
            counts[name] = counts.get(name, 0) + count
    return counts


def _share(guess: ColumnGuess, column: str, classes: set[str]) -> float:
    counts = _counts(guess, column)
    inside = sum(count for name, count in counts.items() if name in classes)
    return inside / (sum(counts.values()) or 1)


def shared_with(guess: ColumnGuess, column: str, classes: set[str]) -> int:
    """How many of these classes a column names in its first rows."""
    return len(classes & set(_counts(guess, column)))


def _repeats(guess: ColumnGuess, column: str) -> bool:
    """Whether values come back, as classes do and texts do not."""
    counts = _counts(guess, column)
    return 1 < len(counts) < sum(counts.values())


def values_agree(guess: ColumnGuess, left: str, right: str, classes: Iterable[str]) -> bool:
    """Whether equal values mean the same: names do, numbers where they agree beyond chance."""
    import pandas as pd  # slow to import

    numeric = pd.Series(list(classes), dtype=object).str.match(NUMBER)
    return not numeric.all() or _agree_beyond_chance(guess, left, right)


def _agree_beyond_chance(guess: ColumnGuess, left: str, right: str) -> bool:
    """Whether rows hold the same in both columns clearly more often than if one were shuffled."""
    import pandas as pd  # slow to import

    if any(is_list(guess.table.type_of(c)) for c in (left, right)):
        return True
    a, b = (texts(_sampled(guess, column)) for column in (left, right))
    both = (a != "") & (b != "")
    if not both.any():
        return False
    codes, _ = pd.factorize(np.concatenate([a[both], b[both]]))
    left_codes, right_codes = np.split(codes, 2)
    shares = [
        np.bincount(side, minlength=codes.max() + 1) / len(side)
        for side in (left_codes, right_codes)
    ]
    seen, chance = float(np.mean(left_codes == right_codes)), float(shares[0] @ shares[1])
    return chance < 1 and seen - chance >= AGREEMENT * (1 - chance)


def _sampled(guess: ColumnGuess, column: str) -> pa.ChunkedArray:
    return guess.table.first(column)


# --- Truth and prediction known by headers that belong together: `intent`, `predicted_intent`


# words that say truth and prediction where both stand, in headers that are equal but for them:
# tests of programs and of answers, targets, SAS
OPPOSED = (
    ("expected", "actual"),
    ("soll", "ist"),
    ("ideal", "sampled"),
    ("from", "into"),
    ("f", "i"),
)

# columns that may each predict the one truth whose name they have a part of
MOST_SYSTEMS = 50


def take_expected_and_actual(guess: ColumnGuess) -> None:
    """`expected` beside `actual`: what ought to come out, and what did."""
    free = {tuple(words(column)): column for column in guess.free()}
    for ought, came in OPPOSED:
        for said, true in free.items():
            called = free.get(tuple(came if word == ought else word for word in said))
            if ought in said and called is not None and _are_alike(guess, true, called):
                guess.roles |= {true: "truth", called: "predicted"}
                why = f"beside {quoted(true)} it is the prediction"
                guess.reasons |= {called: why, true: f"{quoted(called)} is the prediction"}
                return


def take_truth_of_predicted(guess: ColumnGuess) -> None:
    """`intent` beside `predicted_intent` is the truth of it.

    Several such pairs of 1 and 0 are of a class each, and left to class columns.
    """
    truths = _truths(guess)
    named = next((pair for pair in truths.items() if not guess.are_flags(pair)), None)
    if named is None and len(set(truths.values())) == 1:
        named = next((pair for pair in truths.items() if not _are_of_a_class(*pair)), None)
    if named is None:
        return
    column, true = named
    guess.roles[true] = "truth"
    guess.reasons[true] = f"{quoted(column)} says that it is predicted"
    if target_words(column) in (words(true), _but_truth(true)):
        guess.roles[column] = "predicted"


def take_truth_across_files(guesses: Sequence[ColumnGuess]) -> None:
    """`intent` of one file is the truth of `predicted_intent` of another, where none says truth.

    It has the name of what is predicted, or is the only column that holds the predicted classes.
    """
    rows = [guess for guess in guesses if guess.shape != "long" and not guess.has_known_format]
    if any(guess.has("class", "count", *OF_TRUTH) for guess in guesses):
        return
    for guess in rows:
        hinted = [c for c in guess.free() if hints_predicted(c) and target_words(c) is not None]
        column = guess.only("predicted") or (hinted[0] if len(hinted) == 1 else None)
        if column is None or column not in {*candidates(guess, set()), guess.only("predicted")}:
            continue
        own = classes_in(guess, column)
        for other in rows:
            true = _truth_in(other, own, target_words(column)) if other is not guess else None
            if true is not None:
                guess.roles[column], other.roles[true] = "predicted", "truth"
                other.reasons[true] = f"{quoted(column)} of {guess.table.name} has its classes"


def _truth_in(guess: ColumnGuess, own: set[str], predicted: list[str] | None) -> str | None:
    """The column of a file that holds the classes another predicts, or None."""
    fits = [
        column
        for column in candidates(guess, set())
        if shared_with(guess, column, own) >= min(2, len(own)) and not hints_predicted(column)
    ]
    named = [column for column in fits if predicted and words(column) == predicted]
    if len(named) == 1:
        return named[0]
    names = [name for name in own if not name.strip().isdecimal()]
    return fits[0] if len(fits) == 1 and names else None


def _truths(guess: ColumnGuess) -> dict[str, str]:
    """The columns that say what they predict, and the only column that says, or holds, it."""
    rests = {c: rest for c in guess.free() if (rest := target_words(c)) is not None}
    others = [column for column in guess.free() if not hints_predicted(column)]
    by_words: dict[tuple[str, ...], list[str]] = {}
    for column in others:
        for own in {tuple(words(column)), tuple(_but_truth(column) or ())}:
            by_words.setdefault(own, []).append(column)
    truths = {}
    for column, rest in rests.items():
        named = [c for c in by_words.get(tuple(rest), ()) if c != column]
        if not named and hints_predicted(column) and len(rests) <= MOST_SYSTEMS:
            named = [c for c in others if _names_part(c, rest) and _are_alike(guess, c, column)]
        if len(named) == 1:
            truths[column] = named[0]
    return truths


def _are_of_a_class(called: str, true: str) -> bool:
    """Whether headers are those of a class's two columns: `toxic`, `true_toxic`, `pred_toxic`."""
    rest = target_words(called)
    known = words(true) == rest or words(true)[:1] in (["true"], ["truth"])
    return hints_predicted(called) and known


def take_truth_of_models(guess: ColumnGuess) -> None:
    """The one column that says class, beside columns that are called after models."""
    columns = candidates(guess, set())
    models = [column for column in columns if names_model(column)]
    named = [c for c in columns if c not in models and _says_class(c)]
    if not models or len(named) != 1:
        return
    true = named[0]
    own = classes_in(guess, true)
    predicted = [c for c in models if shared_with(guess, c, own) >= min(2, len(own))]
    if predicted and all(values_agree(guess, true, column, own) for column in predicted):
        guess.roles[true] = "truth"
        guess.reasons[true] = f"{quoted(predicted[0])} is named after a model, and holds its values"


def _says_class(column: str) -> bool:
    lower = column.strip().lower()
    return says_either(column) or lower in NAMES["class"] or names_truth_of(column)


def _but_truth(column: str) -> list[str] | None:
    """The words of a header without those that say truth; None where none does."""
    return [w for w in words(column) if w not in TRUTH] if hints_truth(column) else None


def _names_part(column: str, rest: list[str]) -> bool:
    """Whether a header ends in what is predicted, or what is predicted has it among its words."""
    said = words(column)
    return said[-len(rest) :] == rest or (bool(said) and set(said) <= set(rest))


def _are_alike(guess: ColumnGuess, left: str, right: str) -> bool:
    """Whether both hold names of classes, and the same ones."""
    if not {left, right} <= set(candidates(guess, set())):
        return False
    own = classes_in(guess, left)
    return bool(own) and shared_with(guess, right, own) >= min(2, len(own))
