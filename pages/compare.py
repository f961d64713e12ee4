"""Which system is better, and is the difference real."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.comparison.shared_documents import ComparisonSettings, largest_classes
from breakeven.ui.app.cache.cache import evaluations
from breakeven.ui.app.page.ceiling import show_people_and_systems
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.begin import begin
from breakeven.ui.compare.all_systems import show_sides, show_spending
from breakeven.ui.compare.comparison import (
    before_of,
    caveat_in_words,
    choose_other,
    compared_systems,
    measure_names,
    nothing_shared,
    say_alone,
    since,
    with_count,
)
from breakeven.ui.compare.sections import show_part
from breakeven.ui.compare.sentences import answer
from breakeven.ui.components.html import bold, say

page = begin("compare", "Which system is better, and is the difference real?")
selection, review = page.selection, page.review

found, silent = evaluations(review, selection)
for system in silent:
    say(Markup("{} did not speak of these documents, so it is left out.").format(bold(system)))
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
settings = ComparisonSettings(chosen, selection.beta, selection.undefined, top)
of = compared_systems(common, settings, old, names.index(other))
measure = measures[chosen]

say(with_count(answer(of.side, of.pair, measure if chosen == "f" else measure.lower()), page, of))
since(page, before, chosen, measure)
for caveat in of.caveats:
    if caveat.kind != "tuned":  # every page says so in its head
        say(Markup("<small>▲</small> {}").format(caveat_in_words(page, of, caveat)))

show_sides(page, other, settings, measure)
show_people_and_systems(review, common, selection)
every = common.evaluations
downloads.also(system=", ".join(names), decisions="; ".join(f"{e.system}: {e.cut}" for e in every))
show_part(page, of, measure)
show_spending(page, of, measure if chosen == "f" else measure.lower())
