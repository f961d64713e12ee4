"""Documents of which systems say nothing, in one note for all that are silent on the same ones."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from breakeven.readers.problems import examples
from breakeven.readers.shapes.content import FileContent
from breakeven.records import Predictions, Problem, Truth
from metrics.typing import Array

# so many systems are named in one note
NAMED = 12


def note_silence(
    said: Iterable[tuple[FileContent, Predictions]], truth: Truth, notes: list[Problem]
) -> None:
    """Note what systems leave out: a note for each set of documents, however many systems."""
    alike: dict[bytes, list[tuple[FileContent, Predictions]]] = {}
    for content, predictions in said:
        silent = np.ones(truth.n, dtype=bool)
        silent[predictions.rows] = False
        if silent.any():
            alike.setdefault(np.packbits(silent).tobytes(), []).append((content, predictions))
    for of_these in alike.values():
        silent = np.ones(truth.n, dtype=bool)
        silent[of_these[0][1].rows] = False
        systems = examples((predictions.system for _, predictions in of_these), NAMED)
        one = len(of_these) == 1
        who = f"system {systems} says" if one else f"{len(of_these)} systems ({systems}) say"
        content = of_these[0][0]
        notes.append(
            Problem(
                column=content.file.only("id") if one else None,
                what=f"documents of which {who} nothing: {_which(silent, truth)}",
                remedy=f"they are not counted for {'it' if one else 'them'}",
                file=content.table.name if one else None,
            )
        )


def _which(silent: Array, truth: Truth) -> str:
    """How many, and whether they are whole splits; else the first ones by their ids."""
    number = f"{int(silent.sum()):,}"
    held = np.unique(truth.split_of[silent])
    if truth.splits and held[0] >= 0 and np.array_equal(silent, np.isin(truth.split_of, held)):
        return f"{number}, all of {examples(truth.splits[s] for s in held)}"
    assert truth.ids is not None
    return f"{number} ({examples(truth.ids[silent])})"
