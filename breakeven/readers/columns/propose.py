"""Guess what each column is, so that nobody has to rename one first.

Score columns meet their classes by name, never by order. A guess is a proposal: the user
sees it and may change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from breakeven.readers.cells import is_list, is_nested, numbers, split_cell
from breakeven.readers.columns.class_columns import find_class_columns
from breakeven.readers.columns.guess import NAMES, ColumnGuess
from breakeven.readers.files.table import Table
from breakeven.readers.proposal import FileProposal, Proposal, file_role

# these say what a classifier called as often as what is true
WEAK_TRUTH = ("label", "labels", "category", "class", "topics")
PROBABILITY_PREFIXES = ("proba_", "prob_", "p_")
MOST_SPLITS = 20


def propose(tables: Sequence[Table]) -> Proposal:
    """What every file and column most likely is. Raises ReadError for broken Parquet."""
    guesses = [ColumnGuess(table) for table in tables]
    if len(guesses) == 1 and _is_matrix(guesses[0]):
        return Proposal((_finished(guesses[0], guesses[0].table.stem),))
    for guess in guesses:
        _by_name(guess)
    _one_truth(guesses)
    for guess in guesses:
        if guess.shape != "long":
            guess.separator = _separator(guess)
    find_class_columns(guesses)
    stems = [guess.table.stem for guess in guesses]
    systems = [
        stem if stem not in stems[:i] else f"{stem} ({stems[:i].count(stem) + 1})"
        for i, stem in enumerate(stems)
    ]
    describing = [guess for guess in guesses if guess.has("truth", "indicator")] or guesses
    for guess in guesses:
        guess.probabilities = _look_like_probabilities(guess)
        if guess in describing:
            _by_sample(guess)
        for column in guess.free():
            kept = guess in describing and column.strip().lower() not in NAMES["id"]
            nested = is_nested(guess.table.type_of(column)) or is_list(guess.table.type_of(column))
            guess.roles[column] = "slice" if kept and not nested else "ignore"
    return Proposal(tuple(map(_finished, guesses, systems)))


def _finished(guess: ColumnGuess, system: str) -> FileProposal:
    table = guess.table
    return FileProposal(
        name=table.name,
        role=file_role(guess.shape, guess.roles.values()),
        shape=guess.shape,
        columns={column: guess.roles[column] for column in table.columns},
        classes={
            column: guess.classes[column] for column in table.columns if column in guess.classes
        },
        separator=guess.separator,
        system=system,
        probabilities=guess.probabilities,
        encoding=table.encoding,
    )


def _by_name(guess: ColumnGuess) -> None:
    table = guess.table

    def take(what: str, column: str | None) -> None:
        # truth of a type that cannot be read is said to be so, not passed over
        if column is not None and (
            what in ("truth", "predicted") or not is_nested(table.type_of(column))
        ):
            guess.roles[column] = what

    take("id", guess.named("id"))
    identity = guess.only("id")
    repeated = identity is not None and len(guess.distinct(identity)) < table.rows
    take("system", guess.named("system") if repeated else None)
    take("predicted", guess.named("predicted"))
    _as_long(guess, repeated)
    take("truth", guess.named("truth") if not guess.has("truth", "class") else None)
    split = guess.named("split")
    take("split", split if split and len(guess.distinct(split)) <= MOST_SPLITS else None)
    if guess.shape != "long":
        confidence = guess.named("confidence")
        take("confidence", confidence if confidence and guess.is_numeric(confidence) else None)
    take("text", guess.named("text"))


def _by_sample(guess: ColumnGuess) -> None:
    """Weights and clusters, by clear names only: numbers would change by a wrong guess."""
    for role in ("weight", "cluster"):
        by_name = {column.strip().lower(): column for column in reversed(guess.free())}
        column = next((by_name[name] for name in NAMES[role] if name in by_name), None)
        if column is None or is_nested(kind := guess.table.type_of(column)) or is_list(kind):
            continue
        if role == "cluster" or guess.is_numeric(column):
            guess.roles[column] = role


def _as_long(guess: ColumnGuess, repeated: bool) -> None:
    """One row a document/class pair: a class column beside flags or a score."""
    which = guess.named("class")
    if which is None or guess.only("id") is None:
        return
    predicted = guess.only("predicted")
    if predicted is not None and not guess.are_flags([predicted]):
        return
    roles = {which: "class"}
    truth = next(
        (c for c in guess.free() if c.strip().lower() in NAMES["truth"] and c != which), None
    )
    if truth is not None:
        # with ids repeated over several classes, an odd cell is a mistake and not a class
        sure = guess.are_flags([truth]) or (repeated and guess.are_mostly_flags(truth))
        if not sure or guess.are_flags([which]):
            return
        roles[truth] = "truth"
    score = next((c for c in guess.free() if c.strip().lower() in NAMES["confidence"]), None)
    if score is not None:
        roles[score] = "score"
    if truth is None and not (repeated and (score is not None or predicted is not None)):
        return
    guess.roles |= roles
    guess.shape = "long"


def _one_truth(guesses: list[ColumnGuess]) -> None:
    """A column named `label` may be what a classifier called: decide by what stands beside it."""
    alone = []
    for guess in guesses:
        truth = guess.only("truth")
        if truth is None or guess.shape == "long" or guess.has("predicted"):
            continue
        if truth.strip().lower() in WEAK_TRUTH and guess.has("confidence"):
            guess.roles[truth] = "predicted"
        else:
            alone.append((truth.strip().lower() in WEAK_TRUTH, guess, truth))
    given = [guess for guess in guesses if guess.has("truth") and guess.has("predicted")]
    first = min((weak for weak, _, _ in alone), default=False)
    for weak, guess, truth in alone:
        if weak and (given or not first):
            guess.roles[truth] = "predicted"
        elif weak == first:
            given.append(guess)  # of several weak names the first file's is the truth


def _separator(guess: ColumnGuess) -> str:
    cells: list[str] = []
    for role in ("truth", "predicted"):
        column = guess.only(role)
        if column is not None and not is_list(guess.table.type_of(column)):
            cells += guess.distinct(column)
    return separator_of(cells)


def separator_of(cells: Iterable[str]) -> str:
    """What stands between the classes of a cell, or "none"; from the distinct cells.

    A comma or a semicolon may belong to a name, so it counts only if a part of one cell is
    also a cell, or a part of another: "News, sports" alone is one class.
    """
    given = [cell for cell in dict.fromkeys(cells) if cell]
    bracketed = [cell for cell in given if cell.startswith("[") and cell.endswith("]")]
    if bracketed and len(bracketed) == len(given):
        return "list" if all(split_cell(cell, "list") is not None for cell in given) else "none"
    for mark in ("|", ";", ","):
        joined = [cell for cell in given if mark in cell]
        if not joined:
            continue
        spaced = next(
            (
                s
                for s in (f" {mark} ", f"{mark} ")
                if all(c.count(mark) == c.count(s) for c in joined)
            ),
            mark,
        )
        met: dict[str, int] = {}
        for cell in given:
            for part in set(cell.split(spaced)) - {""}:
                met[part] = met.get(part, 0) + 1
        if mark == "|" or any(
            met.get(part, 0) > 1 for cell in joined for part in cell.split(spaced)
        ):
            return spaced
    return "none"


def _look_like_probabilities(guess: ColumnGuess) -> bool:
    """The header says so, and no value contradicts it."""
    columns = [column for column, role in guess.roles.items() if role == "score"]
    prefixes = ("probability", "proba", "prob") if guess.shape == "long" else PROBABILITY_PREFIXES
    if not columns or not all(c.strip().lower().startswith(prefixes) for c in columns):
        return False
    for batch in guess.table.batches(columns):
        for column in columns:
            values = numbers(batch.column(column), guess.table.decimal_comma)
            if not ((values >= 0) & (values <= 1) | np.isnan(values)).all():
                return False
    return True


def _is_matrix(guess: ColumnGuess) -> bool:
    """Counts of true x predicted, and nothing else: square, or one row a pair."""
    table = guess.table
    truth, predicted, count = (guess.named(what) for what in ("truth", "predicted", "count"))
    if truth and predicted and count and len(table.columns) == 3 and guess.is_numeric(count):
        guess.roles = {truth: "truth", predicted: "predicted", count: "count"}
        guess.shape = "long matrix"
        return True
    first, *others = table.columns
    if not others or table.rows > len(table.columns) * 2 or is_nested(table.type_of(first)):
        return False
    if is_list(table.type_of(first)) or not all(guess.is_numeric(c) for c in others):
        return False
    names = guess.distinct(first)
    shared = len(set(names) & set(others))
    if len(names) < table.rows or 2 * shared < max(len(names), len(others)):
        return False
    guess.roles = {first: "class"} | dict.fromkeys(others, "count")
    guess.classes = {column: column for column in others}
    guess.shape = "square matrix"
    return True
