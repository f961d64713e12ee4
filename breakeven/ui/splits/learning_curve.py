"""The part of the page on splits about what more training documents would give."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.comparison.learning_curve import (
    LARGEST,
    LearningCurves,
    LearningMeasure,
    learning_curves,
    sizes_in_names,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.wording import count_of, f_name
from breakeven.figures.alt_text import course_alt_text
from breakeven.figures.learning_curve import learning_curve_figure
from breakeven.results.learning_curve import (
    CAUTION,
    POINT_TITLES,
    curve_frame,
    curve_measure_name,
    forecast_texts,
    name_of_learner,
    point_rows,
)
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.findings import others_of
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import bold, escaped, grid, heading, plain, say, show_html
from breakeven.ui.components.markdown import code_label
from metrics.averaging import Undefined

SIZES = "splits.trained_on"
COLUMNS = 4


@cached(entries=8, spinner="Fitting the curve …")
def _curves(
    evaluations: Sequence[Evaluation], sizes: dict[str, int], beta: float, undefined: Undefined
) -> LearningCurves | str:
    try:
        return learning_curves(evaluations, sizes, beta, undefined)
    except ValueError as error:
        return str(error)


def show_curve(page: Page) -> None:
    """Systems by the training documents that are said of them, and the curve through them."""
    heading("What would more training documents give?")
    names = [predictions.system for predictions in page.review.own]
    if len(names) < 2:
        st.info(
            "Load three systems that were trained on different numbers of documents: their curve "
            "estimates what twice as many would give."
        )
        return
    sizes = _sizes(names)
    _ask(names, sizes)
    if not sizes:
        return
    evaluations = [page.evaluation, *others_of(page)]
    sizes_of_evaluated = {
        name: sizes[name] for name in (e.system for e in evaluations) if name in sizes
    }
    if not sizes_of_evaluated:
        st.info("None of these systems has predictions for these documents.")
        return
    curves = _curves(evaluations, sizes_of_evaluated, page.selection.beta, page.selection.undefined)
    if isinstance(curves, str):
        st.info("These systems give no curve.")
        st.code(curves, language=None)
        return
    _show(curves, page.selection.beta)


def _sizes(names: Sequence[str]) -> dict[str, int]:
    """What is said of these systems so far, by the choices; what makes no sense is passed over."""
    try:
        sizes = json.loads(state.raw().get(SIZES, "{}"))
    except ValueError:
        return {}
    if not isinstance(sizes, dict):
        return {}
    return {
        name: size
        for name, size in sizes.items()
        if name in names and type(size) is int and 1 <= size <= LARGEST
    }


def _choose(sizes: Mapping[str, int]) -> None:
    state.choose(SIZES, json.dumps(dict(sizes), ensure_ascii=False))


def _ask(names: Sequence[str], sizes: dict[str, int]) -> None:
    """A field for each system, and the numbers in their names at one click."""
    proposed = sizes_in_names(names)
    if proposed and not sizes:
        listed = Markup(", ").join(
            Markup("{} {:,}").format(bold(name, 40), size) for name, size in proposed.items()
        )
        say(Markup("Training sizes in the names: {}.").format(listed))
        st.button(
            "Use these sizes",
            key="take_sizes",
            icon=":material/check:",
            on_click=_choose,
            args=(proposed,),
        )
    elif not sizes:
        say(
            "Enter how many documents each system was trained on. Three sizes make a curve, which "
            "estimates what twice as many would give."
        )
    with st.expander("Training documents of each system"):
        st.caption("How many documents each was trained on; 0 if unknown.")
        for first in range(0, len(names), COLUMNS):
            row = names[first : first + COLUMNS]
            for column, name in zip(st.columns(COLUMNS), row, strict=False):
                with column:
                    _field(names.index(name), name, sizes)


def _field(position: int, name: str, sizes: dict[str, int]) -> None:
    def changed(size: int) -> None:
        others = {other: n for other, n in sizes.items() if other != name}
        _choose(others | ({name: size} if size else {}))

    widgets.number(
        f"splits.size.{position}",
        code_label(name),
        sizes.get(name, 0),
        changed=changed,
        min_value=0,
        max_value=LARGEST,
        step=100,
    )


def _show(learning: LearningCurves, beta: float) -> None:
    name = f_name(beta)
    measures: dict[LearningMeasure, str] = {
        "micro": f"Micro {name}",
        "macro": f"Macro {name}",
        "error": "Wrong documents",
    }
    measured = widgets.section("splits.curve", "Measure", measures)
    curves = learning.of_measure(measured)
    show_figure(
        learning_curve_figure(curves, measures[measured]),
        "learning_curve",
        f"{curve_measure_name(measured, beta)} against training size",
        "; ".join(
            (f"{name_of_learner(curve)}: " if len(curves) > 1 else "")
            + course_alt_text([f"{size:,.0f} documents" for size in curve.sizes], curve.values)
            for curve in curves
        ),
    )
    for curve in curves:
        if len(curves) > 1 or curve.learner:
            show_html(bold(name_of_learner(curve), 60))
        say(Markup("<br>").join(escaped(text) for text in forecast_texts(curve, beta)))
        grid(list(POINT_TITLES), [[plain(row[0]), *row[1:]] for row in point_rows(curve)])
    left = (
        f"; {learning.left_out:,} without predictions of some systems are left out"
        if learning.left_out
        else ""
    )
    st.caption(
        f"On the {count_of(learning.documents, 'document')} that all these systems "
        f"predicted{left}. {CAUTION}"
    )
    downloads.downloads(lambda: curve_frame(learning), "learning_curve")
