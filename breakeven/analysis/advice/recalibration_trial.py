"""Probabilities fitted on other documents, tried on those under review.

Tested in `test_recalibration_trial`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from breakeven.analysis.advice.trial_setting import TrialParts, TrialRecords, TrialSetting
from breakeven.analysis.estimation.probabilities import ClassProbabilities
from breakeven.analysis.findings.better_threshold import every_other
from breakeven.analysis.findings.finding import Finding, Trial
from breakeven.data.wording import quoted

if TYPE_CHECKING:
    from breakeven.analysis.estimation.probability_losses import DocumentLosses

# what nobody can try it without
NO_OTHERS = "it needs other labelled documents to fit probabilities on"
# of more pairs of document and class nothing is fitted on halves, which takes long
MOST_PAIRS = 5_000_000


def recalibrated(finding: Finding, setting: TrialSetting) -> Trial | None:
    """The Brier score with probabilities that were fitted on other documents.

    These are the tuning split; without another split, the half of these documents that is not
    measured. The score is that of all classes of a document at once where each has one of them,
    and that of all pairs of document and class elsewhere. None where nothing can be fitted to.
    """
    evaluation, records = setting.evaluation, setting.records
    if records is None:
        return None
    # loads scipy.special
    from breakeven.analysis.estimation.probability_losses import losses_by_document

    part = evaluation.scored
    now = ClassProbabilities(
        evaluation.classes,
        part.by_class,
        evaluation.assigned,
        without=part.unjudged,
        weights=part.weights,
        clusters=part.clusters,
        one_each=evaluation.single_label,
    )
    # of all documents together some would be those that it was fitted to
    if setting.fitted_elsewhere and None not in (setting.tuning_split or None, evaluation.split):
        where = quoted(setting.tuning_split)
        fitted = _by_split(now, setting, records)
    else:
        where = "the other half of these documents"
        fitted = _by_halves(now, setting, records)
    if fitted is None:
        return None
    before, after = (
        TrialParts(sums.losses, sums.counted)
        for sums in (losses_by_document(now, evaluation.truth), fitted)
    )
    at_once = " of all classes at once" if now.exclusive else ""
    return setting.trial(
        f"with probabilities fitted on {where}",
        before,
        after,
        ends=setting.paired(before, after),
        measure=f"the Brier score{at_once}",
        better="lower",
    )


def _by_split(
    now: ClassProbabilities, setting: TrialSetting, records: TrialRecords
) -> DocumentLosses | None:
    from breakeven.analysis.estimation.probability_losses import losses_by_document
    from breakeven.analysis.label_errors.label_evidence import fitted_probabilities

    fit = fitted_probabilities(records.truth, records.mine, setting.tuning_split)
    if not fit.positives.any():
        return None
    return losses_by_document(replace(now, recalibration=fit), setting.evaluation.truth)


def _by_halves(
    now: ClassProbabilities, setting: TrialSetting, records: TrialRecords
) -> DocumentLosses | None:
    """Each half by what is fitted on the other; no cluster is in both."""
    from breakeven.analysis.estimation.probability_losses import DocumentLosses, losses_by_document
    from breakeven.analysis.estimation.recalibration import recalibration

    evaluation, n = setting.evaluation, now.documents
    if n * len(now.classes) > MOST_PAIRS:
        return None
    one, losses = every_other(np.arange(n), now.clusters), np.zeros((2, n))
    for half in (np.flatnonzero(one), np.flatnonzero(~one)):
        rest = np.setdiff1d(np.arange(n), half)
        fit = recalibration(records.mine.take(evaluation.scored.positions[rest]), records.truth)
        if not fit.positives.any():
            return None
        sums = losses_by_document(
            replace(now.part(half), recalibration=fit), sparse.csc_array(evaluation.truth[half])
        )
        losses[:, half] = sums.losses, sums.counted
    return DocumentLosses(*losses)
