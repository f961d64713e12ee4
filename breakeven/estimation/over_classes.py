"""Expected averages over classes."""

from __future__ import annotations

import numpy as np

from breakeven.estimation.estimates import MOST_PAIRS
from breakeven.estimation.losses import all_members
from breakeven.estimation.probabilities import ClassProbabilities
from metrics.expected.counting import expected_count
from metrics.expected.exclusive import exclusive_f
from metrics.expected.expected_f import expected_f


def expected_averages(of: ClassProbabilities, beta: float, c_f: float) -> tuple[float, float]:
    """Expected micro and macro F of what is assigned.

    `c_f`: what F counts where nothing is assigned and nothing true. Micro is NaN beyond
    MOST_PAIRS pairs, which make too large a problem; macro is NaN without classes. Both are NaN
    where documents have weights: the expected F has no form then.
    """
    parts = [of.of_class(c) for c in range(len(of.classes))]
    if not parts or of.weights is not None:
        return float("nan"), float("nan")
    macro = float(np.mean([expected_f(p, calls, beta, c_f) for p, calls in parts]))
    p, calls = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    if of.exclusive and of.without is None:
        members = all_members(of, [expected_count(each) for each, _ in parts]).expected
        return float(exclusive_f(p[calls].sum(), calls.sum(), members, beta)), macro
    return (expected_f(p, calls, beta, c_f) if len(p) <= MOST_PAIRS else float("nan")), macro
