"""What is shown of files before they are read: documents, and other ways to read them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from breakeven.readers.base.proposal import Proposal


@dataclass(frozen=True)
class SystemLabels:
    """What a system says of a document: its classes, None where it gives scores alone.

    `scores`: the highest ones, with their classes.
    """

    system: str
    classes: tuple[str, ...] | None
    scores: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class FirstDocument:
    """One document as it will be read. `true`: None where nobody has labelled it."""

    document: str
    text: str
    true: tuple[str, ...] | None
    called: tuple[SystemLabels, ...]

    def as_data(self) -> dict[str, Any]:
        """Plain data, for another process."""
        return asdict(self)


def first_document_from(data: Mapping[str, Any]) -> FirstDocument:
    """What `as_data` made, of any lists."""
    called = tuple(
        SystemLabels(
            labels["system"],
            None if labels["classes"] is None else tuple(labels["classes"]),
            tuple((name, score) for name, score in labels["scores"]),
        )
        for labels in data["called"]
    )
    true = None if data["true"] is None else tuple(data["true"])
    return FirstDocument(data["document"], data["text"], true, called)


@dataclass(frozen=True)
class OtherReading:
    """Another way to read files.

    `kind`: as a plain table and no format of a tool, with truth and prediction swapped, or of
    another shape. `name`: of the format, of the column that would be true, or the shape in words.
    `proposal`: what columns then are; None where the files are opened anew, as plain tables.
    """

    kind: Literal["plain", "swapped", "shape"]
    name: str
    proposal: Proposal | None

    def as_data(self) -> dict[str, Any]:
        """Plain data, for another process."""
        return asdict(self)


def other_reading_from(data: Mapping[str, Any]) -> OtherReading:
    """What `as_data` made."""
    proposal = (
        None if data["proposal"] is None else Proposal.from_json(json.dumps(data["proposal"]))
    )
    return OtherReading(data["kind"], data["name"], proposal)
