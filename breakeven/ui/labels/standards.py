"""Each system's effectiveness under each annotator alone and under their majority."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.annotators.consistency import standards_of
from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.analysis.selection.selection import ChosenDocuments, Selection, cut_for
from breakeven.data.records import Review
from breakeven.data.wording import f_name, figure_of, interval_text
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.session import downloads
from breakeven.ui.components.html import escaped, grid, plain, say
from breakeven.ui.components.markdown import help_of, measure_label
from breakeven.ui.components.tables import show_table
from metrics.averaging import Undefined
from metrics.uncertainty.intervals import Interval

MEASURES = ("precision", "recall", "f")
ABOUT = (
    "The predictions stay the same. What changes is whose labels count as right, and with them "
    "which documents count. Below each number is its 95 % interval. If the order of systems "
    "changes with the standard, it says little about the systems."
)


@dataclass(frozen=True)
class StandardRows:
    """The numbers of one system under every standard: as shown, and as they are taken along."""

    shown: list[list[Markup | str]]
    frame: pd.DataFrame


@cached(entries=12, spinner="Counting by each standard …")
def _rows(
    review: Review,
    selection: Selection,
    documents: ChosenDocuments,
    beta: float,
    undefined: Undefined,
) -> StandardRows:
    evaluation = cache.evaluation(review, selection.system, documents, selection.cut)
    shown, rows = [], []
    for standard in standards_of(evaluation, review.truth):
        evaluated = standard.evaluation
        drawn = average_intervals(evaluated, beta, undefined)
        micro = evaluated.micro(beta)
        macro = {name: mean.value for name, mean in evaluated.macro(beta, undefined).items()}
        cells = [plain(standard.name, 60), f"{standard.judged:,}"]
        row: dict[str, object] = {"standard": standard.name, "documents": standard.judged}
        for kind, values in (("micro", micro), ("macro", macro)):
            for measure in MEASURES:
                ends = None if drawn is None else getattr(drawn, kind)[measure]
                within = (
                    ""
                    if ends is None
                    else Markup("<br><small>{}</small>").format(interval_text(*_ends(ends)))
                )
                cells.append(Markup("<b>{}</b>{}").format(figure_of(values[measure]), within))
                row[f"{kind}_{measure}"] = values[measure]
                if ends is not None:
                    low, high = _ends(ends)
                    row |= {f"{kind}_{measure}_low": low, f"{kind}_{measure}_high": high}
        shown.append(cells)
        rows.append(row)
    return StandardRows(shown, pd.DataFrame(rows))


def show_standards(review: Review, selection: Selection) -> None:
    """The selected system under each standard, and the F of every system under each."""
    st.header("By each standard", anchor=False, help=help_of("standards"))
    f = f_name(selection.beta)
    beta, undefined = selection.beta, selection.undefined
    standards = _rows(review, selection, selection.documents, beta, undefined)
    say(escaped(ABOUT))
    head = [f"{kind} {measure_label(m, f)}" for kind in ("Micro", "Macro") for m in MEASURES]
    grid(["Counts as right", "Documents", *head], standards.shown)
    downloads.downloads(lambda: standards.frame, "standards")
    if len(review.own) > 1:
        st.caption(f"Micro {f} of every system under each standard:")
        frame = _systems(review, selection, selection.documents)
        config = {name: st.column_config.NumberColumn(format="%.3f") for name in frame.columns[1:]}
        show_table(frame, "standards_of_systems", column_config=config)
        downloads.downloads(lambda: frame, "standards_of_systems", downloads.OF_THE_REVIEW)


@cached(entries=12, spinner="Counting by each standard …")
def _systems(review: Review, selection: Selection, documents: ChosenDocuments) -> pd.DataFrame:
    rows = []
    for said in review.own:
        cut = cut_for(review, selection, said)
        evaluation = cache.evaluation(review, said.system, documents, cut)
        if evaluation.documents:
            under = standards_of(evaluation, review.truth)
            values = {one.name: one.evaluation.micro(selection.beta)["f"] for one in under}
            rows.append({"system": said.system} | values)
    return pd.DataFrame(rows)


def _ends(interval: Interval) -> tuple[float, float]:
    return float(interval.low), float(interval.high)
