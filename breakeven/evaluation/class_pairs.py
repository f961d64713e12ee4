"""How the decisions on classes stand together, and how uncertain means over classes are by that.

What moves a mean over classes is a sum over the classes of each document, whose square turns on
how each class goes with each other. The squares of all documents, or clusters, follow from how
often two classes stand together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.average_intervals import Influence, Summed, interval_of_sums, over_classes, told_apart
from metrics.averaging import Undefined, anomaly_free
from metrics.intervals import Interval
from metrics.measures import Measure
from metrics.tallies import ContingencyTable
from metrics.typing import Array

# how a class stands in a document where it is true or assigned
STATES = ("tp", "fp", "fn")
# of more classes than this it is not counted how they stand together
CLASSES = 1_000


@dataclass(frozen=True)
class Told:
    """The documents that tell something of a mean over some classes.

    `number`: of them; `drawn`: of clusters that hold some of weight, or of such documents; `total`:
    of their weights; `squares`: of those weights added up in each cluster.
    """

    number: int
    drawn: int
    total: float
    squares: float


@dataclass(frozen=True)
class ClassPairs:
    """How often two classes stand together, in documents by their weights, or in clusters.

    `products`: csr (3 classes, 3 classes), symmetric: the weight of documents in which a class
    stands so (every class in the order of `STATES`) times that of another, summed over clusters, or
    over documents drawn alone. `over`: classes that a mean may be over, boolean (means, classes),
    and `told`: the documents in which one of them is true or assigned. `alike`: documents were
    drawn alone, and all count 1.
    """

    products: sparse.csr_array
    over: Array
    told: tuple[Told, ...]
    alike: bool

    def interval(
        self, tables: ContingencyTable, measure: Measure, undefined: Undefined
    ) -> Interval:
        """95 % interval of the mean over classes; NaN where there is none.

        `tables`: of every class. `measure`: one that true negatives do not move, and that is
        defined where precision, recall or F is.
        """
        mean = over_classes(told_apart(tables), measure, undefined)
        none = np.zeros(0)
        of = Influence(mean.value, none, none.astype(bool), mean.unseen)
        if np.isnan(mean.value):
            return interval_of_sums(of, Summed(0, 0, 0.0, 0.0))
        (at,) = np.flatnonzero((self.over == mean.there).all(axis=1))
        told = self.told[at]
        slope = np.stack(mean.slope[: len(STATES)], axis=1).ravel()
        # what cancels may leave less than nothing
        squares = max(float(slope @ (self.products @ slope)), 0.0)
        alone = float(told.number)
        if not self.alike:
            alone = told.total**2 / told.squares if told.squares else 0.0
        return interval_of_sums(of, Summed(told.number, told.drawn, squares, alone))


def means_over(tables: ContingencyTable) -> Array:
    """The classes that means of precision, recall and F may be over, boolean (means, classes)."""
    assigned, true = tables.assigned > 0, tables.positives > 0
    return np.unique([assigned, true, assigned | true, anomaly_free(tables)], axis=0)
