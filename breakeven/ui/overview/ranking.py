"""The weakest and the strongest classes; a click on one chooses it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from breakeven.evaluation.evaluation import Evaluation
from breakeven.figures.class_ranking import ranking_figure
from breakeven.text import count_of
from breakeven.ui.app import state, widgets
from metrics.class_verdicts import Extremes


def show_ranking(evaluation: Evaluation, ends: Extremes, measure: str) -> None:
    """A dot with its interval for each class at either end."""
    names = [evaluation.classes[c] for c in ends.classes]

    def clicked(point: Mapping[str, Any] | None) -> None:
        if point is not None:
            state.choose("class", names[point["point_index"]])

    widgets.points(
        "ranking",
        ranking_figure(
            names,
            ends.values,
            low=ends.intervals.low,
            high=ends.intervals.high,
            positives=evaluation.tables.positives[ends.classes],
            measure=measure,
            gap_after=ends.weakest,
        ),
        clicked,
        f"{measure} of the weakest and strongest classes with intervals",
    )


def which(ends: Extremes, classes: int) -> str:
    """Which classes are drawn, of how many."""
    absent = classes - ends.present
    return (
        ("All" if ends.weakest is None else "The ten surely weakest and ten surely strongest of")
        + f" {count_of(ends.present, 'class', 'classes')} with documents here"
        + (f"; {absent} have none." if absent else ".")
        + " Click a class for its documents."
    )
