"""Find the columns that each belong to one class, by name and never by order."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from breakeven.readers.base.header_words import hints_predicted, says_score, words
from breakeven.readers.base.proposal import OF_CLASSES
from breakeven.readers.columns.column_guess import ColumnGuess
from breakeven.readers.files.cells import numbers

SCORE_PREFIXES = ("score:", "score_", "proba_", "prob_", "p_", "distribution_")
DECISION_PREFIXES = ("predicted:", "predicted_", "pred_", "y_pred_")
TRUTH_PREFIXES = ("true:", "true_", "y_true_", "truth_", "label_")
SCORE_SUFFIXES = ("_score", "_proba", "_prob", "_probability")
DECISION_SUFFIXES = ("_predicted", "_prediction", "_pred")
TRUTH_SUFFIXES = ("_true", "_truth", "_label")
# what is said of all scores of a row, and is no class
OF_ALL = ("", "max", "min", "mean", "avg", "top", "best", "total", "sum", "overall", "margin")
# names looked for in headers
MOST_COMPARISONS = 1_000_000
# these say score of one class even where it stands alone; p_value is no class
SURE_PREFIXES = ("score:", "score_", "proba_", "prob_")


class ClassNames:
    """Class names met so far, found exactly or, if that is unambiguous, but for case and blanks."""

    def __init__(self) -> None:
        self.exact: set[str] = set()
        self.loose: dict[str, set[str]] = {}

    def add(self, names: Iterable[str]) -> None:
        """Make class names known."""
        for name in names:
            self.exact.add(name)
            self.loose.setdefault(name.strip().casefold(), set()).add(name)

    def match(self, name: str) -> str | None:
        """The known class of this name; else the only one but for case and blanks; else None."""
        if name in self.exact:
            return name
        near = self.loose.get(name.strip().casefold(), set())
        return next(iter(near)) if len(near) == 1 else None


def find_class_columns(guesses: list[ColumnGuess]) -> None:
    """Find the columns that each belong to one class: scores, truth flags, decisions."""
    rows = [guess for guess in guesses if guess.shape != "long"]
    if not rows:
        return
    known = ClassNames()
    for guess in guesses:
        for column, role in guess.roles.items():
            if role == "class":
                known.add(guess.distinct(column))
            elif role in ("grade", "indicator") and guess.shape != "long":
                known.add([guess.classes[column]])
            elif role in OF_CLASSES and guess.shape != "long":
                known.add(guess.classes_in(column, guess.separator))
    for guess in rows:
        _prefixed_scores(guess, known, rows)
    if not any(guess.has("truth", "indicator") for guess in guesses):
        _truth_flags(rows, known)
    for guess in rows:
        _scores_around_names(guess, known)
        _scores_by_class_name(guess, known)


def _assign(guess: ColumnGuess, role: str, columns: dict[str, str]) -> None:
    for column, name in columns.items():
        guess.roles[column] = role
        guess.classes[column] = name
    if role == "indicator":
        guess.shape = "indicator"
    elif guess.shape == "labels":
        guess.shape = "wide scores"


def _prefixed_scores(guess: ColumnGuess, known: ClassNames, guesses: list[ColumnGuess]) -> None:
    columns = {column for other in guesses for column in other.free()}
    for prefix in SCORE_PREFIXES:
        found = guess.prefixed([prefix])
        matched = {column: known.match(name) for column, name in found.items()}
        sure = any(matched.values()) or any(name in columns for name in found.values())
        # p_value is no class: without a known name, it takes several of a kind
        several = len(found) > 1 or _says_all(guess, prefix, list(found))
        if sure or (not known.exact and several):
            _assign(guess, "score", {c: matched[c] or name for c, name in found.items()})
    found = guess.prefixed([], SCORE_SUFFIXES)
    matched = {c: known.match(name) for c, name in found.items()}
    beside = {c: name for c, name in found.items() if matched[c] or name in columns}
    if beside:
        _assign(guess, "score", {c: matched[c] or name for c, name in beside.items()})


def _scores_around_names(guess: ColumnGuess, known: ClassNames) -> None:
    """Scores whose headers are alike but for a class's name: `P (topic=spam)`, `.pred_spam`."""
    free = [column for column in guess.free() if guess.is_numeric(column)]
    if len(known.loose) * len(free) > MOST_COMPARISONS:
        return
    around: dict[tuple[str, str], dict[str, str]] = {}
    for column in free:
        lower = column.casefold()
        for name in known.loose if len(lower) == len(column) else ():
            at = _place_of(name, lower)
            sides = column[:at], column[at + len(name) :]
            if at >= 0 and any(sides) and (own := known.match(name)) is not None:
                around.setdefault(sides, {})[column] = own
    for (before, after), found in around.items():
        said = f"{before} {after}"
        scored = says_score(said) or hints_predicted(said) or "p" in words(said)
        if len(found) > 1 and scored and any(map(guess.is_fractional, found)):
            # also of classes that no document has
            found |= {
                column: column[len(before) : len(column) - len(after)]
                for column in free
                if column.startswith(before)
                and column.endswith(after)
                and column not in found
                and column[len(before) : len(column) - len(after)].lower() not in OF_ALL
                and guess.is_fractional(column)
            }
            _assign(guess, "score", found)
            return


