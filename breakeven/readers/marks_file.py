"""Marks that were taken home, read again: for the documents that they were set on, or changed ones.

What is no file of marks is refused as a whole. A mark whose document, text or class is not there
any more is left out, and said.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import get_args

import numpy as np

from breakeven.data import marks_table as home
from breakeven.data.marks import OF_A_PAIR, OF_EITHER, MarkEvent, MarkKind
from breakeven.data.records import Problem, Truth
from breakeven.data.wording import shorten, unguarded
from breakeven.readers.base.problems import ReadError, first_problems, within_limits
from breakeven.readers.base.read_options import ReadOptions
from breakeven.readers.files.cells import encoded
from breakeven.readers.files.file_table import FileTable
from breakeven.readers.opening import open_table
from metrics.typing import Array

KINDS: dict[str, MarkKind] = {kind: kind for kind in get_args(MarkKind)}
NAMED = [kind for kind in KINDS if kind != "tag"]
LEFT_OUT = "this mark is left out; set it again if it still applies"
NEEDED = (home.ID, home.MARK)


@dataclass(frozen=True)
class _Column:
    """One column: per row the index of its text, shape (rows,), and the distinct texts."""

    codes: Array
    texts: list[str]

    def each(self, meaning: Sequence[object]) -> Array:
        """What each row's text means, shape (rows,)."""
        found = np.empty(len(meaning), dtype=object)
        found[:] = meaning
        return found[self.codes]

    @cached_property
    def given(self) -> Array:
        """Which rows hold anything, shape (rows,)."""
        return np.array([bool(text) for text in self.texts], dtype=bool)[self.codes]


class _Reading:
    """A file's columns, and what is wrong with its rows: refused, or left out."""

    def __init__(self, table: FileTable, truth: Truth) -> None:
        self.table, self.truth = table, truth
        self.refused: list[Problem] = []
        self.left_out: list[Problem] = []
        self.stays = np.ones(table.rows, dtype=bool)
        self.named = {_plain(name): name for name in table.columns}

    def column(self, name: str, names: frozenset[str] = frozenset()) -> _Column:
        """A column by its plain name; of empty cells where there is none."""
        if name not in self.named:
            return _Column(np.zeros(self.table.rows, dtype=int), [""])
        codes, texts = encoded(self.table.column(self.named[name]))
        if self.table.kind == "delimited":
            texts = [unguarded(text, names) for text in texts]
        return _Column(codes, [*texts, ""])

    def refuse(self, bad: Array, column: str, what: Callable[[int], str], remedy: str) -> None:
        """Rows, a mask, that make this no file of marks."""
        self.refused += self._problems(bad, column, what, remedy)

    def leave_out(self, bad: Array, column: str, what: Callable[[int], str]) -> None:
        """Rows, a mask, that do not fit these documents."""
        self.left_out += self._problems(bad & self.stays, column, what, LEFT_OUT)
        self.stays &= ~bad

    def _problems(
        self, bad: Array, column: str, what: Callable[[int], str], remedy: str
    ) -> list[Problem]:
        def problem(row: int) -> Problem:
            line = int(self.table.lines[row])
            return Problem(
                row=line, column=column, what=what(row), remedy=remedy, file=self.table.name
            )

        return first_problems(np.flatnonzero(bad), problem)


def read_marks(
    name: str, data: bytes | Path, truth: Truth
) -> tuple[tuple[MarkEvent, ...], tuple[Problem, ...]]:
    """A file of marks as `marks_of_table` gives it. Raises ReadError."""
    with within_limits(name):
        return marks_of_table(open_table(name, data, ReadOptions(format="")), truth)


def columns_needed(columns: Iterable[str]) -> list[str]:
    """Those of a file's columns that marks are read from."""
    return [name for name in columns if _plain(name) in home.COLUMNS]


def marks_of_table(
    table: FileTable, truth: Truth
) -> tuple[tuple[MarkEvent, ...], tuple[Problem, ...]]:
    """Marks as events about these documents, and what of them is left out, and why.

    Needed are the columns `id` and `mark`; the others are those of `breakeven.data.marks_table`.
    Marks go by the document's id, and by its split where several documents have that id. Raises
    ReadError with every problem where a row is no mark, or where none fits.
    """
    name = table.name
    if truth.documents is None:
        what, remedy = "the review holds counts without documents", "load the documents first"
        raise ReadError([Problem(what=what, remedy=remedy, file=name)])
    reading = _Reading(table, truth)
    missing = [column for column in NEEDED if column not in reading.named]
    if missing:
        what, remedy = (
            "this column is missing",
            "load a file of marks, with the columns id and mark",
        )
        raise ReadError(
            Problem(row=1, column=c, what=what, remedy=remedy, file=name) for c in missing
        )
    events = _events(reading)
    if reading.refused:
        raise ReadError(reading.refused)
    if not events:
        what = "no mark in this file fits these documents"
        remedy = "load marks made on these documents"
        raise ReadError([Problem(what=what, remedy=remedy, file=name), *reading.left_out])
    return events, tuple(reading.left_out)


