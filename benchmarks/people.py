"""Errors of people and of systems who label documents, for simulations."""

from __future__ import annotations

import numpy as np

from metrics.typing import Array

# of five classes; of one class a document their proportions
PREVALENCES = np.array([0.4, 0.2, 0.1, 0.05, 0.05])


def labels_with_errors(labels: Array, rate: float, single: bool, rng: np.random.Generator) -> Array:
    """Labels with errors: of this share of documents, or of pairs in proportion to the class."""
    if single:
        k = labels.shape[1]
        own = labels.argmax(axis=1)
        other = (own + rng.integers(1, k, len(own))) % k
        return np.eye(k, dtype=bool)[np.where(rng.random(len(own)) < rate, other, own)]
    kept = labels & (rng.random(labels.shape) >= rate)
    return kept | (~labels & (rng.random(labels.shape) < rate * PREVALENCES / (1 - PREVALENCES)))
