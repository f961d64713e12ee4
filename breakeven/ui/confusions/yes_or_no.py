"""Confusions of a yes-or-no task: a 2 x 2 table, and the documents of one of its cells."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.selection.selection import positive_class
from breakeven.data.wording import amount_of, count_of, name_of, percent
from breakeven.ui.app.page.counts import contingency_html
from breakeven.ui.app.page.page import EvaluatedPage
from breakeven.ui.app.session import widgets
from breakeven.ui.components.html import bold, say, show_html
from breakeven.ui.confusions.matrix import MatrixCell
from metrics import measures
from metrics.tallies import ContingencyTable


def is_yes_or_no(evaluation: BaseEvaluation) -> bool:
    """Whether each document is in a class or not, or in one of two: then four numbers say all."""
    return len(evaluation.classes) == 1 or (len(evaluation.classes) == 2 and evaluation.one_of)


def show_yes_or_no(page: EvaluatedPage, show_cell: Callable[[MatrixCell | None], None]) -> None:
    """What is missed, what is a false alarm, and the documents of a cell by `show_cell`."""
    evaluation, counts = page.evaluation, page.counts
    positive, other = _classes_of(page)
    table, name = evaluation.tables[positive], evaluation.classes[positive]
    say(_in_words(name, table))
    left, right = st.columns([2, 3], gap="large")
    with left:
        rest = None if other is None else evaluation.classes[other]
        show_html(contingency_html(name, table, counts, rest))
    with right:
        cells = _cells(evaluation, positive, other)
        chosen = widgets.section("confusions.cell", "Documents", cells)
        true, predicted = (int(place) for place in chosen.split("-"))
        show_cell((true, predicted))


def _classes_of(page: EvaluatedPage) -> tuple[int, int | None]:
    """The class that is looked for, and the other one, if it has a name."""
    classes = page.evaluation.classes
    if len(classes) == 1:
        return 0, None
    wanted = page.truth.positive if page.review is None else positive_class(page.review)
    positive = classes.index(wanted) if wanted in classes else 1
    return positive, 1 - positive


def _cells(evaluation: BaseEvaluation, positive: int, other: int | None) -> dict[str, str]:
    """The cells that are no rest, errors first, and the larger kind of these first."""
    table, rest = evaluation.tables[positive], 1 if other is None else other
    cells = [
        (f"{positive}-{rest}", "Missed", float(table.fn)),
        (f"{rest}-{positive}", "False alarms", float(table.fp)),
    ]
    cells.sort(key=lambda cell: -cell[2])
    cells.append((f"{positive}-{positive}", "Caught", float(table.tp)))
    if other is not None:
        cells.append((f"{other}-{other}", "Rightly not predicted", float(table.tn)))
    return {key: f"{words} ({amount_of(count)})" for key, words, count in cells}


def _in_words(name: str, table: ContingencyTable) -> Markup:
    shown, parts = bold(name_of(name), 40), []
    if float(table.positives):
        documents = count_of(float(table.positives), "document")
        missed = amount_of(float(table.fn))
        share = percent(1 - float(measures.recall(table)))
        parts.append(Markup("{} of {} of {} missed ({}).").format(missed, documents, shown, share))
    if float(table.assigned):
        alarms = count_of(float(table.assigned), "alarm")
        are = "is" if 1 in (float(table.fp), float(table.assigned)) else "are"
        share = percent(1 - float(measures.precision(table)))
        false = amount_of(float(table.fp))
        parts.append(Markup("{} of {} {} false ({}).").format(false, alarms, are, share))
    return Markup(" ").join(parts) or Markup("No document is {}.").format(shown)
