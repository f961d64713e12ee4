"""Classes whose scores rank the wrong way round."""

from __future__ import annotations

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from metrics.typing import Array

ALPHA = 0.01
# of fewer documents in a class, or not in it, the direction of its scores says nothing
LEAST_EACH = 5


def inverse_classes(evaluation: Evaluation) -> tuple[Array, Array]:
    """Classes whose documents surely score lower than others, the surest first; and their areas.

    `area`: see `metrics.chance.Direction`. Both of one length, empty without scores.
    """
    nobody = np.zeros(0, dtype=np.int64)
    if evaluation.scored.scores is None:
        return nobody, nobody.astype(float)
    of = evaluation.scored.directions
    z, area = np.array([d.z for d in of]), np.array([d.area for d in of])
    independent = evaluation.independent_documents
    if independent is not None:
        z = z * np.sqrt(independent / max(evaluation.weighed, 1e-300))
    tables = evaluation.tables
    z[np.minimum(tables.positives, tables.negatives) < LEAST_EACH] = np.nan
    # Bonferroni: one bound for all classes
    from scipy.special import ndtri  # takes long to import

    found = np.flatnonzero(z < ndtri(ALPHA / 2 / max(1, int(np.sum(~np.isnan(z))))))
    found = found[np.argsort(z[found], kind="stable")]
    return found, area[found]
