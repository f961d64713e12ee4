"""Which system is better, and is the difference real."""

from __future__ import annotations

import streamlit as st

from breakeven.comparison.common import Settings, largest_classes
from breakeven.ui.app.kept.ceiling import show_beside_people
from breakeven.ui.app.kept.systems import evaluations
from breakeven.ui.app.session import widgets
from breakeven.ui.app.shared.page import begin
from breakeven.ui.compare.comparison import compared, measure_names
from breakeven.ui.compare.leaks import show_sides
from breakeven.ui.compare.others import (
    before_of,
    choose_other,
    nothing_shared,
    say_alone,
    since,
)
from breakeven.ui.compare.sections import show_part
from breakeven.ui.compare.spending import show_spending
from breakeven.ui.compare.text import answer
from breakeven.ui.compare.ways import caveat_in_words, with_count
from breakeven.ui.components import downloads
from breakeven.ui.components.html import bold, say

page = begin("Compare", "Which system is better, and is the difference real?")
selection, review = page.selection, page.review

found, silent = evaluations(review, selection)
for system in silent:
    say(f"{bold(system)} did not speak of these documents, so it is left out.")
before = before_of(page)
if len(found) + (before is not None) < 2:
    say_alone(page)
    st.stop()

left, right = st.columns(2)
with left:
    common, other = choose_other(page, found, before)
if common.documents == 0:
    st.warning(nothing_shared(common))
    st.stop()
names = list(common.systems)
old = names.index(selection.system)
ranked = all(evaluation.scored.has_scores for evaluation in common.evaluations)
measures = measure_names(selection.beta, ranked)
with right:
    chosen = widgets.select("compare.measure", "Measure", measures)

top = largest_classes(common.evaluations[0])
settings = Settings(chosen, selection.beta, selection.undefined, top)
of = compared(common, settings, old, names.index(other))
measure = measures[chosen]

say(with_count(answer(of.side, of.pair, measure if chosen == "f" else measure.lower()), page, of))
since(page, before, chosen, measure)
for caveat in of.caveats:
    if caveat.kind != "tuned":  # every page says so in its head
        say(f"<small>▲</small> {caveat_in_words(page, of, caveat)}")

show_sides(page, other, settings, measure)
show_beside_people(review, common, selection)
every = common.evaluations
downloads.also(system=", ".join(names), decisions="; ".join(f"{e.system}: {e.cut}" for e in every))
show_part(page, of, measure)
show_spending(page, of, measure if chosen == "f" else measure.lower())
