"""Terms about labels that are likely wrong."""

from __future__ import annotations

import numpy as np

from breakeven.selection.asked import Documents
from breakeven.selection.errors import MisfitError, index_of
from breakeven.selection.expression import Doubtful
from metrics.typing import Array


def doubtful(term: Doubtful, documents: Documents) -> Array:
    """Which documents have such a label, boolean, shape (m,); none of which nobody can say.

    MisfitError where the system looked at says nothing of labels in any split.
    """
    # fitting probabilities is slow to import, and few filters ask for it
    from breakeven.labels.evidence import NoEvidence

    classes = documents.truth.classes
    c = None if term.name is None else index_of("class", term.name, classes, term.at)
    doubts = documents.lookups.doubts()
    if isinstance(doubts, NoEvidence):
        if doubts.why not in ("learnt", "fitted"):
            raise MisfitError(f"nobody can say which labels are doubtful: {doubts.what}", term.at)
        return np.zeros(len(documents.rows), dtype=bool)
    chosen = doubts.document if c is None else doubts.document[doubts.class_index == c]
    return np.isin(documents.rows, chosen)
