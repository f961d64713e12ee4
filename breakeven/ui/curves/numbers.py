"""The numbers beside the curves, and what is shown where there are only decisions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.data.wording import f_name, figure_of, interval_text, threshold_of
from breakeven.figures.alt_text import values_alt_text
from breakeven.figures.precision_recall import decisions_figure
from breakeven.figures.rankings import mean_against_f_figure
from breakeven.results.curves import points_frame
from breakeven.results.summary import INTERVALS_TEXT
from breakeven.ui.app.page.rankings import PlottedRanking
from breakeven.ui.app.session import downloads
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import grid, plain, say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.curves.sentences import break_even_sentence, mean_against_f_sentence
from breakeven.ui.curves.threshold_panel import chosen_threshold
from metrics.measures import f_beta, precision, recall
from metrics.ranking.break_even import mean_against_f
from metrics.ranking.curves import F_LEVELS, iso_f, pr_curve
from metrics.ranking.ranking_intervals import FEW_POSITIVES, FEWEST_POSITIVES

ROC_AUC = (
    "ROC AUC of a rare class is near 1 however many false alarms there are: see average precision "
    "beside it. Of all classes pooled it compares scores across classes."
)


def show_numbers(curves: Sequence[PlottedRanking], f: str) -> None:
    """Break-even, eleven-point, average precision and best F of each curve."""
    if curves[0].ranking is not None:
        say(break_even_sentence(curves[0]))
    numbers = pd.DataFrame([_row(curve) for curve in curves])
    head = ["", "Break-even", "", "Score ≥", "P", "R", "Gap", "Eleven-point"]
    grid(
        [*head, "Average precision", "ROC AUC", f"Best {f}"],
        [
            [
                plain(row["curve"], 40),
                Markup("<b>{}</b>{}").format(
                    figure_of(row["break_even"]), _small(row, "break_even")
                ),
                row["how"],
                threshold_of(curve.tally.short(row["threshold"]).item()),
                *(figure_of(row[k]) for k in ("precision", "recall", "gap")),
                figure_of(row["eleven_point"]),
                Markup("{}{}").format(
                    figure_of(row["average_precision"]), _small(row, "average_precision")
                ),
                Markup("{}{}").format(figure_of(row["roc_auc"]), _small(row, "roc_auc")),
                figure_of(row["best_f"]),
            ]
            for curve, row in zip(curves, numbers.to_dict("records"), strict=True)
        ],
    )
    st.caption(
        "Break-even and best F are optimistic: their threshold is chosen on these documents. "
        f"{few_positives(curves)} {ROC_AUC}",
        help="Do not compare them with an F at a threshold that was fixed beforehand. The "
        "eleven-point average uses one ranking of the documents, in which equal scores enter "
        f"together. Small figures: {INTERVALS_TEXT}. There are none for all classes pooled, or "
        f"below {FEWEST_POSITIVES} documents of a class.",
    )
    downloads.downloads(lambda: numbers, "curve_numbers")


def show_against_f(main: PlottedRanking, beta: float) -> None:
    """The mean of precision and recall beside F for every beta, at the slider's threshold."""
    if main.ranking is None:
        return
    threshold = chosen_threshold(main)
    table = main.scored.table_at(main.class_index, threshold)
    relation = mean_against_f(float(precision(table)), float(recall(table)))
    shown = threshold_of(main.tally.short(threshold).item())
    st.header(
        f"(P + R)/2 and F at score ≥ {shown}", anchor=False, help=help_of("break_even_against_f")
    )
    say(mean_against_f_sentence(relation))
    if not np.isnan(relation.mean):
        title = "F for every β, and the mean of precision and recall"
        alt_text = ", ".join(
            f"{name} {figure_of(value)}"
            for name, value in (
                ("precision", relation.precision),
                ("recall", relation.recall),
                ("their mean", relation.mean),
            )
        )
        show_figure(mean_against_f_figure(relation, beta), "against_f", title, alt_text)


