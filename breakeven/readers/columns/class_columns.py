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
    class_names = ClassNames()
    for guess in guesses:
        for column, role in guess.roles.items():
            if role == "class":
                class_names.add(guess.distinct(column))
            elif role in ("grade", "indicator") and guess.shape != "long":
                class_names.add([guess.classes[column]])
            elif role in OF_CLASSES and guess.shape != "long":
                class_names.add(guess.classes_in(column, guess.separator))
    for guess in rows:
        _prefixed_scores(guess, class_names, rows)
    if not any(guess.has("truth", "indicator") for guess in guesses):
        _truth_flags(rows, class_names)
    for guess in rows:
        _scores_around_names(guess, class_names)
        _scores_by_class_name(guess, class_names)


def _assign(guess: ColumnGuess, role: str, columns: dict[str, str]) -> None:
    for column, name in columns.items():
        guess.roles[column] = role
        guess.classes[column] = name
    if role == "indicator":
        guess.shape = "indicator"
    elif guess.shape == "labels":
        guess.shape = "wide scores"


def _prefixed_scores(
    guess: ColumnGuess, class_names: ClassNames, guesses: list[ColumnGuess]
) -> None:
    columns = {column for other in guesses for column in other.free()}
    for prefix in SCORE_PREFIXES:
        tails = guess.prefixed([prefix])
        matched = {column: class_names.match(name) for column, name in tails.items()}
        sure = any(matched.values()) or any(name in columns for name in tails.values())
        # p_value is no class: without a known name, it takes several of a kind
        several = len(tails) > 1 or _says_all(guess, prefix, list(tails))
        if sure or (not class_names.exact and several):
            _assign(guess, "score", {c: matched[c] or name for c, name in tails.items()})
    tails = guess.prefixed([], SCORE_SUFFIXES)
    matched = {c: class_names.match(name) for c, name in tails.items()}
    neighbours = {c: name for c, name in tails.items() if matched[c] or name in columns}
    if neighbours:
        _assign(guess, "score", {c: matched[c] or name for c, name in neighbours.items()})


def _scores_around_names(guess: ColumnGuess, class_names: ClassNames) -> None:
    """Scores whose headers are alike but for a class's name: `P (topic=spam)`, `.pred_spam`."""
    free = [column for column in guess.free() if guess.is_numeric(column)]
    if len(class_names.loose) * len(free) > MOST_COMPARISONS:
        return
    around: dict[tuple[str, str], dict[str, str]] = {}
    for column in free:
        lower = column.casefold()
        for name in class_names.loose if len(lower) == len(column) else ():
            start = _place_of(name, lower)
            sides = column[:start], column[start + len(name) :]
            if start >= 0 and any(sides) and (own := class_names.match(name)) is not None:
                around.setdefault(sides, {})[column] = own
    for (before, after), class_by_column in around.items():
        affixes = f"{before} {after}"
        scored = says_score(affixes) or hints_predicted(affixes) or "p" in words(affixes)
        if len(class_by_column) > 1 and scored and any(map(guess.is_fractional, class_by_column)):
            # also of classes that no document has
            class_by_column |= {
                column: column[len(before) : len(column) - len(after)]
                for column in free
                if column.startswith(before)
                and column.endswith(after)
                and column not in class_by_column
                and column[len(before) : len(column) - len(after)].lower() not in OF_ALL
                and guess.is_fractional(column)
            }
            _assign(guess, "score", class_by_column)
            return


def _place_of(name: str, header: str) -> int:
    """Where a class's name stands in a header, no part of a longer word; -1 where it does not.

    A number may follow a word: `p0`.
    """
    start = header.find(name) if name else -1
    while start >= 0:
        before, after = header[:start][-1:], header[start + len(name) :][:1]
        glued = before.isalnum() and not (name[0].isdecimal() and before.isalpha())
        if not glued and not after.isalnum():
            return start
        start = header.find(name, start + 1)
    return -1


