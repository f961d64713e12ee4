"""What the page of estimates shows, worked out once: probabilities, outlook, and truth if any."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scipy import sparse

from breakeven.estimation.calibration import Calibration, calibration_over
from breakeven.estimation.estimates import Estimates, c_f_of, estimate
from breakeven.estimation.over_classes import expected_averages
from breakeven.estimation.probabilities import (
    ClassProbabilities,
    NotProbabilities,
    class_probabilities,
    why_not_probabilities,
)
from breakeven.estimation.recalibration import Recalibration
from breakeven.estimation.recalibration import recalibration as fit_recalibration
from breakeven.records import Predictions, Review
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.session import state
from breakeven.ui.app.shared.page import EstimatePage
from metrics.tallies import ContingencyTable, count_decisions
from metrics.thresholds.loss import CostMatrix

CHOICE = "unlabelled.probabilities"


@dataclass(frozen=True)
class Prepared:
    """The page's numbers. Without truth `labels` is None, and so is all that compares.

    `of`: all pairs. `compared`: the judged ones, the same record where all are. `labels`:
    boolean csc (documents, classes). `fit_on`: a labelled split that probabilities can be fitted
    on; `fitted`: whether they were. The class chosen in `page` is none of it.
    """

    page: EstimatePage
    of: ClassProbabilities
    compared: ClassProbabilities
    labels: sparse.csc_array | None
    fit_on: str | None
    fitted: bool
    c_f: float
    costs: tuple[CostMatrix, ...]

    @property
    def outlook(self) -> Estimates:
        """What to expect of all documents shown."""
        return _outlook(self, False)

    @property
    def compared_outlook(self) -> Estimates:
        """As `outlook`, of the judged pairs only."""
        return _outlook(self, self.partly_judged)

    @property
    def partly_judged(self) -> bool:
        """Whether some pairs of these documents are not judged."""
        return self.compared is not self.of

    def realised(self, assigned: sparse.csc_array | None) -> ContingencyTable | None:
        """The true table of each class under these decisions; None without truth or decisions."""
        if self.labels is None or assigned is None:
            return None
        return count_decisions(
            self.labels, assigned, self.compared.without, weights=self.of.weights
        )


@cached(entries=16, spinner="Adding up probabilities …")
def _outlook(prepared: Prepared, judged_only: bool) -> Estimates:
    of = prepared.compared if judged_only else prepared.of
    choices = prepared.page.selection
    return estimate(of, choices.beta, choices.undefined, prepared.costs)


@cached(entries=16, spinner="Fitting probabilities …")
def recalibrated(review: Review, system: str, split: str) -> Recalibration:
    """Probabilities fitted to what a system said of a labelled split."""
    return fit_recalibration(cache.predictions_of(review, system, split), review.truth)


def fitting_split(page: EstimatePage) -> str | None:
    """Where probabilities can be fitted: a labelled split to tune on that the system scored."""
    truth = page.review.truth
    if truth.labels is None or page.predictions.scores is None:
        return None
    return cache.tuning_split_of(page.review, page.selection.system)


@cached(entries=4)
def _declared(page: EstimatePage) -> Predictions:
    """What a system said, whose scores somebody says here are probabilities."""
    return replace(page.predictions, probabilities=True)


def prepared(page: EstimatePage) -> Prepared | NotProbabilities:
    """The page's numbers, or why there can be none."""
    fit_on = fitting_split(page)
    said = state.raw().get(CHOICE)
    fitted = fit_on is not None and said == "fitted"
    reason = why_not_probabilities(page.predictions)
    if reason is not None and reason.why == "undeclared" and said == "file":
        page, reason = replace(page, predictions=_declared(page)), None
    if reason is not None and not (fitted and page.predictions.scores is not None):
        return reason
    # another class is no other estimate
    return _prepared(
        replace(page, selection=replace(page.selection, class_index=0)), fit_on, fitted
    )


@cached(entries=16)
def _prepared(page: EstimatePage, fit_on: str | None, fitted: bool) -> Prepared:
    review, selection = page.review, page.selection
    truth, predictions = review.truth, page.predictions
    assigned = cache.decided(review, selection.system, selection.documents, selection.cut)
    recalibration = None
    if fitted and fit_on is not None:
        recalibration = recalibrated(review, selection.system, fit_on)
    of = class_probabilities(truth, predictions, assigned, recalibration)
    labels, compared = None, of
    if truth.labels is not None:
        labels = sparse.csc_array(truth.labels[predictions.rows])
        if truth.unjudged is not None:
            unjudged = sparse.csc_array(truth.unjudged[predictions.rows])
            compared = replace(of, without=unjudged) if unjudged.nnz else of
    c_f, costs = c_f_of(selection.undefined), selection.cut.costs.of(truth.classes)
    return Prepared(page, of, compared, labels, fit_on, fitted, c_f, costs)


@cached(entries=48, spinner="Comparing probabilities with labels …")
def _calibration(prepared: Prepared, fitted: bool, c: int | None) -> Calibration:
    of = _with(prepared, fitted)
    assert prepared.labels is not None
    return calibration_over(of, prepared.labels, range(len(of.classes)) if c is None else [c])


def calibration_of(
    prepared: Prepared, c: int | None = None, fitted: bool | None = None
) -> Calibration:
    """How the probabilities met the truth: of one class, or of all pairs for None.

    `fitted` asks for the file's own (False) or the fitted ones (True) instead of those in use.
    """
    return _calibration(prepared, prepared.fitted if fitted is None else fitted, c)


def _with(prepared: Prepared, fitted: bool) -> ClassProbabilities:
    """The judged pairs with the file's own probabilities, or the fitted ones."""
    of, fit_on = prepared.compared, prepared.fit_on
    if fitted == prepared.fitted:
        return of
    new = None
    if fitted and fit_on is not None:
        new = recalibrated(prepared.page.review, prepared.page.selection.system, fit_on)
    return replace(of, recalibration=new)


@cached(entries=16, spinner="Adding up probabilities …")
def expected_of(prepared: Prepared, fitted: bool) -> tuple[float, float]:
    """Expected micro and macro F of the cut in use, of the judged pairs."""
    of = _with(prepared, fitted)
    return expected_averages(of, prepared.page.selection.beta, prepared.c_f)
