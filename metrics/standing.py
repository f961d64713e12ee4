"""Where every class stands: above or below a cut in precision and recall, or not to say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from metrics import measures
from metrics.guidance import decided, quadrant
from metrics.intervals import Interval, precision_interval, recall_interval
from metrics.tallies import Array, ContingencyTable

# the first four are the quadrants, in the order of metrics.guidance.QUADRANTS
Verdict = Literal["well", "missed", "wrong", "both", "few", "never", "absent", "nothing"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True)
class Standing:
    """Where classes stand at a cut; arrays of shape (classes,).

    `verdict` indexes VERDICTS: a quadrant where it is `sure` (both 95 % intervals on one side
    of the cut), `few` where it is not, and where precision or recall is 0/0: `never` assigned
    (sure where the interval of recall is), `absent` from the documents yet assigned, or
    `nothing` of both. `quadrant` indexes metrics.guidance.QUADRANTS, sure or not, -1 where
    undefined. `precision_low`, `recall_low`: the whole interval lies below the cut, which a
    class of verdict `few` can have of one of the two.
    """

    verdict: Array
    quadrant: Array
    sure: Array
    precision: Array
    recall: Array
    precision_interval: Interval
    recall_interval: Interval
    precision_low: Array
    recall_low: Array

    def __getitem__(self, classes: Array) -> Standing:
        def part(interval: Interval) -> Interval:
            return Interval(interval.low[classes], interval.high[classes])

        return Standing(
            self.verdict[classes],
            self.quadrant[classes],
            self.sure[classes],
            self.precision[classes],
            self.recall[classes],
            part(self.precision_interval),
            part(self.recall_interval),
            self.precision_low[classes],
            self.recall_low[classes],
        )


def standing(tables: ContingencyTable, cut: float = 0.5) -> Standing:
    """Where the classes of these tables, shape (classes,), stand at a cut in [0, 1].

    Source of the quadrants: Microsoft; that an interval must not straddle the cut is this
    project's.
    """
    precision, recall = measures.precision(tables), measures.recall(tables)
    of_precision, of_recall = precision_interval(tables), recall_interval(tables)
    where = quadrant(precision, recall, cut)
    never, absent = tables.assigned == 0, tables.positives == 0
    # of a class that is never assigned only recall can be low
    sure = decided(of_recall, cut) & (decided(of_precision, cut) | never)
    index = {verdict: i for i, verdict in enumerate(VERDICTS)}
    verdict = np.where(sure, where, index["few"])
    verdict[never & ~absent] = index["never"]
    verdict[absent & ~never] = index["absent"]
    verdict[absent & never] = index["nothing"]
    return Standing(
        verdict,
        where,
        sure,
        precision,
        recall,
        of_precision,
        of_recall,
        np.asarray(of_precision.high < cut),
        np.asarray(of_recall.high < cut),
    )