def _place_of(name: str, header: str) -> int:
    """Where a class's name stands in a header, no part of a longer word; -1 where it does not.

    A number may follow a word: `p0`.
    """
    at = header.find(name) if name else -1
    while at >= 0:
        before, after = header[:at][-1:], header[at + len(name) :][:1]
        glued = before.isalnum() and not (name[0].isdecimal() and before.isalpha())
        if not glued and not after.isalnum():
            return at
        at = header.find(name, at + 1)
    return -1


def _says_all(guess: ColumnGuess, prefix: str, found: list[str]) -> bool:
    """Whether one column of scores is all that a file predicts, as of a class alone it may be."""
    if not found or guess.has("predicted"):
        return False
    if guess.wanted == "wide scores" or prefix == "score:":
        return True
    return prefix in SURE_PREFIXES and guess.is_fractional(found[0])


def _truth_flags(guesses: list[ColumnGuess], known: ClassNames) -> None:
    for guess in guesses:
        elsewhere = set(known.exact)
        for other in guesses:
            elsewhere |= set(other.classes.values())
            if other is not guess:
                elsewhere |= set(other.free())
        found = guess.prefixed(TRUTH_PREFIXES, TRUTH_SUFFIXES)
        found |= {c: c for c in guess.free() if c not in found and guess.is_numeric(c)}
        columns = {*found, *found.values()}
        decided = guess.prefixed(DECISION_PREFIXES, DECISION_SUFFIXES)
        found = {c: name for c, name in found.items() if decided.get(c) not in columns}
        found = {column: name for column, name in found.items() if guess.are_flags([column])}
        shared = {column: name for column, name in found.items() if name in elsewhere}
        if shared:
            shared = _with_odd_cells(guess, shared, elsewhere)
        alone = {c: name for c, name in found.items() if not guess.is_of_the_sample(c)}
        chosen = shared or ({} if guess.has("predicted") else alone)
        if chosen:
            _assign(guess, "indicator", chosen)
            known.add(chosen.values())
            return


def _with_odd_cells(guess: ColumnGuess, flags: dict[str, str], names: set[str]) -> dict[str, str]:
    """Also the columns of known classes that are flags but for odd cells, to be reported."""
    others = [c for c in guess.free() if c in names and c not in flags]
    return flags | {c: c for c in others if guess.are_mostly_flags(c)}


def _scores_by_class_name(guess: ColumnGuess, known: ClassNames) -> None:
    taken = {guess.classes[c] for c, role in guess.roles.items() if role in ("score", "decision")}
    decided = {
        column: name
        for column, tail in guess.prefixed(DECISION_PREFIXES, DECISION_SUFFIXES).items()
        if (name := known.match(tail)) and guess.are_flags([column])
    }
    if decided and not guess.has("predicted"):
        _assign(guess, "decision", decided)
    free = [column for column in guess.free() if guess.is_numeric(column)]
    found = {column: column for column in free if column in known.exact and column not in taken}
    if not guess.has("truth", "indicator"):
        fractional = [
            c
            for c in free
            if c not in found
            and c not in taken
            and guess.is_fractional(c)
            and not guess.is_of_the_sample(c)
        ]
        whole_set = 2 * len(found) >= len(free) if known.exact else len(fractional) > 1
        if whole_set and not guess.has("predicted", "score"):
            found |= {column: column for column in fractional}
    if found and known.exact:
        found |= _beside_the_matched(guess, found)
    if not found:
        return
    yes_or_no = not guess.has("predicted", "decision") and guess.are_flags(found)
    _assign(guess, "decision" if yes_or_no else "score", found)


def _beside_the_matched(guess: ColumnGuess, matched: dict[str, str]) -> dict[str, str]:
    """Score columns of classes that no document has: among the matched ones, alike in values.

    They stand in one run with more that carry a known class's name, and hold nothing far
    beyond what those hold.
    """
    free = {column for column in guess.free() if not guess.is_of_the_sample(column)}
    run: list[str] = []
    runs = [run]
    for column in guess.table.columns:
        if column in free and guess.is_numeric(column) and guess.is_fractional(column):
            run.append(column)
        elif run:
            run = []
            runs.append(run)
    beside: dict[str, str] = {}
    for run in runs:
        known = [column for column in run if column in matched]
        if len(known) < 2:
            continue
        low, high = _range(guess, known)
        margin = (high - low) / 2
        alike = []
        for column in run:
            least, most = _range(guess, [column])
            if column not in matched and low - margin <= least and most <= high + margin:
                alike.append(column)
        if len(alike) < len(known):
            beside |= {column: column for column in alike}
    return beside


def _range(guess: ColumnGuess, columns: list[str]) -> tuple[float, float]:
    values = [numbers(guess.table.first(column), guess.table.decimal_comma) for column in columns]
    return float(np.nanmin(values)), float(np.nanmax(values))
