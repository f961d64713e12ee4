"""The sections of the Compare page, one of which is shown at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.comparison import disagreement
from breakeven.analysis.comparison.caveats import NO_CELLS
from breakeven.analysis.comparison.comparison import SystemPair
from breakeven.analysis.comparison.shared_documents import SharedDocuments
from breakeven.analysis.selection.selection import system_place
from breakeven.data.wording import (
    NO_CLASS,
    NOTHING,
    count_of,
    f_name,
    isolate_name,
    quoted,
    signed,
)
from breakeven.figures.alt_text import pairs_alt_text, values_alt_text
from breakeven.figures.comparison import (
    ByClass,
    agreement_figure,
    confusion_difference_figure,
    difference_figure,
    dumbbell_figure,
)
from breakeven.figures.figure import literal, system_look
from breakeven.figures.precision_recall import pr_figure
from breakeven.results.differences import unit_of
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.class_choice import pick_class
from breakeven.ui.app.page.document_list import DocumentsWay
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.page.rankings import PlottedRanking, curves_alt_text, shown
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.compare.all_systems import show_by_class, show_two
from breakeven.ui.compare.comparison import PageComparison, against_all, of_class
from breakeven.ui.compare.disagreement import (
    cell_frame,
    class_rows,
    class_words,
    combined_rows,
    disagreement_of,
    drawn_part,
    pick_class_row,
    show_both,
)
from breakeven.ui.compare.sentences import against_all_rows, class_frame, corrected_words, test_rows
from breakeven.ui.components.html import bold, grid, plain, say
from breakeven.ui.components.markdown import help_of
from metrics.ranking.curves import F_LEVELS, iso_f
from metrics.typing import Array

# --- what the figures of two systems show, in words for those who cannot see them


DIFFERENCE_UNIT = "Difference of the two systems{} with 95 % intervals"


def difference_alt_text(values: ByClass) -> str:
    """The largest gain and loss, and how many are unlikely to be chance."""
    scale, digits = (100, 1) if values.in_points else (1, 4)
    points = scale * (np.asarray(values.new) - np.asarray(values.old))
    beyond = f"{int(np.count_nonzero(values.real)):,} unlikely to be chance"
    return f"{values_alt_text(values.names, points, digits)}; {beyond}"


def both_alt_text(class_values: ByClass, old: str, new: str) -> str:
    """The ends of both systems' values."""
    return "; ".join(
        f"{quoted(system)}: {values_alt_text(class_values.names, np.asarray(values))}"
        for system, values in ((old, class_values.old), (new, class_values.new))
    )


def change_alt_text(names: Sequence[str | None], before: Array, after: Array) -> str:
    """The cell in which two confusion matrices differ most."""
    change = np.asarray(after - before, dtype=float)
    row, column = np.unravel_index(int(np.abs(change).argmax()), change.shape)
    true, assigned = (
        quoted(NO_CLASS if (name := names[int(place)]) is None else name) for place in (row, column)
    )
    cells = count_of(int(np.count_nonzero(change)), "cell differs", "cells differ")
    return (
        f"{cells}; the largest difference is {signed(float(change[row, column]), 0)}, for {true} "
        f"predicted as {assigned}"
    )


# --- the parts of the compare page, one of which is shown at a time


ComparisonSection = Callable[[Page, PageComparison, str], None]


MOST_DRAWN = 100


