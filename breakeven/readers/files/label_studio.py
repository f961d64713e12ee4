"""What annotation tools export: Label Studio's tasks, JSON-MIN and CSV, doccano's annotations.

They are known by their keys. Each annotation becomes a row: the task's data, who labelled it, and
the classes that were chosen. Source: labelstud.io/guide/task_format, labelstud.io/guide/export.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

# the rows that have a value, and the values
Cells = tuple[list[int], list[Any]]
Refuse = Callable[..., None]

# written beside what was chosen, of the annotation and not of the document
EXPORTED = (
    "annotator", "annotation_id", "created_at", "updated_at", "lead_time", "was_cancelled",
    "agreement", "ground_truth",
)  # fmt: skip
IDS = ("id", "doc_id", "docid", "document_id", "custom_id")
CHOICES = r'^\s*\{\s*"choices"\s*:\s*\['
REGIONS = "nothing was chosen in any task: what is marked are regions, or other than choices"


def is_export(columns: Collection[str]) -> bool:
    """Whether a table is Label Studio's CSV or JSON-MIN, by the keys that it always writes."""
    return {"annotator", "annotation_id", "lead_time"} <= set(columns)


def rows_of(
    records: list[dict[str, Any]], lines: list[int], refuse: Refuse
) -> tuple[list[dict[str, Any]], list[int]]:
    """The records, with a row for each annotation where they are tasks of an annotation tool."""
    if not records or not all(map(_is_task, records)):
        return records, lines
    found: list[dict[str, Any]] = []
    places: list[int] = []
    chosen: set[str] = set()
    for task, line in zip(records, lines, strict=True):
        shared = _of_task(task)
        said = [_of_annotation(annotation, line, refuse) for annotation in _merged(task)]
        chosen |= {key for row in said for key, value in row.items() if isinstance(value, list)}
        # a task that nobody labelled stays a document
        rows = [shared | row for row in said] or [shared | {"annotator": None}]
        found += rows
        places += [line] * len(rows)
    for row in found:
        if row["annotator"] is not None and "was_cancelled" not in row:
            for name in chosen:  # an answer of no class
                row.setdefault(name, [])
    if not chosen:
        refuse(None, REGIONS, "export a project in which classes are chosen for whole documents")
    return found, places


def choices_in(cells: Mapping[str, Cells]) -> dict[str, Cells]:
    """JSON-MIN: what was chosen as lists, where one cell holds several and another the only one."""
    if not is_export(cells):
        return dict(cells)
    return {key: (rows, _as_lists(values)) for key, (rows, values) in cells.items()}


def choices_in_text(table: pa.Table) -> pa.Table:
    """CSV: the same, of a table of text."""
    if not is_export(table.column_names):
        return table
    for place, name in enumerate(table.column_names):
        column = table.column(name)
        if pc.any(pc.match_substring_regex(column, CHOICES)).as_py():
            values = [None if cell == "" else _parsed(cell) for cell in column.to_pylist()]
            array = pa.array(_as_lists(values), pa.list_(pa.string()))
            table = table.set_column(place, name, pa.chunked_array([array]))
    return table


def _is_task(record: dict[str, Any]) -> bool:
    """Whether a record is a task: annotations that are results, or doccano's, which name users."""
    annotations = _annotations(record)
    if not isinstance(annotations, list) or not all(isinstance(a, dict) for a in annotations):
        return False
    if isinstance(record.get("data"), dict):
        return all(isinstance(a.get("result", []), list) for a in annotations)
    known = {"id", "label", "user", "prob", "manual", "document", "created_at", "updated_at"}
    users = all({"label", "user"} <= a.keys() <= known for a in annotations)
    return "annotations" in record and "text" in record and users


def _merged(task: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The annotations of a task; doccano's, a class each, put together for each user."""
    annotations: list[dict[str, Any]] = _annotations(task)
    if "data" in task:
        return annotations
    labels: dict[str, list[str]] = {}
    for annotation in annotations:
        labels.setdefault(str(annotation["user"]), []).append(str(annotation["label"]))
    return [{"user": user, "label": given} for user, given in labels.items()]


def _annotations(task: Mapping[str, Any]) -> Any:
    return task.get("annotations", task.get("completions"))


def _of_task(task: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of a document; its own id goes before the task's."""
    data = task.get("data")
    if data is None:
        return {key: value for key, value in task.items() if key not in ("annotations", "meta")}
    own = any(key.strip().lower() in IDS for key in data)
    shared: dict[str, Any] = {("task" if own else "id"): task.get("id")} | data
    for prediction in task.get("predictions") or []:
        if isinstance(prediction, dict):
            model = str(prediction.get("model_version") or "model")
            given = _chosen(prediction.get("result"))
            for name, classes in given.items():
                key = f"predicted_{model}" if len(given) == 1 else f"predicted_{model} {name}"
                shared[key] = classes
    return shared


def _of_annotation(annotation: Mapping[str, Any], line: int, refuse: Refuse) -> dict[str, Any]:
    """Who labelled, and what was chosen; of a skipped task nothing was."""
    if "label" in annotation:
        return {"annotator": annotation["user"], "label": annotation["label"]}
    row: dict[str, Any] = {"annotator": _who(annotation), "annotation_id": annotation.get("id")}
    row["lead_time"] = annotation.get("lead_time")
    if annotation.get("ground_truth") is True:
        row["ground_truth"] = True
    if annotation.get("was_cancelled") is True:
        return row | {"was_cancelled": True}
    chosen = _chosen(annotation.get("result"))
    if row["annotator"] is None and chosen:
        refuse(line, "it is not said who labelled the task", "export it with completed_by")
    return row | chosen


def _who(annotation: Mapping[str, Any]) -> str | None:
    by = annotation.get("completed_by")
    if isinstance(by, dict):
        by = by.get("email") or by.get("id")
    return None if by is None or isinstance(by, list | dict) else str(by)


def _chosen(result: Any) -> dict[str, list[str]]:
    """The classes that were chosen for the whole document, by the name of the question."""
    found: dict[str, list[str]] = {}
    for region in result if isinstance(result, list) else []:
        value = region.get("value") if isinstance(region, dict) else None
        choices = value.get("choices") if isinstance(value, dict) else None
        if isinstance(choices, list) and not any(isinstance(c, list | dict) for c in choices):
            held = found.setdefault(str(region.get("from_name", "choices")), [])
            held += [str(choice) for choice in choices]
    return found


def _as_lists(values: Sequence[Any]) -> list[Any]:
    several = [_several(value) for value in values]
    if not any(one is not None for one in several):
        return list(values)
    if not all(
        isinstance(v, str | None) or s is not None for v, s in zip(values, several, strict=True)
    ):
        return list(values)  # fmt: skip
    return [
        one if one is not None else None if value is None else [value]
        for value, one in zip(values, several, strict=True)
    ]


def _several(value: Any) -> list[str] | None:
    choices = value.get("choices") if isinstance(value, dict) and len(value) == 1 else None
    return [str(choice) for choice in choices] if isinstance(choices, list) else None


def _parsed(cell: str) -> Any:
    try:
        value = json.loads(cell)
    except (ValueError, RecursionError):
        return cell
    return value if isinstance(value, dict) else cell
