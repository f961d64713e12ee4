"""The parts of the overview, each of which is worked out when it is opened."""

from __future__ import annotations

from breakeven.findings.limits import Limits
from breakeven.readers.formats.azure.shared import of_azure
from breakeven.ui.app.kept.ceiling import show_beside_people
from breakeven.ui.app.kept.systems import shared_of
from breakeven.ui.app.shared.page import Page
from breakeven.ui.overview.answers import show_answers
from breakeven.ui.overview.averages import show_averages
from breakeven.ui.overview.azure import show_as_in_azure
from breakeven.ui.overview.baselines import show_guessing
from breakeven.ui.overview.glance import show_glance
from breakeven.ui.overview.tree import show_tree

PARTS = {
    "main": "At a glance",
    "averages": "In numbers",
    "guessing": "Compared with guessing",
    "answers": "What was answered",
    "tree": "Classes in a tree",
    "people": "Beside people",
    "azure": "As you know it from Azure",
}


def parts_of(page: Page) -> dict[str, str]:
    """The parts that there is something to say in, by their keys; the first one is the answer."""
    review = page.review
    there = {
        "answers": any(said.answered is not None for said in review.own),
        "tree": review.hierarchy is not None and review.hierarchy.depth > 1,
        "people": len(review.truth.annotators) > 1,
        "azure": of_azure(review.formats),
    }
    return {key: name for key, name in PARTS.items() if there.get(key, True)}


def show_part(part: str, page: Page, limits: Limits) -> None:
    """One of them."""
    match part:
        case "averages":
            show_averages(page)
        case "guessing":
            show_guessing(page.evaluation, page.selection.beta, page.selection.undefined)
        case "answers":
            show_answers(page)
        case "tree":
            show_tree(page)
        case "people":
            show_beside_people(page.review, shared_of([page.evaluation]), page.selection)
        case "azure":
            show_as_in_azure(page)
        case _:
            show_glance(page, limits)