def by_class(page: Page, comparison: PageComparison, measure: str) -> None:
    """Every system on each class; both that face each other, and their difference."""
    classes = show_by_class(comparison.side)
    pair = comparison.pair
    there = _by_difference(pair, classes)
    about_two(comparison)
    if not len(there):
        st.info("No class here has a value for both.")
        return
    drawn = there
    if len(there) > MOST_DRAWN:
        half = MOST_DRAWN // 2
        drawn = np.concatenate([there[:half], there[-half:]])
    values = _by_class(pair, drawn)
    old, new = pair.old.system, pair.new.system
    # a measure of one's own is called as somebody wrote it
    in_figure = measure if comparison.side.settings.own is None else literal(measure)
    left, right = st.columns(2, gap="medium")
    with left:
        show_figure(
            dumbbell_figure(
                values,
                old,
                new,
                in_figure,
                (
                    system_look(system_place(page.review, old)),
                    system_look(system_place(page.review, new)),
                ),
            ),
            "dumbbell",
            f"{measure} of both systems, class by class",
            both_alt_text(values, old, new),
        )
    with right:
        show_figure(
            difference_figure(values, old, new, in_figure),
            "differences",
            f"{DIFFERENCE_UNIT.format(' in points' if pair.in_points else '')}, class by class",
            difference_alt_text(values),
        )
    of_ranking = comparison.side.settings.of_rankings
    agreeing = "" if of_ranking else ", p is at most 0.05"
    could_tell = "are of the class" if of_ranking else "are decided differently"
    if comparison.side.settings.of_probabilities:
        could_tell = "have other probabilities"
    cut = "" if len(drawn) == len(there) else f"The {len(drawn)} with the largest differences. "
    st.caption(
        f"{cut}Filled dots: unlikely to be chance, because the interval excludes 0{agreeing} and "
        f"at least six documents {could_tell}; corrected for the number of classes (Holm)."
    )
    downloads.downloads(lambda: class_frame(pair), "differences")


def _by_difference(pair: SystemPair, classes: list[int]) -> Array:
    """Those of the classes on which both have a value, the largest gain first."""
    points = pair.per_class.points
    there = np.array([c for c in classes if not np.isnan(points[c])], dtype=np.int64)
    return there[np.argsort(-pair.gain[there], kind="stable")]


def about_two(comparison: PageComparison) -> None:
    """What is taken from here on is about the two that face each other."""
    two = (comparison.before, comparison.after)
    downloads.also(
        system=f"{comparison.after.system} against {comparison.before.system}",
        decisions="; ".join(f"{e.system}: {e.cut}" for e in two),
    )


def _by_class(pair: SystemPair, classes: Array) -> ByClass:
    d = pair.per_class
    return ByClass(
        [pair.old.classes[c] for c in classes],
        pair.old.tables.positives[classes],
        pair.old_values.per_class[classes],
        pair.new_values.per_class[classes],
        d.low[classes],
        d.high[classes],
        pair.real_classes[classes],
        pair.lower_is_better,
        pair.in_points,
    )


def tests(page: Page, comparison: PageComparison, measure: str) -> None:
    """The averages of the two, every test with its assumption; corrections; all systems."""
    show_two(comparison)
    pair = comparison.pair
    new, old = bold(pair.new.system, 40), bold(pair.old.system, 40)
    say(
        Markup(
            "Counts are in favour of {} against {}. p is two-sided: how often chance alone would "
            "give a difference this large."
        ).format(new, old)
    )
    st.header("Each test and its assumptions", anchor=False)
    grid(["Test", "In favour", "p"], test_rows(pair))
    if words := corrected_words(pair):
        st.header("Many classes", anchor=False, help=help_of("corrections"))
        say(words)
        downloads.downloads(lambda: class_frame(pair), "tests_per_class")
    others = len(comparison.side.systems) - 1
    if pair.randomised is not None and others > 1:
        st.header("All other systems", anchor=False)
        against = against_all(comparison.side, comparison.new)
        unit = unit_of(pair).name
        head = ["", f"Micro, {unit}", "p", f"Macro, {unit}", "p"]
        grid(head, against_all_rows(against.pairs, against.p, against.holm))
        st.caption(
            f"Each compared with {isolate_name(comparison.after.system)}. p by approximate "
            f"randomisation; Holm: corrected for {others} comparisons."
        )


