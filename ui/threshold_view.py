"""What the rule does: tuning beside test, one class's threshold, all classes. Follows a moved
threshold apart from the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import streamlit as st

from figures.threshold import threshold_figure
from metrics import measures
from metrics.averaging import macro, micro
from metrics.cut_text import to_text
from metrics.cuts import THRESHOLDS, Cut, Fitted
from metrics.evaluation import Evaluation
from metrics.intervals import f_interval, precision_interval, recall_interval
from metrics.stability import Stability
from metrics.tallies import Array, ContingencyTable
from metrics.threshold_curve import ThresholdCurve
from metrics.tuning import short_between, untunable
from readers.review import Review
from ui import choices, fitting_results, ledger, results, tables, take_home
from ui.choices import ALL, View
from ui.cost_choice import choose_costs, named_costs, show_losses
from ui.explain import help_of
from ui.rule_choice import TUNED, costs_now
from ui.words import bold, count_of, f_name, figure_of, grid, plain, say, span, threshold_of

# beyond so many scores the intervals of all thresholds are drawn only when asked for
SOON = 2_000_000
NAMED = 12
# positives below which a fitted threshold is mostly chance
FEW = 10


@dataclass(frozen=True)
class Sides:
    """The cut in use on the split shown and on the one beside it, class by class."""

    fitted: Fitted
    shown: ContingencyTable
    beside: ContingencyTable
    beside_split: str | None
    same: bool

    @property
    def names(self) -> tuple[str, str]:
        beside = ALL if self.beside_split is None else self.beside_split
        return plain(beside, 30), "shown"


@st.fragment
def threshold_view(review: Review, e: Evaluation, beside: str | None) -> None:
    """All that follows a moved threshold. `beside`: the split beside the one shown."""
    view = choices.view_of(review)
    if st.session_state.pop("cut_words_changed", False):
        st.rerun()  # the header says how many thresholds were set by hand
    ledger.note(review.fingerprint, view.system, view.split, view.cut)
    fitted = results.fitted(review, view.system, view.cut)
    sides = Sides(
        fitted,
        fitting_results.tables_of(review, view.system, view.split, fitted),
        fitting_results.tables_of(review, view.system, beside, fitted),
        beside,
        beside == view.split,
    )
    _answer(e, view, sides)
    _not_fitted(e, fitted, beside)
    _tied(review, view)
    st.subheader("One class", anchor=False, help=help_of("threshold_curve"))
    c = _pick_class(e, view, sides)
    _one_class(review, e, view, sides, c)
    _all_classes(review, e, view, sides)
    st.subheader("What decisions cost", anchor=False, help=help_of("loss_rule"))
    costs = choose_costs(view, e.classes[c], _words_changed)
    named_costs(costs)
    names = sides.names[0], bold(view.split) if view.split is not None else "all documents"
    show_losses(
        review, e, view, fitted, sides.shown, None if sides.same else sides.beside, names, costs
    )
    _ledger(review, view)
    take_home.take_home(review, view, fitted)


def _words_changed() -> None:
    st.session_state["cut_words_changed"] = True


def _set_cut(cut: Cut, was: Cut) -> None:
    choices.share("cut", to_text(cut))
    if str(cut) != str(was):
        _words_changed()


def _answer(e: Evaluation, view: View, sides: Sides) -> None:
    """Tuning and test side by side, and the drop between them."""
    cut, f = view.cut, f_name(view.beta)
    shown = bold(view.split) if view.split is not None else "all documents"
    now = micro(sides.shown, view.beta)
    pool = sides.shown.pooled()
    say(
        f"On {shown} this rule assigns {count_of(float(pool.assigned), 'class', 'classes')} to "
        f"{count_of(e.documents, 'document')}, {int(pool.tp):,} of them rightly, and finds "
        f"{int(pool.tp):,} of {int(pool.positives):,}: micro {f} "
        f"<b>{figure_of(now['f'])}</b>."
    )
    if cut.optimistic_on(view.split):
        say(
            "▲ <b>Optimistic.</b> The rule was fitted to documents that are shown: no new "
            "document can be expected to fare as well. Look at another split."
        )
    rows = []
    for name, values in _values(view, sides.beside, sides.shown):
        there, here = values
        row = [name, figure_of(there), f"<b>{figure_of(here)}</b>"]
        rows.append(row if sides.same else [*row, figure_of(there - here)])
    counts = [f"{int(t.pooled().assigned):,}" for t in (sides.beside, sides.shown)]
    rows.append(["Classes assigned", *counts] if sides.same else ["Classes assigned", *counts, ""])
    mark = "<br><small>tuned here</small>" if cut.rule in TUNED or cut.tuned else ""
    if cut.rule == "proportional" and cut.split == sides.beside_split:
        mark = "<br><small>shares of here</small>"
    if sides.same:
        grid(["", f"{shown}{mark}"], [[row[0], row[2]] for row in rows])
        st.caption("Fitted and shown, or set beside, are the same documents: no drop can be seen.")
        return
    grid(["", f"{sides.names[0]}{mark}", shown, "Drop"], rows)


def _values(
    view: View, beside: ContingencyTable, shown: ContingencyTable
) -> list[tuple[str, tuple[float, float]]]:
    f = f_name(view.beta)
    small = [micro(t, view.beta) for t in (beside, shown)]
    large = [macro(t, view.beta, view.undefined)["f"] for t in (beside, shown)]
    units = " / ".join(f"{a.units:,}" for a in large)
    return [
        ("Micro precision", (small[0]["precision"], small[1]["precision"])),
        ("Micro recall", (small[0]["recall"], small[1]["recall"])),
        (f"Micro {f}", (small[0]["f"], small[1]["f"])),
        (f"Macro {f} <small>({units} classes)</small>", (large[0].value, large[1].value)),
    ]


def _not_fitted(e: Evaluation, fitted: Fitted, split: str | None) -> None:
    """Which classes could not be fitted, and what is done instead."""
    if fitted.cut.rule not in TUNED:
        return
    where = plain(split) if split is not None else "the documents"
    highest = "cut just above its highest score there"
    guard = highest if fitted.cut.rule == "f" and fitted.cut.guard else "never assigned"
    reasons = {
        "no positives": f"no document of the class in {where}; {guard}",
        "guarded": f"best F there below 0.1; {highest}",
        "constant": "every score is the same, so all or nothing is assigned",
        "unscored": "no score at all; never assigned",
    }
    how = np.array(fitted.how)
    parts = []
    for kind, reason in reasons.items():
        found = np.flatnonzero(how == kind)
        if len(found):
            listed = ", ".join(bold(e.classes[c], 30) for c in found[:NAMED])
            more = f" and {len(found) - NAMED:,} more" if len(found) > NAMED else ""
            parts.append(f"<li>{len(found):,}: {reason} ({listed}{more})</li>")
    if parts:
        number = count_of(len(untunable(fitted)), "class", "classes")
        say(f"<b>{number} could not be tuned:</b><ul style='margin:0'>{''.join(parts)}</ul>")


def _tied(review: Review, view: View) -> None:
    if view.cut.rule == "top_k":
        tied = fitting_results.tied_documents(review, view.system, view.split, view.cut)
        if tied:
            say(
                f"▲ On {count_of(tied, 'document')} equal scores lie on both sides of the cut: "
                "there the tie rule decides, not the system."
            )


def _pick_class(e: Evaluation, view: View, sides: Sides) -> int:
    positives = sides.shown.positives
    order = np.argsort(-positives, kind="stable")
    documents = dict(zip(e.classes, positives.tolist(), strict=True))
    st.session_state["w_thresholds_class"] = e.classes[view.class_index]
    st.selectbox(
        "Class",
        [e.classes[c] for c in order],
        key="w_thresholds_class",
        format_func=lambda name: f"{name or '(empty name)'}  ({documents[name]:,})",
        on_change=lambda: choices.share("class", st.session_state["w_thresholds_class"]),
        help="In brackets: documents of the class in the split shown.",
    )
    return view.class_index


def _one_class(review: Review, e: Evaluation, view: View, sides: Sides, c: int) -> None:
    if e.scored.scores is None:
        say("The file gives decisions without scores, so there is no threshold to look at.")
        _counts(e, view, sides, c, float("nan"))
        return
    cut, beta = view.cut, view.cut.beta if view.cut.rule == "f" else view.beta
    of_losses = cut.rule in ("loss", "expected_loss")
    loss = costs_now(view).of(e.classes)[c] if of_losses else None
    drawn = fitting_results.of_class(review, view.system, sides.beside_split, c, beta, loss)
    threshold = float("nan")
    if sides.fitted.thresholds is not None:
        threshold = float(sides.fitted.thresholds[c])
    if drawn is None:
        say("No document beside has a score for this class.")
        _counts(e, view, sides, c, threshold)
        return
    if cut.rule in THRESHOLDS:
        _move(review, e, view, sides, c, drawn.curve)
    else:
        has = "follow from the costs" if cut.rule == "expected_loss" else "do not exist"
        say(
            f"<small>Thresholds {has} under this rule. Choose “A threshold per class” to move "
            "this class's by hand.</small>"
        )
    _counts(e, view, sides, c, threshold)
    where = sides.names[0]
    measure = "mean loss" if loss is not None else f_name(beta)
    curve = drawn.curve
    say(
        f"<small>On {where}, {measure} is best ({figure_of(curve.best, 5 if of_losses else 3)}) "
        f"above {threshold_of(curve.best_low)} and up to {threshold_of(curve.best_high)}, and "
        f"{'at most a tenth dearer' if of_losses else 'at most 0.01 lower'} from "
        f"{threshold_of(curve.plateau_low)} to {threshold_of(curve.plateau_high)}.</small>"
        if int(sides.beside.positives[c])
        else f"<small>On {where} no document is of this class: nothing can be tuned.</small>"
    )
    stable = _stable(review, e, view, sides)
    interval = None
    if stable is not None and e.classes[c] not in dict(cut.own):
        interval = float(stable.low[c]), float(stable.high[c])
    st.plotly_chart(
        threshold_figure(
            drawn.distribution,
            curve,
            None if np.isnan(threshold) else min(threshold, float(curve.threshold[-1])),
            measure,
            interval,
        ),
        key="threshold",
        config={"displayModeBar": False},
        alt="Scores of positives and negatives above, the measure by threshold below",
    )
    st.caption(
        "Drawn from the split beside the one shown, where thresholds may be chosen. "
        "The red line is the threshold in use"
        + (", its red band where refitting would put it." if interval is not None else ".")
        + " Documents are counted on a logarithmic axis."
    )


def _move(
    review: Review, e: Evaluation, view: View, sides: Sides, c: int, curve: ThresholdCurve
) -> None:
    """The threshold of a class as a slider and as a number."""
    assert sides.fitted.thresholds is not None
    cut, name = view.cut, e.classes[c]
    low, high = float(curve.threshold[0]), float(curve.threshold[-1])
    now = float(np.clip(sides.fitted.thresholds[c], low, high))

    def move_to(value: float) -> None:
        others = tuple((n, t) for n, t in cut.own if n != name)
        _set_cut(replace(cut, own=(*others, (name, value)), system=view.system), cut)

    def undo() -> None:
        others = tuple((n, t) for n, t in cut.own if n != name)
        _set_cut(replace(cut, own=others, system=view.system if others else None), cut)

    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        st.session_state["w_move"] = now
        st.slider(
            "Move its threshold: further right less is assigned",
            low,
            high,
            key="w_move",
            step=(high - low) / 500,
            format="%.4g",
            on_change=lambda: move_to(float(st.session_state["w_move"])),
        )
    with right:
        st.session_state["w_typed"] = now
        st.number_input(
            "Assign where score ≥",
            key="w_typed",
            step=(high - low) / 100,
            format="%.6g",
            on_change=lambda: move_to(float(st.session_state["w_typed"])),
        )
    tally = results.scored_of(review, view.system, sides.beside_split).tallies[c]
    with st.container(horizontal=True):
        if tally.r:
            best = short_between(tally, curve.best_high) if curve.best_high < high else high
            st.button("Set it to the best beside", key="to_best", on_click=move_to, args=(best,))
        if name in dict(cut.own) and cut.rule != "per_class":
            st.button("Undo what was set by hand", key="undo", on_click=undo)


def _counts(e: Evaluation, view: View, sides: Sides, c: int, threshold: float) -> None:
    """The class's table, precision, recall and F on both sides, with intervals."""
    rows = []
    shown = bold(view.split) if view.split is not None else "all documents"
    for name, tables_ in ((sides.names[0], sides.beside), (shown, sides.shown)):
        if sides.same and name is not shown:
            continue
        t = tables_[c]
        ends = (precision_interval(t), recall_interval(t), f_interval(t, view.beta))
        values = (measures.precision(t), measures.recall(t), measures.f_beta(t, view.beta))
        rows.append(
            [
                name,
                *(
                    f"<b>{figure_of(float(v))}</b><br><small>{span(float(i.low), float(i.high))}"
                    "</small>"
                    for v, i in zip(values, ends, strict=True)
                ),
                *(f"{int(n):,}" for n in (t.tp, t.fp, t.fn, t.tn)),
            ]
        )
    how = sides.fitted.how[c] if sides.fitted.how else ""
    if not np.isnan(threshold):
        came = {
            "rule": "",
            "tuned": ", tuned",
            "by hand": ", set by hand" if view.cut.rule != "per_class" else "",
            "not listed": ", for all classes without one",
        }.get(how, f", not tuned ({how})")
        below = sides.fitted.below
        sign = "≥" if view.cut.rule != "expected_loss" else "&gt;"
        if below is not None and below[c]:
            sign = "&lt;"
        say(f"{bold(e.classes[c])}: score {sign} <b>{threshold_of(threshold)}</b>{came}.")
    grid(["", "Precision", "Recall", f_name(view.beta), "TP", "FP", "FN", "TN"], rows)


