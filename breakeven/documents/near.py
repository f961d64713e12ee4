"""Groups of documents with nearly the same text as a facet."""

from __future__ import annotations

import numpy as np

from breakeven.documents.facets import MOST_SHOWN, Facet, Value
from breakeven.records import Truth
from breakeven.selection.expression import Like
from breakeven.text import name_of
from metrics.typing import Array


def near_facet(truth: Truth, groups: Array, rows: Array) -> Facet | None:
    """The groups that most of the documents at these rows are in; None where none is in any.

    `groups`: the number of each document's group, shape (n,), -1 for none. A group is named after
    its first document whose id no other has; one without such a document cannot be asked for.
    Not with the other facets: finding the groups takes long, and few ask for them.
    """
    if truth.documents is None:
        return None
    inside = groups[rows]
    counts = np.bincount(inside[inside >= 0], minlength=1)
    there = np.flatnonzero(counts)
    if not len(there):
        return None
    _, of, times = np.unique(truth.documents, return_inverse=True, return_counts=True)
    named = np.flatnonzero((groups >= 0) & (times[of] == 1))
    named_groups, at = np.unique(groups[named], return_index=True)
    name_at = dict(zip(named_groups.tolist(), named[at].tolist(), strict=True))
    order = there[np.argsort(-counts[there], kind="stable")].tolist()
    shown = [(g, str(truth.documents[name_at[g]])) for g in order if g in name_at][:MOST_SHOWN]
    values = [Value(f"like {name_of(name)}", int(counts[g]), Like(name)) for g, name in shown]
    return Facet("near", "Near-duplicate group", tuple(values), len(order) - len(values))
