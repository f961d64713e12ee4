"""What the page of estimates shows, worked out once: probabilities, outlook, and truth if any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import streamlit as st
from scipy import sparse

from breakeven.estimation.estimates import MOST_PAIRS, Estimates, c_f_of, estimate
from breakeven.estimation.probabilities import (
    ClassProbabilities,
    NotProbabilities,
    why_not_probabilities,
)
from breakeven.estimation.recalibration import Calibration, Recalibration, calibration
from breakeven.estimation.recalibration import recalibration as fit_recalibration
from breakeven.evaluation.cut import decide
from breakeven.records import Predictions, Truth
from breakeven.ui.app import cache, state
from breakeven.ui.app.page import EstimatePage
from metrics.expected.expected_f import expected_f
from metrics.incidence import members
from metrics.tallies import ContingencyTable, count_decisions
from metrics.thresholds.loss import CostMatrix
from metrics.typing import Array

CHOICE = "unlabelled.probabilities"


@dataclass(frozen=True)
class Prepared:
    """The page's numbers. Without truth `labels` is None, and so is all that compares.

    `of`: all pairs. `compared`: the judged ones, the same record where all are. `labels`:
    boolean csc (documents, classes). `fit_on`: a labelled split that probabilities can be fitted
    on; `fitted`: whether they were. `key` is the digest of everything.
    """

    page: EstimatePage
    of: ClassProbabilities
    compared: ClassProbabilities
    labels: sparse.csc_array | None
    fit_on: str | None
    fitted: bool
    c_f: float
    costs: tuple[CostMatrix, ...]
    key: str

    @property
    def outlook(self) -> Estimates:
        return _outlook(state.digest(self.key, "all"), self, self.of)

    @property
    def compared_outlook(self) -> Estimates:
        """As `outlook`, of the judged pairs only."""
        if self.compared is self.of:
            return self.outlook
        return _outlook(state.digest(self.key, "judged"), self, self.compared)

    @property
    def partly_judged(self) -> bool:
        return self.compared is not self.of

    def realised(self, assigned: sparse.csc_array) -> ContingencyTable | None:
        """The true table of each class under these decisions; None without truth."""
        if self.labels is None:
            return None
        return count_decisions(self.labels, assigned, self.compared.without)

    def truth_of(self, c: int) -> Array:
        """Which of the judged documents of a class are members, boolean. There must be truth."""
        assert self.labels is not None
        positive = np.zeros(self.of.documents, dtype=bool)
        positive[members(self.labels, c)] = True
        return positive[self.compared.positions(c)]


@st.cache_resource(max_entries=16, show_spinner="Adding up probabilities …")
def _outlook(key: str, _prepared: Prepared, _of: ClassProbabilities) -> Estimates:
    view = _prepared.page.view
    return estimate(_of, view.beta, _prepared.c_f, _prepared.costs)


@st.cache_resource(max_entries=16)
def _labels(key: str, _truth: Truth, _rows: Array) -> tuple[sparse.csc_array, object]:
    assert _truth.labels is not None
    unjudged = None if _truth.unjudged is None else sparse.csc_array(_truth.unjudged[_rows])
    return sparse.csc_array(_truth.labels[_rows]), unjudged


@st.cache_resource(max_entries=16, show_spinner="Deciding …")
def _assigned(key: str, _page: EstimatePage) -> sparse.csc_array:
    view = _page.view
    return decide(_page.predictions, cache.fitted(_page.review, view.system, view.cut))


@st.cache_resource(max_entries=16, show_spinner="Fitting probabilities …")
def _recalibration(key: str, _said: Predictions, _truth: Truth) -> Recalibration:
    return fit_recalibration(_said, _truth)


def recalibrated(page: EstimatePage, split: str) -> Recalibration:
    """Probabilities fitted to what the system said of a labelled split."""
    said = cache.said_of(page.review, page.view.system, split)
    key = state.digest(page.review.fingerprint, page.view.system, split, "recalibration")
    return _recalibration(key, said, page.review.truth)


def fitting_split(page: EstimatePage) -> str | None:
    """Where probabilities can be fitted: a labelled split to tune on that the system scored."""
    truth = page.review.truth
    if truth.labels is None or page.predictions.scores is None:
        return None
    return cache.tuning_split_of(page.review, page.view.system)


def prepared(page: EstimatePage) -> Prepared | NotProbabilities:
    """The page's numbers, or why there can be none."""
    fit_on = fitting_split(page)
    fitted = fit_on is not None and state.raw().get(CHOICE) == "fitted"
    reason = why_not_probabilities(page.predictions)
    if reason is not None and not (fitted and page.predictions.scores is not None):
        return reason
    truth, said = page.review.truth, page.predictions
    assigned = _assigned(state.digest(page.key, "assigned"), page)
    recalibration = recalibrated(page, fit_on) if fitted and fit_on is not None else None
    of = ClassProbabilities(truth.classes, said.scores, assigned, recalibration)
    labels, compared = None, of
    if truth.labels is not None:
        key = state.digest(page.review.fingerprint, page.view.system, page.view.split, "labels")
        labels, unjudged = _labels(key, truth, said.rows)
        if isinstance(unjudged, sparse.csc_array) and unjudged.nnz:
            compared = ClassProbabilities(
                truth.classes, said.scores, assigned, recalibration, unjudged
            )
    return Prepared(
        page,
        of,
        compared,
        labels,
        fit_on,
        fitted,
        c_f_of(page.view.undefined),
        page.view.cut.costs.of(truth.classes),
        state.digest(page.key, fitted),
    )


