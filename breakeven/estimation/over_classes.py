"""Probabilities of several classes taken together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from breakeven.estimation.estimates import MOST_PAIRS
from breakeven.estimation.probabilities import ClassProbabilities
from breakeven.estimation.recalibration import Calibration, calibration
from metrics.expected.expected_f import expected_f
from metrics.incidence import mask_of


def calibration_over(
    of: ClassProbabilities, labels: sparse.csc_array, classes: Sequence[int]
) -> Calibration:
    """How the probabilities of these classes met the truth, all pairs as one list.

    `labels`: boolean csc (documents, classes). Pairs that `of` leaves out are left out.
    """
    p = [np.empty(0), *(of.of_class(c)[0] for c in classes)]
    positive = [
        np.empty(0, dtype=bool),
        *(mask_of(labels, c)[of.positions(c)] for c in classes),
    ]
    return calibration(np.concatenate(p), np.concatenate(positive))


def expected_averages(of: ClassProbabilities, beta: float, c_f: float) -> tuple[float, float]:
    """Expected micro and macro F of what is assigned.

    `c_f`: what F counts where nothing is assigned and nothing true. Micro is NaN beyond
    MOST_PAIRS pairs, which make too large a problem; macro is NaN without classes.
    """
    parts = [of.of_class(c) for c in range(len(of.classes))]
    if not parts:
        return float("nan"), float("nan")
    macro = float(np.mean([expected_f(p, calls, beta, c_f) for p, calls in parts]))
    p, calls = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    return (expected_f(p, calls, beta, c_f) if len(p) <= MOST_PAIRS else float("nan")), macro
