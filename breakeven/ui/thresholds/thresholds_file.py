"""Thresholds to take along, and to load.

Tested in `test_thresholds`.
"""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.class_thresholds import SavedThresholds, cut_from, to_save
from breakeven.analysis.evaluation.cut import Cut, FittedCut, cut_to_text
from breakeven.analysis.selection.selection import Selection, system_of
from breakeven.data.records import Review
from breakeven.data.wording import count_of, shorten
from breakeven.readers.base.problems import ReadError
from breakeven.readers.thresholds_file import read_thresholds
from breakeven.results.thresholds import thresholds_file
from breakeven.ui.app.cache import cache
from breakeven.ui.app.page.links import show_problems
from breakeven.ui.app.session import access, state
from breakeven.ui.app.session.downloads import file_name
from breakeven.ui.components.html import plain, say
from breakeven.ui.components.markdown import button_label
from breakeven.ui.thresholds.rule import offer_of, reference_split, set_cut
from metrics.typing import F1_BETA

FILES = {
    "csv": ("CSV", "text/csv"),
    "json": ("JSON", "application/json"),
    "py": ("Python", "text/x-python"),
    "sql": ("SQL", "application/sql"),
}


def take_along(review: Review, selection: Selection) -> None:
    """The thresholds as a file; where there are none yet, a rule that makes some."""
    fitted = cache.fitted(review, selection.system, selection.cut)
    try:
        saved = to_save(review, selection.system, fitted)
    except ValueError:
        offer = offer_of(review, selection)
        if selection.cut == offer.present and "f" in offer.rules:
            split = reference_split(offer, selection.cut, "f")
            crossed = offer.crossed("f", split)
            where = "all documents" if split is None else split
            st.button(
                button_label(f"Tune on {shorten(where, 20)}"),
                key="tune",
                type="primary",
                icon=":material/tune:",
                on_click=set_cut,
                args=(Cut("f", beta=F1_BETA, split=split, cross_fitted=crossed),),
                help="Best balance (F₁): a threshold for each class.",
            )
        return
    st.download_button(
        "Download thresholds",
        lambda: thresholds_file(saved, "csv"),
        file_name("thresholds", "csv", ("review", "system")),
        "text/csv",
        key="take_along",
        type="primary",
        icon=":material/download:",
        on_click="ignore",
    )


def show_files(review: Review, selection: Selection, fitted: FittedCut) -> None:
    """Download buttons and a place to load a file."""
    try:
        saved = to_save(review, selection.system, fitted)
    except ValueError:
        say("This rule has no threshold per class, so there are none to download.")
    else:
        _take(saved)
    if system_of(review, selection.system).scores is not None:
        _load(review, selection)


def _take(saved: SavedThresholds) -> None:
    say(
        Markup(
            "Each file names rule, split, β, fingerprint and date. To use one: <code>python cli.py "
            "evaluate FILE --thresholds thresholds.csv</code>. Python and SQL predict by "
            "themselves, to the last bit as here."
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
    if st.toggle("Show the code to paste", key="w_paste"):
        st.code(thresholds_file(saved, "py").decode(), language="python", height=300)


def _load(review: Review, selection: Selection) -> None:
    uploaded = st.file_uploader(
        "Load thresholds: CSV with columns class and threshold, or JSON from this page",
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
        noticed.append(f"{count_of(missing, 'class', 'classes')} not in the file: never predicted")
    if unknown:
        noticed.append(f"{count_of(unknown, 'class', 'classes')} not known here: ignored")
    if loaded.cut is not None and loaded.cut.fitted_to_truth and not cut.tuned:
        noticed.append("tuned on other files: optimistic if those hold the same documents")
    return noticed
