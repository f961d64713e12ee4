"""Whether probabilities can be trusted: what they add up to beside what turned out true.

Tested in `test_losses` and `test_over_classes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.estimation.probabilities import ClassProbabilities
from metrics.expected.calibration import Reliability, reliability, squared_probability_error
from metrics.expected.poisson_binomial import variance_terms
from metrics.expected.prediction import Prediction, expected_count, variance_of_sum
from metrics.incidence import mask_of
from metrics.measures import ratio
from metrics.typing import Array
from metrics.uncertainty.significance import far_among

# with fewer members, expected or there, nothing is said
FEW = 10

# a range of probabilities is off beyond so many standard deviations: one in a thousand is by
# chance, and so one in a hundred of ten ranges
FAR = 3.29

# what is counted: all document/class pairs; of two classes that exclude each other the first,
# the second being the rest; of several, each document's most probable one
CountedProbabilities = Literal["pairs", "first of two", "most probable"]


@dataclass(frozen=True)
class Calibration:
    """How probabilities met the truth, over trials that are independent of each other.

    `off`: boolean, shape (bins,), the bins whose positives are more than 3.29 standard deviations
    from what their probabilities predict. `members`: what the probabilities add up to, with its
    interval; `positives`: what is true of it; both by weight. `brier` and `brier_of_share` (the
    same number for every trial) are in [0, 1], NaN without trials. `few`: fewer than 10 positives
    and fewer than 10 expected.
    """

    table: Reliability
    off: Array
    brier: float
    brier_of_share: float
    members: Prediction
    positives: float
    few: bool
    counted: CountedProbabilities = "pairs"

    @property
    def verdict(self) -> Literal["few", "low", "high", "uneven", "fits"]:
        """Probabilities too `low` or `high` in total, `uneven` where some bin is off.

        Right probabilities are called wrong in about one of forty cases by their total, and
        in one of a hundred by a bin. The rule is this project's.
        """
        if self.few:
            return "few"
        # of the total and of all bins together, as if they were two
        off = self.positives - self.members.expected
        far = far_among(2) * float(np.sqrt(self.members.variance))
        if abs(off) > far:
            return "low" if off > 0 else "high"
        return "uneven" if self.off.any() else "fits"


def calibration(
    p: Array,
    positive: Array,
    bins: int = 10,
    *,
    weights: Array | None = None,
    clusters: Array | None = None,
    counted: CountedProbabilities = "pairs",
) -> Calibration:
    """Reliability table, Brier score and sums of probabilities against truth.

    `p` are probabilities in [0, 1] of independent trials, shape (trials,); `positive` the truth,
    boolean, `weights` and `clusters` (codes) of the same shape.
    """
    p, positive = np.asarray(p, dtype=float), np.asarray(positive, dtype=bool)
    table = reliability(p, positive, bins, weights=weights, clusters=clusters)
    which = np.clip(np.searchsorted(table.low, p, side="right") - 1, 0, len(table.low) - 1)
    spread, heaviest = np.zeros((2, len(table.low)))
    for b in range(len(table.low)):
        in_bin = which == b
        own = None if weights is None else weights[in_bin]
        together = None if clusters is None else clusters[in_bin]
        spread[b] = np.sqrt(variance_of_sum(variance_terms(p[in_bin]), own, together))
        heaviest[b] = 1.0 if own is None else own.max(initial=0.0)
    expected = np.nan_to_num(table.mean_probability) * table.documents
    # trials are whole: half of one is no deviation
    off = np.abs(table.positives - expected) > FAR * spread + heaviest / 2
    total = len(p) if weights is None else float(weights.sum())
    positives = float(positive.sum() if weights is None else weights[positive].sum())
    share = float(ratio(positives, total))
    return Calibration(
        table,
        off,
        squared_probability_error(p, positive, weights),
        share * (1 - share),
        expected_count(p, weights, clusters),
        positives,
        bool(max(positive.sum(), p.sum()) < FEW),
        counted,
    )


def calibration_over(
    probabilities: ClassProbabilities, labels: sparse.csc_array, classes: Sequence[int]
) -> Calibration:
    """How the probabilities of one class, or of all, met the truth.

    `labels`: boolean csc (documents, classes). Pairs that `probabilities` leaves out are left out.
    All pairs are one list, unless classes exclude each other: the pairs of a document are no
    independent trials then, and add up to 1 whatever is true. Then each document is one trial.
    """
    if probabilities.exclusive and len(classes) == len(probabilities.classes):
        if len(classes) > 2:
            return _of_most_probable(probabilities, labels)
        return _of_classes(probabilities, labels, classes[:1], "first of two")
    return _of_classes(probabilities, labels, classes, "pairs")


def _of_classes(
    probabilities: ClassProbabilities,
    labels: sparse.csc_array,
    classes: Sequence[int],
    counted: CountedProbabilities,
) -> Calibration:
    def listed(empty: Array, parts: Sequence[Array | None]) -> Array:
        return np.concatenate([empty, *(part for part in parts if part is not None)])

    weights, clusters = None, None
    if probabilities.weights is not None:
        weights = listed(np.empty(0), [probabilities.weights_of(c) for c in classes])
    if probabilities.clusters is not None:
        # a cluster's documents turn out alike in each class, not in one as in another
        codes = [
            probabilities.clusters[probabilities.positions(c)] * len(probabilities.classes) + c
            for c in classes
        ]
        clusters = listed(np.empty(0, dtype=np.int64), codes)
    return calibration(
        listed(np.empty(0), [probabilities.of_class(c)[0] for c in classes]),
        listed(
            np.empty(0, dtype=bool),
            [mask_of(labels, c)[probabilities.positions(c)] for c in classes],
        ),
        weights=weights,
        clusters=clusters,
        counted=counted,
    )


def _of_most_probable(probabilities: ClassProbabilities, labels: sparse.csc_array) -> Calibration:
    """Each document's most probable class, the first of equals, where that pair is judged."""
    top, right, is_judged = (
        np.full(probabilities.documents, -np.inf),
        *np.zeros((2, probabilities.documents), dtype=bool),
    )
    all_pairs = probabilities if probabilities.without is None else probabilities.with_all_pairs()
    for c in range(len(probabilities.classes)):
        p = all_pairs.of_class(c)[0]
        judged = np.zeros(probabilities.documents, dtype=bool)
        judged[probabilities.positions(c)] = True
        above = p > top
        right = np.where(above, mask_of(labels, c), right)
        is_judged = np.where(above, judged, is_judged)
        top = np.maximum(top, p)
    return calibration(
        top[is_judged],
        right[is_judged],
        weights=None if probabilities.weights is None else probabilities.weights[is_judged],
        clusters=None if probabilities.clusters is None else probabilities.clusters[is_judged],
        counted="most probable",
    )
