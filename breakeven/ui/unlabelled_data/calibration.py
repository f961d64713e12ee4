"""Whether the probabilities can be trusted: reliability, Brier score, calibration error."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.estimation.calibration import Calibration
from breakeven.analysis.estimation.estimates import realised_f
from breakeven.data.wording import amount_of, count_of, f_name, figure_of, interval_text
from breakeven.figures.probabilities import reliability_figure
from breakeven.ui.app.page.class_choice import pick_class_by
from breakeven.ui.app.session import downloads
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import bold, grid, say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.unlabelled_data.estimates import (
    PreparedEstimates,
    calibration_of,
    counted_note,
    expected_of,
    recalibrated,
    trust,
)
from metrics.expected.calibration import Reliability
from metrics.uncertainty.intervals import Interval, wilson


def show_calibration(prepared: PreparedEstimates) -> None:
    """Pooled and for one class, the file's probabilities beside the fitted ones."""
    if prepared.labels is None:
        st.info(
            "Label a sample of these documents, or load labelled documents of the same kind. "
            "Without labels nobody can tell whether the probabilities are right."
        )
        return
    own = prepared.page.predictions.probabilities
    kinds = [(False, "as in the file")] if own else []
    if prepared.fit_on is not None:
        kinds.append((True, "fitted on labelled documents"))
    pooled = [(name, calibration_of(prepared, None, fitted)) for fitted, name in kinds]
    overall = calibration_of(prepared)
    note = counted_note(overall, prepared.probabilities.classes[0])
    single = len(prepared.probabilities.classes) == 1
    subject = bold(prepared.probabilities.classes[0]) if single else Markup("<b>All classes.</b>")
    say(Markup("{} {}{}").format(subject, note, trust(overall)[1]))
    _show(pooled, "pooled")
    _effect(prepared, kinds)
    if single:
        _how_fitted(prepared)
        return
    positives = prepared.realised(prepared.probabilities.assigned)
    assert positives is not None
    c = pick_class_by(
        prepared.page.review,
        positives.positives,
        "In brackets: documents of the class here.",
        "One class",
    )
    of_class = [(name, calibration_of(prepared, c, fitted)) for fitted, name in kinds]
    say(
        Markup("{}: ").format(bold(prepared.probabilities.classes[c]))
        + trust(calibration_of(prepared, c))[1]
    )
    _show(of_class, "class")
    _how_fitted(prepared)


def _show(calibrations: list[tuple[str, Calibration]], key: str) -> None:
    show_figure(
        reliability_figure([(name, c.table, _shares(c.table)) for name, c in calibrations]),
        f"reliability_{key}",
        "Share of members against probability, with 95 % intervals",
        "; ".join(
            f"{name}: calibration error {figure_of(c.table.expected_calibration_error, 4)}, "
            f"{amount_of(c.positives)} true where {c.members.expected:,.1f} are expected"
            for name, c in calibrations
        ),
    )
    grid(
        ["Probabilities", "Brier score", "calibration error", "Add up to", "True"],
        [
            [
                name,
                Markup("{}<br><small>constant share: {}</small>").format(
                    figure_of(c.brier, 4), figure_of(c.brier_of_share, 4)
                ),
                figure_of(c.table.expected_calibration_error, 4),
                Markup("{:,.1f}<br><small>{}</small>").format(
                    c.members.expected, interval_text(c.members.low, c.members.high, 1)
                ),
                amount_of(c.positives),
            ]
            for name, c in calibrations
        ],
    )
    st.caption(
        "Bars: 95 % intervals of the shares. Both errors are small where nearly all pairs have "
        "probabilities near 0, so look at the diagram.",
        help="\n\n---\n\n".join(help_of(k) for k in ("reliability", "brier", "ece")),
    )
    downloads.downloads(
        lambda: pd.DataFrame(
            [
                {
                    "probabilities": name,
                    "range_from": low,
                    "range_to": high,
                    "pairs": documents,
                    "positives": positives,
                    "mean_probability": mean,
                    "share": share,
                }
                for name, c in calibrations
                for low, high, documents, positives, mean, share in zip(
                    c.table.low,
                    c.table.high,
                    c.table.documents,
                    c.table.positives,
                    c.table.mean_probability,
                    c.table.observed,
                    strict=True,
                )
            ]
        ),
        f"reliability_{key}",
    )


def _shares(table: Reliability) -> Interval:
    return wilson(np.nan_to_num(table.observed) * table.trials, table.trials)


def _effect(prepared: PreparedEstimates, kinds: list[tuple[bool, str]]) -> None:
    """What each set of probabilities expects of the current predictions, beside what came of it."""
    beta = prepared.page.selection.beta
    f = f_name(beta)
    table = prepared.realised(prepared.probabilities.assigned)
    assert table is not None
    realised = realised_f(table, beta, prepared.c_f)
    rows = [
        [
            name,
            *(
                Markup("<b>{}</b>").format(figure_of(value))
                for value in expected_of(prepared, fitted)
            ),
        ]
        for fitted, name in kinds
    ]
    pool = realised_f(table.pooled(), beta, prepared.c_f)
    rows.append(["actual", figure_of(float(pool)), figure_of(float(np.mean(realised)))])
    grid([f"{f} of the current predictions", "Micro, expected", "Macro, expected"], rows)


def _how_fitted(prepared: PreparedEstimates) -> None:
    if prepared.fit_on is None:
        return
    page = prepared.page
    fit = recalibrated(page.review, page.selection.system, prepared.fit_on)
    shared = int((~fit.own).sum())
    basis = "their log-odds" if fit.log_odds else "the scores"
    optimistic = prepared.page.selection.split in (None, prepared.fit_on)
    say(
        Markup(
            "<small>Fitted: a logistic function of {} for each class (Platt), on the documents of "
            "{}. {} with fewer than ten members there, or whose scores do not rise with the truth, "
            "use one function fitted to all classes together."
        ).format(basis, bold(prepared.fit_on), count_of(shared, "class", "classes"))
        + (
            Markup(" <b>Optimistic: it was fitted to these very documents.</b>")
            if optimistic
            else ""
        )
        + Markup("</small>")
    )
