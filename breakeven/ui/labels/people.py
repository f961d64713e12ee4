"""How far the annotators agree: the verdict first, then one of several closer views.

Tested in `tests/pages/test_agreement.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from breakeven.ui.app.page.page import DataPage, Page
from breakeven.ui.app.session import widgets
from breakeven.ui.labels.annotators import (
    annotator_agreement,
    show_answer,
    show_apart,
    show_classes,
    show_disputed,
    show_overall,
    show_pairwise,
    show_people,
    show_what_to_bring,
)
from breakeven.ui.labels.ceiling import show_bands, show_ceiling, show_instead, show_stated_noise
from breakeven.ui.labels.standards import show_standards

Views = dict[str, tuple[str, Callable[[], None]]]


def show_people_section(page: Page | DataPage) -> None:
    """What annotators, and systems beside them, labelled alike; what to bring where nobody did."""
    review, selection = page.review, page.selection
    truth, people = review.truth, review.truth.annotators
    compared = truth.labels is not None and review.has_system
    views: Views = {}
    if not people:
        show_what_to_bring()
    elif (agreement := annotator_agreement(review, selection)) is None:
        show_apart(truth)
    else:
        show_answer(agreement)
        views["classes"] = "Classes", partial(show_classes, agreement)
        views["people"] = "Annotators", partial(show_people, agreement)
        views["documents"] = "Documents", partial(show_disputed, review, agreement)
        views["measures"] = "All measures", partial(show_overall, agreement)
        if compared:
            views |= _beside_systems(page)
    views["alike"] = "Pairwise", partial(show_pairwise, review, selection)
    if compared:
        if not people:
            views["noise"] = "Wrong labels", partial(show_stated_noise, review, selection)
        if people or truth.grades:
            views["standards"] = "Standards", partial(show_standards, review, selection)
    titles = {key: title for key, (title, _) in views.items()}
    chosen = widgets.section("labels.people", "Show", titles, label_visibility="collapsed")
    views[chosen][1]()


def _beside_systems(page: Page | DataPage) -> Views:
    """What can be said of systems beside people; the figure itself stands above all views."""
    review, selection = page.review, page.selection
    axis = show_ceiling(review, selection)
    if axis is None:
        return {}
    return {
        "instead": ("System or person", partial(show_instead, review, axis, selection)),
        "noise": ("Wrong labels", partial(show_bands, axis.noise, selection, review.truth.gold)),
    }
