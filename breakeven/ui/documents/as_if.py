"""The numbers of every system as loaded, as if labels were corrected, as if they were left out."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd

from breakeven.analysis.selection.selection import ALL, Selection, cut_for
from breakeven.data.as_if import BY_CONSTRUCTION, title_of, unknown_in_words
from breakeven.data.records import AsIfHow, Review
from breakeven.data.wording import f_name, figure_of, interval_text, signed
from breakeven.results.variants import AS_LOADED, as_if_frame
from breakeven.ui.app.cache import cache
from breakeven.ui.app.session import widgets
from breakeven.ui.app.session.downloads import OF_THE_REVIEW, downloads
from breakeven.ui.app.store import marks
from breakeven.ui.components.html import code, grid, plain, quiet, say

NAMES: dict[AsIfHow, str] = {"corrected": "if corrected", "left-out": "if left out"}


def show_as_if(review: Review, selection: Selection) -> None:
    """A switch, and below it the numbers of every system beside each other.

    They are those of the split and of the filter of every page: the page's own is often about what
    a system got wrong.
    """
    if not marks.can_be_as_if(review):
        return
    shown = widgets.toggle(
        "documents.as_if", "Compare the numbers as loaded with those as if marks were carried out"
    )
    if not shown:
        return
    sides = {AS_LOADED: review.loaded}
    for how, name in NAMES.items():
        found = marks.as_if_of(review, how)
        if found is None or found.as_if is None:
            say(quiet(f"There are no numbers {name}: of some split no document would remain."))
            continue
        title = title_of(found.as_if)
        say(f"{title[0].upper()}{title[1:]}. {unknown_in_words(found.as_if)}")
        sides[name] = found
    every = ALL if selection.split is None else selection.split
    filtered = "" if selection.where is None else f", where {code(selection.where.text)}"
    say(f"On {plain(every)}{filtered}. {BY_CONSTRUCTION}")
    frame = _frame(sides, selection)
    measure = widgets.section(
        "documents.as_if_measure",
        "Measure",
        {"f": f_name(selection.beta), "precision": "Precision", "recall": "Recall"},
    )
    grid(
        ["System", "Average", *(name.capitalize() for name in sides)],
        [
            [plain(row["system"], 30), row["average"], *(_cell(row, name) for name in sides)]
            for row in frame[frame["measure"] == measure].to_dict("records")
        ],
    )
    downloads(lambda: frame, "as_if", (*OF_THE_REVIEW, "split", "where", "beta", "undefined_as"))


def _frame(sides: dict[str, Review], selection: Selection) -> pd.DataFrame:
    """The table, of what is selected; each system is decided as beside the others."""
    beta, undefined = selection.beta, selection.undefined
    loaded = sides[AS_LOADED]
    found = {}
    for said in loaded.own:
        cut = selection.cut
        if said.system != selection.system:
            cut = cut_for(loaded, selection, said)
        found[said.system] = {
            name: (
                evaluation := cache.evaluation(review, said.system, selection.documents, cut),
                cache.intervals_of_averages(evaluation, beta, undefined),
            )
            for name, review in sides.items()
        }
    return as_if_frame(found, beta, undefined)


def _cell(row: Mapping[Hashable, Any], name: str) -> str:
    """The value with its interval, and how far it is from the one as loaded."""
    ends = interval_text(row[f"{name} low"], row[f"{name} high"])
    change = f" ({signed(row[f'{name} difference'])})" if f"{name} difference" in row else ""
    return f"<b>{figure_of(row[name])}</b>{change}<br>{quiet(ends)}"
