"""Which classes stand above which, as Python says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from breakeven.readers.hierarchy import checked_parents, hierarchy_of, read_hierarchy
from breakeven.readers.problems import ReadError
from breakeven.records import Hierarchy, Problem

# each class's parent or parents, or a file of them
Above = Mapping[str, str | Sequence[str]] | str | Path


def stated_of(hierarchy: Above | None, separator: str = "") -> dict[str, Any]:
    """What a review's options hold of it, see `breakeven.readers.hierarchy`; empty for nothing.

    Raises ReadError with everything that is wrong; ValueError where both are given.
    """
    if hierarchy is not None and separator:
        raise ValueError("hierarchy and hierarchy_separator say the same; give one of them")
    if separator:
        return {"separator": separator}
    if hierarchy is None:
        return {}
    if not isinstance(hierarchy, Mapping):
        return read_hierarchy(Path(hierarchy).name, Path(hierarchy))
    pairs = [
        (str(parent), str(child))
        for child, above in hierarchy.items()
        for parent in ([above] if isinstance(above, str) else above)
    ]
    if not pairs:
        return {}
    return {
        "parents": checked_parents([above for above, _ in pairs], [below for _, below in pairs])
    }


def hierarchy_of_arrays(
    classes: Sequence[str], stated: Mapping[str, Any], notes: list[Problem]
) -> Hierarchy | None:
    """The hierarchy of classes that came in memory. ValueError where there is none."""
    try:
        return hierarchy_of(classes, stated, {}, notes)
    except ReadError as error:
        raise ValueError(str(error)) from None
