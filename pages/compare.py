"""Which system is better, and is the difference real."""

from __future__ import annotations

import numpy as np
import streamlit as st

from breakeven.comparison.common import OF_RANKINGS, Settings, largest_classes
from breakeven.text import count_of
from breakeven.ui.app.page import begin
from breakeven.ui.compare.comparison import (
    ROWS,
    best_other,
    compared,
    evaluations,
    measure_names,
    pick,
    pick_part,
    pick_search,
    shared_of,
)
from breakeven.ui.compare.sections import PARTS
from breakeven.ui.compare.table import MOST_ROWS, rows_of, show_downloads, show_table
from breakeven.ui.compare.text import answer, average_head, average_rows
from breakeven.ui.components.html import bold, grid, plain, say
from breakeven.ui.components.tooltip import help_of

page = begin("Compare", "Which system is better, and is the difference real?")
view, review = page.view, page.review

found, silent = evaluations(review, view)
for system in silent:
    say(f"{bold(system)} did not speak of these documents, so it is left out.")
if len(found) < 2:
    st.info(
        "There is one system here, and a comparison needs two. Load this file again together "
        "with another system’s predictions for the same documents: one file per system, joined on "
        "the id column, or one file with a column that names the system. The Reuters sample has "
        "six systems to try this page with."
    )
    st.page_link(
        "app.py", label="Load files, or open the Reuters sample", icon=":material/upload_file:"
    )
    st.stop()

common = shared_of(found)
if common.documents == 0:
    st.warning("No document was given to all systems, so nothing can be compared.")
    st.stop()
names = list(common.systems)
old = names.index(view.system)
default = names[best_other(common, old, view.beta)]
ranked = all(e.scored.scores is not None for e in common.evaluations)
measures = measure_names(view.beta, ranked)

left, right = st.columns(2)
with left:
    other = pick("system", "Set against it", {s: s for s in names if s != view.system}, default)
with right:
    chosen = pick("measure", "Measure", measures)

settings = Settings(chosen, view.beta, view.undefined, largest_classes(common.evaluations[0]))
of = compared(common, settings, old, names.index(other))
measure = measures[chosen]

say(answer(of.side, of.pair, measure if chosen == "f" else measure.lower()))
for obstacle in of.obstacles:
    say(f"<small>▲</small> {plain(obstacle.text, 600)}")

st.subheader("All systems side by side", anchor=False, help=help_of("bootstrap_interval"))
positives = common.evaluations[0].tables.positives
by_size = np.argsort(-positives, kind="stable")
left, right = st.columns(2)
with left:
    wanted = pick("rows", "Classes", ROWS)
with right:
    search = pick_search()
if search:
    classes = [int(c) for c in by_size if search in common.evaluations[0].classes[c].casefold()]
else:
    classes = [int(c) for c in by_size] if wanted == "all" else list(settings.top)
rows = rows_of(of.side, classes)
with st.container(height=560 if len(rows) > 20 else "content", border=False):
    show_table(of.side, rows[:MOST_ROWS])
if len(rows) > MOST_ROWS:
    st.caption(f"The first {MOST_ROWS} rows; {len(rows) - MOST_ROWS:,} more are in the downloads.")
if of.side.replicates is not None:
    st.caption(
        "Bold: the best of a row. ≈: may be as good as the best, as the paired 95 % interval of "
        "their difference includes zero (or fewer than six documents tell them apart); corrected "
        f"for {count_of(len(names) - 1, 'comparison')} with the best. "
        + (
            ""
            if chosen in OF_RANKINGS
            else "Small figures are 95 % intervals, — where every drawing gives the same. "
        )
        + f"{of.side.replicates.number:,} times {count_of(common.drawn, common.unit)} were drawn, "
        "the same for all systems."
    )
else:
    st.caption(
        "Bold: the best of a row. Whether it is so by chance is not tested: "
        + (
            "one document says nothing of others."
            if common.documents == 1
            else "there are too many scores to draw again."
        )
    )
show_downloads(of.side, rows)

st.subheader("The two against each other", anchor=False, help=help_of("paired_interval"))
grid(average_head(of.pair), average_rows(of.side, of.pair))
st.caption(
    f"Points: hundredths, the second minus the first. Relative: the same in percent of the "
    "first. p: approximate randomisation. Detectable: the smallest true difference, in points, "
    f"that 80 of 100 test sets of {common.documents:,} such documents would show at 5 %."
)
part = pick_part()
PARTS[part](page, of, classes, measure)