def _plain(column: str) -> str:
    """A column's name as ours are written; files of the pages have a _ for a space."""
    return column.strip().lower().replace("_", " ")


def _events(reading: _Reading) -> tuple[MarkEvent, ...]:
    classes = {name: c for c, name in enumerate(reading.truth.classes)}
    rows = _documents(reading)
    mark = reading.column(home.MARK)
    kinds = [_kind(text) for text in mark.texts]
    kind = mark.each(kinds).astype(str)
    reading.refuse(
        kind == "",
        home.MARK,
        lambda row: f"{shorten(mark.texts[mark.codes[row]])!r} is not a mark",
        f"write {', '.join(NAMED)}, or {home.TAG}NAME",
    )
    class_index = _classes(reading, kind, classes)
    right = _right_classes(reading, kind, classes)
    when = reading.column(home.WHEN)
    times = [_time(text) for text in when.texts]
    reading.refuse(
        when.each([time is None for time in times]).astype(bool),
        home.WHEN,
        lambda row: f"{shorten(when.texts[when.codes[row]])!r} is not a time",
        "write it as 2024-01-31T12:00:00Z",
    )
    if reading.refused:
        return ()
    note, who = reading.column(home.NOTE), reading.column(home.WHO)
    order = np.flatnonzero(reading.stays)
    ordered_times = when.each(times)[order].astype(str)
    order = order[np.argsort(ordered_times, kind="stable")]
    if not len(order):
        return ()
    # rows beside each other that say the same of other documents are one event
    same = [column.codes[order] for column in (mark, note, who, when)]
    same += [class_index[order], right.codes[order]]
    begins = np.logical_or.reduce([np.diff(codes, prepend=codes[0] - 1) != 0 for codes in same])
    meant = _right_of(right.texts, classes)
    return tuple(
        MarkEvent(
            rows=np.unique(rows[group]),
            kind=KINDS[kinds[mark.codes[group[0]]]],
            who=who.texts[who.codes[group[0]]],
            when=times[when.codes[group[0]]] or "",
            class_index=None if class_index[group[0]] < 0 else int(class_index[group[0]]),
            right=_indices(meant[right.codes[group[0]]]),
            tag=_tag(mark.texts[mark.codes[group[0]]]),
            note=note.texts[note.codes[group[0]]],
        )
        for group in np.split(order, np.flatnonzero(begins)[1:])
    )


def _documents(reading: _Reading) -> Array:
    """The document of each row, shape (rows,), -1 where it is not there; its text is the same."""
    import pandas as pd  # slow to import

    truth, ids = reading.truth, np.asarray(reading.truth.documents, dtype=object)
    known_ids = frozenset(ids.tolist())
    column, split = reading.column(home.ID, known_ids), reading.column(home.SPLIT)
    reading.refuse(~column.given, home.ID, lambda _: "the id is missing", "give every row an id")
    index = pd.Index(ids)
    again = index.duplicated(keep=False)
    once = np.flatnonzero(~again)
    documents = np.append(once, -1)[index[once].get_indexer(column.each(column.texts))]
    if again.any():
        splits = np.array([*truth.splits, ""], dtype=object)
        pairs = pd.MultiIndex.from_arrays([ids[again], splits[truth.split_of[again]]])
        keys = pd.MultiIndex.from_arrays([column.each(column.texts), split.each(split.texts)])
        by_split = np.append(np.flatnonzero(again), -1)[pairs.get_indexer(keys)]
        documents = np.where(documents < 0, by_split, documents)

    def unknown(row: int) -> str:
        text = column.texts[column.codes[row]]
        where = " in this split" if text in known_ids else ""
        return f"no document has the id {shorten(text)!r}{where}"

    reading.leave_out((documents < 0) & column.given, home.ID, unknown)
    digest = reading.column(home.TEXT)
    if truth.text_column is not None and digest.given.any():
        here = np.flatnonzero(digest.given & (documents >= 0))
        now = home.text_digests(truth, documents[here])
        changed = np.zeros(len(documents), dtype=bool)
        changed[here] = digest.each(digest.texts)[here] != now
        reading.leave_out(
            changed,
            home.TEXT,
            lambda row: (
                f"the text of {shorten(str(ids[documents[row]]))!r} has changed since it was marked"
            ),
        )
    return documents


