"""The drafts that formats make of the example files of tools."""

from __future__ import annotations

from typing import Any

from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.registry import recognise_formats
from tests.paths import TESTS

EXAMPLES = TESTS / "data" / "formats"


def example(name: str) -> bytes:
    """The bytes of a file of a tool, by folder and name."""
    return (EXAMPLES / name).read_bytes()


def draft_of(data: bytes, name: str = "a file") -> Draft:
    """What the one format that knows a file makes of it."""
    content = Content(name, data)
    ((format, _),) = recognise_formats(content)
    return format.read(content)


def rows_of(draft: Draft, *columns: str) -> list[tuple[Any, ...]]:
    """The cells of some columns, a tuple for each row; None for a column that is not there."""
    assert draft.columns is not None
    return [tuple(row.get(column) for column in columns) for row in draft.columns.to_pylist()]
