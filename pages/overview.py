"""How good is it: averages, baselines, and the classes at both ends."""

from __future__ import annotations

import streamlit as st

from breakeven.reports.cautions import TRUE_NUMBER
from breakeven.reports.summary import paragraph
from breakeven.reports.uncertainty import INTERVALS, few_words
from breakeven.text import f_name
from breakeven.ui.app import cache, state
from breakeven.ui.app.baseline import against
from breakeven.ui.app.ceiling import show_beside_people
from breakeven.ui.app.counted import class_in_counts, counts_in
from breakeven.ui.app.page import begin
from breakeven.ui.app.report import report_button
from breakeven.ui.app.systems import shared_of
from breakeven.ui.app.verdict import show_verdict, verdict_on
from breakeven.ui.components import downloads
from breakeven.ui.components.html import escaped, quiet, say
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.findings.cache import limits_of
from breakeven.ui.overview import averages
from breakeven.ui.overview.answers import show_answers
from breakeven.ui.overview.as_if import show_as_loaded
from breakeven.ui.overview.azure import show_as_in_azure
from breakeven.ui.overview.baselines import show
from breakeven.ui.overview.beside import differences, how_to_read
from breakeven.ui.overview.leaks import show_sides
from breakeven.ui.overview.ranking import show_ranking, which
from breakeven.ui.overview.tree import show_tree
from metrics.class_verdicts import weakest_and_strongest

SHOWN_CLASSES = 10

page = begin("Overview", "How good is it?")
evaluation, selection = page.evaluation, page.selection
f = f_name(selection.beta)
drawn = cache.intervals_of_averages(evaluation, selection.beta, selection.undefined)
show_verdict(verdict_on(page, limits_of(state.raw()["review"])))
counts = counts_in(page.review.truth, evaluation)
said = paragraph(evaluation, selection.beta, selection.undefined, drawn, selection.where)
say(averages.with_counts(escaped(said), evaluation, counts))
say(averages.documents_right(evaluation, counts))
report_button(page.review, selection, limits_of(state.raw()["review"]))
show_as_loaded(page)
show_sides(page, cache.leak_sides(page.review, selection))
if evaluation.exactly_true_number:
    st.warning(TRUE_NUMBER)
before = against(page.review, selection, evaluation)
moved = differences(page, before)
one_of = evaluation.one_of
counted = "Right in all, and class by class" if one_of else "How good, counted three ways"
explanation = averages.explained(evaluation, selection.beta, selection.undefined)
st.subheader(counted, anchor=False, help=explanation)
if one_of:
    say(averages.share_right(evaluation, f, drawn, counts, moved.get(("Micro", "f"))))
kinds = averages.kinds(evaluation, selection.beta, selection.undefined, drawn, counts)
averages.show(kinds, f, moved)
if drawn:
    st.caption(f"Small figures are {INTERVALS}. {few_words(drawn)}")
if before:
    say(quiet(how_to_read(before)))
downloads.downloads(lambda: averages.as_frame(kinds, evaluation, drawn), "averages")

show_answers(page)
show_tree(page)
show_beside_people(page.review, shared_of([evaluation]), selection)
show_as_in_azure(page)
st.subheader("Compared with guessing", anchor=False, help=help_of("baselines"))
show(evaluation, selection.beta, selection.undefined)

st.subheader("The weakest and the strongest classes", anchor=False, help=help_of("f"))
ends = weakest_and_strongest(evaluation.tables, selection.beta, SHOWN_CLASSES)
if not len(ends.classes):
    st.info("No class has documents here.")
    st.stop()
show_ranking(evaluation, ends, f)
st.caption(which(ends, len(evaluation.classes)))
say(class_in_counts(counts, evaluation, selection.class_index))
