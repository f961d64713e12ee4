"""What stands between the classes of a cell."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.arrow import array_of_texts, numbers_in, text_as, truths_in
from breakeven.readers.cells import encoded, split_cell
from metrics.typing import Array

MET_AGAIN = 0.25  # of the parts of cells, where what stands between them is no part of a name


def separator_of(cells: Iterable[str]) -> str:
    """What stands between the classes of a cell, or "none"; from the distinct cells.

    A comma or a semicolon may belong to a name, so it counts only if parts of one cell are
    also cells, or parts of others: "News, sports" alone is one class. Names may begin alike
    ("Loans, late", "Loans, denied"), so that has to be so of more than a few of the parts.
    """
    distinct = array_of_texts(list(dict.fromkeys(cells)))
    given = distinct.filter(pc.not_equal(distinct, text_as("", distinct.type)))
    bracketed = pc.and_(pc.starts_with(given, "["), pc.ends_with(given, "]"))
    if len(given) and pc.all(bracketed).as_py():
        lists = (split_cell(cell, "list") for cell in given.to_pylist())
        return "list" if all(found is not None for found in lists) else "none"
    for mark in ("|", ";", ","):
        joining = pc.match_substring(given, mark)
        joined = given.filter(joining)
        if not len(joined):
            continue
        marks = pc.count_substring(joined, mark)
        wide = (f" {mark} ", f"{mark} ")
        fits = (s for s in wide if pc.count_substring(joined, s).equals(marks))
        spaced = next(fits, mark)
        if mark == "|" or _meet_again(given, spaced, truths_in(joining)):
            return spaced
    return "none"


def _meet_again(cells: pa.Array, separator: str, joined: Array) -> bool:
    """Whether enough of the parts of the joined ones, a mask of the cells, are parts of others."""
    lists = pc.split_pattern(cells, separator)
    of_cell, parts = numbers_in(pc.list_parent_indices(lists)), pc.list_flatten(lists)
    given = pc.not_equal(parts, text_as("", parts.type))
    codes, names = encoded(parts.filter(given))
    of_cell = of_cell[truths_in(given)]
    # a part counts once in each cell
    met = np.bincount(np.unique(of_cell * len(names) + codes) % max(1, len(names)))
    of_joined = np.unique(codes[joined[of_cell]])
    return bool(np.sum(met[of_joined] > 1) > MET_AGAIN * len(of_joined))
