"""Guess what each column is, so that nobody has to rename one first.

Score columns meet their classes by name, never by order. A guess is a proposal: the user
sees it and may change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from breakeven.readers.cells import is_list, is_nested, numbers, split_cell
from breakeven.readers.columns.class_columns import find_class_columns
from breakeven.readers.columns.draft import NAMES, ColumnGuess
from breakeven.readers.files.table import Table
from breakeven.readers.proposal import FileProposal, Proposal, file_role

# these say what a classifier called as often as what is true
WEAK_TRUTH = ("label", "labels", "category", "class", "topics")
PROBABILITY_PREFIXES = ("proba_", "prob_", "p_")
MOST_SPLITS = 20


def propose(tables: Sequence[Table]) -> Proposal:
    """What every file and column most likely is. Raises ReadError for broken Parquet."""
    drafts = [ColumnGuess(table) for table in tables]
    if len(drafts) == 1 and _is_matrix(drafts[0]):
        return Proposal((_finished(drafts[0], drafts[0].table.stem),))
    for draft in drafts:
        _by_name(draft)
    _one_truth(drafts)
    for draft in drafts:
        if draft.shape != "long":
            draft.separator = _separator(draft)
    find_class_columns(drafts)
    stems = [draft.table.stem for draft in drafts]
    systems = [
        stem if stem not in stems[:i] else f"{stem} ({stems[:i].count(stem) + 1})"
        for i, stem in enumerate(stems)
    ]
    describing = [draft for draft in drafts if draft.has("truth", "indicator")] or drafts
    for draft in drafts:
        draft.probabilities = _look_like_probabilities(draft)
        if draft in describing:
            _by_sample(draft)
        for column in draft.free():
            kept = draft in describing and column.strip().lower() not in NAMES["id"]
            nested = is_nested(draft.table.type_of(column)) or is_list(draft.table.type_of(column))
            draft.roles[column] = "slice" if kept and not nested else "ignore"
    return Proposal(tuple(map(_finished, drafts, systems)))


def _finished(draft: ColumnGuess, system: str) -> FileProposal:
    table = draft.table
    return FileProposal(
        name=table.name,
        role=file_role(draft.shape, draft.roles.values()),
        shape=draft.shape,
        columns={column: draft.roles[column] for column in table.columns},
        classes={
            column: draft.classes[column] for column in table.columns if column in draft.classes
        },
        separator=draft.separator,
        system=system,
        probabilities=draft.probabilities,
        encoding=table.encoding,
    )


def _by_name(draft: ColumnGuess) -> None:
    table = draft.table

    def take(what: str, column: str | None) -> None:
        # truth of a type that cannot be read is said to be so, not passed over
        if column is not None and (
            what in ("truth", "predicted") or not is_nested(table.type_of(column))
        ):
            draft.roles[column] = what

    take("id", draft.named("id"))
    identity = draft.only("id")
    repeated = identity is not None and len(draft.distinct(identity)) < table.rows
    take("system", draft.named("system") if repeated else None)
    take("predicted", draft.named("predicted"))
    _as_long(draft, repeated)
    take("truth", draft.named("truth") if not draft.has("truth", "class") else None)
    split = draft.named("split")
    take("split", split if split and len(draft.distinct(split)) <= MOST_SPLITS else None)
    if draft.shape != "long":
        confidence = draft.named("confidence")
        take("confidence", confidence if confidence and draft.is_numeric(confidence) else None)
    take("text", draft.named("text"))


def _by_sample(draft: ColumnGuess) -> None:
    """Weights and clusters, by clear names only: numbers would change by a wrong guess."""
    for role in ("weight", "cluster"):
        by_name = {column.strip().lower(): column for column in reversed(draft.free())}
        column = next((by_name[name] for name in NAMES[role] if name in by_name), None)
        if column is None or is_nested(kind := draft.table.type_of(column)) or is_list(kind):
            continue
        if role == "cluster" or draft.is_numeric(column):
            draft.roles[column] = role


def _as_long(draft: ColumnGuess, repeated: bool) -> None:
    """One row a document/class pair: a class column beside flags or a score."""
    which = draft.named("class")
    if which is None or draft.only("id") is None:
        return
    predicted = draft.only("predicted")
    if predicted is not None and not draft.are_flags([predicted]):
        return
    roles = {which: "class"}
    truth = next(
        (c for c in draft.free() if c.strip().lower() in NAMES["truth"] and c != which), None
    )
    if truth is not None:
        # with ids repeated over several classes, an odd cell is a mistake and not a class
        sure = draft.are_flags([truth]) or (repeated and draft.are_mostly_flags(truth))
        if not sure or draft.are_flags([which]):
            return
        roles[truth] = "truth"
    score = next((c for c in draft.free() if c.strip().lower() in NAMES["confidence"]), None)
    if score is not None:
        roles[score] = "score"
    if truth is None and not (repeated and (score is not None or predicted is not None)):
        return
    draft.roles |= roles
    draft.shape = "long"


def _one_truth(drafts: list[ColumnGuess]) -> None:
    """A column named `label` may be what a classifier called: decide by what stands beside it."""
    alone = []
    for draft in drafts:
        truth = draft.only("truth")
        if truth is None or draft.shape == "long" or draft.has("predicted"):
            continue
        if truth.strip().lower() in WEAK_TRUTH and draft.has("confidence"):
            draft.roles[truth] = "predicted"
        else:
            alone.append((truth.strip().lower() in WEAK_TRUTH, draft, truth))
    given = [draft for draft in drafts if draft.has("truth") and draft.has("predicted")]
    first = min((weak for weak, _, _ in alone), default=False)
    for weak, draft, truth in alone:
        if weak and (given or not first):
            draft.roles[truth] = "predicted"
        elif weak == first:
            given.append(draft)  # of several weak names the first file's is the truth


def _separator(draft: ColumnGuess) -> str:
    cells: list[str] = []
    for role in ("truth", "predicted"):
        column = draft.only(role)
        if column is not None and not is_list(draft.table.type_of(column)):
            cells += draft.distinct(column)
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


def _look_like_probabilities(draft: ColumnGuess) -> bool:
    """The header says so, and no value contradicts it."""
    columns = [column for column, role in draft.roles.items() if role == "score"]
    prefixes = ("probability", "proba", "prob") if draft.shape == "long" else PROBABILITY_PREFIXES
    if not columns or not all(c.strip().lower().startswith(prefixes) for c in columns):
        return False
    for batch in draft.table.batches(columns):
        for column in columns:
            values = numbers(batch.column(column), draft.table.decimal_comma)
            if not ((values >= 0) & (values <= 1) | np.isnan(values)).all():
                return False
    return True


def _is_matrix(draft: ColumnGuess) -> bool:
    """Counts of true x predicted, and nothing else: square, or one row a pair."""
    table = draft.table
    truth, predicted, count = (draft.named(what) for what in ("truth", "predicted", "count"))
    if truth and predicted and count and len(table.columns) == 3 and draft.is_numeric(count):
        draft.roles = {truth: "truth", predicted: "predicted", count: "count"}
        draft.shape = "long matrix"
        return True
    first, *others = table.columns
    if not others or table.rows > len(table.columns) * 2 or is_nested(table.type_of(first)):
        return False
    if is_list(table.type_of(first)) or not all(draft.is_numeric(c) for c in others):
        return False
    names = draft.distinct(first)
    shared = len(set(names) & set(others))
    if len(names) < table.rows or 2 * shared < max(len(names), len(others)):
        return False
    draft.roles = {first: "class"} | dict.fromkeys(others, "count")
    draft.classes = {column: column for column in others}
    draft.shape = "square matrix"
    return True
