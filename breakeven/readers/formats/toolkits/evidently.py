"""A table as Evidently evaluates it: `target`, `prediction`, and a column for each class.

The columns of classes have the names of the classes and hold their probabilities. What they are is
told by their names and values, as of any such table. Source: docs.evidentlyai.com, Data definition.
"""

from __future__ import annotations

from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft

KEY = "evidently"
NAME = "a table of Evidently"
TARGET, PREDICTION = "target", "prediction"


def recognise(content: Content) -> str | None:
    """Columns that have the names of the classes that the target and the prediction have."""
    if not {TARGET, PREDICTION} <= set(content.header):
        return None
    named = _classes(content) & set(content.header) - {TARGET, PREDICTION}
    if len(named) < 2:
        return None
    return "it has target, prediction, and columns named after their classes"


def _classes(content: Content) -> set[str]:
    """What the first rows have as target and prediction."""
    if content.records:
        rows = content.records[:1_000]
        return {str(row.get(name)) for row in rows for name in (TARGET, PREDICTION)}
    header, *rows_of_cells = content.first_rows or [[]]
    places = [header.index(name) for name in (TARGET, PREDICTION) if name in header]
    return {row[place] for row in rows_of_cells for place in places if place < len(row)}


def read(content: Content) -> Draft:
    """The file's own table, whose columns are proposed by what they hold. Raises nothing."""
    return Draft()
