"""People and systems against the same votes, and the band that label noise leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.figures.ceiling import Reach, ceiling_figure
from breakeven.labels.ceiling import WORDS, AverageName, Ceiling, LikeForLike
from breakeven.labels.label_noise import NoisyTruth
from breakeven.records import Review
from breakeven.reports.ceiling import (
    left_aside,
    people_reach,
    system_reaches,
)
from breakeven.selection import Selection
from breakeven.text import count_of, f_name, figure_of, signed, span
from breakeven.ui.agreement.found import people_agree
from breakeven.ui.agreement.label_noise import assumed_noise, choose_noise
from breakeven.ui.app.kept import ceiling as kept
from breakeven.ui.app.kept.systems import evaluations, shared_of
from breakeven.ui.app.session import widgets
from breakeven.ui.components import downloads
from breakeven.ui.components.charts import show_figure
from breakeven.ui.components.html import bold, escaped, grid, plain, row_head, say
from breakeven.ui.components.tooltip import help_of

AVERAGES: Mapping[AverageName, str] = {
    "micro": "over all decisions (micro)",
    "macro": "mean over classes (macro)",
    "per_document": "mean over documents",
}
# more are scrolled
MOST_ROWS = 12


@dataclass(frozen=True)
class Axis:
    """People and systems against the same votes, one average of each, and the noise of labels."""

    of: LikeForLike
    shown: Ceiling
    noise: list[NoisyTruth]


def show_ceiling(review: Review, selection: Selection) -> Axis | None:
    """What people and systems reach, in sentences and on one axis; None where nobody can say."""
    st.subheader("People and systems on one axis", anchor=False, help=help_of("human_ceiling"))
    found, _ = evaluations(review, selection)
    shared = shared_of(found)
    if not shared.documents:
        say("No document was given to all systems, so they cannot be set beside people.")
        return None
    average, how, without = _choices(review)
    of = kept.beside_people(review, shared, without)
    if of is None:
        say(
            "No document here was labelled by two people and given to all systems, so it cannot "
            "be said what people reach. Choose another split, or load what others labelled."
        )
        return None
    shown = kept.ceiling(of, average, selection.beta, selection.undefined)
    say(escaped(people_reach(of, shown, selection.beta)))
    for beside in shown.systems:
        say(escaped(system_reaches(beside)))
    if aside := left_aside(of):
        say(escaped(aside))
    _say_who_copied(review, selection, of)
    axis = Axis(of, shown, assumed_noise(of, how))
    _figure(axis, selection)
    return axis


def _say_who_copied(review: Review, selection: Selection, of: LikeForLike) -> None:
    """That whoever copied a system votes for it, while he or she is not left out."""
    found = people_agree(review, selection)
    names = {one.annotator for one in of.left_out}
    for copy in () if found is None else found.copies:
        if copy.name in names:
            say(
                f"{bold(copy.name)} labels as {bold(copy.system)} decides, and so votes for it. "
                "Leave this annotator out to see the system beside the others alone."
            )


def _choices(review: Review) -> tuple[AverageName, str, list[str]]:
    left, middle, right = st.columns(3)
    with left:
        average = widgets.select("agreement.average", "Average", AVERAGES)
    with middle:
        how = choose_noise()
    names = [annotator.name for annotator in review.truth.annotators]
    without: list[str] = []
    if len(names) > 2:
        with right:
            without = widgets.several(
                "agreement.without", "Leave out annotators", names, len(names) - 2
            )
    return average, how, without


def _figure(axis: Axis, selection: Selection) -> None:
    of, shown = axis.of, axis.shown
    rows = kept.rows_of(shown, each=True)
    if shown.average != "per_document":
        for one in axis.noise:
            band = one.average(shown.average, selection.beta, selection.undefined)
            ends = (float(band.value), float(band.low), float(band.high))
            rows.append(Reach(one.evaluation.system, "noise", *ends, float(band.independent)))
    f = f_name(selection.beta)
    show_figure(
        ceiling_figure(rows, f),
        "ceiling",
        f"{f} of {count_of(of.people, 'annotator')} and of each system against the same votes",
        kept.reach_told(rows),
    )
    st.caption(
        "Dashed: the mean of people, with its 95 % interval. Hollow: each annotator against the "
        "vote of the others. Wide bars: from label errors that coincide with what a system got "
        "right to such that coincide with its errors."
        + ("" if shown.average != "per_document" else
           " There is no such band around the mean over documents.")
    )  # fmt: skip


def show_reached(axis: Axis, selection: Selection) -> None:
    """The numbers of the figure, with precision and recall."""
    st.subheader("Against the votes of the others", anchor=False, help=help_of("human_ceiling"))
    of, shown = axis.of, axis.shown
    f = f_name(selection.beta)
    by = {
        m: kept.ceiling(of, shown.average, selection.beta, selection.undefined, m)
        for m in ("precision", "recall")
    }

    def cell(value: float, low: float, high: float) -> str:
        return f"<b>{figure_of(value)}</b><br><small>{span(low, high)}</small>"

    def cells(i: int, who: str) -> list[str]:
        found = [getattr(one, who)[i] for one in (shown, by["precision"], by["recall"])]
        return [cell(x.value, float(x.interval.low), float(x.interval.high)) for x in found]

    rows = [
        [
            f"{plain(one.annotator, 24)}<br><small>against {count_of(one.others, 'other')}, "
            f"{count_of(one.documents, 'document')}</small>",
            *cells(i, "people"),
            "",
        ]
        for i, one in enumerate(shown.people)
    ]
    rows.append(
        [
            row_head("people, mean"),
            *(cell(x.value, float(x.interval.low), float(x.interval.high))
              for x in (shown, by["precision"], by["recall"])),
            "",
        ]
    )  # fmt: skip
    for i, beside in enumerate(shown.systems):
        gap = beside.above
        points = f"<b>{signed(100 * gap.value, 1)}</b><br><small>"
        points += (
            ""
            if np.isnan(gap.low)
            else (f"{signed(100 * gap.low, 1)} to {signed(100 * gap.high, 1)}<br>")
        )
        rows.append(
            [
                row_head(plain(beside.system, 24)),
                *cells(i, "systems"),
                f"{points}{WORDS[beside.said]}</small>",
            ]
        )
    with st.container(height=560 if len(rows) > MOST_ROWS else "content", border=False):
        grid(["", f, "Precision", "Recall", "Points above people"], rows)
    downloads.downloads(lambda: _frame(shown), "ceiling")


def _frame(shown: Ceiling) -> pd.DataFrame:
    people = [
        {
            "who": "annotator",
            "name": one.annotator,
            "documents": one.documents,
            "f": one.value,
            "low_95": one.interval.low,
            "high_95": one.interval.high,
        }
        for one in shown.people
    ]
    mean = {
        "who": "people",
        "name": "mean",
        "f": shown.value,
        "low_95": shown.interval.low,
        "high_95": shown.interval.high,
    }
    systems = [
        {
            "who": "system",
            "name": one.system,
            "f": one.value,
            "low_95": one.interval.low,
            "high_95": one.interval.high,
            "above_people": one.above.value,
            "above_low_95": one.above.low,
            "above_high_95": one.above.high,
            "said": WORDS[one.said],
        }
        for one in shown.systems
    ]
    return pd.DataFrame([*people, mean, *systems])
