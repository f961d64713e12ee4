"""Classes by how they stand: chips with their numbers, which narrow the figure and the table.

Who comes from a number of classes lands on the first of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
import streamlit as st

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.findings.class_assessment import standing_of
from breakeven.data.wording import percent
from breakeven.ui.app.page.page import EvaluatedPage
from breakeven.ui.app.session import state, widgets
from metrics.typing import Array
from metrics.uncertainty.class_verdicts import VERDICTS, ClassVerdicts

ClassKind = Literal["below", "between", "above", "few", "absent"]
# which kinds are shown, none for all; and those that were shown when a class was chosen for them
SHOWN, LANDED = "classes.show", "classes_landed"


def kinds_of(evaluation: BaseEvaluation, verdicts: ClassVerdicts) -> dict[ClassKind, Array]:
    """The classes of each kind, each class in one, those with most errors first.

    `below` are the weak ones of `standing_of`, and `few` its unknown ones.
    """
    tables = evaluation.tables
    there = tables.positives > 0
    below = np.zeros(len(there), dtype=bool)
    below[standing_of(evaluation, verdicts).weak] = True
    words = np.array(VERDICTS, dtype=object)[verdicts.verdict]
    few = np.isin(words, ("few", "never")) & there & ~below
    above = (words == "well") & ~below
    masks: Mapping[ClassKind, Array] = {
        "below": below,
        "between": there & ~below & ~few & ~above,
        "above": above,
        "few": few,
        "absent": ~there & ~below,
    }
    order = np.argsort(-(tables.fp + tables.fn), kind="stable")
    return {kind: order[mask[order]] for kind, mask in masks.items()}


def choose_kinds(page: EvaluatedPage, verdicts: ClassVerdicts, cut: float) -> Array | None:
    """Chips of the kinds that there are; the classes of those chosen, None where none is."""
    kinds = kinds_of(page.evaluation, verdicts)
    limit = percent(cut)
    words: Mapping[ClassKind, str] = {
        "below": f"Clearly below {limit}",
        "between": "Borderline",
        "above": f"Clearly above {limit}",
        "few": "Too few documents",
        "absent": "No documents here",
    }
    options = {
        kind: f"{words[kind]} · {len(classes):,}" for kind, classes in kinds.items() if len(classes)
    }
    chosen = widgets.chips(SHOWN, "Show", options, label_visibility="collapsed")
    shown = np.concatenate([kinds[kind] for kind in chosen]) if chosen else None
    _land_on_first(page, shown)
    return shown


def _land_on_first(page: EvaluatedPage, shown: Array | None) -> None:
    """Choose the first of the classes shown where they were just wanted, if it is none of them.

    Afterwards any class may be chosen.
    """
    wanted = state.raw().get(SHOWN, "")
    landed = state.remembered(LANDED, "")
    state.remember(LANDED, wanted)
    if shown is None or wanted == landed or page.selection.class_index in shown:
        return
    page.choose_class(int(shown[0]))
    st.rerun()
