"""Classes of a hierarchy folded to a level: chosen on a page, which is then about the new ones.

Tested in `test_folding`.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.merged_classes import folded_evaluation, folded_truth
from breakeven.data.hierarchy import Fold, Hierarchy
from breakeven.data.records import Review
from breakeven.data.wording import count_of, isolate_name
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.page import FOLDED_CLASS, Page
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.components.html import plain, quiet, say

LEVEL, UNFOLDED = "level", "unfold"
# no fold, and no node that is unfolded
NONE = ""
LEVEL_HELP = (
    "Classes below this level count as the class above them. A document counts once in it, and "
    "confusing two of its classes is no longer an error."
)
UNFOLD_HELP = "Shows the classes right below this one. All others stay folded."
WITHOUT_SCORES = (
    "Thresholds, curves, merging and all other pages keep the classes of the file, which have the "
    "scores."
)


def at_level(page: Page, *cells: str) -> Page:
    """The page as it is about classes folded to the level chosen here; as it is without a fold.

    Nothing is drawn where no class stands above another. `cells`: choices of the page that mean
    nothing any more when the classes become others.
    """
    fold = _choose(page.review, cells)
    if fold is None:
        return page
    evaluation = evaluated(page.review, page.evaluation, fold)
    folded = _folded(page.review, fold)
    downloads.also(level=_in_words(fold))
    return Page(folded, replace(page.selection, class_index=_chosen(page, fold)), evaluation)


def _choose(review: Review, cells: tuple[str, ...]) -> Fold | None:
    hierarchy = review.hierarchy
    if hierarchy is None or hierarchy.depth < 2:
        return None

    def change(key: str, value: str) -> None:
        state.choose(key, value)
        for cell in (FOLDED_CLASS, *cells):
            state.drop(cell)

    numbers = _numbers(review)
    levels = {NONE: f"all {count_of(len(review.truth.classes), 'class', 'classes')}"} | {
        str(level): f"level {level} of {hierarchy.depth}: {count_of(n, 'class', 'classes')}"
        for level, n in numbers.items()
    }
    with st.container(horizontal=True, vertical_alignment="bottom"):
        level = widgets.select(
            LEVEL,
            "Level",
            levels,
            state.one_of(LEVEL, levels),
            changed=lambda value: change(LEVEL, value),
            help=LEVEL_HELP,
        )
        if level == NONE:
            return None
        parents = _parents(review, int(level))
        unfolded = widgets.select(
            UNFOLDED,
            "Unfold",
            [NONE, *parents],
            state.one_of(UNFOLDED, [NONE, *parents]),
            changed=lambda value: change(UNFOLDED, value),
            show=lambda name: _shown(parents, name),
            help=UNFOLD_HELP,
        )
    fold = Fold(int(level), unfolded or None)
    say(quiet(_fold_text(review, fold)))
    return fold


def _shown(parents: dict[str, tuple[int, int]], name: str) -> str:
    if name == NONE:
        return "none"
    level, below = parents[name]
    return f"{isolate_name(name)}  (level {level}, {below:,} below)"


def _fold_text(review: Review, fold: Fold) -> Markup:
    """What the classes of a fold are, and what cannot be said of them; HTML."""
    new, old = len(_folded(review, fold).truth.classes), len(review.truth.classes)
    unfolded = (
        "" if fold.unfolded is None else Markup(", with {} unfolded").format(plain(fold.unfolded))
    )
    return Markup("{}{}, made of the {:,} of the file. {}").format(
        count_of(new, "class", "classes"), unfolded, old, WITHOUT_SCORES
    )


def _in_words(fold: Fold) -> str:
    return f"{fold.level}" if fold.unfolded is None else f"{fold.level}, {fold.unfolded} unfolded"


def _chosen(page: Page, fold: Fold) -> int:
    """The folded class that is chosen, else the first that holds the class chosen on all pages."""
    names = _folded(page.review, fold).truth.classes
    wanted = state.raw().get(FOLDED_CLASS)
    if wanted in names:
        return names.index(wanted)
    return _holders(page.review, fold)[page.selection.class_index]


@cached(entries=16)
def _holders(review: Review, fold: Fold) -> list[int]:
    """The first folded class that each class goes into; every class goes into some."""
    assert review.hierarchy is not None
    into = review.hierarchy.folded(fold)[1]
    into.sort_indices()
    return into.indices[into.indptr[:-1]].tolist()


@cached(entries=16)
def _numbers(review: Review) -> dict[int, int]:
    """How many classes there are at each level that folds any, by level."""
    hierarchy = review.hierarchy
    assert hierarchy is not None
    return {n: len(hierarchy.at_level(n)[0]) for n in range(1, hierarchy.depth)}


@cached(entries=16)
def _parents(review: Review, level: int) -> dict[str, tuple[int, int]]:
    """Whatever has a class below it at a level or deeper, the tree from left to right.

    With its level, and how many stand right below it.
    """
    hierarchy = review.hierarchy
    assert hierarchy is not None
    below = np.asarray(hierarchy.parents.sum(axis=0)).ravel()
    there = np.flatnonzero((below > 0) & (hierarchy.levels >= level))
    paths = _paths(hierarchy)
    return {
        hierarchy.nodes[n]: (int(hierarchy.levels[n]), int(below[n]))
        for n in sorted(there.tolist(), key=lambda n: paths[n])
    }


def _paths(hierarchy: Hierarchy) -> list[tuple[str, ...]]:
    """The names from the top down to each node, by the first of its parents."""
    paths: dict[int, tuple[str, ...]] = {}
    for n in np.argsort(hierarchy.levels, kind="stable").tolist():
        above = hierarchy.parents[[n]].indices.tolist()
        paths[n] = (*(paths[above[0]] if above else ()), hierarchy.nodes[n].casefold())
    return [paths[n] for n in range(len(hierarchy.nodes))]


@cached(entries=24, spinner="Folding the classes …")
def evaluated(review: Review, evaluation: Evaluation, fold: Fold) -> Evaluation:
    """What was decided, of folded classes; the review has a hierarchy."""
    assert review.hierarchy is not None
    return folded_evaluation(evaluation, review.hierarchy, fold)


@cached(entries=16)
def _folded(review: Review, fold: Fold) -> Review:
    """The review with the labels of the folded classes, and nothing that a system said."""
    assert review.hierarchy is not None
    known = repr((review.fingerprint, fold.level, fold.unfolded))
    return replace(
        review,
        truth=folded_truth(review.truth, review.hierarchy, fold),
        predictions=(),
        hierarchy=None,
        fingerprint=sha256(known.encode("utf-8", "surrogatepass")).hexdigest(),
    )
