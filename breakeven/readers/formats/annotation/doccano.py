"""What doccano exports: a file for each user, or texts with annotations that name their users.

`id, text, label, Comments` as JSON, JSON lines, or CSV with labels as `a#b`; older ones
`{"id", "text", "annotations": [{"label", "user", …}]}`, a class an annotation, of which each user
becomes a row with all of their classes. Source: backend/data_export of doccano 1.8.4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft

KEY = "doccano"
NAME = "an export of doccano"
FIRST = 20  # records that tell what a file is
OF_ANNOTATION = {"id", "label", "user", "prob", "manual", "document", "created_at", "updated_at"}
OWN = {"id", "text", "label", "Comments"}
BETWEEN = "#"  # the labels of a cell of CSV
OTHER = "no text with annotations that have a label and a user"


def recognise(content: Content) -> str | None:
    """Texts with annotations that name their users, or the columns that it always writes."""
    first = content.records[:FIRST]
    if first and all(map(is_task, first)):
        return "each record is a text with annotations, each a label by a user"
    given = all(isinstance(record.get("label"), list) for record in first)
    columns = first[0].keys() if first else content.header
    return "it has the columns text, label and Comments" if given and set(columns) >= OWN else None


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
    """A row for each text, and for each user where they are named. Raises ReadError."""
    if not content.is_json:
        return _of_csv(content)
    if not all(map(is_task, content.records[:FIRST])):
        return Draft()
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
        annotations: list[dict[str, Any]] = [
            {"annotator": user, "label": given} for user, given in labels.items()
        ]
        rows += [shared | annotation_row for annotation_row in annotations or [{"annotator": None}]]
        lines += [line] * max(1, len(annotations))
    table, places, gaps = content.table_of(rows, lines)
    return Draft(columns=table, lines=places, gaps=gaps)


def _of_csv(content: Content) -> Draft:
    table, lines = content.cells()
    column = table.column("label")
    listed = pc.split_pattern(column, BETWEEN)
    none = pa.array([[]], listed.type)[0]
    listed = pc.if_else(pc.equal(column, ""), none, listed)
    return Draft(
        columns=table.set_column(table.column_names.index("label"), "label", listed), lines=lines
    )
