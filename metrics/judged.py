"""Scores and labels without the pairs that nobody judged."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from metrics.evaluation import Scored
from metrics.records import Scores


def judged_pairs(scored: Scored) -> tuple[Scores, sparse.csc_array]:
    """Scores (classes, documents) and labels (documents, classes) of the judged pairs.

    An unjudged pair counts as never ranked and not true: NaN in dense scores, absent in listed
    ones. The arrays are the system's own where everything was judged.
    """
    if scored.unjudged is None:
        return scored.scores, scored.truth
    labels = sparse.csc_array(scored.truth > scored.truth.multiply(scored.unjudged))
    document, klass = scored.unjudged.nonzero()
    if not sparse.issparse(scored.scores):
        scores = np.array(scored.scores, dtype=np.result_type(scored.scores, np.float32))
        scores[klass, document] = np.nan
        return scores, labels
    listed = sparse.coo_array(scored.scores)
    documents = listed.shape[1]
    keep = ~np.isin(
        listed.coords[0].astype(np.int64) * documents + listed.coords[1],
        klass.astype(np.int64) * documents + document,
    )
    kept = (listed.data[keep], (listed.coords[0][keep], listed.coords[1][keep]))
    return sparse.csr_array(kept, shape=listed.shape), labels
