"""Log loss and Brier score of an evaluated system, held once for all who ask.

Tested in `test_loss_differences`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from breakeven.analysis.estimation.probabilities import (
    ClassProbabilities,
    NotProbabilities,
    why_not,
)
from breakeven.analysis.estimation.probability_losses import AveragedLosses, averaged_losses
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.record_cache import RecordCache
from metrics.expected.probability_losses import LOSSES, LossName
from metrics.incidence import mask_of
from metrics.typing import Array

# both losses of an evaluation
_LOSSES: RecordCache[AveragedLosses] = RecordCache(most=len(LOSSES))


def probabilities_of(evaluation: Evaluation) -> ClassProbabilities:
    """The probabilities that an evaluated system gave; its scores must be such."""
    part = evaluation.scored
    return ClassProbabilities(
        evaluation.classes,
        part.by_class,
        evaluation.assigned,
        without=part.unjudged,
        weights=part.weights,
        clusters=part.clusters,
        one_each=evaluation.single_label,
    )


def why_no_losses(evaluation: Evaluation) -> NotProbabilities | None:
    """Why an evaluated system has no such losses; None where it has."""
    part = evaluation.scored
    return why_not(evaluation.system, part.given, declared=part.probabilities)


def losses_of(evaluation: Evaluation, name: LossName) -> AveragedLosses:
    """A loss of an evaluated system, worked out once; its scores must be probabilities."""
    return _LOSSES.result_of(
        (evaluation,),
        name,
        lambda: averaged_losses(probabilities_of(evaluation), evaluation.truth, name),
    )


def losses_by_class(evaluation: Evaluation, name: LossName) -> Iterator[tuple[Array, Array]]:
    """Of each class the positions of its judged documents, and their losses."""
    probabilities = probabilities_of(evaluation)
    for c in range(len(evaluation.classes)):
        rows = probabilities.positions(c)
        positive = mask_of(evaluation.truth, c)[rows]
        yield rows, LOSSES[name](probabilities.of_class(c)[0], positive)


def differing_losses(old: Evaluation, new: Evaluation, name: LossName) -> sparse.csc_array:
    """The judged pairs of other losses in the two, boolean csc (documents, classes)."""
    differing, ends = [], [0]
    for (rows, before), (_, after) in zip(
        losses_by_class(old, name), losses_by_class(new, name), strict=True
    ):
        differing.append(rows[before != after])
        ends.append(ends[-1] + len(differing[-1]))
    rows = np.concatenate(differing) if differing else np.zeros(0, dtype=np.int64)
    shape = (old.documents, len(old.classes))
    return sparse.csc_array((np.ones(len(rows), dtype=bool), rows, ends), shape=shape)
