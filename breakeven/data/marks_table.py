"""Marks as a table that is taken home, and read again by `breakeven.readers.marks_file`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from breakeven.data.marks import MarkEvent, Marks
from breakeven.data.records import Truth
from metrics.typing import Array

if TYPE_CHECKING:
    import pandas as pd

ID, SPLIT, CLASS, MARK, RIGHT = "id", "split", "class", "mark", "right classes"
NOTE, WHO, WHEN, TEXT = "note", "who", "when", "text sha256"
COLUMNS = (ID, SPLIT, CLASS, MARK, RIGHT, NOTE, WHO, WHEN, TEXT)
# before the name of a tag
TAG = "tag:"


def marks_frame(truth: Truth, marks: Marks) -> pd.DataFrame:
    """One row for each mark that holds, in the order in which they were said; all cells are text.

    Right classes are a JSON list, empty where nobody named them. `text sha256` tells whether a
    document's text is still the same. ValueError where documents have no ids.
    """
    import pandas as pd  # slow to import

    if truth.documents is None:
        raise ValueError("there are no documents to mark")
    order = np.argsort(marks.event_of, kind="stable")
    rows, by = marks.rows[order], marks.event_of[order]

    def of_events(words: list[str]) -> Array:
        return np.array([*words, ""], dtype=object)[by]

    events, classes = marks.events, [*truth.classes, ""]
    splits = np.array([*truth.splits, ""], dtype=object)
    return pd.DataFrame(
        {
            ID: np.asarray(truth.documents, dtype=object)[rows],
            SPLIT: splits[truth.split_of[rows]],
            CLASS: of_events(
                [classes[-1 if e.class_index is None else e.class_index] for e in events]
            ),
            MARK: of_events([mark_of(e) for e in events]),
            RIGHT: of_events([_right(e, truth.classes) for e in events]),
            NOTE: of_events([e.note for e in events]),
            WHO: of_events([e.who for e in events]),
            WHEN: of_events([e.when for e in events]),
            TEXT: text_digests(truth, rows),
        },
        columns=list(COLUMNS),
        dtype=object,
    )


def mark_of(event: MarkEvent) -> str:
    """The mark as the file and the pages call it: its kind, or `tag:` and the tag."""
    return f"{TAG}{event.tag}" if event.kind == "tag" else event.kind


def _right(event: MarkEvent, classes: Sequence[str]) -> str:
    if event.right is None:
        return ""
    return json.dumps([classes[c] for c in event.right], ensure_ascii=False)


def text_digests(truth: Truth, rows: Array) -> Array:
    """SHA-256, in hex, of the text of these documents, shape (rows,); "" where there are none."""
    if truth.text_column is None:
        return np.full(len(rows), "", dtype=object)
    distinct, place = np.unique(rows, return_inverse=True)
    texts = truth.columns[truth.text_column][distinct].tolist()
    found = [hashlib.sha256(str(t).encode("utf-8", "surrogatepass")).hexdigest() for t in texts]
    return np.array([*found, ""], dtype=object)[place]
