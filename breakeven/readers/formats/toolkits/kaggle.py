"""Labels of a Kaggle competition with several classes a text, some of which were not scored.

`id,comment_text,toxic,severe_toxic,…` with 1, 0 and -1 in a column for each class: -1 says that the
pair was not judged. The submission to it has the same columns with probabilities, and is a table as
any other: fractions are no truth. Source: the data of
kaggle.com/c/jigsaw-toxic-comment-classification-challenge, test_labels.csv.
"""

from __future__ import annotations

from breakeven.readers.base.header_words import hints_predicted
from breakeven.readers.columns.column_guess import NAMES
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft

KEY = "kaggle"
NAME = "test labels of Kaggle"
JUDGED, NOT_JUDGED = {"0", "1"}, "-1"


def recognise(content: Content) -> str | None:
    """An id, perhaps a text, and several columns of 1, 0 and -1, of which -1 is there."""
    columns = _classes(content)
    if len(columns) < 2 or len(columns) < len(content.header) - 2:
        return None
    if any(hints_predicted(name) for name in columns):
        return None  # truth and decisions side by side
    held = {row[at] for row in content.first_rows[1:] for at in columns.values()}
    if held != JUDGED | {NOT_JUDGED}:
        return None
    return "one column per class holds 1, 0, and -1 for not judged"


def _classes(content: Content) -> dict[str, int]:
    """The columns of classes, and their places; none where there is no id, or rows are ragged."""
    header, rows = content.header, content.first_rows[1:]
    if content.kind != "text" or not _of(header, "id") or len(set(header)) < len(header):
        return {}
    if not rows or any(len(row) != len(header) for row in rows):
        return {}
    other = {*_of(header, "id"), *_of(header, "text")}
    return {name: at for at, name in enumerate(header) if name not in other}


def _of(header: tuple[str, ...], what: str) -> list[str]:
    return [name for name in header if name.strip().lower() in NAMES[what]][:1]


def read(content: Content) -> Draft:
    """The table as it is: what its columns are is known."""
    columns = _classes(content)
    roles = dict.fromkeys(columns, "indicator")
    for what in ("id", "text"):
        roles |= dict.fromkeys(_of(content.header, what), what)
    return Draft(roles=roles, shape="indicator", classes={name: name for name in columns})
