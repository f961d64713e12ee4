"""Measures of one's own: their averages and, to whoever may, a way to add and remove them."""

from __future__ import annotations

from typing import Any

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.own_measures import DIRECTIONS, LONGEST_NAME, OwnMeasure, own_measures
from breakeven.data.records import Problem
from breakeven.data.wording import figure_of, interval_text
from breakeven.results.own_measures import AVERAGE_HEADS, OwnMeasures, own_measures_of
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.links import show_problems
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads, state
from breakeven.ui.app.session.access import say_refused
from breakeven.ui.app.store import target as kept
from breakeven.ui.components.html import escaped, grid, literal, quiet, say
from metrics.averaging import Undefined
from metrics.formulas import MOST_CHARACTERS
from metrics.typing import AVERAGES
from metrics.uncertainty.intervals import Interval

TITLE = "Measures of your own"
WRONG = "own_measures_wrong"
FORMULA_HELP = (
    "Arithmetic of tp, fp, fn, tn and n, the number of documents of a class: numbers, brackets, "
    "+ - * / and powers up to 4, such as (5*fn + fp)/n. Where it divides by 0 it is undefined."
)
ONLY_NOW = "They last as long as this session, as the review is not saved."
BETTER = {"higher": "higher is better", "lower": "lower is better"}


@cached(entries=12, spinner="Drawing test sets for your measures …")
def own_on(
    evaluation: Evaluation, measures: tuple[OwnMeasure, ...], undefined: Undefined
) -> OwnMeasures | None:
    """The measures of one's own on what is looked at; None where there are none."""
    return own_measures_of(evaluation, measures, undefined)


def show_own_measures(page: Page) -> None:
    """Their averages with intervals, and a form for another one."""
    review, selection = page.review, page.selection
    shown_measures = own_on(page.evaluation, review.measures, selection.undefined)
    may_set = kept.may_set_measures(review)
    if shown_measures is None and not may_set:
        return
    if shown_measures is None:
        st.header(TITLE, anchor=False)
    show_measures(shown_measures)
    if may_set:
        _edit(page)
    say_refused()


def show_measures(measures: OwnMeasures | None) -> None:
    """Their averages to look at, and their classes to take along; nothing where there are none."""
    if measures is None:
        return
    st.header(TITLE, anchor=False)
    _show_table(measures)
    downloads.downloads(measures.frame, "own_measures")


def _show_table(measures: OwnMeasures) -> None:
    heads = [head.capitalize() for head in AVERAGE_HEADS]
    grid(
        ["", *heads],
        [
            [
                Markup("<b>{}</b><br><small>{}</small>").format(
                    literal(values.measure.name), literal(values.measure.text)
                ),
                *(_cell(values.averages[name]) for name in AVERAGES),
            ]
            for values in measures.values
        ],
    )
    st.caption(measures.remarks[0])
    for remark in measures.remarks[1:]:
        say(escaped(remark))


def _cell(number: Interval) -> Markup:
    value = Markup("<b>{}</b>").format(figure_of(number.value))
    if number.low != number.low:
        return value
    return Markup("{}<br><small>{}</small>").format(value, interval_text(number.low, number.high))


def _edit(page: Page) -> None:
    """A form for another measure, and what to remove."""
    review = page.review
    with st.expander("Add or remove a measure", icon=":material/calculate:"):
        with st.form("own_measure", border=False):
            name = st.text_input("Name", key="own_name", max_chars=LONGEST_NAME)
            formula = st.text_input(
                "Formula",
                key="own_formula",
                placeholder="(5*fn + fp)/n",
                max_chars=MOST_CHARACTERS,
                help=FORMULA_HELP,
            )
            better = st.selectbox("Better", DIRECTIONS, 0, BETTER.__getitem__, key="own_better")
            ends = st.text_input(
                "Range, if it has one", key="own_range", placeholder="0 to 5", max_chars=60
            )
            st.form_submit_button(
                "Add",
                on_click=lambda: _add(page),
                key="own_add",
                help=None if kept.lasting(review) else ONLY_NOW,
            )
        del name, formula, better, ends  # read by their keys, as the button is pressed
        wrong: list[Problem] | None = state.forget(WRONG)
        if wrong:
            say(Markup("<b>Nothing was added.</b>"))
            show_problems(tuple(wrong), "own_measures")
        for place, measure in enumerate(review.measures):
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                say(quiet(literal(f"{measure.name} = {measure.text}")))
                st.button(
                    f"Remove measure {place + 1}",
                    key=f"own_remove_{place}",
                    type="tertiary",
                    icon=":material/delete:",
                    on_click=_removing(page, place),
                )


def _removing(page: Page, place: int) -> Any:
    rest = [each for i, each in enumerate(page.review.measures) if i != place]
    return lambda: kept.set_measures_on(page.review, rest)


def _add(page: Page) -> None:
    """Add what the form says, or keep what is wrong with it to be said."""
    entry: dict[str, Any] = {
        key: state.remembered(f"own_{key}", "") for key in ("name", "formula", "better", "range")
    }
    given = entry.pop("range").strip()
    if given:
        entry["range"] = _ends_of(given)
    every = [*(measure.to_dict() for measure in page.review.measures), entry]
    checked, refused = own_measures(every, "measure {}")
    if refused:
        state.remember(WRONG, [Problem(what=what, remedy=remedy) for what, remedy in refused])
        return
    if kept.set_measures_on(page.review, checked):
        for key in ("own_name", "own_formula", "own_range"):
            state.remember(key, "")


def _ends_of(text: str) -> list[float] | str:
    """`0 to 5` as two numbers; the text itself where it is not that."""
    try:
        return [float(end) for end in text.split("to")]
    except ValueError:
        return text
