"""What Label Studio exports: tasks, JSON-MIN and CSV.

They are known by their keys. Each annotation becomes a row: the task's data, who labelled it, and
the classes that were chosen. Source: labelstud.io/guide/task_format, labelstud.io/guide/export.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.data.records import Problem
from breakeven.readers.base.header_words import is_label_studio
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.content import Content
from breakeven.readers.files.decoding import mend_characters
from breakeven.readers.files.drafts import Draft

KEY = "label-studio"
NAME = "an export of Label Studio"
FIRST = 20  # records that tell what a file is

RefuseTask = Callable[[int | None, str, str], None]

# written beside what was chosen, of the annotation and not of the document
IDS = ("id", "doc_id", "docid", "document_id", "custom_id")
CHOICES = r'^\s*\{\s*"choices"\s*:\s*\['
REGIONS = "no task has a choice: the annotations are regions, or something else"


def recognise(content: Content) -> str | None:
    """Tasks with their annotations, or the columns of JSON-MIN and CSV."""
    first = content.records[:FIRST]
    if first and all(map(is_task, first)):
        return "each record is a task with its annotations"
    columns = first[0].keys() if first else content.header
    return "it has who annotated, and for how long" if is_label_studio(columns) else None


def is_task(record: Mapping[str, Any]) -> bool:
    """Whether a record is a task: its data, and annotations that are results."""
    annotations = _annotations(record)
    return (
        isinstance(record.get("data"), dict)
        and isinstance(annotations, list)
        and all(isinstance(a, dict) and isinstance(a.get("result", []), list) for a in annotations)
    )


def read(content: Content) -> Draft:
    """A row for each annotation. Raises ReadError."""
    if not content.is_json:
        return _of_csv(content)
    if not all(map(is_task, content.records[:FIRST])):
        return _of_records(content)
    problems: list[Problem] = []

    def refuse(line: int | None, what: str, remedy: str) -> None:
        problems.append(Problem(row=line, what=what, remedy=remedy, file=content.name))

    rows, lines = _rows_of(content.records, content.places, refuse)
    if problems:
        raise ReadError(first_problems(np.arange(len(problems)), problems.__getitem__))
    table, places, gaps = content.table_of(rows, lines)
    return Draft(columns=table, lines=places, gaps=gaps)


def _rows_of(
    records: list[dict[str, Any]], lines: list[int], refuse: RefuseTask
) -> tuple[list[dict[str, Any]], list[int]]:
    all_rows: list[dict[str, Any]] = []
    places: list[int] = []
    chosen: set[str] = set()
    for task, line in zip(records, lines, strict=True):
        if not is_task(task):
            refuse(line, "no task with its data and annotations", "export the tasks again")
            continue
        shared = _of_task(task)
        annotations = [
            _of_annotation(annotation, line, refuse) for annotation in _annotations(task)
        ]
        chosen |= {
            key for row in annotations for key, value in row.items() if isinstance(value, list)
        }
        # a task that nobody labelled stays a document
        rows = [shared | row for row in annotations] or [shared | {"annotator": None}]
        all_rows += rows
        places += [line] * len(rows)
    for row in all_rows:
        if row["annotator"] is not None and "was_cancelled" not in row:
            for name in chosen:  # an answer of no class
                row.setdefault(name, [])
    if not chosen:
        refuse(None, REGIONS, "export a project with choices for whole documents")
    return all_rows, places


def _of_records(content: Content) -> Draft:
    """JSON-MIN: what was chosen as lists, where one cell holds several and another the only one."""
    keys = dict.fromkeys(key for record in content.records for key in record)
    listed = {key: _as_lists([record.get(key) for record in content.records]) for key in keys}
    rows = [{key: listed[key][place] for key in keys} for place in range(len(content.records))]
    table, places, gaps = content.table_of(rows, content.places)
    return Draft(columns=table, lines=places, gaps=gaps)


def _of_csv(content: Content) -> Draft:
    """CSV: the same, of a table of text."""
    table, lines = content.cells()
    for place, name in enumerate(table.column_names):
        column = table.column(name)
        if pc.any(pc.match_substring_regex(column, CHOICES)).as_py():
            values = [None if cell == "" else _parsed(cell) for cell in column.to_pylist()]
            lists = _as_lists(values)
            if not all(isinstance(value, list) for value in lists):
                continue  # a cell holds something else too: all stay the text that they are
            array = pa.array(lists, pa.list_(pa.string()))
            table = table.set_column(place, name, pa.chunked_array([array]))
    return Draft(columns=table, lines=lines)


def _annotations(task: Mapping[str, Any]) -> Any:
    return task.get("annotations", task.get("completions"))


def _of_task(task: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of a document; its own id goes before the task's."""
    data = task["data"]
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


def _of_annotation(annotation: Mapping[str, Any], line: int, refuse: RefuseTask) -> dict[str, Any]:
    """Who labelled, and what was chosen; of a skipped task nothing was."""
    row: dict[str, Any] = {"annotator": _who(annotation), "annotation_id": annotation.get("id")}
    row["lead_time"] = annotation.get("lead_time")
    if annotation.get("was_cancelled") is True:
        return row | {"was_cancelled": True}
    chosen = _chosen(annotation.get("result"))
    if row["annotator"] is None and chosen:
        refuse(line, "the annotator of the task is missing", "export it with completed_by")
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
    """What was chosen as lists, where some are; nothing is none: skipped tasks are not exported."""
    several = [_several(value) for value in values]
    if not any(chosen is not None for chosen in several):
        return list(values)
    if not all(
        isinstance(v, str | None) or s is not None for v, s in zip(values, several, strict=True)
    ):
        return list(values)  # fmt: skip
    return [
        chosen if chosen is not None else [] if value is None else [value]
        for value, chosen in zip(values, several, strict=True)
    ]


def _several(value: Any) -> list[str] | None:
    choices = value.get("choices") if isinstance(value, dict) and len(value) == 1 else None
    return [str(choice) for choice in choices] if isinstance(choices, list) else None


def _parsed(cell: str) -> Any:
    cell, _ = mend_characters(cell)
    try:
        value = json.loads(cell)
    except (ValueError, RecursionError):
        return cell
    return value if isinstance(value, dict) else cell
