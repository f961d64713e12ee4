"""What doccano exports with the names of its users: JSON lines of texts with annotations.

`{"id", "text", "annotations": [{"label", "user", …}]}`, a class an annotation. Each user becomes a
row with all of their classes. Source: github.com/doccano/doccano, JSONL (text classification).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from breakeven.readers.files.content import Content
from breakeven.readers.formats.draft import Draft
from breakeven.readers.problems import ReadError
from breakeven.records import Problem

KEY = "doccano"
NAME = "an export of doccano"
FIRST = 20  # records that tell what a file is
OF_ANNOTATION = {"id", "label", "user", "prob", "manual", "document", "created_at", "updated_at"}
OTHER = "no text with annotations that say label and user"


def recognise(content: Content) -> str | None:
    """Texts with annotations that name their users."""
    first = content.records[:FIRST]
    if not first or not all(map(is_task, first)):
        return None
    return "each record is a text with annotations, each a label by a user"


def is_task(record: Mapping[str, Any]) -> bool:
    """Whether a record is a text with annotations that are a label by a user each."""
    annotations = record.get("annotations")
    return (
        "text" in record
        and "data" not in record
        and isinstance(annotations, list)
        and all(isinstance(a, dict) for a in annotations)
        and all({"label", "user"} <= a.keys() <= OF_ANNOTATION for a in annotations)
    )


def read(content: Content) -> Draft:
    """A row for each text and user. Raises ReadError."""
    rows: list[dict[str, Any]] = []
    lines: list[int] = []
    for task, line in zip(content.records, content.places, strict=True):
        if not is_task(task):
            problem = Problem(row=line, what=OTHER, remedy="export them again", file=content.name)
            raise ReadError([problem])
        shared = {key: value for key, value in task.items() if key not in ("annotations", "meta")}
        labels: dict[str, list[str]] = {}
        for annotation in task["annotations"]:
            labels.setdefault(str(annotation["user"]), []).append(str(annotation["label"]))
        # a text that nobody labelled stays a document
        said: list[dict[str, Any]] = [
            {"annotator": user, "label": given} for user, given in labels.items()
        ]
        rows += [shared | one for one in said or [{"annotator": None}]]
        lines += [line] * max(1, len(said))
    table, places, gaps = content.table_of(rows, lines)
    return Draft(columns=table, lines=places, gaps=gaps)
