"""The human ceiling of what is selected, kept between reruns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.annotators.alternative_annotator import Alternative, alternative_of
from breakeven.analysis.annotators.ceiling import (
    Ceiling,
    LikeForLike,
    ceiling_of,
    like_for_like,
)
from breakeven.analysis.comparison.shared_documents import SharedDocuments
from breakeven.analysis.selection.selection import Selection
from breakeven.data.records import Review
from breakeven.data.wording import f_name
from breakeven.figures.alt_text import values_alt_text
from breakeven.figures.ceiling import Reach, ceiling_figure
from breakeven.results.ceiling import people_reach, system_reaches
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.links import choosing_link
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import escaped, say
from breakeven.ui.components.markdown import help_of
from metrics.averaging import Undefined
from metrics.typing import AverageName


@cached(entries=12, spinner="Leaving out each annotator …")
def people_and_systems(
    review: Review, shared: SharedDocuments, without: Sequence[str] = ()
) -> LikeForLike | None:
    """People and systems against the same votes; None where nobody can be compared."""
    if len(review.truth.annotators) < 2:
        return None
    found = like_for_like(review.truth, shared.evaluations, without)
    return found if found.left_out else None


@cached(entries=48, spinner="Working out what people reach …")
def ceiling(
    people: LikeForLike, average: AverageName, beta: float, undefined: Undefined, measure: str = "f"
) -> Ceiling:
    """One average of people and systems."""
    return ceiling_of(people, average, beta, undefined, measure)


@cached(entries=12, spinner="Testing whether a system may stand in for a person …")
def alternative(review: Review, people: LikeForLike, epsilon: float) -> Alternative:
    """The alternative annotator test of every system."""
    return alternative_of(review.truth, people, epsilon)


def show_people_and_systems(review: Review, shared: SharedDocuments, selection: Selection) -> None:
    """What people reach and what systems reach against the same votes; nothing if not known."""
    people = people_and_systems(review, shared)
    if people is None:
        return
    reached, f = (
        ceiling(people, "micro", selection.beta, selection.undefined),
        f_name(selection.beta),
    )
    st.header("Compared with people", anchor=False, help=help_of("human_ceiling"))
    sentences = [
        people_reach(people, reached, selection.beta),
        *map(system_reaches, reached.systems),
    ]
    say(Markup("<br>").join(escaped(text) for text in sentences))
    show_figure(
        ceiling_figure(reach_rows(reached, each=False), f),
        "beside_people",
        f"{f} of people against each other’s vote, and of systems against the same votes",
        reach_alt_text(reach_rows(reached, each=False)),
    )
    choosing_link(
        "labels",
        {"labels.part": "annotators"},
        "Each annotator, and how far they agree",
        ":material/groups:",
    )


def reach_alt_text(rows: Sequence[Reach]) -> str:
    """What everybody reaches, in words."""
    names = [
        "people" if row.name is None else row.name + " with label noise" * (row.kind == "noise")
        for row in rows
    ]
    return values_alt_text(names, np.array([row.value for row in rows]), noun="values")


def reach_rows(reached: Ceiling, each: bool) -> list[Reach]:
    """The rows of a figure: people's mean, with `each` every annotator, then the systems."""
    ends = reached.interval
    rows = [Reach(None, "people", reached.value, float(ends.low), float(ends.high))]
    if each:
        rows += [
            Reach(member.annotator, "person", member.value, float(member.interval.low),
                  float(member.interval.high))
            for member in reached.people
        ]  # fmt: skip
    return rows + [
        Reach(
            member.system,
            "system",
            member.value,
            float(member.interval.low),
            float(member.interval.high),
        )
        for member in reached.systems
    ]
