"""What stands between the classes of a cell."""

from __future__ import annotations

from collections.abc import Iterable

from breakeven.readers.cells import split_cell

MET_AGAIN = 0.25  # of the parts of cells, where what stands between them is no part of a name


def separator_of(cells: Iterable[str]) -> str:
    """What stands between the classes of a cell, or "none"; from the distinct cells.

    A comma or a semicolon may belong to a name, so it counts only if parts of one cell are
    also cells, or parts of others: "News, sports" alone is one class. Names may begin alike
    ("Loans, late", "Loans, denied"), so that has to be so of more than a few of the parts.
    """
    given = [cell for cell in dict.fromkeys(cells) if cell]
    bracketed = [cell for cell in given if cell.startswith("[") and cell.endswith("]")]
    if bracketed and len(bracketed) == len(given):
        return "list" if all(split_cell(cell, "list") is not None for cell in given) else "none"
    for mark in ("|", ";", ","):
        joined = [cell for cell in given if mark in cell]
        if not joined:
            continue
        spaced = next(
            (
                s
                for s in (f" {mark} ", f"{mark} ")
                if all(c.count(mark) == c.count(s) for c in joined)
            ),
            mark,
        )
        met: dict[str, int] = {}
        for cell in given:
            for part in set(cell.split(spaced)) - {""}:
                met[part] = met.get(part, 0) + 1
        parts = {part for cell in joined for part in cell.split(spaced)} - {""}
        again = sum(met[part] > 1 for part in parts)
        if mark == "|" or again > MET_AGAIN * len(parts):
            return spaced
    return "none"
