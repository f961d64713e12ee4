"""What the page of estimates stands on, worked out once, or why there are no estimates.

Which probabilities these are, and what the labels say of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NoReturn

import numpy as np
import streamlit as st
from markupsafe import Markup
from scipy import sparse

from breakeven.analysis.estimation.calibration import Calibration, calibration_over
from breakeven.analysis.estimation.estimates import Estimates, c_f_of, estimate
from breakeven.analysis.estimation.expected_measures import expected_averages
from breakeven.analysis.estimation.probabilities import (
    ClassProbabilities,
    NotProbabilities,
    class_probabilities,
    why_not_probabilities,
)
from breakeven.analysis.estimation.recalibration import Recalibration
from breakeven.analysis.estimation.recalibration import recalibration as fit_recalibration
from breakeven.data.records import Predictions, Review
from breakeven.data.wording import amount_of, count_of, figure_of, percent
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.class_choice import pick_class_by
from breakeven.ui.app.page.page import EstimatePage
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.html import bold, say
from metrics.expected.prediction import Prediction
from metrics.tallies import ContingencyTable, count_decisions
from metrics.thresholds.costs import CostMatrix

# --- Sentences of the page of estimates


def lost(value: Prediction) -> str:
    """An expected mean loss with its interval."""
    return (
        f"{figure_of(value.expected, 4)} ({figure_of(value.low, 4)} to {figure_of(value.high, 4)})"
    )


def reason(why: NotProbabilities) -> Markup:
    """Why nothing can be expected of these scores; HTML with escaped names."""
    ends = f"They run from {figure_of(why.low, 3)} to {figure_of(why.high, 3)}"
    return {
        "no scores": Markup(
            "{} gives predictions without scores, so nobody knows how certain it is of each "
            "document."
        ).format(bold(why.system)),
        "outside": Markup(
            "The scores of {} are not probabilities. {}: they rank documents, but cannot be added "
            "up to a number of documents."
        ).format(bold(why.system), ends),
        "undeclared": Markup(
            "The file does not say whether the scores of {} are probabilities. {}, but a score "
            "between 0 and 1 need not be one, and only probabilities can be added up."
        ).format(bold(why.system), ends),
    }[why.why]


def trust(calibration: Calibration) -> tuple[bool, str]:
    """Whether the labels give a warning, and what they say of the probabilities; no names."""
    total, true = f"{calibration.members.expected:,.1f}", amount_of(calibration.positives)
    if calibration.verdict == "few":
        return True, f"Too few members here ({true}) to tell whether the probabilities are right."
    sums = {
        "pairs": f"they add up to {total} true labels, and there are {true}",
        "first of two": f"those of one of the two classes add up to {total} documents, and it "
        f"has {true}",
        "most probable": f"the most probable class is expected to be right for {total} documents, "
        f"and is right for {true}",
    }[calibration.counted]
    if calibration.positives:
        sums += f" ({percent(calibration.members.expected / calibration.positives)})"
    bins = int(calibration.off.sum())
    verb = "is" if bins == 1 else "are"
    some = f"{bins} of {len(calibration.off)} ranges of probability {verb} clearly off"
    # too low for one of two classes is too high for the other
    low, high = ("off", "off") if calibration.counted == "first of two" else ("too low", "too high")
    return {
        "low": (True, f"The probabilities are {low} here: {sums}; {some}."),
        "high": (True, f"The probabilities are {high} here: {sums}; {some}."),
        "uneven": (
            True,
            f"The probabilities add up ({total} expected, {true} true), but {some}.",
        ),
        "fits": (False, f"No sign of wrong probabilities here: {sums}; {some}."),
    }[calibration.verdict]


def counted_note(calibration: Calibration, first: str) -> Markup:
    """What is counted where classes exclude each other, and why; HTML, empty where pairs are."""
    return {
        "pairs": Markup(),
        "first of two": Markup(
            "Every document has exactly one of two classes, whose probabilities mirror each other, "
            "so only those of {} are counted. "
        ).format(bold(first)),
        "most probable": Markup(
            "Every document has exactly one class, so its probabilities always add up to 1, and "
            "only that of its most probable class is counted. "
        ),
    }[calibration.counted]


def all_members(estimates: Estimates) -> Markup:
    """How many true labels are expected in all, as a sentence; HTML."""
    total = estimates.members
    if estimates.exclusive and not total.variance:
        return Markup(
            "Each document has exactly one class, so there are as many true labels as documents: "
            "<b>{}</b>."
        ).format(amount_of(total.expected))
    what = "documents in the class" if len(estimates.classes) == 1 else "true labels"
    return Markup(
        "The probabilities add up to <b>{:,.1f}</b> {} (95 %: {:,.1f} to {:,.1f})."
    ).format(total.expected, what, max(0.0, total.low), total.high)


def mirrored(estimates: Estimates) -> str:
    """That two classes are one piece of evidence, with a space before; empty elsewhere."""
    if not estimates.exclusive or len(estimates.classes) != 2:
        return ""
    return " With two classes, one is the rest of the other, so both give the same result."


def pairs_without_score(unlisted: int) -> str:
    """That pairs without a score count as probability 0."""
    return (
        f"{count_of(unlisted, 'document/class pair')} have no score in the file and count as "
        "probability 0."
    )


# --- what the page of estimates shows, worked out once: probabilities, outlook, and truth if any


CHOICE = "unlabelled_data.probabilities"


@dataclass(frozen=True)
class PreparedEstimates:
    """The page's numbers. Without truth `labels` is None, and so is all that compares.

    `of`: all pairs. `compared`: the judged ones, the same record where all are. `labels`:
    boolean csc (documents, classes). `fit_on`: a labelled split that probabilities can be fitted
    on; `fitted`: whether they were. The class chosen in `page` is none of it.
    """

    page: EstimatePage
    probabilities: ClassProbabilities
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
        return self.compared is not self.probabilities

    def realised(self, assigned: sparse.csc_array | None) -> ContingencyTable | None:
        """The true table of each class under these decisions; None without truth or decisions."""
        if self.labels is None or assigned is None:
            return None
        return count_decisions(
            self.labels, assigned, self.compared.without, weights=self.probabilities.weights
        )


@cached(entries=16, spinner="Adding up probabilities …")
def _outlook(prepared: PreparedEstimates, judged_only: bool) -> Estimates:
    of = prepared.compared if judged_only else prepared.probabilities
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


def prepared(page: EstimatePage) -> PreparedEstimates | NotProbabilities:
    """The page's numbers, or why there can be none."""
    fit_on = fitting_split(page)
    choice = state.raw().get(CHOICE)
    fitted = fit_on is not None and choice == "fitted"
    reason = why_not_probabilities(page.predictions)
    if reason is not None and reason.why == "undeclared" and choice == "file":
        page, reason = replace(page, predictions=_declared(page)), None
    if reason is not None and not (fitted and page.predictions.scores is not None):
        return reason
    # another class is no other estimate
    return _prepared(
        replace(page, selection=replace(page.selection, class_index=0)), fit_on, fitted
    )


