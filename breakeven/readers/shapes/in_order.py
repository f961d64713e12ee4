"""Rows of tools that write no ids, beside a file that has them: the same documents in order."""

from __future__ import annotations

from breakeven.readers.shapes.content import FileContent
from breakeven.records import Ids, Problem

CHECK = "check that both hold the same documents in the same order"


def ids_in_order(contents: list[FileContent], notes: list[Problem]) -> Ids | None:
    """The ids of all documents, where some files have them and tools without ids wrote the others.

    None where a file without ids is of no tool that is known, where files are not equally long, or
    where those with ids do not list them alike. A note says what was joined so.
    """
    nameless = [content for content in contents if content.ids is None]
    named = [content for content in contents if content.ids is not None]
    if not nameless or not named or not all(content.file.format for content in nameless):
        return None
    first = named[0]
    if any(content.n != first.n for content in contents):
        return None
    listed = {tuple(content.ids.tolist()) for content in named if content.ids is not None}
    if len(listed) > 1:
        return None
    for content in nameless:
        what = f"there are no ids: the rows are taken in the order of those of {first.table.name}"
        notes.append(Problem(what=what, remedy=CHECK, file=content.table.name))
    return first.ids