def curves(page: Page, comparison: PageComparison, measure: str) -> None:
    """Precision-recall curves of all systems, pooled or of one class."""
    scopes = {"pooled": "all classes pooled", "class": "one class"}
    scope = widgets.select("compare.curves_of", "Curves of", scopes)
    index = None if scope == "pooled" else pick_class(page)
    es = comparison.side.common.evaluations
    # the two that face each other first: they get the plainest colours
    order = [
        comparison.old,
        comparison.new,
        *(i for i in range(len(es)) if i not in (comparison.old, comparison.new)),
    ]
    rankings: list[PlottedRanking] = []
    for i in order:
        system = es[i].system
        if ranking := shown(page.review, page.selection, system, index, system):
            rankings.append(ranking)
    beta = page.selection.beta
    if not any(ranking.ranking for ranking in rankings):
        st.info("No system has scores, so there are no curves.")
        return
    drawn = [ranking.drawn for ranking in rankings]
    lines = [iso_f(level, beta) for level in F_LEVELS]
    show_figure(
        pr_figure(drawn, None, lines, float("nan"), f_name(beta)),
        "curves",
        "Precision-recall curves of all systems",
        curves_alt_text(rankings),
    )
    if any(comparison.side.common.left_out):
        st.caption(
            "Each curve has all documents that its system has predictions for, not the shared ones."
        )


def agreement(page: Page, comparison: PageComparison, measure: str) -> None:
    """How alike all systems decide."""
    shares_of_pairs, dark = _agreement(comparison.side.common), st.context.theme.type == "dark"
    bounded = not comparison.before.scored.unbounded
    left, right = st.columns(2, gap="medium")
    for place, shares, title, key in (
        (left, shares_of_pairs.overlap, "Overlap of predictions", "overlap"),
        (right, shares_of_pairs.same, "Share of equal predictions", "same"),
    ):
        with place:
            st.header(title, anchor=False)
            if key == "same" and not bounded:
                st.info(f"{NOTHING} {NO_CELLS}.")
                continue
            show_figure(
                agreement_figure(comparison.side.systems, shares, title.lower(), dark),
                f"agreement_{key}",
                f"{title} between every two systems",
                pairs_alt_text(comparison.side.systems, shares),
            )
    st.caption(
        "Overlap: of the labels that either system predicts, the share that both predict. "
        + (
            "The share of equal predictions is near 1 wherever classes are rare, because nearly "
            "all are “no”. "
            if bounded
            else ""
        )
        + "Systems that agree may both be wrong."
    )


@cached(entries=12, spinner="Comparing predictions …")
def _agreement(common: SharedDocuments) -> disagreement.SystemAgreement:
    return disagreement.system_agreement(common.evaluations)


PLACES = {
    "found_by_new": "found only by {new}",
    "found_by_old": "found only by {old}",
    "spared_by_new": "false alarm of {old} alone",
    "spared_by_old": "false alarm of {new} alone",
}
WITHOUT_FALSE_ALARMS = ("found_by_new", "found_by_old")


