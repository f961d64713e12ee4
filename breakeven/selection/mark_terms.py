"""Terms about what reviewers marked: none of the documents where nobody marked any."""

from __future__ import annotations

from typing import get_args

import numpy as np

from breakeven.records import MarkKind
from breakeven.selection.asked import Documents
from breakeven.selection.errors import MisfitError, unknown
from breakeven.selection.expression import Marked, Noted, Tagged
from metrics.typing import Array

KINDS: dict[str, MarkKind] = {kind: kind for kind in get_args(MarkKind)}
# these have terms of their own
NAMED = [kind for kind in KINDS if kind not in ("tag", "note")]


def of_marks(term: Marked | Tagged | Noted, documents: Documents) -> Array:
    """Which documents are marked so, boolean, shape (m,). MisfitError for no such mark."""
    if isinstance(term, Marked) and term.kind not in NAMED:
        raise MisfitError(unknown("mark", term.kind, NAMED), term.at)
    marks = documents.review.marks
    if marks is None:
        return np.zeros(len(documents.rows), dtype=bool)
    match term:
        case Marked(kind):
            rows = marks.rows_of(KINDS[kind])
        case Tagged(tag):
            rows = marks.rows_of("tag", tag=tag)
        case Noted():
            rows = marks.noted
    marked = np.zeros(marks.n, dtype=bool)
    marked[rows] = True
    return marked[documents.rows]
