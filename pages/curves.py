"""What would another threshold give: curves, break-even, eleven points, and a slider."""

from __future__ import annotations

import json

import streamlit as st

from breakeven.text import f_name
from breakeven.ui.app import state
from breakeven.ui.app.page import begin, pick_class
from breakeven.ui.components.html import bold, say
from breakeven.ui.curves.numbers import show_decisions, show_numbers
from breakeven.ui.curves.over_all_classes import over_all_classes
from breakeven.ui.curves.rankings import PlottedRanking, shown
from breakeven.ui.curves.text import opening, remarks
from breakeven.ui.curves.threshold_panel import threshold_panel

MOST_OVERLAID = 7
SCOPES = {"class": "one class", "pooled": "all classes pooled (micro)"}

page = begin("Curves", "What would another threshold give?")
e, view, review = page.evaluation, page.view, page.review
f = f_name(view.beta)


def names_of(key: str, known: list[str]) -> list[str]:
    """A list of names in the address, as far as this review knows them."""
    try:
        listed = json.loads(state.raw().get(key, "[]"))
    except ValueError:
        return []
    return [name for name in listed if name in known] if isinstance(listed, list) else []


def pick_several(key: str, label: str, options: list[str]) -> list[str]:
    """Names to overlay, kept across pages and in the address."""
    st.session_state[f"w_{key}"] = names_of(key, options)[:MOST_OVERLAID]
    chosen: list[str] = st.multiselect(
        label,
        options,
        key=f"w_{key}",
        format_func=lambda name: name or "(empty name)",
        max_selections=MOST_OVERLAID,
        placeholder="none",
        on_change=state.adopt_widget(key, json.dumps),
    )
    return chosen


if e.scored.scores is None:
    show_decisions(e, view.beta)
    st.stop()

left, right = st.columns(2, vertical_alignment="bottom")
with left:
    st.session_state["w_curves.of"] = state.one_of("curves.of", SCOPES)
    st.segmented_control(
        "Curve of",
        list(SCOPES),
        key="w_curves.of",
        format_func=SCOPES.__getitem__,
        required=True,
        on_change=state.adopt_widget("curves.of"),
    )
pooled = st.session_state["w_curves.of"] == "pooled"
with right:
    if not pooled:
        pick_class(page)
left, right = st.columns(2)
other_systems = [p.system for p in review.predictions if p.system != view.system]
other_classes = [name for name in e.classes if pooled or name != page.chosen_class]
with left:
    overlaid_systems = pick_several("curves.systems", "Other systems", other_systems)
with right:
    overlaid_classes = pick_several("curves.classes", "Other classes", other_classes)

index = None if pooled else view.class_index
subject = "all classes pooled" if pooled else page.chosen_class
main = shown(
    review,
    view,
    view.system,
    index,
    f"{subject}, {view.system}" if overlaid_systems else subject,
)
assert main is not None
curves: list[PlottedRanking] = [main]
for system in overlaid_systems:
    if other := shown(review, view, system, index, f"{subject}, {system}"):
        curves.append(other)
    else:
        say(f"{bold(system)} did not speak of these documents.")
overlaid = (shown(review, view, view.system, e.classes.index(n), n) for n in overlaid_classes)
curves += [other for other in overlaid if other]

say(opening(main, view.beta))
for remark in remarks(main):
    say(f"<small>▲</small> {remark}")
threshold_panel(main, curves, view.beta)

show_numbers(curves, f)
over_all_classes(page)
