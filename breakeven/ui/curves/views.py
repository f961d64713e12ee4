"""The other views of a curve: ROC and net benefit, at the switch above the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st

from breakeven.analysis.comparison.pooled_benefit import benefit_of
from breakeven.analysis.comparison.roc_areas import pooled_area
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.wording import figure_of, quoted
from breakeven.figures.alt_text import value_alt_text
from breakeven.figures.figure import Figure
from breakeven.figures.net_benefit import NamedNetBenefit, net_benefit_figure, plane_of
from breakeven.figures.precision_recall import ring_place
from breakeven.figures.roc import NamedRoc, roc_figure
from breakeven.results.curves import (
    NO_NET_BENEFIT,
    UNBOUNDED_BENEFIT,
    VIEW_NAMES,
    CurveView,
    net_benefit_finding,
    roc_finding,
)
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.rankings import PlottedRanking
from breakeven.ui.app.session import widgets
from breakeven.ui.components.html import say, show_absence
from metrics.measures import fallout, recall
from metrics.ranking.net_benefit import NetBenefit, net_benefit_curve
from metrics.ranking.roc import RocPoints, places_in, roc_area, roc_curve, thinned_roc
from metrics.tallies import ContingencyTable
from metrics.uncertainty.intervals import Interval, without_ends

EXPLAINED = {"precision-recall": "pr_curve", "roc": "roc_curve", "net-benefit": "net_benefit"}
READ = "How to read it"


@dataclass(frozen=True)
class ViewDrawing:
    """A figure with its title, what it says to those who cannot see it, and where its ring is."""

    figure: Figure
    title: str
    alt_text: str
    ring: tuple[float, float] | None


def choose_view() -> CurveView:
    """The switch; precision against recall is what opens."""
    return widgets.section(
        "curves.view",
        "View",
        VIEW_NAMES,
        label_visibility="collapsed",
    )


def other_view(
    view: CurveView,
    curves: Sequence[PlottedRanking],
    table: ContingencyTable | None,
    threshold: float,
) -> ViewDrawing | None:
    """ROC or net benefit of the curves, with what it says; None where there is none, which is said.

    `table`, `threshold`: where the slider stands, of the first curve.
    """
    main = curves[0]
    if main.ranking is None:
        return None
    counted = main.evaluation.curves
    if counted is None or not counted.complete:
        show_absence(main.evaluation.not_counted.get("every_threshold"), "instead")
        return None
    if view == "roc":
        return _roc(curves, main, table)
    return _net_benefit(curves, main, threshold)


def _roc(
    curves: Sequence[PlottedRanking], main: PlottedRanking, table: ContingencyTable | None
) -> ViewDrawing:
    drawn = [
        NamedRoc(c.name, c.look, None if c.ranking is None else _numbers(c).points, c.now)
        for c in curves
    ]
    assert main.ranking is not None
    share = main.tally.r / main.tally.n
    ap = main.ranking.average_precision
    title = roc_finding(main.subject, _numbers(main).area, ap, share)
    say(f"{title}.")
    ring = None
    if table is not None:
        ring = ring_place(float(fallout(table)), float(recall(table)))
    return ViewDrawing(
        roc_figure(drawn, moved=True), title, "; ".join(map(_roc_alt_text, curves)), ring
    )


def _roc_alt_text(curve: PlottedRanking) -> str:
    if curve.ranking is None:
        return f"{quoted(curve.name)} no scores"
    now = (value_alt_text(float(measure(curve.now))) for measure in (fallout, recall))
    return (
        f"{quoted(curve.name)} ROC AUC {value_alt_text(curve.ranking.roc_area)}, average "
        f"precision {value_alt_text(curve.ranking.average_precision)}, predictions now at fallout "
        "{} and recall {}".format(*now)
    )


@dataclass(frozen=True)
class ViewNumbers:
    """What other views show of a ranking; `area` without ends where an engine counted all pairs."""

    points: RocPoints
    area: Interval
    benefit: NetBenefit


@cached(entries=64, spinner="Following the threshold …")
def view_numbers(evaluation: BaseEvaluation, class_index: int | None) -> ViewNumbers:
    """Of a class, or of all pairs for None; there must be scores."""
    scored = evaluation.rankings
    assert scored is not None
    if class_index is None:
        tally, worth = scored.pooled, None
        # documents that an engine counted cannot be told apart
        if isinstance(evaluation, Evaluation):
            area = pooled_area(evaluation)
        else:
            area = without_ends(places_in(tally).area)
    else:
        tally, worth = scored.tallies[class_index], scored.worth_of(class_index)
        area = roc_area(places_in(tally), worth)
    return ViewNumbers(
        thinned_roc(roc_curve(tally)),
        area,
        benefit_of(evaluation, class_index)
        if isinstance(evaluation, Evaluation)
        else net_benefit_curve(tally, worth=worth, interval=class_index is not None),
    )


def _numbers(curve: PlottedRanking) -> ViewNumbers:
    return view_numbers(curve.evaluation, curve.class_index)


def _net_benefit(
    curves: Sequence[PlottedRanking], main: PlottedRanking, threshold: float
) -> ViewDrawing | None:
    if np.isnan(main.now.tn):
        st.info(f"{UNBOUNDED_BENEFIT}.")
        return None
    if not main.probabilities:
        st.info(
            f"{NO_NET_BENEFIT}. The scores of this system are not. Say on Home that they are "
            "probabilities if they are."
        )
        return None
    shown = [c for c in curves if c.probabilities and c.ranking is not None]
    drawn = [
        NamedNetBenefit(
            c.name,
            c.look,
            _numbers(c).benefit,
            c.tally.r / c.tally.n,
            (c.threshold, _at(c, c.threshold)),
        )
        for c in shown
    ]
    if len(shown) < len(curves):
        say("Systems whose scores are no probabilities have no net benefit, and are left out.")
    title = net_benefit_finding(main.subject, drawn[0].curve, threshold)
    say(f"{title}.")
    if main.class_index is None and np.isnan(drawn[0].curve.low).all():
        st.caption("No band: how the pairs of one document hang together was not counted.")
    value = _at(main, threshold)
    ring = ring_place(threshold, value, plane_of(drawn))
    alt_text = f"{title}; at most {figure_of(drawn[0].prevalence)}, the prevalence"
    return ViewDrawing(net_benefit_figure(drawn, moved=True), title, alt_text, ring)


def _at(curve: PlottedRanking, threshold: float) -> float:
    """Net benefit at any threshold; NaN outside 0 to 1."""
    if not 0 < threshold < 1:
        return float("nan")
    tally = curve.tally
    return float(net_benefit_curve(tally, np.array([threshold]), interval=False).value[0])
