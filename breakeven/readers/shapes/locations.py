"""Documents that one file calls by where they are stored, and another by the name of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from breakeven.readers.formats.azure.shared import of_azure
from breakeven.readers.problems import examples, first_problems
from breakeven.readers.same_ids import places_in
from breakeven.readers.shapes.content import FileContent
from breakeven.records import Problem
from metrics.typing import Array

if TYPE_CHECKING:
    import pandas as pd

FOLDERS = r"^.*[/\\]"
ENDING = r"\.txt$"
WHOLE = "give each document its whole location as its id"


def places_of(
    content: FileContent,
    ids: pd.Index,
    known: pd.Index,
    notes: list[Problem],
    problems: list[Problem],
) -> Array:
    """Where the documents of a file are among the known ones, shape (ids,); -1 for nowhere.

    By their ids, with or without the formula guard of files that were written here. Where none is
    known by it, or in a file of Azure not all, and ids without a folder are the names of known
    files, with or without .txt, then by the names, and a note says so. A name that may be that of
    several documents is one of the `problems`.
    """
    import pandas as pd

    places, otherwise = places_in(ids, known)
    if len(otherwise):
        _note_writing(content, ids, known, places, otherwise, notes)
    exact = int((places >= 0).sum())
    if exact == len(ids) or (exact and not of_azure([content.file.format])):
        return places
    stored, names = _named(known), _named(ids)
    alone = ~np.asarray(ids.str.contains(FOLDERS, regex=True), dtype=bool)
    firsts = np.flatnonzero(~stored.duplicated())
    found = stored[firsts].get_indexer(names)
    by_name = np.where(alone, np.where(found >= 0, firsts[found], -1), places)
    if int((by_name >= 0).sum()) <= exact:
        return places
    again = stored[stored.duplicated()]
    unclear = (by_name >= 0) & (
        (alone & names.isin(again)) | pd.Series(by_name).duplicated(keep=False).to_numpy()
    )

    def problem(row: int) -> Problem:
        could = dict.fromkeys([*known[stored == names[row]], *ids[by_name == by_name[row]]])
        return Problem(
            row=int(content.lines[row]),
            column=content.file.only("id"),
            what=f"by its name alone {ids[row]!r} may be any of {examples(could)}",
            remedy=WHOLE,
            file=content.table.name,
        )

    problems += first_problems(np.flatnonzero(unclear), problem)
    row = int(np.argmax(by_name != places))
    what = (
        "documents are joined by the names of their files, without folders and .txt: "
        f"{ids[row]!r} is {known[by_name[row]]!r}"
    )
    file = content.table.name
    notes.append(Problem(column=content.file.only("id"), what=what, remedy=WHOLE, file=file))
    return by_name


def _note_writing(
    content: FileContent,
    ids: pd.Index,
    known: pd.Index,
    places: Array,
    otherwise: Array,
    notes: list[Problem],
) -> None:
    """Say which ids were taken for the same though they are written otherwise."""
    row = int(otherwise[0])
    what = (
        f"ids that are written otherwise here are taken for the same: {len(otherwise):,} "
        f"({ids[row]!r} is {known[places[row]]!r})"
    )
    remedy = "each is the only one of its kind in both files; write them alike to be sure"
    column, file = content.file.only("id"), content.table.name
    notes.append(Problem(column=column, what=what, remedy=remedy, file=file))


def _named(ids: pd.Index) -> pd.Index:
    """The names of files without their folders and without .txt."""
    bare = ids.str.replace(FOLDERS, "", regex=True)
    return bare.str.replace(ENDING, "", regex=True, case=False)
