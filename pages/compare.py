"""Which system is better, and is the difference unlikely to be chance."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    have_losses,
    largest_classes,
)
from breakeven.ui.app.cache.cache import evaluations
from breakeven.ui.app.page.ceiling import show_people_and_systems
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.begin import begin
from breakeven.ui.compare.all_systems import show_all_systems, show_sides, show_spending
from breakeven.ui.compare.comparison import (
    before_of,
    choose_other,
    compared_systems,
    documents_compared,
    measure_names,
    nothing_shared,
    say_alone,
    show_caveats,
    since,
)
from breakeven.ui.compare.sections import show_part
from breakeven.ui.compare.sentences import answer
from breakeven.ui.components.html import bold, lead, say

page = begin("compare", "Which system is better?")
selection, review = page.selection, page.review

found, silent = evaluations(review, selection)
for system in silent:
    say(
        Markup("{} has no predictions for these documents, so it is left out.").format(bold(system))
    )
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
ranked = all(evaluation.scored.has_scores for evaluation in common.evaluations)
probable = have_losses(common.evaluations)
measures = measure_names(selection.beta, ranked, review.measures, probable=probable)
with right:
    chosen = widgets.select("compare.measure", "Measure", measures)

top = largest_classes(common.evaluations[0])
own = next((measure for measure in review.measures if measure.name == chosen), None)
settings = ComparisonSettings(chosen, selection.beta, selection.undefined, top, own)
names = list(common.systems)
of = compared_systems(common, settings, names.index(selection.system), names.index(other))
measure = measures[chosen]
as_it_is = own is not None or chosen in ("f", "e", "mcc", "kappa", "roc_auc", "brier")
shown = measure if as_it_is else measure.lower()
if chosen == "f" and all(evaluation.one_of for evaluation in common.evaluations):
    shown = "accuracy"  # what F is over all labels, where each document has and gets one

headline, numbers = answer(of.pair, chosen, shown)
lead(headline)
say(Markup("{} {}").format(numbers, documents_compared(page, of)))
show_all_systems(of, measure)
since(page, before, settings, measure)
show_caveats(page, of)
show_sides(page, other, settings, measure)
show_people_and_systems(review, common, selection)
every = common.evaluations
downloads.also(system=", ".join(names), decisions="; ".join(f"{e.system}: {e.cut}" for e in every))
show_part(page, of, measure)
show_spending(page, of, shown)
