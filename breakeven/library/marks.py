"""Marks on the documents of a saved version, as events of its review."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

import numpy as np

from breakeven.library.errors import LibraryError
from breakeven.library.events import Event
from breakeven.records import MarkEvent, MarkKind
from metrics.typing import Array

MARKED = "mark"
KINDS: tuple[MarkKind, ...] = get_args(MarkKind)
TEXTS = ("who", "when", "tag", "note")


def payload_of(said: Iterable[MarkEvent], classes: Sequence[str]) -> dict[str, Any]:
    """Marks as the plain JSON of one event: classes by name, what is empty left out.

    Documents are the first row and the steps to each next, which are short where there are many.
    `classes`: those of the review as it was read.
    """
    return {"marks": [_payload(event, classes) for event in said]}


def _payload(event: MarkEvent, classes: Sequence[str]) -> dict[str, Any]:
    rows = np.asarray(event.rows, dtype=np.int64)
    found: dict[str, Any] = {"kind": event.kind, "rows": np.diff(rows, prepend=0).tolist()}
    found |= {name: value for name in TEXTS if (value := getattr(event, name))}
    if event.class_index is not None:
        found["class"] = classes[event.class_index]
    if event.right is not None:
        found["right"] = [classes[c] for c in event.right]
    if event.off:
        found["off"] = True
    if event.undoes is not None:
        found["undoes"] = event.undoes
    return found


def marks_said(
    events: Iterable[Event], version: int, documents: int, classes: Sequence[str]
) -> list[MarkEvent]:
    """The marks that these events of a review set on a version of it, in their order.

    `documents`, `classes`: of the version as it was read. LibraryError where a mark is of none of
    them: an imported file may say anything.
    """
    place = {name: i for i, name in enumerate(classes)}
    try:
        return [
            _read(said, documents, place)
            for event in events
            if event.kind == MARKED and event.version == version
            for said in event.payload["marks"]
        ]
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise LibraryError(
            f"Marks of this review are not of its documents, so none is shown: {error}.",
            "mark a new version of it, or export it again where the marks are right",
        ) from error


def _read(said: Mapping[str, Any], documents: int, place: Mapping[str, int]) -> MarkEvent:
    kind, undoes = said["kind"], said.get("undoes")
    if kind not in KINDS or not (undoes is None or isinstance(undoes, int)):
        raise ValueError(f"there is no mark {kind!r}")
    return MarkEvent(
        rows=_rows(said["rows"], documents),
        kind=kind,
        class_index=place[said["class"]] if "class" in said else None,
        right=tuple(place[name] for name in said["right"]) if "right" in said else None,
        off=said.get("off") is True,
        undoes=undoes,
        **{name: str(said.get(name, "")) for name in TEXTS},
    )


def _rows(steps: Sequence[int], documents: int) -> Array:
    found = np.array(steps, dtype=None if len(steps) else np.int64)
    if found.ndim != 1 or found.dtype.kind != "i":
        raise TypeError("rows are no whole numbers")
    rows = np.cumsum(found, dtype=np.int64)
    if len(rows) and not ((np.diff(rows) > 0).all() and rows[0] >= 0 and rows[-1] < documents):
        raise ValueError(f"rows are none of the {documents:,} documents")
    return rows
