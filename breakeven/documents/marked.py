"""What reviewers marked as a facet: each mark and tag, and how many of the documents have it."""

from __future__ import annotations

import numpy as np

from breakeven.documents.facets import Facet, Value
from breakeven.records import Marks
from breakeven.selection.expression import Expression, Marked, Noted, Tagged
from breakeven.text import name_of
from metrics.typing import Array


def mark_facet(marks: Marks | None, rows: Array) -> Facet | None:
    """Counts of the documents at these rows of the review; None where nobody marked any.

    Not with the other facets, as it changes with every mark and those do not.
    """
    if marks is None or not len(marks.rows):
        return None
    among = np.zeros(marks.n, dtype=bool)
    among[rows] = True

    def value(label: str, marked: Array, term: Expression) -> Value:
        return Value(label, int(np.count_nonzero(among[marked])), term)

    kinds = [kind for kind in marks.kinds if kind not in ("tag", "note")]
    values = [value(kind, marks.rows_of(kind), Marked(kind)) for kind in kinds]
    values += [
        value(f"tag {name_of(tag)}", marks.rows_of("tag", tag=tag), Tagged(tag))
        for tag in marks.tags
    ]
    if len(marks.noted):
        values.append(value("with a note", marks.noted, Noted()))
    return Facet("marks", "Marks", tuple(values))
