"""The alternative annotator test: may a system stand in for a person."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from breakeven.labels.alternative import EPSILON, Alternative
from breakeven.labels.ceiling import LikeForLike
from breakeven.records import Review
from breakeven.reports.ceiling import replaced, test_caveats
from breakeven.selection import Selection
from breakeven.text import p_of
from breakeven.ui.agreement.ceiling import Axis, show_reached
from breakeven.ui.app.kept import ceiling as kept
from breakeven.ui.app.session import widgets
from breakeven.ui.components import downloads
from breakeven.ui.components.html import escaped, say
from breakeven.ui.components.tables import show_table
from breakeven.ui.components.tooltip import help_of

# the strictest first
WHO: Mapping[str, str] = {
    "crowd": "a crowd (ε = 0.1)",
    "skilled": "skilled people (ε = 0.15)",
    "expert": "experts (ε = 0.2)",
}


def show_instead(review: Review, axis: Axis, selection: Selection) -> None:
    """Whether a system may stand in for a person, and what all of them reach."""
    of = axis.of
    # all systems are in each file from here on
    downloads.also(
        system=", ".join(of.systems),
        decisions="; ".join(f"{e.system}: {e.cut}" for e in of.evaluations),
    )
    _show_alternative(review, of)
    show_reached(axis, selection)


def _show_alternative(review: Review, of: LikeForLike) -> None:
    """Each system against each annotator, by how close both are to the others."""
    st.subheader(
        "May a system stand in for a person?", anchor=False, help=help_of("alternative_annotator")
    )
    who = widgets.select("agreement.epsilon", "The annotators are", WHO)
    found = kept.alternative(review, of, EPSILON[who])
    for system, test in found.tests.items():
        say(escaped(replaced(test, system)))
    say(escaped(test_caveats(found)))
    if not found.tests:
        return
    frame = _frame(found)
    shown = {
        name: st.column_config.NumberColumn(format="%.3f")
        for name in ("system as good", "person as good")
    }
    seen = frame.assign(p=[p_of(p) for p in frame["p"]])
    show_table(seen, "alternative", column_config=shown)
    downloads.downloads(lambda: frame, "alternative_annotator")


def _frame(found: Alternative) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "system": system,
                "annotator": name,
                "documents": one.documents,
                "system as good": one.system,
                "person as good": one.person,
                "p": one.p,
                "system wins": "yes" if wins else "no",
            }
            for system, test in found.tests.items()
            for name, one, wins in zip(found.annotators, test.each, test.wins, strict=True)
        ]
    )
