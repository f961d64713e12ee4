"""One class of the thresholds page: its threshold to move, its table, its scores."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.cut import BEST, THRESHOLDS, Cut, FittedCut, cut_to_text
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.selection import ALL, Selection
from breakeven.analysis.thresholds.threshold_stability import ThresholdStability
from breakeven.data.records import Review
from breakeven.data.wording import (
    about,
    amount_of,
    f_name,
    figure_of,
    interval_text,
    name_of,
    quoted,
    threshold_of,
)
from breakeven.figures.alt_text import value_alt_text
from breakeven.figures.threshold_curve import threshold_figure
from breakeven.ui.app.cache import cache
from breakeven.ui.app.page.counts import counts_in, counts_of_split
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import bold, grid, plain, say
from breakeven.ui.thresholds.cache import class_thresholds, stability_of
from breakeven.ui.thresholds.rule import costs_now
from metrics import measures
from metrics.tallies import ContingencyTable, ScoreTally
from metrics.thresholds.strategies import short_between
from metrics.thresholds.threshold_curve import ThresholdCurve
from metrics.uncertainty.intervals import f_interval, precision_interval, recall_interval

# beyond so many scores the intervals of all thresholds are drawn only when asked for
SOON = 2_000_000


@dataclass(frozen=True)
class ThresholdSides:
    """The cut in use on the split shown and on the one beside it, class by class.

    `reference`: what the cut does on the split beside, `reference_split`; None is all documents.
    `same`: both are the same documents.
    """

    fitted: FittedCut
    shown: ContingencyTable
    reference: ContingencyTable
    reference_split: str | None
    same: bool

    @property
    def names(self) -> tuple[Markup, str]:
        """What the two sides are called, escaped."""
        reference = ALL if self.reference_split is None else self.reference_split
        return plain(reference, 30), "shown"


def words_changed() -> None:
    """Note that the words of the cut were typed anew."""
    state.remember("cut_words_changed", True)


def _set_cut(cut: Cut, was: Cut) -> None:
    state.share("cut", cut_to_text(cut))
    if str(cut) != str(was):
        words_changed()


def pick_class(evaluation: Evaluation, selection: Selection, sides: ThresholdSides) -> int:
    """A choice of class, those with most documents first; its index."""
    positives = sides.shown.positives
    order = np.argsort(-positives, kind="stable")
    documents = dict(zip(evaluation.classes, positives.tolist(), strict=True))
    widgets.select(
        "thresholds_class",
        "Class",
        [evaluation.classes[c] for c in order],
        evaluation.classes[selection.class_index],
        show=lambda name: f"{name_of(name)}  ({amount_of(documents[name])})",
        changed=lambda name: state.share("class", name),
        help="In brackets: documents of the class here.",
    )
    return selection.class_index


def _best(
    sides: ThresholdSides,
    c: int,
    tally: ScoreTally,
    curve: ThresholdCurve,
    measure: str,
    of_losses: bool,
) -> Markup:
    """Where the measure is best on the split beside, and where it is about as good."""
    where = sides.names[0]
    if not sides.reference.positives[c] > 0:
        return Markup("No document on {} is in this class, so nothing can be tuned.").format(where)
    return Markup("On {}, {} is best ({}) at score ≥ {}, and {} from about {} to {}.").format(
        where,
        measure,
        figure_of(curve.best, 5 if of_losses else 3),
        threshold_of(tally.short(curve.best_high).item()),
        "at most a tenth higher" if of_losses else "at most 0.01 lower",
        about(curve.plateau_low),
        about(curve.plateau_high),
    )


def one_class(
    review: Review, evaluation: Evaluation, selection: Selection, sides: ThresholdSides, c: int
) -> None:
    """The threshold of one class: its curve, its counts, and a threshold to move."""
    if not evaluation.scored.has_scores:
        say("This file has no scores, so there is no threshold to move.")
        _counts(review, evaluation, selection, sides, c, float("nan"))
        return
    cut, beta = selection.cut, selection.cut.beta if selection.cut.rule == "f" else selection.beta
    of_losses = cut.rule in ("loss", "expected_loss")
    loss = costs_now(selection).for_classes(evaluation.classes)[c] if of_losses else None
    scored = cache.scored_of(review, selection.system, sides.reference_split)
    drawn = class_thresholds(scored, c, beta, loss)
    threshold = float("nan")
    if sides.fitted.thresholds is not None:
        threshold = float(sides.fitted.thresholds[c])
    if drawn is None:
        say("No document of the other split has a score for this class.")
        _counts(review, evaluation, selection, sides, c, threshold)
        return
    if cut.rule in THRESHOLDS:
        _move(review, evaluation, selection, sides, c, drawn.curve)
    else:
        has = "its thresholds from the costs" if cut.rule == "expected_loss" else "no thresholds"
        say(
            Markup(
                "<small>To move the threshold, choose the rule “A threshold per class”: this rule "
                "has {}.</small>"
            ).format(has)
        )
    _counts(review, evaluation, selection, sides, c, threshold)
    measure = "mean cost" if loss is not None else f_name(beta)
    curve = drawn.curve
    best = _best(sides, c, scored.tallies[c], curve, measure, of_losses)
    say(Markup("<small>{}</small>").format(best))
    stable = stable_of(review, evaluation, selection, sides)
    interval = None
    if stable is not None and evaluation.classes[c] not in dict(cut.own):
        interval = float(stable.low[c]), float(stable.high[c])
    show_figure(
        threshold_figure(
            drawn.distribution,
            curve,
            None if np.isnan(threshold) else min(threshold, float(curve.threshold[-1])),
            measure,
            interval,
        ),
        "threshold",
        f"{quoted(evaluation.classes[c])}: {measure} is best from {about(curve.best_high)} on",
        f"best {measure} {value_alt_text(curve.best)} at {about(curve.best_high)}; "
        f"threshold in use {'none' if np.isnan(threshold) else about(threshold)}",
    )
    line = "" if np.isnan(threshold) else " Red line: the threshold in use."
    if line and interval is not None:
        line = line[:-1] + "; tuning again would put it in the red band."
    source = "documents shown" if sides.same else f"split {quoted(sides.reference_split or ALL)}"
    st.caption(f"Drawn from the {source}.{line} The upper axis is logarithmic.")


def _move(
    review: Review,
    evaluation: Evaluation,
    selection: Selection,
    sides: ThresholdSides,
    c: int,
    curve: ThresholdCurve,
) -> None:
    """The threshold of a class as a slider and as a number."""
    assert sides.fitted.thresholds is not None
    cut, name = selection.cut, evaluation.classes[c]
    low, high = float(curve.threshold[0]), float(curve.threshold[-1])
    now = float(np.clip(sides.fitted.thresholds[c], low, high))

    def move_to(value: float) -> None:
        others = tuple((n, t) for n, t in cut.own if n != name)
        _set_cut(replace(cut, own=(*others, (name, value)), system=selection.system), cut)

    def undo() -> None:
        others = tuple((n, t) for n, t in cut.own if n != name)
        _set_cut(replace(cut, own=others, system=selection.system if others else None), cut)

    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        label, step = "Threshold", (high - low) / 500
        widgets.slider("move", label, low, high, now, changed=move_to, step=step, format="%.4g")
    tally = cache.scored_of(review, selection.system, sides.reference_split).tallies[c]
    with right:
        step = (high - low) / 100
        # as it is read in sentences; what is kept has all digits
        widgets.number("typed", "Score ≥", tally.short(now).item(), changed=move_to, step=step)
    with st.container(horizontal=True):
        if tally.r:
            best = short_between(tally, curve.best_high) if curve.best_high < high else high
            st.button("Use the best one", key="to_best", on_click=move_to, args=(best,))
        if name in dict(cut.own) and cut.rule != "per_class":
            st.button("Undo", key="undo", on_click=undo)


def _counts(
    review: Review,
    evaluation: Evaluation,
    selection: Selection,
    sides: ThresholdSides,
    c: int,
    threshold: float,
) -> None:
    """The class's table, precision, recall and F on both sides, with intervals."""
    rows = []
    shown = bold(selection.split) if selection.split is not None else "all documents"
    reference_counts = counts_of_split(review, selection.system, sides.reference_split)
    if evaluation.weights is not None:
        reference_counts = counts_in(review.truth, evaluation)
    for name, tables_, counts in (
        (sides.names[0], sides.reference, reference_counts),
        (shown, sides.shown, counts_in(review.truth, evaluation)),
    ):
        if sides.same and name is not shown:
            continue
        t, class_name = tables_[c], evaluation.classes[c]
        ends = (precision_interval(t), recall_interval(t), f_interval(t, selection.beta))
        values = (measures.precision(t), measures.recall(t), measures.f_beta(t, selection.beta))
        rows.append(
            [
                name,
                *(
                    Markup("<b>{}</b><br><small>{}</small>").format(
                        figure_of(float(v)), interval_text(float(i.low), float(i.high))
                    )
                    for v, i in zip(values, ends, strict=True)
                ),
                counts.of_class(class_name, "tp", float(t.tp)),
                counts.of_class(class_name, "fp", float(t.fp)),
                counts.of_class(class_name, "fn", float(t.fn)),
                counts.of_class(class_name, "tn", float(t.tn)),
            ]
        )
    how = sides.fitted.how[c] if sides.fitted.how else ""
    if not np.isnan(threshold):
        came = {
            "rule": "",
            "tuned": ", tuned",
            "by hand": ", set by hand" if selection.cut.rule != "per_class" else "",
            "not listed": ", as for all classes without their own",
        }.get(how, f", not tuned ({how})")
        below = sides.fitted.below
        sign = "≥" if selection.cut.rule != "expected_loss" else Markup("&gt;")
        if below is not None and below[c]:
            sign = Markup("&lt;")
        say(
            Markup("{}: score {} <b>{}</b>{}.").format(
                bold(evaluation.classes[c]), sign, threshold_of(threshold), came
            )
        )
    grid(["", "Precision", "Recall", f_name(selection.beta), "TP", "FP", "FN", "TN"], rows)


def stable_of(
    review: Review, evaluation: Evaluation, selection: Selection, sides: ThresholdSides
) -> ThresholdStability | None:
    """How stable the thresholds are; None where there are none, or it would take long unasked."""
    if selection.cut.rule not in BEST or not evaluation.scored.has_scores:
        return None
    size = len(evaluation.classes) * int(sides.reference.total.max(initial=0))
    if size > SOON and not state.remembered("w_stable", False):
        return None
    rule = replace(selection.cut, own=(), system=None)
    return stability_of(review, selection.system, selection.documents, rule)