@cached(entries=16)
def _prepared(page: EstimatePage, fit_on: str | None, fitted: bool) -> PreparedEstimates:
    review, selection = page.review, page.selection
    truth, predictions = review.truth, page.predictions
    assigned = cache.decided(review, selection.system, selection.documents, selection.cut)
    recalibration = None
    if fitted and fit_on is not None:
        recalibration = recalibrated(review, selection.system, fit_on)
    probabilities = class_probabilities(truth, predictions, assigned, recalibration)
    labels, compared = None, probabilities
    if truth.labels is not None:
        labels = sparse.csc_array(truth.labels[predictions.rows])
        if truth.unjudged is not None:
            unjudged = sparse.csc_array(truth.unjudged[predictions.rows])
            compared = replace(probabilities, without=unjudged) if unjudged.nnz else probabilities
    c_f, costs = c_f_of(selection.undefined), selection.cut.costs.for_classes(truth.classes)
    return PreparedEstimates(page, probabilities, compared, labels, fit_on, fitted, c_f, costs)


@cached(entries=48, spinner="Comparing probabilities with labels …")
def _calibration(prepared: PreparedEstimates, fitted: bool, c: int | None) -> Calibration:
    of = _with(prepared, fitted)
    assert prepared.labels is not None
    return calibration_over(of, prepared.labels, range(len(of.classes)) if c is None else [c])


def calibration_of(
    prepared: PreparedEstimates, c: int | None = None, fitted: bool | None = None
) -> Calibration:
    """How the probabilities met the truth: of one class, or of all pairs for None.

    `fitted` asks for the file's own (False) or the fitted ones (True) instead of those in use.
    """
    return _calibration(prepared, prepared.fitted if fitted is None else fitted, c)


