"""Thresholds to take along, and to load."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.class_thresholds import SavedThresholds, cut_from, to_save
from breakeven.analysis.evaluation.cut import Cut, FittedCut, cut_to_text
from breakeven.analysis.selection.selection import Selection, system_of
from breakeven.data.records import Review
from breakeven.data.wording import count_of
from breakeven.readers.base.problems import ReadError
from breakeven.readers.thresholds_file import read_thresholds
from breakeven.results.thresholds import thresholds_file
from breakeven.ui.app.page.links import show_problems
from breakeven.ui.app.session import access, state
from breakeven.ui.app.session.downloads import file_name
from breakeven.ui.components.html import plain, say

FILES = {
    "csv": ("CSV", "text/csv"),
    "json": ("JSON", "application/json"),
    "py": ("Python dict", "text/x-python"),
}


def show_files(review: Review, selection: Selection, fitted: FittedCut) -> None:
    """Download buttons and a place to load a file."""
    try:
        saved = to_save(review, selection.system, fitted)
    except ValueError:
        say("This rule does not assign by a least score per class: there are none to download.")
    else:
        _take(saved)
    if system_of(review, selection.system).scores is not None:
        _load(review, selection)


def _take(saved: SavedThresholds) -> None:
    say(
        Markup(
            "With rule, split, β, the fingerprint of these files and the date. <code>python cli.py "
            "evaluate FILE --thresholds thresholds.csv</code> uses them."
        )
    )
    with st.container(horizontal=True):
        for kind, (label, mime) in FILES.items():
            st.download_button(
                label,
                thresholds_file(saved, kind),
                file_name("thresholds", kind, ("review", "system")),
                mime,
                key=f"home_{kind}",
                icon=":material/download:",
                on_click="ignore",
            )
    if st.toggle("Show the dict to paste", key="w_paste"):
        st.code(thresholds_file(saved, "py").decode(), language="python", height=300)


def _load(review: Review, selection: Selection) -> None:
    uploaded = st.file_uploader(
        "Load thresholds: CSV with the columns class and threshold, or JSON as taken from here",
        key="thresholds_file",
        disabled=not access.may_send(),
    )
    if uploaded is None:
        state.forget("thresholds_taken")
        return
    try:
        loaded = read_thresholds(uploaded.name, uploaded.getvalue(), review.truth.classes)
    except ReadError as error:
        say(Markup("<b>Nothing was loaded.</b>"))
        show_problems(error.problems, "thresholds")
        return
    cut = cut_from(loaded, review, selection.system)
    say(Markup("; ").join(_noticed(uploaded.name, loaded, cut, review, selection)) + ".")
    # the file stays in its widget: take it once, so that it can be changed afterwards
    if state.remembered("thresholds_taken") != uploaded.file_id:
        state.remember("thresholds_taken", uploaded.file_id)
        state.share("cut", cut_to_text(cut))
        st.rerun()


def _noticed(
    name: str, loaded: SavedThresholds, cut: Cut, review: Review, selection: Selection
) -> list[Markup | str]:
    """What was loaded, and what of it does not fit here; HTML in which names are escaped."""
    fitting = len(cut.own)
    missing = len(review.truth.classes) - fitting
    unknown = len(loaded.thresholds) - fitting
    noticed: list[Markup | str] = [
        Markup("{} from {}").format(count_of(fitting, "threshold"), plain(name, 60))
    ]
    if loaded.system and loaded.system != selection.system:
        noticed.append(Markup("made for the system {}").format(plain(loaded.system, 40)))
    if missing:
        noticed.append(f"{count_of(missing, 'class', 'classes')} not named: never assigned")
    if unknown:
        noticed.append(f"{count_of(unknown, 'class', 'classes')} of it not known here: passed over")
    if loaded.cut is not None and loaded.cut.fitted_to_truth and not cut.tuned:
        noticed.append(
            "fitted on other files: should those have held these documents, results are optimistic"
        )
    return noticed
