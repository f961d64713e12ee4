"""The items of experiments as Langfuse gives them: JSON, JSON lines, CSV and Parquet.

A record an item: `experimentName`, `experimentItemId` (of dataset runs `datasetRunName`,
`datasetItemId`), `input`, `output`, `expectedOutput`, `startTime` and `endTime` or `latency` in
seconds, `totalCost`; also with `_` between words, and in `{"data": [...], "meta"}`. An item of
level ERROR has no answer. Source: the types of langfuse 5 (ExperimentItem), langfuse.com/docs.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.language_models.calls import (
    FIRST,
    CallRow,
    as_text,
    draft_of,
    fields_of,
    keys_of,
    numbered,
    parsed,
    rows_of,
    text_among,
    truth_among,
)

KEY = "langfuse"
NAME = "experiments of Langfuse"
ITEMS = ("experimentitemid", "datasetitemid")
NAMES = ("experimentname", "datasetrunname", "runname")


def recognise(content: Content) -> str | None:
    """Items of experiments with what was expected."""
    wrapped = _wrapped(content)
    keys = set.intersection(*map(set, wrapped[:FIRST])) if wrapped else keys_of(content)
    plain = {_plain(key) for key in keys}
    if not {"output", "input"} <= plain or not plain & {*ITEMS}:
        return None
    return "each item of an experiment has its input, output and item's id"


def read(content: Content) -> Draft:
    """A row for each item. Raises ReadError."""
    wrapped = _wrapped(content)
    records, lines = (wrapped, list(range(1, len(wrapped) + 1))) if wrapped else rows_of(content)
    items = [{_plain(key): value for key, value in record.items()} for record in records]
    inputs, names = fields_of([parsed(item.get("input")) for item in items], "input")
    held = [parsed(item.get("expectedoutput")) for item in items]
    expected, others = fields_of(held, "expected")
    true = truth_among(others)
    rows: list[CallRow] = []
    for item, given, expected_fields in zip(items, inputs, expected, strict=True):
        truth = expected_fields.pop(true, None) if true else None
        rows.append(
            {
                f"expected {key}" if key in given else key: value
                for key, value in expected_fields.items()
            }
            | given
            | {"id": _first(item, ITEMS), "system": _first(item, NAMES), "truth": truth}
            | {"answer": as_text(item.get("output")), "failed": _failed(item)}
            | {"cost": item.get("totalcost"), "latency": _latency(item)}
        )
    text = text_among(names, rows)
    return draft_of(content, numbered(rows), lines, {text: "text"} if text else {})


def _wrapped(content: Content) -> list[dict[str, Any]]:
    value = content.value if content.is_json else None
    held = value.get("data") if isinstance(value, dict) and "meta" in value else None
    listed = held if isinstance(held, list) else []
    return listed if all(isinstance(item, dict) for item in listed) else []


def _plain(key: str) -> str:
    return key.replace("_", "").lower()


def _first(item: CallRow, keys: tuple[str, ...]) -> Any:
    return next((item[key] for key in keys if item.get(key) is not None), None)


def _failed(item: CallRow) -> str | None:
    if str(item.get("level")).upper() != "ERROR":
        return None
    return str(item.get("statusmessage") or "error")


def _latency(item: CallRow) -> Any:
    """Seconds: as it is said, else from start to end; None where either is not known."""
    if item.get("latency") is not None:
        return item["latency"]
    start, end = item.get("starttime"), item.get("endtime")
    try:
        begun, over = (datetime.fromisoformat(str(moment)) for moment in (start, end))
        return repr((over - begun).total_seconds())
    except (ValueError, TypeError):
        return None
