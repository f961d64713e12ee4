"""Cells that hold no names of classes, whatever their header says: objects, lists of numbers."""

from __future__ import annotations

import re

import pyarrow.compute as pc

from breakeven.readers.cells import NUMBER, encoded, is_nested
from breakeven.readers.files.arrow_types import is_list
from breakeven.readers.files.nested import are_objects
from breakeven.readers.files.table import Table

LIST_OF_NUMBERS = re.compile(r"\s*[\[(](?=[^\])]*?\d\.\d)[\d\s.,eE+-]*+[\])]\s*")
OBJECTS = "the cells hold objects, not names of classes"
UNNAMED = "the lists of numbers do not say which class each number is of"
# one remedy for all that is no name
OWN_COLUMNS = (
    "write the class alone into one column (true, predicted), and the scores of each class into "
    "a column of its own, called score: and the class's name"
)


def no_names(table: Table, column: str) -> str | None:
    """What a column holds instead of the names of classes, by its first rows; None if names."""
    values = table.first(column)
    if is_list(values.type):
        if is_nested(values.type):
            return None
        parts = encoded(pc.list_flatten(values.combine_chunks()))[1]
        numeric = bool(parts) and all(re.fullmatch(NUMBER, part) for part in parts)
        return UNNAMED if numeric and any(float(part) % 1 for part in parts) else None
    if is_nested(values.type):
        return None
    cells = [cell for cell in encoded(values)[1] if cell]
    if cells and all(LIST_OF_NUMBERS.fullmatch(cell) for cell in cells):
        return UNNAMED
    return OBJECTS if are_objects(cells) else None
