"""Two sets of documents whose best decisions no one threshold gives.

With F, whether a document of probability p should be assigned depends on the other documents.
Source: Lewis (1995), figure 3 and section 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.estimation.estimates import ClassEstimate
from metrics.expected.expected_f import best_set, expected_f
from metrics.typing import EQUAL, Array

# Lewis's figure 3: 0.4 is assigned in the first and not in the second
SMALL_SETS = (np.array([0.4, 0.4, 0.2]), np.array([0.9, 0.9, 0.4]))


def find_contradiction(estimates: Sequence[ClassEstimate]) -> tuple[int, int] | None:
    """The two classes that contradict a common threshold most, or None if one would do for all.

    The first assigns the least probable document that any class does, the second leaves out the
    most probable; classes that are best left without any document are no witnesses.
    """
    called = np.array([of_class.least for of_class in estimates])
    left = np.array(
        [of_class.left_out if of_class.best.assigned else np.nan for of_class in estimates]
    )
    if np.isnan(called).all() or np.isnan(left).all():
        return None
    first, second = int(np.nanargmin(called)), int(np.nanargmax(left))
    return (first, second) if left[second] > called[first] + EQUAL else None


@dataclass(frozen=True)
class Example:
    """One of the two sets: its probabilities, falling, and its best decisions for F.

    The `size` first are best assigned, for an expected F of `f`; assigning instead what is at
    least as probable as the least one assigned in the other set gives `f_other`.
    """

    p: Array
    size: int
    f: float
    f_other: float

    @property
    def called(self) -> float:
        """The least probability assigned."""
        return float(self.p[self.size - 1]) if self.size else float("nan")

    @property
    def left_out(self) -> float:
        """The greatest probability left out."""
        return float(self.p[self.size]) if self.size < len(self.p) else float("nan")


def examples(
    first: Array, second: Array, beta: float = 1.0, c_f: float = 1.0
) -> tuple[Example, Example]:
    """Both sets with their own best decisions, and with the other's threshold."""
    ordered = [np.sort(np.asarray(p, dtype=float))[::-1] for p in (first, second)]
    best = [best_set(p, beta, c_f) for p in ordered]
    a, b = (
        Example(p, own.size, own.expected_f, expected_f(p, p >= other.least - EQUAL, beta, c_f))
        for p, own, other in zip(ordered, best, reversed(best), strict=True)
    )
    return a, b