def _stable(review: Review, e: Evaluation, view: View, sides: Sides) -> Stability | None:
    if view.cut.rule not in TUNED or e.scored.scores is None:
        return None
    size = len(e.classes) * int(sides.beside.total.max(initial=0))
    if size > SOON and not st.session_state.get("w_stable", False):
        return None
    rule = replace(view.cut, own=(), system=None)
    return fitting_results.stability_of(review, view.system, view.split, rule)


def _all_classes(review: Review, e: Evaluation, view: View, sides: Sides) -> None:
    st.subheader("All classes", anchor=False, help=help_of("optimism"))
    stable = _stable(review, e, view, sides)
    if stable is None and view.cut.rule in TUNED and e.scored.scores is not None:
        st.toggle("Draw the documents again, to see how stable each threshold is", key="w_stable")
    frame = class_frame(e.classes, view, sides, stable)
    st.dataframe(
        frame,
        hide_index=True,
        height=min(38 + 35 * len(frame), 420),
        key="threshold_table",
        column_config={
            "class": st.column_config.Column(width="medium"),
            "F beside": st.column_config.NumberColumn(format="%.3f"),
            "F shown": st.column_config.NumberColumn(format="%.3f"),
            "drop": st.column_config.NumberColumn(format="%.3f"),
        },
    )
    few = int(np.sum((sides.beside.positives > 0) & (sides.beside.positives < FEW)))
    if view.cut.rule in TUNED:
        where = sides.names[0]
        say(
            f"<small>{count_of(few, 'class has', 'classes have')} fewer than {FEW} documents in "
            f"{where}: their thresholds are mostly chance."
            + (
                f" Intervals: 95 %, documents of {where} drawn again and the rule fitted again, "
                f"{stable.replicates:,} times; F at least as wide as Wilson's interval, since "
                "drawing again cannot show errors that did not happen. “never”: in so many "
                "drawings the class was not assigned at all."
                if stable is not None
                else ""
            )
            + "</small>"
        )
    tables.downloads(lambda: class_frame(e.classes, view, sides, stable), "thresholds_by_class")


