"""What the rule does: tuning beside test, one class's threshold, all classes.

Follows a moved threshold apart from the page.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.evaluation.cut import Fitted
from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.fit import untunable
from breakeven.evaluation.stability import Stability
from breakeven.records import Review
from breakeven.selection import ALL, Selection
from breakeven.text import amount_of, count_of, exact_of, f_name, figure_of, signed, span
from breakeven.ui.app import cache, ledger, state, widgets
from breakeven.ui.app.counted import counts_in
from breakeven.ui.components import downloads
from breakeven.ui.components.html import bold, bullets, grid, plain, say
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.thresholds.cache import tables_of, tied_documents
from breakeven.ui.thresholds.costs import choose_costs, named_costs, show_losses
from breakeven.ui.thresholds.files import show_files
from breakeven.ui.thresholds.one_class import Sides, one_class, pick_class, stable_of, words_changed
from breakeven.ui.thresholds.rule import TUNED
from metrics import measures
from metrics.averaging import macro, micro
from metrics.tallies import ContingencyTable
from metrics.typing import Array

NAMED = 12
# positives below which a fitted threshold is mostly chance
FEW = 10


@widgets.fragment
def threshold_view(review: Review, evaluation: Evaluation, beside: str | None) -> None:
    """All that follows a moved threshold. `beside`: the split beside the one shown."""
    selection = cache.selected(review)
    if state.forget("cut_words_changed"):
        st.rerun()  # the header says how many thresholds were set by hand
    ledger.note(review.fingerprint, selection.system, selection.split, selection.cut)
    fitted = cache.fitted(review, selection.system, selection.cut)
    sides = Sides(
        fitted,
        tables_of(review, selection.system, selection.documents, fitted),
        tables_of(review, selection.system, beside, fitted),
        beside,
        beside == selection.documents,
    )
    _answer(review, evaluation, selection, sides)
    _not_fitted(evaluation, fitted, beside)
    _tied(review, selection)
    st.subheader("One class", anchor=False, help=help_of("threshold_curve"))
    c = pick_class(evaluation, selection, sides)
    one_class(review, evaluation, selection, sides, c)
    _all_classes(review, evaluation, selection, sides)
    st.subheader("What decisions cost", anchor=False, help=help_of("loss_rule"))
    costs = choose_costs(selection, evaluation.classes[c], words_changed)
    named_costs(costs)
    names = (
        sides.names[0],
        bold(selection.split) if selection.split is not None else "all documents",
    )
    other = None if sides.same else sides.beside
    show_losses(review, evaluation, selection, fitted, sides.shown, other, names=names, costs=costs)
    _ledger(review, selection)
    show_files(review, selection, fitted)


def _answer(review: Review, evaluation: Evaluation, selection: Selection, sides: Sides) -> None:
    """Tuning and test side by side, and the change between them."""
    cut, f = selection.cut, f_name(selection.beta)
    shown = bold(selection.split) if selection.split is not None else "all documents"
    now = micro(sides.shown, selection.beta)
    pool, words = sides.shown.pooled(), count_of(evaluation.documents, "document")
    every = counts_in(review.truth, None).of(evaluation.documents, None, words)
    say(
        f"On {shown} this rule assigns {count_of(float(pool.assigned), 'class', 'classes')} to "
        f"{every}, {amount_of(float(pool.tp))} of them "
        f"rightly, and finds {amount_of(float(pool.tp))} of {amount_of(float(pool.positives))}: "
        f"micro {f} <b>{figure_of(now['f'])}</b>."
    )
    if cut.optimistic_on(selection.split):
        say(
            "▲ <b>Optimistic.</b> The rule was fitted to documents that are shown: no new "
            "document can be expected to fare as well. Look at another split."
        )
    rows = []
    for name, values in _values(selection, sides.beside, sides.shown):
        there, here = values
        row = [name, figure_of(there), f"<b>{figure_of(here)}</b>"]
        rows.append(row if sides.same else [*row, signed(here - there)])
    counts = [amount_of(float(t.pooled().assigned)) for t in (sides.beside, sides.shown)]
    rows.append(["Classes assigned", *counts] if sides.same else ["Classes assigned", *counts, ""])
    mark = "<br><small>tuned here</small>" if cut.rule in TUNED or cut.tuned else ""
    if cut.rule == "proportional" and cut.split == sides.beside_split:
        mark = "<br><small>shares of here</small>"
    after = "all" if selection.split is None else selection.split
    if sides.same:
        grid(["", f"{shown}{mark}"], [[row[0], row[2]] for row in rows])
        st.caption(
            "Fitted and shown, or set beside, are the same documents: there is no change to see."
        )
        return
    grid(
        [
            "",
            f"{sides.names[0]}{mark}",
            shown,
            f"Change<br><small>{sides.names[0]} → {plain(after, 30)}</small>",
        ],
        rows,
    )
    if selection.where is not None:
        st.caption(
            "The filter keeps documents of what is shown only; what is set beside is whole, as a "
            "rule is tuned on all of it. So the change comes from other documents too."
        )
    there, here = (
        macro(t, selection.beta, selection.undefined)["f"].units
        for t in (sides.beside, sides.shown)
    )
    if there != here:
        st.caption(
            f"Macro {f} is the mean over the classes with a value, {there:,} beside and {here:,} "
            "shown, so part of its change comes from other classes. Another choice for 0/0, at the "
            "left, averages all."
        )


def _values(
    selection: Selection, beside: ContingencyTable, shown: ContingencyTable
) -> list[tuple[str, tuple[float, float]]]:
    f = f_name(selection.beta)
    small = [micro(t, selection.beta) for t in (beside, shown)]
    large = [macro(t, selection.beta, selection.undefined)["f"] for t in (beside, shown)]
    units = " / ".join(f"{n:,}" for n in dict.fromkeys(a.units for a in large))
    return [
        ("Micro precision", (small[0]["precision"], small[1]["precision"])),
        ("Micro recall", (small[0]["recall"], small[1]["recall"])),
        (f"Micro {f}", (small[0]["f"], small[1]["f"])),
        (f"Macro {f} <small>({units} classes)</small>", (large[0].value, large[1].value)),
    ]


def _not_fitted(evaluation: Evaluation, fitted: Fitted, split: str | None) -> None:
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
            listed = ", ".join(bold(evaluation.classes[c], 30) for c in found[:NAMED])
            more = f" and {len(found) - NAMED:,} more" if len(found) > NAMED else ""
            parts.append(f"{len(found):,}: {reason} ({listed}{more})")
    if parts:
        number = count_of(len(untunable(fitted)), "class", "classes")
        say(f"<b>{number} could not be tuned:</b>{bullets(parts)}")


def _tied(review: Review, selection: Selection) -> None:
    if selection.cut.rule == "top_k":
        scored = cache.scored_of(review, selection.system, selection.documents)
        tied = tied_documents(scored, selection.cut)
        if tied:
            say(
                f"▲ On {count_of(tied, 'document')} equal scores lie on both sides of the cut: "
                "there the tie rule decides, not the system."
            )


def _all_classes(
    review: Review, evaluation: Evaluation, selection: Selection, sides: Sides
) -> None:
    st.subheader("All classes", anchor=False, help=help_of("optimism"))
    stable = stable_of(review, evaluation, selection, sides)
    if stable is None and selection.cut.rule in TUNED and evaluation.scored.scores is not None:
        st.toggle("Draw the documents again, to see how stable each threshold is", key="w_stable")
    frame = class_frame(evaluation.classes, selection, sides, stable)
    listed = frame.index.to_numpy()
    widgets.rows(
        "threshold_table",
        frame,
        np.flatnonzero(listed == selection.class_index).tolist(),
        lambda row: state.share("class", evaluation.classes[listed[row]]),
        420,
        column_config={
            "class": st.column_config.Column(width="medium"),
            "F beside": st.column_config.NumberColumn(format="%.3f"),
            "F shown": st.column_config.NumberColumn(format="%.3f"),
            "change": st.column_config.NumberColumn(format="%+.3f"),
        },
    )
    few = int(np.sum((sides.beside.positives > 0) & (sides.beside.positives < FEW)))
    if selection.cut.rule in TUNED:
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
    downloads.also(beside=sides.beside_split or ALL)
    downloads.downloads(
        lambda: class_frame(evaluation.classes, selection, sides, stable), "thresholds_by_class"
    )


def class_frame(
    classes: Sequence[str], selection: Selection, sides: Sides, stable: Stability | None
) -> pd.DataFrame:
    """One row per class, largest beside first: threshold, how it came about, both sides."""
    f_there = measures.f_beta(sides.beside, selection.beta)
    f_here = measures.f_beta(sides.shown, selection.beta)
    columns: dict[str, object] = {"class": list(classes)}
    if sides.fitted.thresholds is not None:
        columns["threshold"] = [_limit(t) for t in sides.fitted.thresholds]
        columns["how"] = list(sides.fitted.how)
    if stable is not None:
        columns["refitted from"] = [_limit(t) for t in stable.low]
        columns["refitted to"] = [_limit(t) for t in stable.high]
    columns["positives beside"] = sides.beside.positives
    columns["F beside"] = f_there
    if stable is not None:
        columns["its interval"] = _spans(stable.f_low, stable.f_high)
    columns["positives shown"] = sides.shown.positives
    columns["F shown"] = f_here
    if stable is not None:
        columns["F shown, refitted"] = _spans(stable.elsewhere_low, stable.elsewhere_high)
    columns["change"] = f_here - f_there
    for cell in ("tp", "fp", "fn"):
        columns[f"{cell} shown"] = getattr(sides.shown, cell)
    frame = pd.DataFrame(columns)
    return frame.iloc[np.argsort(-sides.beside.positives, kind="stable")]


def _limit(value: float) -> str:
    # for downloads too: with a plain hyphen
    return "never" if value == np.inf else "always" if value == -np.inf else exact_of(value)


def _spans(low: Array, high: Array) -> list[str]:
    return [span(float(a), float(b)) for a, b in zip(low, high, strict=True)]


def _ledger(review: Review, selection: Selection) -> None:
    looks = ledger.looks_at(review.files, selection.split)
    shown = bold(selection.split) if selection.split is not None else "all documents"
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
