"""What Amazon Comprehend's custom classification says of documents: JSON lines.

    {"File": "a.txt", "Line": "0", "Classes": [{"Name": "spam", "Score": 0.97}, …]}

`Labels` stands for `Classes` where a document may have several. Lines are counted from 0, as text,
and only written where each line of a file is a document. Only the best classes are listed. Source:
docs.aws.amazon.com/comprehend/latest/dg/outputs-class-async.html.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.class_scores import (
    classes_of,
    columns_with_gaps,
    score_columns,
    sum_to_one,
    with_columns,
)

KEY = "aws-comprehend"
NAME = "results of Amazon Comprehend"
FIRST = 20  # records that tell what a file is
LISTS = ("Classes", "Labels")
OTHER = "no File with its Classes or Labels, each a Name and a Score"


def recognise(content: Content) -> str | None:
    """Files with their classes, each a name and a score."""
    first = content.records[:FIRST]
    if not all(map(_is_result, first)) or not any(map(_listed, first)):
        return None
    return "each record is a File with Classes or Labels, each a Name and a Score"


def _classes(record: Mapping[str, Any]) -> Any:
    return next((record[key] for key in LISTS if key in record), None)


def _listed(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(str(one["Name"]), str(one["Score"])) for one in _classes(record) or []]


def _is_result(record: Mapping[str, Any]) -> bool:
    """Whether a record says of a file what its classes are, or that it failed."""
    classes = _classes(record)
    if classes is None:
        return _is_place(record) and ("ErrorCode" in record or "ErrorMessage" in record)
    return (
        _is_place(record)
        and isinstance(classes, list)
        and all(isinstance(one, dict) and {"Name", "Score"} <= one.keys() for one in classes)
    )


def _is_place(record: Mapping[str, Any]) -> bool:
    """Whether a record names its file, and its line as a text or number where it does."""
    return isinstance(record.get("File"), str) and isinstance(record.get("Line", ""), str)


def read(content: Content) -> Draft:
    """A row for each document that was classified, with the scores listed. Raises ReadError."""
    wrong = [
        line
        for record, line in zip(content.records, content.places, strict=True)
        if not _is_result(record)
    ]
    if wrong:
        remedy = "give the file as it is in output.tar.gz"
        raise ReadError([Problem(row=wrong[0], what=OTHER, remedy=remedy, file=content.name)])
    held = [
        (record, line)
        for record, line in zip(content.records, content.places, strict=True)
        if _classes(record) is not None
    ]
    rows: list[dict[str, Any]] = []
    for record, _ in held:
        place = f":{record['Line']}" if "Line" in record else ""
        shown = {key: record[key] for key in ("File", "Line") if key in record}
        rows.append({"document": f"{record['File']}{place}"} | shown)
    table, lines, _ = content.table_of(rows, [line for _, line in held])
    scores = score_columns(content.name, [_listed(record) for record, _ in held], lines.tolist())
    roles = {"document": "id"} | dict.fromkeys(scores, "score")
    if "Line" not in table.column_names or len({row["File"] for row in rows}) == 1:
        roles["File"] = "ignore"
    if "Line" in table.column_names:
        roles["Line"] = "ignore"
    return Draft(
        columns=with_columns(table, scores),
        lines=lines,
        roles=roles,
        shape="wide scores",
        system="Comprehend",
        classes=classes_of(scores),
        probabilities=sum_to_one(scores.values()),
        gaps=columns_with_gaps(scores),
    )