def curves_frame(shown: Sequence[PlottedRanking]) -> pd.DataFrame:
    """Every point of every curve, one after the other, exactly as it was counted."""
    frames = [
        points_frame(pr_curve(curve.tally)).assign(curve=curve.name)
        for curve in shown
        if curve.evaluation.rankings is not None
    ]
    found = pd.concat(frames or [pd.DataFrame({"curve": []})], ignore_index=True)
    return found[["curve", *(name for name in found.columns if name != "curve")]]


def _row(curve: PlottedRanking) -> dict[str, object]:
    ranking, nan = curve.ranking, float("nan")
    if ranking is None:
        numbers = ("break_even", "threshold", "precision", "recall", "gap")
        more = ("eleven_point", "average_precision", "roc_auc", "best_f", *_ENDS)
        return {"curve": curve.name, "how": "no scores"} | dict.fromkeys((*numbers, *more), nan)
    break_even = ranking.break_even
    return {
        "curve": curve.name,
        "break_even": break_even.value,
        "how": break_even.how,
        "threshold": break_even.threshold,
        "precision": break_even.precision,
        "recall": break_even.recall,
        "gap": break_even.gap,
        "eleven_point": ranking.eleven.average,
        "average_precision": ranking.average_precision,
        "roc_auc": ranking.roc_area,
        "best_f": ranking.best.f if curve.now.positives else nan,
    } | _ends(curve)


_ENDS = tuple(
    f"{of}_{end}_95"
    for of in ("break_even", "average_precision", "roc_auc")
    for end in ("low", "high")
)


def _ends(curve: PlottedRanking) -> dict[str, object]:
    c, scored = curve.class_index, curve.scored
    if c is None:
        return dict.fromkeys(_ENDS, float("nan"))
    intervals = (
        scored.break_even_intervals,
        scored.average_precision_intervals,
        scored.roc_areas,
    )
    return dict(zip(_ENDS, (float(e[c]) for i in intervals for e in (i.low, i.high)), strict=True))


def _small(row: dict[Hashable, Any], measure: str) -> Markup:
    low, high = row[f"{measure}_low_95"], row[f"{measure}_high_95"]
    return (
        Markup()
        if np.isnan(low)
        else Markup("<br><small>{}</small>").format(interval_text(low, high))
    )


def few_positives(curves: Sequence[PlottedRanking]) -> str:
    """That average precision is high where it is of few; empty where it is of none or many."""
    few = any(
        c.class_index is not None and c.ranking and 0 < c.tally.r < FEW_POSITIVES for c in curves
    )
    if not few:
        return ""
    return (
        f"For a class with fewer than {FEW_POSITIVES} documents, average precision is too high: "
        "with more documents expect less."
    )


def show_decisions(evaluation: BaseEvaluation, beta: float) -> None:
    """Decisions only: one point per class, and what the file lacks for more."""
    st.info(
        "For curves and thresholds, load a file with scores: one column for each class, named "
        "after it (“grain” or “score:grain”). This file has predictions and no scores, so each "
        "class is one point."
    )
    present = np.flatnonzero((evaluation.tables.assigned > 0) & (evaluation.tables.positives > 0))
    show_figure(
        decisions_figure(
            [evaluation.classes[c] for c in present],
            evaluation.tables[present],
            evaluation.tables.pooled(),
            [iso_f(level, beta) for level in F_LEVELS],
            f_name(beta),
        ),
        "decisions",
        "Precision and recall of each class",
        f"{f_name(beta)} is "
        + values_alt_text(
            [evaluation.classes[c] for c in present], f_beta(evaluation.tables[present], beta)
        ),
    )
    if left := len(evaluation.classes) - len(present):
        st.caption(
            f"{left:,} of {len(evaluation.classes):,} classes have no point: they are never "
            "predicted (precision is 0/0) or have no document here (recall is 0/0)."
        )
