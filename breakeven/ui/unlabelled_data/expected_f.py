"""What to expect of the decisions, in all and class by class.

And the demonstration that no fixed threshold gives the largest F.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.estimation.estimates import (
    COUNTED_AS,
    SMALL_SETS,
    Estimates,
    ExpectedMeasures,
    ThresholdExample,
    find_contradiction,
    realised_f,
    threshold_examples,
)
from breakeven.data.wording import count_of, f_name, figure_of, interval_text, quoted
from breakeven.figures.alt_text import values_alt_text
from breakeven.figures.expected_f import (
    expected_against_realised,
    expected_f_figure,
    two_sets_figure,
)
from breakeven.results.estimates import CLUSTERS_ALIKE, NO_WEIGHTED_F
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.session import downloads
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import bold, grid, plain, say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table
from breakeven.ui.unlabelled_data.estimates import PreparedEstimates, all_members, lost, mirrored
from metrics.averaging import mean_of
from metrics.expected.prediction import Prediction
from metrics.measures import precision, recall
from metrics.tallies import ContingencyTable
from metrics.thresholds.costs import observed_losses
from metrics.typing import F1_BETA

# --- what to expect of the decisions: over all classes, and class by class


DRAWN = 20
MEMBERS = "The sum of the probabilities: how many true labels to expect."
EXACT = "The exact expectation for the current predictions. All else is under “All classes”."
LOSS = "Cost: the mean cost of a prediction, with its 95 % interval."


def _given_a_member(prepared: PreparedEstimates) -> str:
    """What recall is given, where 0/0 is left out."""
    if prepared.page.selection.undefined in COUNTED_AS:
        return ""
    return " Recall assumes that there is a member."


def show_tiles(prepared: PreparedEstimates) -> None:
    """How much is true, how good the predictions are, what they cost: expected, how certain."""
    outlook, f = prepared.outlook, f_name(prepared.page.selection.beta)
    table = None if prepared.partly_judged else prepared.realised(prepared.probabilities.assigned)
    if len(outlook.classes) == 1:
        now, over, gave = outlook.classes[0].now, "", _micro(prepared, table)
    elif outlook.pooled is not None:
        now, over, gave = outlook.pooled.now, " over all labels", _micro(prepared, table)
    else:
        now, over, gave = outlook.macro_now, ", average of classes", _macro(prepared, table)
    realised = "nobody has labelled" if gave is None else f"actual {gave[2]}"
    left, middle, right = st.columns(3)
    for place, name, value, within, means in (
        (
            left,
            "True labels expected",
            f"{outlook.members.expected:,.0f}",
            _within(outlook.members, 0),
            MEMBERS,
        ),
        (middle, f"Expected {f}{over}", figure_of(now.f), realised, EXACT),
        (
            right,
            "Cost of a prediction",
            figure_of(now.loss.expected, 4),
            _within(now.loss, 4),
            LOSS,
        ),
    ):
        place.metric(
            name, value, within, delta_color="off", delta_arrow="off", help=means, border=True
        )


def _within(value: Prediction, digits: int) -> str:
    if not value.variance:
        return "one per document"
    low, high = max(0.0, value.low), value.high
    return f"{low:,.{digits}f} to {high:,.{digits}f} (95 %)"


def show_overall(prepared: PreparedEstimates) -> None:
    """Current and best predictions, pooled and averaged; actual values below where known."""
    outlook, beta = prepared.outlook, prepared.page.selection.beta
    f = f_name(beta)
    now = None if prepared.partly_judged else prepared.realised(prepared.probabilities.assigned)
    single = len(prepared.probabilities.classes) == 1
    title = "The class as a whole, expected" if single else "Over all classes, expected"
    st.header(title, anchor=False, help=help_of("expected_averages"))
    rows = _of_one_class(prepared, now) if single else _of_averages(prepared, now)
    grid(
        ["", "Predicted", "Precision", "Recall", f"{f}, exact", "approximate", "bound", "Cost"],
        rows,
    )
    beneath = (
        " Below each expected value: the actual one, from the labels." if now is not None else ""
    )
    say(all_members(outlook))
    st.caption(f"{LOSS} The bound is that of the exact expected F.{beneath}")
    if prepared.probabilities.weights is not None:
        st.caption(NO_WEIGHTED_F)
    if outlook.pooled is None:
        st.caption("There are too many document/class pairs to pool them as one exact problem.")
    if outlook.exclusive:
        st.caption(
            "Each document has exactly one class, by its labels or because its probabilities add "
            "up to 1. A wrong document is then both a miss and a false alarm, and the intervals "
            "of the cost allow for that. The best predictions for all pairs may give a document "
            "several classes, or none."
        )
    if prepared.probabilities.clusters is not None:
        st.caption(CLUSTERS_ALIKE)
    st.caption(
        f"Where nothing is predicted and nothing is true, F counts as {prepared.c_f:g} (0 if "
        f"“Undefined (0/0) counts as” is 0, else 1).{_given_a_member(prepared)}"
    )


def _of_one_class(
    prepared: PreparedEstimates, now: ContingencyTable | None
) -> list[list[Markup | str]]:
    """A single class has no averages: what is expected of it."""
    (of,), name = prepared.outlook.classes, plain(prepared.probabilities.classes[0], 40)
    rows = [_row(name, "current predictions", of.now, _micro(prepared, now))]
    if prepared.probabilities.weights is None:
        best = None
        if not prepared.partly_judged:
            best = prepared.realised(prepared.outlook.best_assigned)
        rows.append(_row(name, "best predictions", of.best, _micro(prepared, best)))
    return rows


def _of_averages(
    prepared: PreparedEstimates, now: ContingencyTable | None
) -> list[list[Markup | str]]:
    outlook, rows = prepared.outlook, []
    compared, weighted = not prepared.partly_judged, prepared.probabilities.weights is not None
    if outlook.pooled is not None:
        rows.append(_row("Micro", "current predictions", outlook.pooled.now, _micro(prepared, now)))
        if not weighted:
            table = prepared.realised(outlook.pooled_assigned) if compared else None
            best = "best predictions, all pairs"
            rows.append(_row("Micro", best, outlook.pooled.best, _micro(prepared, table)))
    rows.append(_row("Macro", "current predictions", outlook.macro_now, _macro(prepared, now)))
    if not weighted:
        table = prepared.realised(outlook.best_assigned) if compared else None
        rows.append(
            _row(
                "Macro", "best predictions, each class", outlook.macro_best, _macro(prepared, table)
            )
        )
    return rows


def _row(
    kind: Markup | str, which: str, expected: ExpectedMeasures, realised: tuple[str, ...] | None
) -> list[Markup | str]:
    cells = [
        f"{expected.assigned:,.6g}"
        if isinstance(expected.assigned, float)
        else f"{expected.assigned:,}",
        Markup("<b>{}</b>").format(figure_of(expected.precision)),
        Markup("<b>{}</b>").format(figure_of(expected.recall)),
        Markup("<b>{}</b>").format(figure_of(expected.f)),
        figure_of(expected.approximation),
        interval_text(expected.low, expected.high),
        lost(expected.loss),
    ]
    if realised is not None:
        for i, value in zip((1, 2, 3, 6), realised, strict=True):
            cells[i] += Markup("<br><small>actual {}</small>").format(value)
    return [Markup("<b>{}</b><br><small>{}</small>").format(kind, which), *cells]


def _micro(prepared: PreparedEstimates, table: ContingencyTable | None) -> tuple[str, ...] | None:
    if table is None:
        return None
    pool = table.pooled()
    f = float(realised_f(pool, prepared.page.selection.beta, prepared.c_f))
    return (
        figure_of(float(precision(pool))),
        figure_of(float(recall(pool))),
        figure_of(f),
        figure_of(observed_losses(table, prepared.costs).overall, 4),
    )


def _macro(prepared: PreparedEstimates, table: ContingencyTable | None) -> tuple[str, ...] | None:
    if table is None:
        return None
    undefined = prepared.page.selection.undefined
    return (
        figure_of(mean_of(precision(table), undefined).value),
        figure_of(mean_of(recall(table), undefined).value),
        figure_of(mean_of(realised_f(table, prepared.page.selection.beta, prepared.c_f)).value),
        figure_of(observed_losses(table, prepared.costs).overall, 4),
    )


@cached(entries=16)
def class_frame(prepared: PreparedEstimates) -> pd.DataFrame:
    """One row per class, by falling expected members; realised columns only with truth."""
    outlook: Estimates = prepared.compared_outlook
    beta, c_f = prepared.page.selection.beta, prepared.c_f
    f = f_name(beta)
    now, best = (
        [of_class.now for of_class in outlook.classes],
        [of_class.best for of_class in outlook.classes],
    )
    columns: dict[str, object] = {
        "class": list(prepared.probabilities.classes),
        "members, expected": [of_class.members.expected for of_class in outlook.classes],
        "members, low": [of_class.members.low for of_class in outlook.classes],
        "members, high": [of_class.members.high for of_class in outlook.classes],
        "predicted": [of_class.assigned for of_class in now],
        "precision, expected": [of_class.precision for of_class in now],
        "recall, expected": [of_class.recall for of_class in now],
        f"{f}, expected": [of_class.f for of_class in now],
        f"{f}, approximate": [of_class.approximation for of_class in now],
        f"{f}, bound low": [of_class.low for of_class in now],
        f"{f}, bound high": [of_class.high for of_class in now],
        "cost, expected": [of_class.loss.expected for of_class in now],
        "cost, low": [of_class.loss.low for of_class in now],
        "cost, high": [of_class.loss.high for of_class in now],
        "best: predicted": [of_class.assigned for of_class in best],
        "best: from probability": [of_class.least for of_class in outlook.classes],
        f"best: {f}, expected": [of_class.f for of_class in best],
    }
    if (table := prepared.realised(prepared.probabilities.assigned)) is not None:
        columns |= {
            "members, actual": table.positives,
            "precision, actual": precision(table),
            "recall, actual": recall(table),
            f"{f}, actual": realised_f(table, beta, c_f),
            "cost, actual": observed_losses(table, prepared.costs).per_class.tolist(),
        }
        chosen = prepared.realised(outlook.best_assigned)
        if chosen is not None:
            columns[f"best: {f}, actual"] = realised_f(chosen, beta, c_f)
    frame = pd.DataFrame(columns)
    return frame.sort_values("members, expected", ascending=False, kind="stable", ignore_index=True)


def show_classes(prepared: PreparedEstimates) -> None:
    """Every class: a figure of the largest, the table of all, and whether to trust them."""
    frame = class_frame(prepared)
    f = f_name(prepared.page.selection.beta)
    largest = frame.head(DRAWN)
    realised = f"{f}, actual"
    left, right = st.columns(2, gap="medium")
    with left:
        show_figure(
            expected_f_figure(
                largest["class"].tolist(),
                exact=largest[f"{f}, expected"].to_numpy(),
                approximate=largest[f"{f}, approximate"].to_numpy(),
                low=largest[f"{f}, bound low"].to_numpy(),
                high=largest[f"{f}, bound high"].to_numpy(),
                realised=largest[realised].to_numpy() if realised in frame else None,
                f=f,
            ),
            "expected_f",
            f"Expected {f} of the largest classes, exact and approximate with its bound",
            values_alt_text(largest["class"].tolist(), largest[f"{f}, expected"].to_numpy()),
        )
        if len(frame) > DRAWN:
            st.caption(f"The {DRAWN} classes with the most expected members; the table has all.")
    if realised in frame:
        with right:
            _trust(prepared, frame, f)
    shown = ["class", f"{f}, expected", *([realised] if realised in frame else [])]
    digits = {
        name: st.column_config.NumberColumn(format="%.4f" if "cost" in name else "%.3f")
        for name in frame.columns
        if frame[name].dtype == float
    } | {
        name: st.column_config.NumberColumn(format="%.1f")
        for name in ("members, expected", "members, low", "members, high")
    }
    show_table(
        frame,
        "classes_expected",
        column_order=[*shown, *(c for c in frame.columns if c not in shown)],
        column_config=digits,
    )
    downloads.downloads(lambda: frame, "expected")


def _trust(prepared: PreparedEstimates, frame: pd.DataFrame, f: str) -> None:
    """Expected and actual values, in a sentence and a figure."""
    positives = frame["members, actual"]
    inside = (positives >= frame["members, low"]) & (positives <= frame["members, high"])
    cost = frame["cost, actual"]
    cost_inside = (cost >= frame["cost, low"]) & (cost <= frame["cost, high"])
    gap = (frame[f"{f}, expected"] - frame[f"{f}, actual"]).to_numpy()
    some = frame["members, actual"].to_numpy() >= 10
    sentence = (
        f"Of {count_of(len(frame), 'class', 'classes')}, {int(inside.sum()):,} have a number of "
        f"members within its 95 % interval, and {int(cost_inside.sum()):,} a cost within its own; "
        "with right probabilities nearly all would. "
    )
    if some.any():
        sentence += (
            f"Over the {count_of(int(some.sum()), 'class', 'classes')} with at least ten members, "
            f"expected {f} lies "
            f"{figure_of(float(np.abs(gap[some]).mean()))} from the actual one on average"
        )
        mean = float(gap[some].mean())
        sentence += (
            f", and {'above' if mean > 0 else 'below'} it by {figure_of(abs(mean))}."
            if abs(mean) >= 0.0005
            else "."
        )
    sentence += mirrored(prepared.compared_outlook)
    if prepared.partly_judged:
        sentence += " Only labelled documents count here, on both sides."
    say(Markup("<b>Expected and actual.</b> {}").format(sentence))
    show_figure(
        expected_against_realised(
            frame["class"].tolist(),
            frame[f"{f}, expected"].to_numpy(),
            frame[f"{f}, actual"].to_numpy(),
            positives.to_numpy(),
            f,
        ),
        "against_realised",
        f"Actual against expected {f}, a dot per class",
        "actual minus expected: " + values_alt_text(frame["class"].tolist(), -gap),
    )


# --- the demonstration that no fixed threshold gives the largest F


@cached(entries=16)
def _examples(
    prepared: PreparedEstimates, pair: tuple[int, int]
) -> tuple[ThresholdExample, ThresholdExample]:
    p = [prepared.probabilities.of_class(c)[0] for c in pair]
    return threshold_examples(p[0], p[1], prepared.page.selection.beta, prepared.c_f)


def show_two_sets(prepared: PreparedEstimates) -> None:
    """Two of the reviewer's classes that contradict one threshold; else Lewis's two sets."""
    f = f_name(prepared.page.selection.beta)
    st.header(
        f"No fixed threshold gives the highest {f}",
        anchor=False,
        help=help_of("threshold_principle"),
    )
    small = threshold_examples(*SMALL_SETS, F1_BETA)
    if prepared.probabilities.weights is not None:
        say(f"{NO_WEIGHTED_F} The smallest example, for F₁ of documents that count alike:")
        _small(small)
        return
    pair = find_contradiction(prepared.outlook.classes)
    if pair is None:
        say(
            "Your classes happen to agree on one threshold, but classes need not. The smallest "
            "example, for F₁:"
        )
        _small(small)
        return
    sets = _examples(prepared, pair)
    names = [prepared.probabilities.classes[c] for c in pair]
    say(
        Markup(
            "Whether to predict a class for a document depends on the other documents. {} is best "
            "predicted for a document of probability <b>{}</b>, but {} is best left out for one of "
            "probability <b>{}</b>, though it is more probable. So no single threshold gives both "
            "classes their highest expected {}."
        ).format(
            bold(names[0], 40),
            figure_of(sets[0].called),
            bold(names[1], 40),
            figure_of(sets[1].left_out),
            f,
        )
    )
    _show(names, sets, f, "own_sets")
    if st.toggle("The smallest example: two sets of three documents", key="w_small_sets"):
        _small(small)


def _small(sets: tuple[ThresholdExample, ThresholdExample]) -> None:
    say(
        Markup(
            "Predict the class for a document of probability <b>0.4</b> if the others have 0.4 and "
            "0.2, but not if both have 0.9 (Lewis 1995, figure 3)."
        )
    )
    _show([_listed(s) for s in sets], sets, "F₁", "small_sets")


def _listed(example: ThresholdExample) -> str:
    return ", ".join(f"{p:g}" for p in example.p)


def _show(
    names: list[str], sets: tuple[ThresholdExample, ThresholdExample], f: str, key: str
) -> None:
    show_figure(
        two_sets_figure(names, sets),
        key,
        "Documents of two sets by probability, with those that are best predicted",
        "; ".join(
            f"of {quoted(name)} {example.size:,} of {len(example.p):,} are best predicted, from "
            f"probability {figure_of(example.called)}, for {f} {figure_of(example.f)}"
            for name, example in zip(names, sets, strict=True)
        ),
    )
    grid(
        [
            "",
            "Documents",
            "Members, expected",
            "Best predicted",
            "from probability",
            "left out up to",
            f"Expected {f}",
            "at the other’s threshold",
        ],
        [
            [
                plain(name, 40),
                f"{len(example.p):,}",
                f"{example.p.sum():,.1f}",
                f"{example.size:,}",
                figure_of(example.called),
                figure_of(example.left_out),
                Markup("<b>{}</b>").format(figure_of(example.f)),
                figure_of(example.f_other),
            ]
            for name, example in zip(names, sets, strict=True)
        ],
    )