def _classes(reading: _Reading, kind: Array, classes: dict[str, int]) -> Array:
    """The class of each row, shape (rows,), -1 for none."""
    column = reading.column(home.CLASS, frozenset(classes))
    class_indices = np.array([classes.get(text, -1) for text in column.texts])[column.codes]
    pair = np.isin(kind, OF_A_PAIR)
    either = np.isin(kind, OF_EITHER)

    def needs(row: int) -> str:
        return f"“{kind[row]}” is about a class, but none is given"

    def takes_none(row: int) -> str:
        return f"“{kind[row]}” is about the whole document"

    has_kind = kind != ""
    reading.refuse(pair & ~column.given, home.CLASS, needs, "name the class")
    remedy = f"leave the class empty, or write the mark “{OF_A_PAIR[0]}” or “{OF_A_PAIR[1]}”"
    reading.refuse(has_kind & ~pair & ~either & column.given, home.CLASS, takes_none, remedy)
    reading.leave_out(
        column.given & (class_indices < 0),
        home.CLASS,
        lambda row: f"there is no class {shorten(column.texts[column.codes[row]])!r}",
    )
    return class_indices


def _right_classes(reading: _Reading, kind: Array, classes: dict[str, int]) -> _Column:
    """The right classes as written; rows that do not name classes of here are dealt with."""
    column = reading.column(home.RIGHT, frozenset(classes))
    meant = _right_of(column.texts, classes)
    remedy = "leave the cell empty, or write the mark “label wrong”"
    reading.refuse(
        column.given & (kind != "label wrong") & (kind != ""),
        home.RIGHT,
        lambda row: f"“{kind[row]}” has no right classes",
        remedy,
    )

    def cell(row: int) -> str:
        return repr(shorten(column.texts[column.codes[row]]))

    broken = [isinstance(cell_classes, str) for cell_classes in meant]
    reading.refuse(
        column.each(broken).astype(bool),
        home.RIGHT,
        lambda row: f"{cell(row)} is not a list of classes",
        'write ["wheat", "corn"], or [] for no class',
    )
    unknown = [isinstance(cell_classes, tuple) and -1 in cell_classes for cell_classes in meant]
    reading.leave_out(
        column.each(unknown).astype(bool),
        home.RIGHT,
        lambda row: f"{cell(row)} names an unknown class",
    )
    if reading.truth.task == "single-label":
        several = [
            isinstance(cell_classes, tuple) and len(cell_classes) != 1 for cell_classes in meant
        ]
        reading.leave_out(
            column.each(several).astype(bool),
            home.RIGHT,
            lambda row: f"{cell(row)}: a document has exactly one class here",
        )
    return column


def _right_of(texts: Sequence[str], classes: dict[str, int]) -> list[tuple[int, ...] | str | None]:
    """What cells of right classes mean: indices, -1 for an unknown one; None; or text as it is."""
    return [_one_right(text, classes) for text in texts]


def _one_right(text: str, classes: dict[str, int]) -> tuple[int, ...] | str | None:
    if not text:
        return None
    try:
        names = json.loads(text) if text.startswith("[") else [text]
    except (ValueError, RecursionError):
        names = [text] if text in classes else None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return text
    return tuple(sorted({classes.get(name, -1) for name in names}))


def _indices(meant: tuple[int, ...] | str | None) -> tuple[int, ...] | None:
    return meant if isinstance(meant, tuple) else None


def _kind(text: str) -> str:
    """The kind of a mark as it is written; "" where there is none of this name."""
    plain = text.strip().lower()
    return "tag" if _tag(text) else plain if plain in NAMED else ""


def _tag(text: str) -> str:
    plain = text.strip()
    return plain.removeprefix(home.TAG).strip() if plain.startswith(home.TAG) else ""


def _time(text: str) -> str | None:
    """The time as events hold it, "" for none; None where it is no time. Without a zone: UTC."""
    if not text:
        return ""
    try:
        found = datetime.fromisoformat(text.strip())
        utc = found if found.tzinfo else found.replace(tzinfo=UTC)
        return utc.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError):
        return None