def _says_all(guess: ColumnGuess, prefix: str, columns: list[str]) -> bool:
    """Whether one column of scores is all that a file predicts, as of a class alone it may be."""
    if not columns or guess.has("predicted"):
        return False
    if guess.wanted == "wide scores" or prefix == "score:":
        return True
    return prefix in SURE_PREFIXES and guess.is_fractional(columns[0])


def _truth_flags(guesses: list[ColumnGuess], class_names: ClassNames) -> None:
    for guess in guesses:
        elsewhere = set(class_names.exact)
        for other in guesses:
            elsewhere |= set(other.classes.values())
            if other is not guess:
                elsewhere |= set(other.free())
        class_by_column = guess.prefixed(TRUTH_PREFIXES, TRUTH_SUFFIXES)
        class_by_column |= {
            c: c for c in guess.free() if c not in class_by_column and guess.is_numeric(c)
        }
        columns = {*class_by_column, *class_by_column.values()}
        decided = guess.prefixed(DECISION_PREFIXES, DECISION_SUFFIXES)
        class_by_column = {
            c: name for c, name in class_by_column.items() if decided.get(c) not in columns
        }
        class_by_column = {
            column: name for column, name in class_by_column.items() if guess.are_flags([column])
        }
        shared = {column: name for column, name in class_by_column.items() if name in elsewhere}
        if shared:
            shared = _with_odd_cells(guess, shared, elsewhere)
        alone = {c: name for c, name in class_by_column.items() if not guess.is_of_the_sample(c)}
        chosen = shared or ({} if guess.has("predicted") else alone)
        if chosen:
            _assign(guess, "indicator", chosen)
            class_names.add(chosen.values())
            return


def _with_odd_cells(guess: ColumnGuess, flags: dict[str, str], names: set[str]) -> dict[str, str]:
    """Also the columns of known classes that are flags but for odd cells, to be reported."""
    others = [c for c in guess.free() if c in names and c not in flags]
    return flags | {c: c for c in others if guess.are_mostly_flags(c)}


def _scores_by_class_name(guess: ColumnGuess, class_names: ClassNames) -> None:
    taken = {guess.classes[c] for c, role in guess.roles.items() if role in ("score", "decision")}
    decided = {
        column: name
        for column, tail in guess.prefixed(DECISION_PREFIXES, DECISION_SUFFIXES).items()
        if (name := class_names.match(tail)) and guess.are_flags([column])
    }
    if decided and not guess.has("predicted"):
        _assign(guess, "decision", decided)
    free = [column for column in guess.free() if guess.is_numeric(column)]
    class_by_column = {
        column: column for column in free if column in class_names.exact and column not in taken
    }
    if not guess.has("truth", "indicator"):
        fractional = [
            c
            for c in free
            if c not in class_by_column
            and c not in taken
            and guess.is_fractional(c)
            and not guess.is_of_the_sample(c)
        ]
        whole_set = (
            2 * len(class_by_column) >= len(free) if class_names.exact else len(fractional) > 1
        )
        if whole_set and not guess.has("predicted", "score"):
            class_by_column |= {column: column for column in fractional}
    if class_by_column and class_names.exact:
        class_by_column |= _beside_the_matched(guess, class_by_column)
    if not class_by_column:
        return
    yes_or_no = not guess.has("predicted", "decision") and guess.are_flags(class_by_column)
    _assign(guess, "decision" if yes_or_no else "score", class_by_column)


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
    neighbours: dict[str, str] = {}
    for run in runs:
        matched_in_run = [column for column in run if column in matched]
        if len(matched_in_run) < 2:
            continue
        low, high = _range(guess, matched_in_run)
        margin = (high - low) / 2
        alike = []
        for column in run:
            least, most = _range(guess, [column])
            if column not in matched and low - margin <= least and most <= high + margin:
                alike.append(column)
        if len(alike) < len(matched_in_run):
            neighbours |= {column: column for column in alike}
    return neighbours


def _range(guess: ColumnGuess, columns: list[str]) -> tuple[float, float]:
    values = [numbers(guess.table.first(column), guess.table.decimal_comma) for column in columns]
    return float(np.nanmin(values)), float(np.nanmax(values))
