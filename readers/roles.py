"""Guess what each column is, so that nobody has to rename one first.

Score columns meet their classes by name, never by order. A guess is a proposal: the user
sees it and may change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from readers.cells import encoded, flags, is_list, is_nested, is_number, numbers, split_cell
from readers.proposal import FileProposal, FileRole, Proposal, Shape
from readers.tables import Table

NAMES = {
    "id": ("id", "doc_id", "docid", "document_id", "index", "inst#", "custom_id", "file",
           "", "unnamed: 0"),
    "truth": ("true", "truth", "y_true", "gold", "target", "actual", "expected",
              "label", "labels", "category", "class", "topics"),
    "predicted": ("prediction", "predicted", "y_pred", "pred", "predicted_label"),
    "split": ("split", "dataset", "fold", "subset"),
    "text": ("text", "comment_text", "content", "document", "title"),
    "confidence": ("confidence", "probability", "score"),
    "system": ("system", "model", "classifier"),
    "class": ("class", "category", "label", "topic"),
    "count": ("count", "counts", "n", "documents", "frequency", "freq"),
}  # fmt: skip
# these say what a classifier called as often as what is true
WEAK_TRUTH = ("label", "labels", "category", "class", "topics")
SCORE_PREFIXES = ("score:", "score_", "proba_", "prob_", "p_", "distribution_")
PROBABILITY_PREFIXES = ("proba_", "prob_", "p_")
DECISION_PREFIXES = ("predicted:", "predicted_", "pred_", "y_pred_")
TRUTH_PREFIXES = ("true:", "true_", "y_true_", "truth_", "label_")
MOST_SPLITS = 20
NOT_FINITE = ("nan", "inf", "+inf", "-inf", "infinity", "-infinity")


@dataclass
class Draft:
    """What is known of one file while all are being looked at."""

    table: Table
    roles: dict[str, str] = field(default_factory=dict)
    classes: dict[str, str] = field(default_factory=dict)
    shape: Shape = "labels"
    separator: str = "none"
    probabilities: bool = False

    def only(self, role: str) -> str | None:
        return next((column for column, own in self.roles.items() if own == role), None)

    def free(self) -> list[str]:
        return [column for column in self.table.columns if column not in self.roles]

    def has(self, *roles: str) -> bool:
        return any(role in roles for role in self.roles.values())


def propose(tables: Sequence[Table]) -> Proposal:
    """What every file and column most likely is. Raises ReadError for broken Parquet."""
    drafts = [Draft(table) for table in tables]
    if len(drafts) == 1 and _is_matrix(drafts[0]):
        return Proposal((_finished(drafts[0], drafts[0].table.stem),))
    for draft in drafts:
        _by_name(draft)
    _one_truth(drafts)
    for draft in drafts:
        if draft.shape != "long":
            draft.separator = _separator(draft)
    _class_columns(drafts)
    stems = [draft.table.stem for draft in drafts]
    systems = [
        stem if stem not in stems[:i] else f"{stem} ({stems[:i].count(stem) + 1})"
        for i, stem in enumerate(stems)
    ]
    describing = [draft for draft in drafts if draft.has("truth", "indicator")] or drafts
    for draft in drafts:
        draft.probabilities = _look_like_probabilities(draft)
        for column in draft.free():
            kept = draft in describing and column.strip().lower() not in NAMES["id"]
            nested = is_nested(draft.table.type_of(column)) or is_list(draft.table.type_of(column))
            draft.roles[column] = "slice" if kept and not nested else "ignore"
    return Proposal(tuple(map(_finished, drafts, systems)))


def _finished(draft: Draft, system: str) -> FileProposal:
    said = draft.has("predicted", "score", "decision")
    role: FileRole = "predictions"
    if draft.shape in ("square matrix", "long matrix"):
        role = "matrix"
    elif draft.has("truth", "indicator"):
        role = "both" if said else "truth"
    table = draft.table
    return FileProposal(
        name=table.name,
        role=role,
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


def _named(draft: Draft, what: str) -> str | None:
    """The free column that carries the first of the usual names of something."""
    by_name = {column.strip().lower(): column for column in reversed(draft.free())}
    found = (by_name[name] for name in NAMES[what] if name in by_name)
    # scores of a class called "gold" or "text" are neither truth nor text
    fits = (column for column in found if what == "confidence" or not _is_score(draft, column))
    return next(fits, None)


def _is_score(draft: Draft, column: str) -> bool:
    """Whether a column holds fractions, or nothing but zeros, and so is no name or count."""
    kind = draft.table.type_of(column)
    if is_nested(kind) or is_list(kind) or not _is_numeric(draft, column):
        return False
    if not is_number(kind):
        return _is_fractional(draft, column)
    values = numbers(draft.table.column(column))
    values = values[np.isfinite(values)]
    return pa.types.is_floating(kind) and not (values.any() and (values % 1 == 0).all())


def _distinct(draft: Draft, column: str) -> list[str]:
    values = draft.table.column(column)
    if is_list(values.type):
        values = pc.list_flatten(values.combine_chunks())
    return encoded(values)[1] if not is_nested(values.type) else []


def _by_name(draft: Draft) -> None:
    table = draft.table

    def take(what: str, column: str | None) -> None:
        # truth of a type that cannot be read is said to be so, not passed over
        if column is not None and (
            what in ("truth", "predicted") or not is_nested(table.type_of(column))
        ):
            draft.roles[column] = what

    take("id", _named(draft, "id"))
    identity = draft.only("id")
    repeated = identity is not None and len(_distinct(draft, identity)) < table.rows
    take("system", _named(draft, "system") if repeated else None)
    take("predicted", _named(draft, "predicted"))
    _as_long(draft, repeated)
    take("truth", _named(draft, "truth") if not draft.has("truth", "class") else None)
    split = _named(draft, "split")
    take("split", split if split and len(_distinct(draft, split)) <= MOST_SPLITS else None)
    if draft.shape != "long":
        confidence = _named(draft, "confidence")
        take("confidence", confidence if confidence and _is_numeric(draft, confidence) else None)
    take("text", _named(draft, "text"))


def _as_long(draft: Draft, repeated: bool) -> None:
    """One row a document/class pair: a class column beside flags or a score."""
    which = _named(draft, "class")
    if which is None or draft.only("id") is None:
        return
    predicted = draft.only("predicted")
    if predicted is not None and not _are_flags(draft, [predicted]):
        return
    roles = {which: "class"}
    truth = next(
        (c for c in draft.free() if c.strip().lower() in NAMES["truth"] and c != which), None
    )
    if truth is not None:
        if not _are_flags(draft, [truth]) or _are_flags(draft, [which]):
            return
        roles[truth] = "truth"
    score = next((c for c in draft.free() if c.strip().lower() in NAMES["confidence"]), None)
    if score is not None:
        roles[score] = "score"
    if truth is None and not (repeated and (score is not None or predicted is not None)):
        return
    draft.roles |= roles
    draft.shape = "long"


def _one_truth(drafts: list[Draft]) -> None:
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


def _separator(draft: Draft) -> str:
    cells: list[str] = []
    for role in ("truth", "predicted"):
        column = draft.only(role)
        if column is not None and not is_list(draft.table.type_of(column)):
            cells += _distinct(draft, column)
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


def _is_numeric(draft: Draft, column: str) -> bool:
    kind = draft.table.type_of(column)
    if is_number(kind) or pa.types.is_boolean(kind):
        return True
    if is_list(kind) or is_nested(kind):
        return False
    given = [value for value in encoded(draft.table.sample.column(column))[1] if value]
    if not given:
        return False
    values = numbers(pa.chunked_array([given], pa.string()), draft.table.decimal_comma)
    # a few unreadable cells are problems of a numeric column, to be named as such
    odd = [value.strip().lower() in NOT_FINITE for value in given]
    return bool(2 * np.sum(np.isfinite(values) | odd) >= len(given))


def _is_fractional(draft: Draft, column: str) -> bool:
    """Whether a numeric column holds what no count or code holds."""
    kind = draft.table.type_of(column)
    if is_number(kind):
        return bool(pa.types.is_floating(kind))
    values = numbers(draft.table.sample.column(column), draft.table.decimal_comma)
    return bool((values[np.isfinite(values)] % 1 != 0).any())


def _are_flags(draft: Draft, columns: Iterable[str]) -> bool:
    """Whether columns hold nothing but 1, 0 and not judged; looked at in full."""
    for values in (draft.table.sample.column, draft.table.column):
        for column in columns:
            if is_list(draft.table.type_of(column)) or is_nested(draft.table.type_of(column)):
                return False
            found, bad = flags(values(column))
            if len(bad) or (values == draft.table.column and not (found >= 0).any()):
                return False
    return True


def _prefixed(draft: Draft, prefixes: Iterable[str]) -> dict[str, str]:
    """Free numeric columns with one of these prefixes, and what follows it."""
    found = {}
    for column in draft.free():
        lower = column.strip().lower()
        prefix = next((p for p in prefixes if lower.startswith(p) and len(lower) > len(p)), None)
        if prefix is not None and _is_numeric(draft, column):
            found[column] = column.strip()[len(prefix) :]
    return found


class _Known:
    """Class names met so far, found exactly or, if that is unambiguous, but for case and blanks."""

    def __init__(self) -> None:
        self.exact: set[str] = set()
        self.loose: dict[str, set[str]] = {}

    def add(self, names: Iterable[str]) -> None:
        for name in names:
            self.exact.add(name)
            self.loose.setdefault(name.strip().casefold(), set()).add(name)

    def match(self, name: str) -> str | None:
        if name in self.exact:
            return name
        near = self.loose.get(name.strip().casefold(), set())
        return next(iter(near)) if len(near) == 1 else None


def _class_columns(drafts: list[Draft]) -> None:
    """Find the columns that each belong to one class: scores, truth flags, decisions."""
    known = _Known()
    for draft in drafts:
        for column, role in draft.roles.items():
            if role == "class":
                known.add(_distinct(draft, column))
            elif role in ("truth", "predicted") and draft.shape != "long":
                cells = _distinct(draft, column)
                lists = is_list(draft.table.type_of(column))
                parts = ([c] if lists else split_cell(c, draft.separator) or [] for c in cells)
                known.add(name for part in parts for name in part)
    rows = [draft for draft in drafts if draft.shape != "long"]
    for draft in rows:
        _prefixed_scores(draft, known, rows)
    if not any(draft.has("truth") for draft in drafts):
        _truth_flags(rows, known)
    for draft in rows:
        _scores_by_class_name(draft, known)


def _assign(draft: Draft, role: str, columns: dict[str, str]) -> None:
    for column, name in columns.items():
        draft.roles[column] = role
        draft.classes[column] = name
    if role == "indicator":
        draft.shape = "indicator"
    elif draft.shape == "labels":
        draft.shape = "wide scores"


def _prefixed_scores(draft: Draft, known: _Known, drafts: list[Draft]) -> None:
    columns = {column for other in drafts for column in other.free()}
    for prefix in SCORE_PREFIXES:
        found = _prefixed(draft, [prefix])
        matched = {column: known.match(name) for column, name in found.items()}
        sure = any(matched.values()) or any(name in columns for name in found.values())
        # p_value is no class: without a known name, it takes several of a kind
        if sure or (not known.exact and len(found) > 1):
            _assign(draft, "score", {c: matched[c] or name for c, name in found.items()})


def _truth_flags(drafts: list[Draft], known: _Known) -> None:
    for draft in drafts:
        elsewhere = set(known.exact)
        for other in drafts:
            elsewhere |= set(other.classes.values())
            if other is not draft:
                elsewhere |= set(other.free())
        found = _prefixed(draft, TRUTH_PREFIXES)
        found |= {c: c for c in draft.free() if c not in found and _is_numeric(draft, c)}
        found = {column: name for column, name in found.items() if _are_flags(draft, [column])}
        shared = {column: name for column, name in found.items() if name in elsewhere}
        chosen = shared or ({} if draft.has("predicted") else found)
        if chosen:
            _assign(draft, "indicator", chosen)
            known.add(chosen.values())
            return


def _scores_by_class_name(draft: Draft, known: _Known) -> None:
    taken = {draft.classes[c] for c, role in draft.roles.items() if role in ("score", "decision")}
    decided = {
        column: name
        for column, tail in _prefixed(draft, DECISION_PREFIXES).items()
        if (name := known.match(tail)) and _are_flags(draft, [column])
    }
    if decided and not draft.has("predicted"):
        _assign(draft, "decision", decided)
    free = [column for column in draft.free() if _is_numeric(draft, column)]
    found = {column: column for column in free if column in known.exact and column not in taken}
    if not draft.has("truth", "indicator"):
        fractional = [
            c for c in free if c not in found and c not in taken and _is_fractional(draft, c)
        ]
        whole_set = 2 * len(found) >= len(free) if known.exact else len(fractional) > 1
        if whole_set and not draft.has("predicted", "score"):
            found |= {column: column for column in fractional}
    if not found:
        return
    yes_or_no = not draft.has("predicted", "decision") and _are_flags(draft, found)
    _assign(draft, "decision" if yes_or_no else "score", found)


def _look_like_probabilities(draft: Draft) -> bool:
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


def _is_matrix(draft: Draft) -> bool:
    """Counts of true x predicted, and nothing else: square, or one row a pair."""
    table = draft.table
    truth, predicted, count = (_named(draft, what) for what in ("truth", "predicted", "count"))
    if truth and predicted and count and len(table.columns) == 3 and _is_numeric(draft, count):
        draft.roles = {truth: "truth", predicted: "predicted", count: "count"}
        draft.shape = "long matrix"
        return True
    first, *others = table.columns
    if not others or table.rows > len(table.columns) * 2 or is_nested(table.type_of(first)):
        return False
    if is_list(table.type_of(first)) or not all(_is_numeric(draft, c) for c in others):
        return False
    names = _distinct(draft, first)
    shared = len(set(names) & set(others))
    if len(names) < table.rows or 2 * shared < max(len(names), len(others)):
        return False
    draft.roles = {first: "class"} | dict.fromkeys(others, "count")
    draft.classes = {column: column for column in others}
    draft.shape = "square matrix"
    return True
