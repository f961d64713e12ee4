"""The same number of classes for every document, on what was judged."""

from __future__ import annotations

import numpy as np

from breakeven.evaluation.scored import ScoredSplit
from metrics.incidence import weigh_per_class
from metrics.tallies import ContingencyTable
from metrics.thresholds.strategies import top_k_curve


def top_k_tables(scored: ScoredSplit) -> ContingencyTable:
    """The pooled table when every document gets its k best classes, for k = 0..classes.

    Shape (classes + 1,); ties by class order. A pair that nobody judged takes no place among
    the k and counts nowhere. Documents count by their weights. There must be scores.
    Source: Lewis (1991), One Category or Many.
    """
    table = top_k_curve(*scored.judged_pairs(), scored.weights)
    if scored.unjudged is None:
        return table
    # never assigned and never true, so all of them stand among the true negatives
    own = np.ones(len(scored.rows)) if scored.weights is None else scored.weights
    unjudged = weigh_per_class(scored.unjudged, own).sum()
    return ContingencyTable(table.tp, table.fp, table.fn, table.tn - unjudged)