def class_frame(
    classes: Sequence[str], view: View, sides: Sides, stable: Stability | None
) -> pd.DataFrame:
    """One row per class, largest beside first: threshold, how it came about, both sides."""
    f_there = measures.f_beta(sides.beside, view.beta)
    f_here = measures.f_beta(sides.shown, view.beta)
    columns: dict[str, object] = {"class": list(classes)}
    if sides.fitted.thresholds is not None:
        columns["threshold"] = [_limit(t) for t in sides.fitted.thresholds]
        columns["how"] = list(sides.fitted.how)
    if stable is not None:
        columns["refitted from"] = [_limit(t) for t in stable.low]
        columns["to"] = [_limit(t) for t in stable.high]
    columns["positives beside"] = sides.beside.positives
    columns["F beside"] = f_there
    if stable is not None:
        columns["its interval"] = _spans(stable.f_low, stable.f_high)
    columns["positives shown"] = sides.shown.positives
    columns["F shown"] = f_here
    if stable is not None:
        columns["F shown, refitted"] = _spans(stable.elsewhere_low, stable.elsewhere_high)
    columns["drop"] = f_there - f_here
    for cell in ("tp", "fp", "fn"):
        columns[f"{cell} shown"] = getattr(sides.shown, cell)
    frame = pd.DataFrame(columns)
    return frame.iloc[np.argsort(-sides.beside.positives, kind="stable")]


def _limit(value: float) -> str:
    return "never" if value == np.inf else "always" if value == -np.inf else threshold_of(value)


def _spans(low: Array, high: Array) -> list[str]:
    return [span(float(a), float(b)) for a, b in zip(low, high, strict=True)]


def _ledger(review: Review, view: View) -> None:
    looks = ledger.looks_at(review.fingerprint, view.split)
    shown = bold(view.split) if view.split is not None else "all documents"
    st.subheader("How often this was looked at", anchor=False)
    rules = count_of(len(looks.rules), "rule")
    say(
        f"In this session {shown} was looked at <b>{count_of(looks.times, 'time')}</b> under "
        f"<b>{rules}</b>, moved thresholds and other systems included."
        + (
            " The more rules are tried on the same documents, the more the best of them owes to "
            "chance: choose beside, and look here once."
            if len(looks.rules) > 1
            else ""
        )
    )