def _with(prepared: PreparedEstimates, fitted: bool) -> ClassProbabilities:
    """The judged pairs with the file's own probabilities, or the fitted ones."""
    of, fit_on = prepared.compared, prepared.fit_on
    if fitted == prepared.fitted:
        return of
    new = None
    if fitted and fit_on is not None:
        new = recalibrated(prepared.page.review, prepared.page.selection.system, fit_on)
    return replace(of, recalibration=new)


@cached(entries=16, spinner="Adding up probabilities …")
def expected_of(prepared: PreparedEstimates, fitted: bool) -> tuple[float, float]:
    """Expected micro and macro F of the cut in use, of the judged pairs."""
    of = _with(prepared, fitted)
    return expected_averages(of, prepared.page.selection.beta, prepared.c_f)


# --- which probabilities the estimates stand on, and what the labels say of them


def pick_expected_class(prepared: PreparedEstimates, label: str = "Class") -> int:
    """The class that is looked at, its index; each is offered with the documents expected in it."""
    return pick_class_by(
        prepared.page.review,
        np.round([of_class.members.expected for of_class in prepared.outlook.classes]),
        "In brackets: how many documents of the class are expected here.",
        label,
    )


def choose_probabilities(prepared: PreparedEstimates) -> None:
    """The file's own probabilities, where it has some, or fitted ones."""
    kinds = {"file": "as in the file", "fitted": "fitted on labelled documents"}
    if not prepared.page.predictions.probabilities:
        kinds.pop("file")
    widgets.section(
        CHOICE,
        "Probabilities",
        kinds,
        "fitted" if prepared.fitted else "file",
        help="Fitted: a logistic function of each class’s scores, fitted to the labels of the "
        "dev split. Predictions do not change.",
    )


def say_trust(prepared: PreparedEstimates) -> None:
    """Whether the probabilities met the labels, where there are any."""
    if prepared.labels is None:
        st.warning(
            "Nobody has labelled these documents, so nobody can tell whether the probabilities are "
            "right.",
            icon=":material/help:",
        )
        return
    warned, words = trust(calibration_of(prepared))
    if prepared.fitted and prepared.page.selection.split in (None, prepared.fit_on):
        warned, words = (
            True,
            f"{words} They were fitted to these very documents, so this is optimistic.",
        )
    (st.warning if warned else st.success)(words)


# --- where nothing can be estimated: why, and every way on


def refuse(page: EstimatePage, why: NotProbabilities, fit_on: str | None) -> NoReturn:
    """Say it, offer what can be done, and stop. `fit_on`: where probabilities can be fitted."""
    say(Markup("<b>{}</b> {}").format(_question(why), reason(why)))
    say(Markup("<br>").join(_ways(page, why, fit_on)))
    with st.container(horizontal=True):
        if why.why == "undeclared":
            st.button(
                "Yes, they are probabilities",
                type="primary" if fit_on is None else "secondary",
                key="declare",
                on_click=lambda: state.choose(CHOICE, "file"),
            )
        if fit_on is not None:
            st.button(
                "Fit probabilities on labelled documents",
                type="primary",
                key="fit",
                on_click=lambda: state.choose(CHOICE, "fitted"),
            )
    st.stop()
    raise AssertionError("unreachable")


def _question(why: NotProbabilities) -> str:
    if why.why == "undeclared":
        return "Estimates need probabilities. Are these scores probabilities?"
    return "Estimates need probabilities, and there are none yet."


def _ways(page: EstimatePage, why: NotProbabilities, fit_on: str | None) -> list[Markup | str]:
    ways = []
    if why.why == "no scores":
        ways.append("Load a file that has a probability for every class, or choose another system.")
    others = [p.system for p in page.review.own if p.probabilities]
    if others:
        named = Markup(", ").join(bold(name, 40) for name in others[:5])
        ways.append(Markup("Choose a system with probabilities above: {}.").format(named))
    if fit_on is not None:
        ways.append(
            Markup("Or turn the scores into probabilities: fit them to the labels of {}.").format(
                bold(fit_on)
            )
        )
    elif why.why != "no scores":
        ways.append(
            "Or add labelled documents in a split called dev: then probabilities can be fitted to "
            "the scores here."
        )
    return ways
