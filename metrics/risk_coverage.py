"""What stays wrong as ever more of what is least sure goes to people instead.

Source: El-Yaniv & Wiener (2010), coverage and risk of a classifier that may abstain; Geifman &
El-Yaniv (2017), the area under the curve.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.typing import EQUAL, Array


@dataclass(frozen=True)
class RiskCoverage:
    """One step for each distinct doubt, the first sends nothing; arrays of shape (steps,).

    `limit`: what is doubted so much or more goes to people, falling from +inf. `sent`: share of the
    documents, from 0 up to 1. `left`: loss that stays, per document of all, people making none.
    """

    limit: Array
    sent: Array
    left: Array

    def at_most(self, share: float) -> int:
        """The last step that sends no more than a share; equals go together or not at all."""
        return int(np.searchsorted(self.sent, share + EQUAL, side="right")) - 1

    @property
    def area(self) -> float:
        """Mean of the loss per kept document over all shares kept; 0 at best, NaN without any.

        Equals are kept in any order alike: between steps the loss grows evenly.
        """
        coverage, risk = 1 - self.sent[::-1], self.left[::-1]
        if len(coverage) < 2:
            return float("nan")
        # the integral of (a + b c) / c over each step's shares c, b being its slope
        width = np.diff(coverage)
        slope = np.diff(risk) / width
        base = risk[:-1] - slope * coverage[:-1]
        some = np.abs(base) > EQUAL
        logs = np.log(coverage[1:][some] / coverage[:-1][some])
        return float(base[some] @ logs + np.sum(slope * width))


def risk_coverage(doubt: Array, loss: Array, weights: Array | None = None) -> RiskCoverage:
    """The curve of documents by falling doubt; both of shape (documents,), losses from 0 on.

    `weights`: how much each document counts, None where all count 1. Without documents there is
    the first step alone, of which nothing is left.
    """
    weight = np.ones(len(doubt)) if weights is None else np.asarray(weights, dtype=float)
    order = np.argsort(-doubt, kind="stable")
    total = float(weight.sum())
    ends = np.flatnonzero(np.append(np.diff(doubt[order]) != 0, True)[: len(order)])
    sent = np.cumsum(weight[order])[ends] / (total or 1.0)
    gone = np.cumsum((weight * loss)[order])[ends] / (total or 1.0)
    sent[-1:] = 1.0
    every = gone[-1] if len(gone) else 0.0
    left = np.append(every, every - gone)
    left[1:][sent == 1.0] = 0.0
    return RiskCoverage(
        np.append(np.inf, doubt[order][ends]), np.append(0.0, sent), np.maximum(left, 0.0)
    )