def where_they_disagree(page: Page, comparison: PageComparison, measure: str) -> None:
    """Documents that one has right and the other wrong, by class; what both could reach."""
    old, new = comparison.before, comparison.after
    st.header("Both together", anchor=False)
    f = f_name(page.selection.beta)
    grid(
        ["", "Precision", "Recall", f"Micro {f}", f"Macro {f}"],
        combined_rows(old, new, page.selection.beta, page.selection.undefined),
    )
    st.header("By class", anchor=False)
    rows = class_rows(disagreement_of(comparison.side.common, comparison.old, comparison.new), old)
    places = PLACES
    columns = {
        "found only before": f"found only by {old.system}",
        "found only after": f"found only by {new.system}",
    }
    if old.scored.unbounded:
        st.caption(f"{NO_CELLS}: only what is found is compared, not false alarms.")
        places = {key: text for key, text in PLACES.items() if key in WITHOUT_FALSE_ALARMS}
    else:
        columns |= {
            "false alarm only before": f"false alarm of {old.system} alone",
            "false alarm only after": f"false alarm of {new.system} alone",
        }
    pick_class_row(rows, "parting", page.chosen_class, columns)
    st.header("The documents", anchor=False)
    left, right = st.columns(2)
    with left:
        c = pick_class(page)
    split = disagreement.disagreement_on(old, new, c)
    words = {
        key: f"{text.format(old=old.system, new=new.system)}  ({len(getattr(split, key)):,})"
        for key, text in places.items()
    }
    fullest = max(places, key=lambda key: len(getattr(split, key)))
    with right:
        place = widgets.select("compare.documents", "Documents", words, default=fullest)
    positions = getattr(split, place)
    truth, name = page.review.truth, old.classes[c]
    counted = {
        key: (len(getattr(split, key)), plain(text.format(old=old.system, new=new.system), 120))
        for key, text in places.items()
    }
    say(class_words(comparison, name, counted, page.counts))
    way = DocumentsWay(of_class(comparison, name, place))
    show_both(truth, (old, new), positions, "parting_documents", way, c)
    st.caption(
        "A document appears under each class on which the two disagree. Choose a row above to "
        "choose the class."
    )


def confusions(page: Page, comparison: PageComparison, measure: str) -> None:
    """The difference of the two confusion matrices."""
    old, new = comparison.before, comparison.after
    if old.scored.unbounded:
        st.info(f"{NOTHING} {NO_CELLS}.")
        return
    changed = disagreement.confusion_changes(old, new)
    say(
        Markup(
            "{} minus {}: {}. Blue is better (more on the diagonal, fewer elsewhere), orange is "
            "worse."
        ).format(
            bold(new.system),
            bold(old.system),
            count_of(len(changed), "cell differs", "cells differ"),
        )
    )
    if not len(changed):
        return
    names, before, after = drawn_part(changed, old, new)
    dark = st.context.theme.type == "dark"
    left, right = st.columns([3, 2], gap="medium")
    with left:
        if names:
            show_figure(
                confusion_difference_figure(names, before, after, dark),
                "confusion_difference",
                "Difference of the two confusion matrices",
                change_alt_text(names, before, after),
            )
            st.caption(f"The {len(names)} classes whose confusions differ most.")
    with right:
        cells = cell_frame(changed, old.classes)
        st.dataframe(
            cells[:1000],
            hide_index=True,
            height=560,
            key="changed_cells",
        )
        downloads.downloads(lambda: cells, "confusion_changes")


# what the documents on which the systems disagree are shown by
DISAGREEMENTS: Mapping[str, tuple[str, ComparisonSection]] = {
    "documents": ("Documents", where_they_disagree),
    "confusions": ("Confusions", confusions),
    "agreement": ("How alike all systems are", agreement),
}


def disagreements(page: Page, comparison: PageComparison, measure: str) -> None:
    """Where the two disagree: in documents, in confusions, and how alike all systems are."""
    names = {key: name for key, (name, _) in DISAGREEMENTS.items()}
    shown = widgets.section("compare.show", "Show", names, label_visibility="collapsed")
    DISAGREEMENTS[shown][1](page, comparison, measure)


PARTS: Mapping[str, tuple[str, ComparisonSection]] = {
    "classes": ("Classes", by_class),
    "disagreement": ("Disagreements", disagreements),
    "tests": ("Tests", tests),
    "curves": ("Curves", curves),
}


def show_part(page: Page, comparison: PageComparison, measure: str) -> None:
    """One part of the page, chosen here; only that one is computed."""
    names = {key: name for key, (name, _) in PARTS.items()}
    part = widgets.section("compare.part", "Look at", names, label_visibility="collapsed")
    if part != "classes":  # it begins with a table of all systems
        about_two(comparison)
    PARTS[part][1](page, comparison, measure)
