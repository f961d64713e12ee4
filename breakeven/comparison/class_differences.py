"""Where two systems differ, counted for all classes at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from breakeven.comparison.disagreement import ConfusionChanges
from breakeven.comparison.paired_tests import one_right
from breakeven.evaluation.evaluation import Evaluation
from metrics.incidence import count_per_class
from metrics.typing import Array


@dataclass(frozen=True)
class DifferenceCounts:
    """Documents that only one of two systems decides rightly, by class; shape (classes,).

    `found`: of the class, missed by the other. `spared`: not of the class, and wrongly assigned
    by the other.
    """

    found_by_new: Array
    found_by_old: Array
    spared_by_new: Array
    spared_by_old: Array


def difference_counts(old: Evaluation, new: Evaluation) -> DifferenceCounts:
    """How many documents of each kind every class has; both on the same documents."""
    right = one_right(old, new)
    found = [count_per_class(pairs.multiply(old.truth)) for pairs in right]
    spared = [count_per_class(pairs) - hits for pairs, hits in zip(right, found, strict=True)]
    return DifferenceCounts(found[0], found[1], spared[0], spared[1])


def most_changed(changes: ConfusionChanges, classes: int, most: int) -> Array:
    """The classes whose confusions change most, ascending, at most so many; shape (found,).

    By the sum of changes in a class's row and column off the diagonal; `classes` stands for
    *nothing*. Classes without any change are not among them.
    """
    true, assigned = (np.where(a < 0, classes, a) for a in (changes.true, changes.assigned))
    size, apart = np.abs(changes.new - changes.old), true != assigned
    weight = np.zeros(classes + 1)
    np.add.at(weight, true[apart], size[apart])
    np.add.at(weight, assigned[apart], size[apart])
    largest = np.argsort(-weight, kind="stable")[:most]
    return np.sort(largest[weight[largest] > 0])
