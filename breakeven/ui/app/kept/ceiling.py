"""The human ceiling of what is selected, kept between reruns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from breakeven.comparison.common import SharedDocuments
from breakeven.figures.ceiling import Reach, ceiling_figure
from breakeven.figures.told import values_told
from breakeven.labels.alternative import Alternative, alternative_of
from breakeven.labels.ceiling import AverageName, Ceiling, LikeForLike, ceiling_of, like_for_like
from breakeven.records import Review
from breakeven.reports.ceiling import people_reach, system_reaches
from breakeven.selection import Selection
from breakeven.text import f_name
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.session.links import page_link
from breakeven.ui.components.charts import show_figure
from breakeven.ui.components.html import escaped, say
from breakeven.ui.components.tooltip import help_of
from metrics.averaging import Undefined


@cached(entries=12, spinner="Leaving out each annotator …")
def beside_people(
    review: Review, shared: SharedDocuments, without: Sequence[str] = ()
) -> LikeForLike | None:
    """People and systems against the same votes; None where nobody can be compared."""
    if len(review.truth.annotators) < 2:
        return None
    found = like_for_like(review.truth, shared.evaluations, without)
    return found if found.left_out else None


@cached(entries=48, spinner="Working out what people reach …")
def ceiling(
    of: LikeForLike, average: AverageName, beta: float, undefined: Undefined, measure: str = "f"
) -> Ceiling:
    """One average of people and systems."""
    return ceiling_of(of, average, beta, undefined, measure)


@cached(entries=12, spinner="Testing whether a system may stand in for a person …")
def alternative(review: Review, of: LikeForLike, epsilon: float) -> Alternative:
    """The alternative annotator test of every system."""
    return alternative_of(review.truth, of, epsilon)


def show_beside_people(review: Review, shared: SharedDocuments, selection: Selection) -> None:
    """What people reach and what systems reach against the same votes; nothing if not known."""
    of = beside_people(review, shared)
    if of is None:
        return
    found, f = ceiling(of, "micro", selection.beta, selection.undefined), f_name(selection.beta)
    st.subheader("Beside people", anchor=False, help=help_of("human_ceiling"))
    said = [people_reach(of, found, selection.beta), *map(system_reaches, found.systems)]
    say("<br>".join(escaped(text) for text in said))
    show_figure(
        ceiling_figure(rows_of(found, each=False), f),
        "beside_people",
        f"{f} of people against each other’s vote, and of systems against the same votes",
        reach_told(rows_of(found, each=False)),
    )
    page_link("pages/agreement.py", "Each annotator, and how far they agree", ":material/groups:")


def reach_told(rows: Sequence[Reach]) -> str:
    """What everybody reaches, in words."""
    names = [
        "people" if row.name is None else row.name + " with label noise" * (row.kind == "noise")
        for row in rows
    ]
    return values_told(names, np.array([row.value for row in rows]), noun="values")


def rows_of(found: Ceiling, each: bool) -> list[Reach]:
    """The rows of a figure: people's mean, with `each` every annotator, then the systems."""
    ends = found.interval
    rows = [Reach(None, "people", found.value, float(ends.low), float(ends.high))]
    if each:
        rows += [
            Reach(one.annotator, "person", one.value, float(one.interval.low),
                  float(one.interval.high))
            for one in found.people
        ]  # fmt: skip
    return rows + [
        Reach(one.system, "system", one.value, float(one.interval.low), float(one.interval.high))
        for one in found.systems
    ]