@st.cache_resource(max_entries=48, show_spinner="Comparing probabilities with labels …")
def _calibration(
    key: str, _prepared: Prepared, _of: ClassProbabilities, _c: int | None
) -> Calibration:
    classes: Sequence[int] = range(len(_of.classes)) if _c is None else [_c]
    nothing = np.empty(0)
    p = [nothing, *(_of.of_class(c)[0] for c in classes)]
    positive = [nothing.astype(bool), *(_prepared.truth_of(c) for c in classes)]
    return calibration(np.concatenate(p), np.concatenate(positive))


def calibration_of(
    prepared: Prepared, c: int | None = None, fitted: bool | None = None
) -> Calibration:
    """How the probabilities met the truth: of one class, or of all pairs for None.

    `fitted` asks for the file's own (False) or the fitted ones (True) instead of those in use.
    """
    use = prepared.fitted if fitted is None else fitted
    key = state.digest(prepared.page.key, use, c, "calibration")
    return _calibration(key, prepared, _with(prepared, use), c)


def _with(prepared: Prepared, fitted: bool) -> ClassProbabilities:
    """The judged pairs with the file's own probabilities, or the fitted ones."""
    of, fit_on = prepared.compared, prepared.fit_on
    if fitted == prepared.fitted:
        return of
    new = recalibrated(prepared.page, fit_on) if fitted and fit_on is not None else None
    return replace(of, recalibration=new)


@st.cache_resource(max_entries=16, show_spinner="Adding up probabilities …")
def _expected_f(
    key: str, _of: ClassProbabilities, _beta: float, _c_f: float
) -> tuple[float, float]:
    parts = [_of.of_class(c) for c in range(len(_of.classes))]
    macro = [expected_f(p, calls, _beta, _c_f) for p, calls in parts]
    p, calls = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    pooled = expected_f(p, calls, _beta, _c_f) if len(p) <= MOST_PAIRS else float("nan")
    return pooled, float(np.mean(macro))


def expected_of(prepared: Prepared, fitted: bool) -> tuple[float, float]:
    """Expected micro and macro F of the cut in use, of the judged pairs."""
    key = state.digest(prepared.page.key, fitted, "expected f")
    of = _with(prepared, fitted)
    return _expected_f(key, of, prepared.page.view.beta, prepared.c_f)
