"""How good decisions are where classes stand in a tree, beside the classes alone and chance."""

from __future__ import annotations

import math
from typing import Any

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.class_structure.hierarchical_measures import (
    HierarchicalMeasures,
    HierarchicalScores,
    hierarchical_measures,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.expression import InTree, Judged, TreeTermKind
from breakeven.data.records import Review
from breakeven.data.wording import amount_of, count_of, f_name, figure_of, interval_text
from breakeven.results.hierarchy import (
    MEAN_NAMES,
    SHUFFLED,
    WAY_NAMES,
    levels_frame,
    path_texts,
    ways_frame,
)
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.counts import CountLinks, in_sentence
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads
from breakeven.ui.components.html import escaped, quiet, say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table
from metrics.averaging import Undefined
from metrics.hierarchy.nodes import without_ancestors
from metrics.incidence import count_per_document, judged


def show_tree(page: Page) -> None:
    """Hierarchical measures, those of each level, and what is inconsistent.

    Nothing where no class stands above another.
    """
    review, selection = page.review, page.selection
    if review.hierarchy is None or review.hierarchy.depth < 2:
        return
    measures = _measures(review, page.evaluation, selection.beta, selection.undefined)
    f = f_name(selection.beta)
    st.header("Classes in a tree", anchor=False, help=help_of("hierarchical_f"))
    say(_answer(measures, f))
    counted = ways_frame(measures)
    shown = counted.assign(
        way=counted["way"].map(WAY_NAMES.get), mean=counted["mean"].map(MEAN_NAMES.get)
    )
    show_table(shown, "tree_counted", column_config=_heads(f))
    downloads.downloads(lambda: counted, "classes_in_a_tree")
    levels = levels_frame(measures)
    show_table(levels, "tree_levels", column_config=_heads(f))
    say(quiet(f"{SHUFFLED} Confusions and Classes can show a single level."))
    downloads.downloads(lambda: levels, "levels_of_the_tree")
    meanings = [help_of(key) for key in ("full_path", "inconsistency", "hierarchical_area")]
    st.caption("Whole paths, and classes without those above them", help="\n\n".join(meanings))
    counts = page.counts
    for sentence in path_texts(measures):
        say(_with_documents(sentence, measures, counts, page))


@cached(entries=24, spinner="Measuring by the hierarchy …")
def _measures(
    review: Review, evaluation: Evaluation, beta: float, undefined: Undefined
) -> HierarchicalMeasures:
    assert review.hierarchy is not None
    return hierarchical_measures(review.hierarchy, evaluation, beta, undefined)


def _answer(measures: HierarchicalMeasures, f: str) -> Markup:
    """Hierarchical F beside flat F, and both beside what shuffled calls would get; HTML."""
    wide, flat = measures.scores_of("hierarchical", "micro"), measures.scores_of("flat", "micro")

    def value(scores: HierarchicalScores) -> Markup:
        low, high = float(scores.interval.low), float(scores.interval.high)
        ends = "" if math.isnan(low) else f" (95 %: {interval_text(low, high)})"
        return Markup("<b>{}</b>{}").format(figure_of(scores.f), ends)

    return Markup(
        "Counting each class together with all above it, micro {} is {}; counting classes alone, "
        "it is {}. Shuffled predictions would get {} and {}."
    ).format(f, value(wide), value(flat), figure_of(wide.shuffled), figure_of(flat.shuffled))


def _heads(f: str) -> dict[str, Any]:
    """How the columns of both tables are headed, each with what it means."""
    column, number = st.column_config.Column, st.column_config.NumberColumn
    flat = help_of("precision"), help_of("recall"), help_of("f")
    lca = f"{help_of('hierarchical_f')}\n\n{help_of('lca_f')}"
    heads = {
        "precision": ("Precision", flat[0]),
        "recall": ("Recall", flat[1]),
        "f": (f, lca),
        "low_95": ("95 % from", None),
        "high_95": ("to", None),
        "macro_f": (f"Macro {f}", help_of("level_f")),
        "shuffled_f": (f"{f} shuffled", help_of("shuffled_calls")),
    }
    return {
        "way": column("Counted", help=lca),
        "mean": "Mean",
        "left_out": number("Left out (0/0)", format="localized"),
        "level": number("Level", help=help_of("level_f")),
        "nodes": number("Classes", format="localized"),
        "positives": number("True", format="localized"),
        "assigned": number("Predicted", format="localized"),
        **{key: number(name, format="%.3f", help=text) for key, (name, text) in heads.items()},
    }


def _with_documents(
    sentence: str, measures: HierarchicalMeasures, counts: CountLinks, page: Page
) -> Markup:
    """A sentence whose numbers of documents are links to them; HTML."""
    html = escaped(sentence)
    evaluation = page.evaluation
    if sentence.startswith("The whole path") and bool((evaluation.judged_pairs > 0).all()):
        path, exact = (amount_of(share.number) for share in (measures.full_path, measures.exact))
        full = counts.linked(measures.full_path.number, InTree("full-path"), path)
        html = in_sentence(html, "is right on ", (path, full), " of ")
        exact_link = counts.linked(measures.exact.number, Judged("right"), exact)
        return in_sentence(html, "exactly the classes on ", (exact, exact_link), " (")
    if sentence.startswith("Of the predicted classes"):
        called, true = _inconsistent(page.review, evaluation)
        return Markup("{} In documents: {} by prediction, ").format(
            html, _open(called, "inconsistent", counts)
        ) + Markup("{} by truth.").format(_open(true, "inconsistent-truth", counts))
    return html


def _open(documents: int, kind: TreeTermKind, counts: CountLinks) -> Markup:
    return counts.linked(documents, InTree(kind), count_of(documents, "document"))


@cached(entries=24)
def _inconsistent(review: Review, evaluation: Evaluation) -> tuple[int, int]:
    """How many documents are called, and truly in, a class without all classes above it."""
    hierarchy = review.hierarchy
    assert hierarchy is not None
    above = hierarchy.ancestors[: hierarchy.classes, : hierarchy.classes]
    true = judged(evaluation.truth, evaluation.scored.unjudged)
    called, truly = (
        int((count_per_document(without_ancestors(pairs, above)[1]) > 0).sum())
        for pairs in (evaluation.assigned, true)
    )
    return called, truly
