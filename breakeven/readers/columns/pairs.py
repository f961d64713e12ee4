"""Truth and prediction known by headers that belong together: `intent`, `predicted_intent`."""

from __future__ import annotations

from collections.abc import Sequence

from breakeven.readers.columns.guess import NAMES, ColumnGuess
from breakeven.readers.columns.names import (
    TRUTH,
    hints_predicted,
    hints_truth,
    names_model,
    names_truth_of,
    of_what,
    says_either,
    words,
)
from breakeven.readers.columns.values import agree, candidates, classes_in, shared_with
from breakeven.readers.proposal import OF_TRUTH
from breakeven.text import quoted

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


def take_opposed(guess: ColumnGuess) -> None:
    """`expected` beside `actual`: what ought to come out, and what did."""
    free = {tuple(words(column)): column for column in guess.free()}
    for ought, came in OPPOSED:
        for said, true in free.items():
            called = free.get(tuple(came if word == ought else word for word in said))
            if ought in said and called is not None and _alike(guess, true, called):
                guess.roles |= {true: "truth", called: "predicted"}
                why = f"beside {quoted(true)} it is what came out"
                guess.reasons |= {called: why, true: f"{quoted(called)} is what came out"}
                return


def take_what_is_predicted(guess: ColumnGuess) -> None:
    """`intent` beside `predicted_intent` is the truth of it.

    Several such pairs of 1 and 0 are of a class each, and left to class columns.
    """
    found = _truths(guess)
    named = next((pair for pair in found.items() if not guess.are_flags(pair)), None)
    if named is None and len(set(found.values())) == 1:
        named = next((pair for pair in found.items() if not _are_of_a_class(*pair)), None)
    if named is None:
        return
    column, true = named
    guess.roles[true] = "truth"
    guess.reasons[true] = f"{quoted(column)} says that it is predicted"
    if of_what(column) in (words(true), _but_truth(true)):
        guess.roles[column] = "predicted"


def take_what_files_predict(guesses: Sequence[ColumnGuess]) -> None:
    """`intent` of one file is the truth of `predicted_intent` of another, where none says truth.

    It has the name of what is predicted, or is the only column that holds the predicted classes.
    """
    rows = [guess for guess in guesses if guess.shape != "long" and not guess.is_known]
    if any(guess.has("class", "count", *OF_TRUTH) for guess in guesses):
        return
    for guess in rows:
        hinted = [c for c in guess.free() if hints_predicted(c) and of_what(c) is not None]
        column = guess.only("predicted") or (hinted[0] if len(hinted) == 1 else None)
        if column is None or column not in {*candidates(guess, set()), guess.only("predicted")}:
            continue
        own = classes_in(guess, column)
        for other in rows:
            true = _truth_in(other, own, of_what(column)) if other is not guess else None
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
    rests = {c: rest for c in guess.free() if (rest := of_what(c)) is not None}
    others = [column for column in guess.free() if not hints_predicted(column)]
    by_words: dict[tuple[str, ...], list[str]] = {}
    for column in others:
        for own in {tuple(words(column)), tuple(_but_truth(column) or ())}:
            by_words.setdefault(own, []).append(column)
    found = {}
    for column, rest in rests.items():
        said = [c for c in by_words.get(tuple(rest), ()) if c != column]
        if not said and hints_predicted(column) and len(rests) <= MOST_SYSTEMS:
            said = [c for c in others if _names_part(c, rest) and _alike(guess, c, column)]
        if len(said) == 1:
            found[column] = said[0]
    return found


def _are_of_a_class(called: str, true: str) -> bool:
    """Whether headers are those of a class's two columns: `toxic`, `true_toxic`, `pred_toxic`."""
    rest = of_what(called)
    known = words(true) == rest or words(true)[:1] in (["true"], ["truth"])
    return hints_predicted(called) and known


def take_truth_of_models(guess: ColumnGuess) -> None:
    """The one column that says class, beside columns that are called after models."""
    known = candidates(guess, set())
    models = [column for column in known if names_model(column)]
    named = [c for c in known if c not in models and _says_class(c)]
    if not models or len(named) != 1:
        return
    true = named[0]
    own = classes_in(guess, true)
    said = [c for c in models if shared_with(guess, c, own) >= min(2, len(own))]
    if said and all(agree(guess, true, column, own) for column in said):
        guess.roles[true] = "truth"
        guess.reasons[true] = f"{quoted(said[0])} is called after a model, and holds its values"


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


def _alike(guess: ColumnGuess, one: str, two: str) -> bool:
    """Whether both hold names of classes, and the same ones."""
    if not {one, two} <= set(candidates(guess, set())):
        return False
    own = classes_in(guess, one)
    return bool(own) and shared_with(guess, two, own) >= min(2, len(own))
