"""Thresholds at which a mean over documents is promised: recall of each, or all of it or nothing.

What is promised of a mean over documents holds on average over sets of documents, which is less
than in 95 of 100 of them. Tested in `test_document_means`.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import sparse

from metrics.promises.class_thresholds import PromisedThreshold
from metrics.typing import EQUAL, Array


def threshold_of_share(scores: Array, mass: Array, most: float) -> float:
    """The highest score below which at most `most` of the mass lies; NaN where none is so low.

    `scores`, shape (pairs,), are those of true pairs, -inf without a score, and `mass` what is
    lost with each, at least 0. Equal scores are lost together.
    """
    order = np.argsort(scores, kind="stable")
    ascending, lost = scores[order], np.append(0.0, np.cumsum(mass[order]))
    first = np.searchsorted(ascending, ascending, "left")
    allowed = np.flatnonzero((lost[first] <= most + EQUAL) & np.isfinite(ascending))
    return float(ascending[allowed[-1]]) if len(allowed) else float("nan")


def control_risk(scores: Array, mass: Array, documents: float, least: float) -> PromisedThreshold:
    """The highest threshold at which a mean over documents is at least `least` on average.

    `scores`, `mass`, shape (pairs,): as for `threshold_of_share`, the mass of a document's true
    pairs adding up to its share of all documents. `documents`: how many they are worth. A further
    document is taken for wholly lost: (n * lost + 1) / (n + 1) <= 1 - least. The promise is of
    the average over sets of documents, not of 95 in 100 of them.
    Source: Angelopoulos et al. (2024).
    """
    most = ((1 - least) * (documents + 1) - 1) / documents if documents else -1.0
    if most < 0:
        return PromisedThreshold(math.nan, next_misses=0.0, next_trials=documents)
    threshold = threshold_of_share(scores, mass, most)
    if math.isnan(threshold):
        return PromisedThreshold(math.nan)
    lost = float(mass[scores < threshold].sum())
    hits = (1 - lost) * documents
    bound = 1 - (documents * lost + 1) / (documents + 1)
    return PromisedThreshold(threshold, hits, documents, bound)


def documents_needed(least: float) -> int:
    """The fewest documents of which a mean of at least `least` can be promised on average."""
    return math.ceil(1 / (1 - least) - 1e-9) - 1


def documents_worth(gathered: sparse.csr_array) -> float:
    """How many documents drawn alone those of unequal weight, or in clusters, are worth at least.

    `gathered` as from `cluster_weights`: each cluster counts as one trial by its weight, so that
    what its documents have in common is nowhere taken for more. 0 without any. Source: Kish (1965).
    """
    of_clusters = np.asarray(gathered.sum(axis=1)).ravel()
    total = float(of_clusters.sum())
    return total**2 / float(np.sum(of_clusters**2)) if total else 0.0
