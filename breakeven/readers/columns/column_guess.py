"""A file while it is being looked at, and questions about its columns.

Tested in `tests/breakeven/readers/columns/test_propose.py` and `test_label_columns.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.data.arrow_arrays import array_of_texts, numbers_in, text_as, truths_in
from breakeven.readers.base.header_words import EITHER, says_predicted, says_truth, target_words
from breakeven.readers.base.proposal import Shape
from breakeven.readers.files.arrow_types import is_list, is_number
from breakeven.readers.files.cells import (
    count_distinct,
    encoded,
    is_nested,
    names_in,
    numbers,
    parse_flags,
    split_cell,
)
from breakeven.readers.files.file_table import BLOCK_CELLS, FileTable
from metrics.typing import Array

# --- what stands between the classes of a cell


MET_AGAIN = 0.25  # of the parts of cells, where what stands between them is no part of a name


def separator_of(cells: Iterable[str]) -> str:
    """What stands between the classes of a cell, or "none"; from the distinct cells.

    A comma or a semicolon may belong to a name, so it counts only if parts of one cell are
    also cells, or parts of others: "News, sports" alone is one class. Names may begin alike
    ("Loans, late", "Loans, denied"), so that has to be so of more than a few of the parts.
    """
    distinct = array_of_texts(list(dict.fromkeys(cells)))
    given = distinct.filter(pc.not_equal(distinct, text_as("", distinct.type)))
    bracketed = pc.and_(pc.starts_with(given, "["), pc.ends_with(given, "]"))
    if len(given) and pc.all(bracketed).as_py():
        lists = (split_cell(cell, "list") for cell in given.to_pylist())
        return "list" if all(parts is not None for parts in lists) else "none"
    for mark in ("|", ";", ","):
        joining = pc.match_substring(given, mark)
        joined = given.filter(joining)
        if not len(joined):
            continue
        marks = pc.count_substring(joined, mark)
        wide = (f" {mark} ", f"{mark} ")
        fits = (s for s in wide if pc.count_substring(joined, s).equals(marks))
        spaced = next(fits, mark)
        if mark == "|" or _meet_again(given, spaced, truths_in(joining)):
            return spaced
    return "none"


def _meet_again(cells: pa.Array, separator: str, joined: Array) -> bool:
    """Whether enough of the parts of the joined ones, a mask of the cells, are parts of others."""
    lists = pc.split_pattern(cells, separator)
    of_cell, parts = numbers_in(pc.list_parent_indices(lists)), pc.list_flatten(lists)
    given = pc.not_equal(parts, text_as("", parts.type))
    codes, names = encoded(parts.filter(given))
    of_cell = of_cell[truths_in(given)]
    # a part counts once in each cell
    met = np.bincount(np.unique(of_cell * len(names) + codes) % max(1, len(names)))
    of_joined = np.unique(codes[joined[of_cell]])
    return bool(np.sum(met[of_joined] > 1) > MET_AGAIN * len(of_joined))


# --- a file while it is being looked at, and questions about its columns


NAMES = {
    "id": ("id", "doc_id", "docid", "document_id", "index", "inst#", "custom_id", "file",
           "", "unnamed: 0"),
    "truth": ("true", "truth", "y_true", "gold", "target", "actual", "expected"),
    "predicted": ("prediction", "predicted", "y_pred", "pred", "predicted_label"),
    "split": ("split", "dataset", "fold", "subset"),
    "text": ("text", "comment_text", "content", "document", "title"),
    "confidence": ("confidence", "probability", "score"),
    "system": ("system", "model", "classifier"),
    "annotator": ("annotator", "annotator_id", "annotatorid", "annotator id", "annotator_name",
                  "annotated_by", "labeled_by", "labelled_by", "completed_by", "rater", "rater_id",
                  "coder", "coder_id", "labeler", "labeller", "worker", "worker_id", "workerid",
                  "judge", "assessor", "username", "user", "user_id"),
    "grade": ("grade", "grades", "relevance", "rel", "gradation", "judgment", "judgement",
              "rating"),
    "class": ("class", "category", "label", "topic"),
    "slot": ("slot", "slots", "slot_name"),
    "filler": ("filler", "fillers", "slot_filler", "slot_value", "fill", "value"),
    "count": ("count", "counts", "n", "documents", "frequency", "freq"),
    "weight": ("weight", "sample_weight", "sampling_weight"),
    "cluster": ("cluster", "cluster_id"),
}  # fmt: skip
NOT_FINITE = ("nan", "inf", "+inf", "-inf", "infinity", "-infinity")


@dataclass
class ColumnGuess:
    """What is known of one file while all are being looked at, to guess its columns' roles.

    `wanted`: the shape that the user says it has, None where it is to be guessed. `people`:
    columns that one person each gave the classes of, and their names. `joined_on`: the column of
    texts that other files have too, where no id is shared. `keyless`: it shares no column with
    another file that tells documents apart; `tried`: what was compared. `unclear`: columns that do
    contradict each other.
    """

    table: FileTable
    roles: dict[str, str] = field(default_factory=dict)
    classes: dict[str, str] = field(default_factory=dict)
    shape: Shape = "labels"
    separator: str = "none"
    probabilities: bool = False
    why_probabilities: str = ""
    wanted: Shape | None = None
    system: str = ""
    systems: dict[str, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    question: str = ""
    joined_on: str = ""
    tried: str = ""
    keyless: bool = False
    unclear: bool = False
    _numeric: dict[str, bool] = field(default_factory=dict, repr=False, compare=False)
    _flagged: dict[str, bool] = field(default_factory=dict, repr=False, compare=False)
    _distinct: dict[str, list[str]] = field(default_factory=dict, repr=False, compare=False)
    _separators: dict[tuple[str, ...], str] = field(default_factory=dict, repr=False, compare=False)
    _classes_in: dict[tuple[str, str], list[str]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def has_known_format(self) -> bool:
        """Whether the file is in a format that says what its columns are."""
        return self.table.draft is not None and bool(self.table.draft.roles)

    def only(self, role: str) -> str | None:
        """The first column of a role, or None."""
        return next((column for column, own in self.roles.items() if own == role), None)

    def free(self) -> list[str]:
        """The columns without a role yet, in file order."""
        return [column for column in self.table.columns if column not in self.roles]

    def has(self, *roles: str) -> bool:
        """Whether any column has one of these roles."""
        return any(role in roles for role in self.roles.values())

    def named(self, what: str) -> str | None:
        """The free column that carries the first of the usual names of something."""
        by_name = {column.strip().lower(): column for column in reversed(self.free())}
        candidates = [by_name[name] for name in NAMES[what] if name in by_name]
        if what == "truth":
            candidates += filter(says_truth, self.free())
            candidates += [by_name[name] for name in EITHER if name in by_name]
        elif what == "predicted":
            candidates += filter(says_predicted, self.free())
        elif what == "text" and not candidates:
            inner = [
                c for c in self.free() if c.lower().endswith(".text") and target_words(c) is None
            ]
            candidates += inner if len(inner) == 1 else []  # of JSON: `input.text`
        # scores of a class called "gold" or "text" are neither truth nor text
        fits = (
            column for column in candidates if what == "confidence" or not self.is_score(column)
        )
        return next(fits, None)

    def is_of_the_sample(self, column: str) -> bool:
        """Whether a column is named as weights or clusters are: no class is guessed of it."""
        return column.strip().lower() in (*NAMES["weight"], *NAMES["cluster"])

    def is_score(self, column: str) -> bool:
        """Whether a column holds fractions, or nothing but zeros, and so is no name or count."""
        kind = self.table.type_of(column)
        if is_nested(kind) or is_list(kind) or not self.is_numeric(column):
            return False
        if not is_number(kind):
            return self.is_fractional(column)
        if not pa.types.is_floating(kind):
            return False
        values = numbers(self.table.column(column))
        values = values[np.isfinite(values)]
        return not (values.any() and (values % 1 == 0).all())

    def distinct(self, column: str) -> list[str]:
        """The different values of a column as text, lists taken apart; none when nested."""
        # many rules ask it of the same columns
        if column not in self._distinct:
            self._distinct[column] = self._values_of(column)
        return self._distinct[column]

    def _values_of(self, column: str) -> list[str]:
        if is_nested(self.table.type_of(column)):
            return []
        if self.table.rows > BLOCK_CELLS and not is_list(self.table.type_of(column)):
            pieces = self.table.pieces([column], lambda _, piece: encoded(piece.column(0))[1])
            return list(dict.fromkeys(chain.from_iterable(pieces)))
        values = self.table.column(column)
        if is_list(values.type):
            values = pc.list_flatten(values.combine_chunks())
        return encoded(values)[1]

    def separator_of(self, *columns: str) -> str:
        """What stands between the classes in the cells of some columns, or "none"."""
        # many rules ask it of the same columns, as they do the next
        if columns not in self._separators:
            cells = chain.from_iterable(map(self.distinct, columns))
            self._separators[columns] = separator_of(cells)
        return self._separators[columns]

    def classes_in(self, column: str, separator: str | None = None) -> list[str]:
        """The names of classes in a column; `separator`: "none" or other than its cells say."""
        cells = self.distinct(column)
        if is_list(self.table.type_of(column)):
            return cells
        asked = column, self.separator_of(column) if separator is None else separator
        if asked not in self._classes_in:
            self._classes_in[asked] = names_in(cells, asked[1])
        return self._classes_in[asked]

    def repeats(self, column: str) -> bool:
        """Whether there are fewer different values than rows."""
        kind = self.table.type_of(column)
        if is_nested(kind) or is_list(kind):
            return len(self.distinct(column)) < self.table.rows
        # the first rows tell nearly always, and a whole column may be long
        first = self.table.first(column)
        if count_distinct(first) < len(first):
            return True
        pieces = self.table.batches([column]) if self.table.rows > BLOCK_CELLS else ()
        if any(count_distinct(piece.column(column)) < len(piece) for piece in pieces):
            return True
        # of rows that are too many for documents no column is held
        return self.table.room is None and self.table.unique_texts(column) is None

    def is_numeric(self, column: str) -> bool:
        """Whether every filled cell of the sample reads as a number, and there is one."""
        # many rules ask it of every column
        if column not in self._numeric:
            self._numeric[column] = self._holds_numbers(column)
        return self._numeric[column]

    def _holds_numbers(self, column: str) -> bool:
        kind = self.table.type_of(column)
        if is_number(kind) or pa.types.is_boolean(kind):
            return True
        if is_list(kind) or is_nested(kind):
            return False
        given = [value for value in encoded(self.table.first(column))[1] if value]
        if not given:
            return False
        values = numbers(array_of_texts(given), self.table.decimal_comma)
        # a few unreadable cells are problems of a numeric column, to be named as such
        odd = [value.strip().lower() in NOT_FINITE for value in given]
        return bool(2 * np.sum(np.isfinite(values) | odd) >= len(given))

    def is_fractional(self, column: str) -> bool:
        """Whether a numeric column holds what no count or code holds."""
        kind = self.table.type_of(column)
        if is_number(kind):
            return bool(pa.types.is_floating(kind))
        values = numbers(self.table.first(column), self.table.decimal_comma)
        return bool((values[np.isfinite(values)] % 1 != 0).any())

    def are_flags(self, columns: Collection[str]) -> bool:
        """Whether columns hold nothing but 1, 0 and not judged; looked at in full."""
        kinds = [self.table.type_of(column) for column in columns]
        if any(is_list(kind) or is_nested(kind) for kind in kinds):
            return False
        # the sample decides nearly always, and a whole column may be long
        if any(len(parse_flags(self.table.first(column))[1]) for column in columns):
            return False
        return all(self._are_all_flags(column) for column in columns)

    def _are_all_flags(self, column: str) -> bool:
        # several rules ask it of the same column
        if column not in self._flagged:
            found = self.table.flags(column)
            self._flagged[column] = found is not None and bool(found.max(initial=-1) >= 0)
        return self._flagged[column]

    def are_mostly_flags(self, column: str) -> bool:
        """Whether at least half of the cells are 1, 0 or not judged, and the others mistakes."""
        kind = self.table.type_of(column)
        if is_list(kind) or is_nested(kind):
            return False
        found, bad = parse_flags(self.table.first(column))
        return bool((found >= 0).any()) and 2 * len(bad) <= len(found)

    def prefixed(self, prefixes: Iterable[str], suffixes: Iterable[str] = ()) -> dict[str, str]:
        """Free numeric columns with one of these prefixes or suffixes, and the rest of the name.

        A blank in a header is as good as an underscore: `score sport` is `score_sport`.
        """
        rests = {}
        for column in self.free():
            name = column.strip()
            lower = name.lower().replace(" ", "_")
            fits = (len(p) for p in prefixes if lower.startswith(p) and len(lower) > len(p))
            ends = (len(s) for s in suffixes if lower.endswith(s) and len(lower) > len(s))
            start, end = next(fits, 0), 0
            if not start:
                end = next(ends, 0)
            if (start or end) and self.is_numeric(column):
                rests[column] = name[start : len(name) - end]
        return rests
