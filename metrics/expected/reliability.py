"""Whether probabilities mean what they say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from metrics.measures import ratio
from metrics.typing import Array


def squared_probability_error(p: Array, positive: Array) -> float:
    """Mean of (z - p)^2, z being 1 for members: the Brier score, in [0, 1], 0 is best.

    Judges the probabilities, not decisions. NaN without documents. Source: Lewis (1995), (26).
    """
    return float(ratio(np.sum((np.asarray(positive, dtype=float) - p) ** 2), len(p)))


@dataclass(frozen=True)
class Reliability:
    """How often documents given a probability were members; all arrays have shape (bins,).

    Bin i holds `documents` with `low` <= p < `high` (the last one p = 1 too), `positives` of them
    members; `mean_probability` and `observed` share are in [0, 1], NaN in an empty bin.
    """

    low: Array
    high: Array
    documents: Array
    positives: Array
    mean_probability: Array

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
) -> Reliability:
    """The reliability table of probabilities against truth.

    Bins of equal width, or of about equally many documents; the latter are fewer where many
    documents share one probability. Source: Murphy and Winkler (1977).
    """
    p = np.asarray(p, dtype=float)
    # by division: linspace would put 3/10 above 0.3
    at = np.arange(bins + 1) / bins
    if edges == "equal number" and len(p):
        at = np.unique(np.concatenate([[0.0], np.quantile(p, at[1:-1]), [1.0]]))
    which = np.clip(np.searchsorted(at, p, side="right") - 1, 0, len(at) - 2)
    documents = np.bincount(which, minlength=len(at) - 1)
    return Reliability(
        at[:-1],
        at[1:],
        documents,
        np.bincount(which, np.asarray(positive, dtype=float), minlength=len(at) - 1),
        ratio(np.bincount(which, p, minlength=len(at) - 1), documents),
    )
