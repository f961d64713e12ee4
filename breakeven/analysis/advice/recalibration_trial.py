"""Probabilities fitted on other documents, tried on those under review.

Tested in `test_recalibration_trial`.
"""

from __future__ import annotations

from dataclasses import replace

from breakeven.analysis.advice.trial_setting import TrialParts, TrialSetting
from breakeven.analysis.comparison.evaluated_losses import probabilities_of
from breakeven.analysis.estimation.probability_losses import brier_by_document
from breakeven.analysis.findings.finding import Finding, Trial
from breakeven.data.wording import quoted

# what nobody can try it without. Fitted on one half of the documents and measured on the other, the
# interval holds the gain of fresh documents in 83 of 100 alone
NO_SPLIT = "it needs a split of other labelled documents, such as dev, to fit probabilities on"
# where the score does not get better
NO_HELP = "So a logistic function of the scores does not mend them here."


def recalibrated(finding: Finding, setting: TrialSetting) -> Trial | None:
    """The Brier score with probabilities that were fitted on the tuning split.

    The score is that of all classes of a document at once where each has one of them, and that of
    all pairs of document and class elsewhere. None without another split, and where nothing there
    can be fitted to. Sources: Brier (1950) for the score, Platt (1999) for the fit.
    Lower is better, so a gain is a fall.
    """
    evaluation, records, tuning = setting.evaluation, setting.records, setting.tuning
    # of all documents together, some would be those that it was fitted to
    if records is None or tuning is None or tuning.split is None or evaluation.split is None:
        return None
    if not setting.fitted_elsewhere:
        return None
    # loads scipy.special
    from breakeven.analysis.label_errors.label_evidence import fitted_probabilities

    fit = fitted_probabilities(records.truth, records.mine, tuning.split)
    if not fit.positives.any():
        return None
    now = probabilities_of(evaluation)
    before, after = (
        TrialParts(sums.losses, sums.counted)
        for sums in (
            brier_by_document(each, evaluation.truth)
            for each in (now, replace(now, recalibration=fit))
        )
    )
    at_once = " of all classes at once" if now.exclusive else ""
    return setting.trial(
        f"with probabilities fitted on {quoted(tuning.split)}",
        before,
        after,
        ends=setting.paired(before, after),
        measure=f"the Brier score{at_once}",
        better="lower",
        remark=NO_HELP if after.value >= before.value else "",
    )
