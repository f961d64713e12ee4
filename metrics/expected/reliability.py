"""Whether probabilities mean what they say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from metrics.effective import cluster_weights, effective_trials
from metrics.measures import ratio
from metrics.typing import Array


def squared_probability_error(p: Array, positive: Array, weights: Array | None = None) -> float:
    """Mean of (z - p)^2, z being 1 for members: the Brier score, in [0, 1], 0 is best.

    The mean is by `weights`, shape (documents,). Judges the probabilities, not decisions. NaN
    without documents. Source: Lewis (1995), (26).
    """
    squares = (np.asarray(positive, dtype=float) - p) ** 2
    if weights is None:
        return float(ratio(np.sum(squares), len(p)))
    return float(ratio(weights @ squares, np.sum(weights)))


@dataclass(frozen=True)
class Reliability:
    """How often documents given a probability were members; all arrays have shape (bins,).

    Bin i holds `documents` with `low` <= p < `high` (the last one p = 1 too), `positives` of them
    members, both sums of weights where documents have some; `mean_probability` and `observed`
    share are in [0, 1], NaN in an empty bin. `trials`: how many documents drawn alone with equal
    weights would tell as much of the share.
    """

    low: Array
    high: Array
    documents: Array
    positives: Array
    mean_probability: Array
    trials: Array

    @property
    def observed(self) -> Array:
        """The share of members in each bin, shape (bins,), in [0, 1]; NaN in an empty bin."""
        return ratio(self.positives, self.documents)

    @property
    def expected_calibration_error(self) -> float:
        """Mean distance of probability and share, weighing bins by documents, in [0, 1].

        NaN without documents; depends on the bins. Source: Naeini et al. (2015).
        """
        gap = np.abs(self.mean_probability - self.observed)
        return float(ratio(np.nansum(self.documents * gap), np.sum(self.documents)))


def reliability(
    p: Array,
    positive: Array,
    bins: int = 10,
    edges: Literal["equal width", "equal number"] = "equal width",
    *,
    weights: Array | None = None,
    clusters: Array | None = None,
) -> Reliability:
    """The reliability table of probabilities against truth.

    Bins of equal width, or of about equally many documents; the latter are fewer where many
    documents share one probability. Documents count by their `weights`, and those of one cluster
    tell less than as many drawn alone. Source: Murphy and Winkler (1977).
    """
    p = np.asarray(p, dtype=float)
    # by division: linspace would put 3/10 above 0.3
    at = np.arange(bins + 1) / bins
    if edges == "equal number" and len(p):
        at = np.unique(np.concatenate([[0.0], np.quantile(p, at[1:-1]), [1.0]]))
    which = np.clip(np.searchsorted(at, p, side="right") - 1, 0, len(at) - 2)
    documents = np.bincount(which, weights, minlength=len(at) - 1)
    own = 1.0 if weights is None else weights
    z = np.asarray(positive, dtype=float)
    trials = documents
    if weights is not None or clusters is not None:
        inside = sparse.csc_array(which[:, None] == np.arange(len(at) - 1))
        hits = sparse.csc_array(inside.multiply(z[:, None] > 0))
        trials = effective_trials(hits, inside, cluster_weights(len(p), weights, clusters))
    return Reliability(
        at[:-1],
        at[1:],
        documents,
        np.bincount(which, own * z, minlength=len(at) - 1),
        ratio(np.bincount(which, own * p, minlength=len(at) - 1), documents),
        trials,
    )
