"""What several people said of the same documents: a column, a row or a file for each of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from breakeven.data.wording import listed, quoted
from breakeven.readers.base.header_words import (
    LABEL_STUDIO,
    NEUTRAL,
    PERSON,
    TRUTH,
    hints_predicted,
    is_label_studio,
    names_model,
    names_people,
    names_truth_of,
    person_of,
    says_either,
    says_truth,
    words,
)
from breakeven.readers.base.proposal import OF_A_SYSTEM
from breakeven.readers.columns.column_guess import NAMES, ColumnGuess, separator_of
from breakeven.readers.files.arrow_types import is_list
from breakeven.readers.files.cells import is_nested, split_cell, texts
from metrics.typing import Array

if TYPE_CHECKING:
    import pandas as pd

MOST_NAMED = 20
MOST = 0.8  # of a column's values are also in the others, where no header names a person
PREDICTING = (*OF_A_SYSTEM, "confidence")


def take_annotator(guess: ColumnGuess, repeated: bool) -> None:
    """The column that names who labelled the row, where documents have several rows."""
    if guess.has("system"):
        return
    column = guess.named("annotator")
    if column is not None and (repeated or is_label_studio(guess.table.columns)):
        guess.roles[column] = "annotator"


def find_annotators(guess: ColumnGuess) -> None:
    """Give what people said its roles: of rows that name them, else columns of one kind."""
    if guess.has("annotator"):
        _by_rows(guess)
    elif guess.shape != "long":
        _by_columns(guess)


def find_annotator_files(guesses: list[ColumnGuess]) -> None:
    """Files of the truth that differ on the same documents are what one person each said.

    So are files of the same columns whose header does not say whether they are true or
    predicted, where others predict.
    """
    candidates = [guess for guess in guesses if _says_classes_alone(guess)]
    strong = [g for g in candidates if g.has("truth") and not says_either(g.only("truth") or "")]
    weak = [g for g in candidates if g not in strong]
    predicted = any(g.has(*PREDICTING) for g in guesses if g not in candidates)
    for group in (strong, weak):
        alike = len({guess.table.columns for guess in group}) == 1
        if len(group) < 2 or (group is weak and not (alike and predicted)):
            continue
        if _differ(group):
            for guess in group:
                column = guess.only("truth") or guess.only("predicted")
                assert column is not None
                guess.roles[column] = "truth"
                guess.people = {column: guess.table.stem}
                guess.systems = {}
                guess.reasons[column] = (
                    "these files have the same documents and different classes; "
                    f"{_called([other.table.stem for other in group])}"
                )


def finish_annotators(guess: ColumnGuess) -> None:
    """Every column of what one person said, now that all others are known."""
    columns = list(guess.people)
    only = guess.classes.get(columns[0]) if columns else None
    for column in columns:
        guess.roles[column] = "annotated"
        if only is not None:
            guess.classes[column] = only
    if columns and guess.shape == "indicator" and not guess.has("indicator"):
        guess.shape = "wide scores" if guess.has("score") else "labels"
    if guess.has("annotator"):
        true = guess.only("truth")
        if true is not None and guess.shape != "long" and not guess.has("annotated"):
            guess.roles[true] = "annotated"
            guess.question = ""  # another file predicts its classes, which settles what was asked
        for column in guess.free():
            # what differs between the rows of a document is not known of the document
            of_export = is_label_studio(guess.table.columns) and column in LABEL_STUDIO
            if of_export or is_list(guess.table.type_of(column)) or _varies(guess, column):
                guess.roles[column] = "ignore"


def _by_columns(guess: ColumnGuess) -> None:
    groups: dict[tuple[str, ...], list[str]] = {}
    for column in guess.free():
        if is_nested(guess.table.type_of(column)) or guess.is_of_the_sample(column):
            continue
        if hints_predicted(column) or names_model(column):
            continue
        stem_words = PERSON if names_people(column) else TRUTH | NEUTRAL
        if names_people(column) or names_truth_of(column):
            stem = tuple(word for word in words(column) if word in stem_words)
            groups.setdefault(stem, []).append(column)
    for stem, columns in groups.items():
        sure = any(word in PERSON for word in stem)
        if len(columns) > 1 and _are_of_people(guess, columns, sure):
            names = [person_of(column) for column in columns]
            if len(set(names)) < len(names):
                names = columns
            guess.people = dict(zip(columns, names, strict=True))
            guess.roles |= dict.fromkeys(columns, "annotated")
            if not guess.has("truth", "class"):
                guess.roles[columns[0]] = "truth"  # as any truth, while others are looked for
            why = f"they hold the same classes; {_called(names)}"
            guess.reasons |= dict.fromkeys(columns, why)
            return


def _called(names: list[str]) -> str:
    return f"the annotators are {listed(names, MOST_NAMED)}"


def _are_of_people(guess: ColumnGuess, columns: list[str], sure: bool) -> bool:
    """Whether columns hold the same classes; where no header names a person, they must agree too.

    Two columns of classes that never agree may be a first and a second class.
    """
    import pandas as pd  # slow to import

    lists = [is_list(guess.table.type_of(column)) for column in columns]
    if any(guess.is_score(c) for c, of_lists in zip(columns, lists, strict=True) if not of_lists):
        return False
    if not sure and not any(lists) and guess.are_flags(columns):
        return False  # a column a class
    held = {column: _values(guess, column) for column in columns}
    for column, own in held.items():
        others = pd.concat([values for c, values in held.items() if c != column])
        shared = own.isin(set(others))
        if not shared.any() or (not sure and shared.mean() < MOST):
            return False
    return sure or _agree(held.values())


def _values(guess: ColumnGuess, column: str) -> pd.Series:
    """What the first rows hold, by row; each class of a cell that lists several is a value."""
    import pandas as pd  # slow to import

    values = guess.table.first(column)
    series = pd.Series(values.to_pylist(), dtype=object)
    if not is_list(values.type):
        series = series[series.notna()].astype(str)
        separator = separator_of(series.unique())
        series = series.map({cell: split_cell(cell, separator) for cell in series.unique()})
    series = series.explode()
    series = series[series.notna()].astype(str)
    return series[series != ""]


def _agree(held: Iterable[pd.Series]) -> bool:
    """Whether two of the columns agree in more rows than if one were shuffled."""
    import pandas as pd  # slow to import

    columns = list(held)
    for place, first in enumerate(columns):
        for second in columns[place + 1 :]:
            if not (first.index.is_unique and second.index.is_unique):
                return True
            both = pd.DataFrame({"one": first, "two": second}).dropna()
            if not len(both):
                continue
            counts = [both[side].value_counts(normalize=True) for side in both]
            chance = float((counts[0] * counts[1]).sum())
            if float((both["one"] == both["two"]).mean()) > chance:
                return True
    return False


def _by_rows(guess: ColumnGuess) -> None:
    """What the annotators of the rows gave, and the truth where it stands beside it."""
    if guess.shape == "long":
        return
    true = guess.only("truth")
    if true is not None and _varies(guess, true):
        return
    exported = LABEL_STUDIO if is_label_studio(guess.table.columns) else ()
    candidates = [
        column
        for column in guess.free()
        if column not in exported and _may_be_classes(guess, column)
    ]
    lists = [column for column in candidates if is_list(guess.table.type_of(column))]
    named = [c for c in candidates if says_either(c) or says_truth(c) or names_truth_of(c)]
    for preferred in (lists, named, [c for c in candidates if _varies(guess, c)], candidates):
        if len(preferred) == 1:
            _given(guess, preferred[0], true)
            return
        if preferred:
            candidates = preferred
            break
    if true is None and candidates:
        who = quoted(guess.only("annotator"))
        guess.question = f"choose the column with the labels of {who}: {listed(candidates)}"


def _given(guess: ColumnGuess, column: str, true: str | None) -> None:
    if true is not None and not _varies(guess, column):
        return
    who = guess.only("annotator")
    guess.roles[column] = "truth" if true is None else "annotated"
    guess.reasons[column] = f"it holds the labels of the annotators in {quoted(who)} gave"


def _may_be_classes(guess: ColumnGuess, column: str) -> bool:
    """Whether values come back, as classes do, and texts and numbers of their own do not."""
    kind = guess.table.type_of(column)
    name = column.strip().lower()
    other_names = {other for what in ("split", "text", "id") for other in NAMES[what]}
    if is_nested(kind) or name in other_names or guess.is_of_the_sample(column):
        return False
    # flags that no header calls the truth are of a class each
    flagged = guess.are_flags([column]) and not (says_either(column) or says_truth(column))
    if flagged or hints_predicted(column) or (not is_list(kind) and guess.is_score(column)):
        return False
    values = _values(guess, column)
    return 1 < values.nunique() <= max(2, len(values) // 2)


def _varies(guess: ColumnGuess, column: str) -> bool:
    """Whether rows of one document differ in a column; what is missing says nothing."""
    import pandas as pd  # slow to import

    identity, values = guess.only("id"), guess.table.first(column)
    if identity is None or is_nested(values.type):
        return False
    said = _cells(values)
    frame = pd.DataFrame({"id": texts(guess.table.first(identity)), "said": said})
    frame = frame[frame["said"] != ""]
    return bool((frame.groupby("id")["said"].nunique() > 1).any())


def _cells(values: pa.ChunkedArray) -> Array:
    """Each row as one text; of a list its classes in order of their names."""
    if not is_list(values.type):
        return texts(values)
    rows = values.to_pylist()
    said = ["" if row is None else repr(sorted(map(str, row))) for row in rows]
    return np.array(said, dtype=object)


def _says_classes_alone(guess: ColumnGuess) -> bool:
    """Whether a file gives documents one column of classes and no more."""
    if guess.people or guess.shape == "long" or guess.has("annotator", "system"):
        return False
    roles = [role for role in guess.roles.values() if role in ("truth", "predicted")]
    if len(roles) != 1 or guess.has("score", "decision", "confidence", "indicator"):
        return False
    column = guess.only("truth") or guess.only("predicted") or ""
    return guess.has("truth") or says_either(column)


def _differ(group: list[ColumnGuess]) -> bool:
    """Whether two files give a document other classes."""
    import pandas as pd  # slow to import

    columns = [_by_document(guess) for guess in group]
    if any(first is None for first in columns):
        return False
    for place, first in enumerate(columns):
        for second in columns[place + 1 :]:
            assert first is not None
            assert second is not None
            both = pd.concat({"one": first, "two": second}, axis=1, join="inner")
            if bool((both["one"] != both["two"]).any()):
                return True
    return False


def _by_document(guess: ColumnGuess) -> pd.Series | None:
    """What a file says of each document, by its id or its row; None where ids come twice."""
    import pandas as pd  # slow to import

    column, identity = guess.only("truth") or guess.only("predicted"), guess.only("id")
    assert column is not None
    if is_nested(guess.table.type_of(column)):
        return None
    cells = _cells(guess.table.column(column))
    if identity is None:
        return pd.Series(cells)
    ids = texts(guess.table.column(identity))
    by_id = pd.Series(cells, index=ids)
    return by_id if by_id.index.is_unique else None
