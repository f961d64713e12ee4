"""The least loss that thresholds could have had, known only afterwards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from metrics.measures import ratio
from metrics.tallies import ScoreTally
from metrics.thresholds.class_costs import least_loss
from metrics.thresholds.loss import CostMatrix


def least_mean_loss(tallies: Sequence[ScoreTally], costs: Sequence[CostMatrix]) -> float:
    """The least mean cost of a decision that one threshold per class could have given.

    One tally and one cost matrix per class, of equal length. Classes count by their decisions;
    one without any has none. NaN without decisions.
    """
    found = np.array([least_loss(t, c).loss for t, c in zip(tallies, costs, strict=True)])
    decisions = np.array([t.n for t in tallies])
    return float(ratio(np.nansum(found * decisions), decisions.sum()))
