"""Classes whose scores rank the wrong way round."""

from __future__ import annotations

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from metrics.typing import Array

ALPHA = 0.01
# of fewer documents in a class, or not in it, the direction of its scores says nothing
LEAST_EACH = 5


def inverse_classes(evaluation: Evaluation) -> tuple[Array, Array]:
    """Classes whose documents clearly score lower than others, the surest first; and their areas.

    `area`: see `metrics.chance.Direction`. Both of one length, empty without scores.
    """
    nobody = np.zeros(0, dtype=np.int64)
    if not evaluation.scored.has_scores:
        return nobody, nobody.astype(float)
    tables = evaluation.tables
    few = np.minimum(tables.positives, tables.negatives) < LEAST_EACH
    z, area = np.full(len(few), np.nan), np.full(len(few), np.nan)
    some = np.flatnonzero(~few)
    # most rank the right way at a glance: how clearly they do is not asked here
    upright = evaluation.scored.surely_upright(some)
    unsure = some[~upright]
    of = evaluation.scored.directions(unsure)
    z[unsure], area[unsure] = of.z, of.area
    told = int(upright.sum()) + int(np.sum(~np.isnan(of.z)))
    independent = evaluation.independent_documents
    if independent is not None:
        z = z * np.sqrt(independent / max(evaluation.weighed, 1e-300))
    # Bonferroni: one bound for all classes
    from scipy.special import ndtri  # takes long to import

    found = np.flatnonzero(z < ndtri(ALPHA / 2 / max(1, told)))
    found = found[np.argsort(z[found], kind="stable")]
    return found, area[found]
