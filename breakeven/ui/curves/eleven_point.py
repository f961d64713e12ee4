"""The eleven-point average by its several conventions."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from breakeven.evaluation.eleven_conventions import (
    Convention,
    ElevenBy,
    ElevenPoints,
    conventions_of,
)
from breakeven.evaluation.scored import ScoredSplit
from breakeven.figures.eleven_point import levels_figure
from breakeven.figures.told import course_told
from breakeven.records import Review
from breakeven.text import figure_of
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.session import widgets
from breakeven.ui.app.shared.page import Page
from breakeven.ui.components import downloads
from breakeven.ui.components.charts import show_figure
from breakeven.ui.components.html import say
from breakeven.ui.components.tooltip import help_of
from metrics.averaging import Undefined
from metrics.ranking.eleven_point import LEVELS

NAMES: Mapping[Convention, str] = {
    "category": "Category pivot: each class ranks the documents",
    "pooled": "Pooled list: one ranking of all document/class pairs",
    "document_closest": "Document pivot (Yang), level 1.0 from the closest point",
    "document_interval": "Document pivot (Yang), level 1.0 only from a point in [0.9, 1]",
    "trec_eval_9": "As trec_eval up to version 9 prints it, classes as queries",
    "trec_eval_current": "As trec_eval’s current source prints it, classes as queries",
}
HELP: Mapping[Convention, str] = {
    "category": "eleven_point",
    "pooled": "eleven_point_pooled",
    "document_closest": "eleven_point_document",
    "document_interval": "eleven_point_document",
    "trec_eval_9": "eleven_point_trec_eval",
    "trec_eval_current": "eleven_point_trec_eval",
}
MEANINGS: Mapping[Convention, str] = {
    "category": "At each level the best precision at that recall or more; equal scores enter "
    "together; then the mean over the classes.",
    "pooled": "The same interpolation, once, on the list of all pairs. Scores must mean the same "
    "in every class for it to be high.",
    "document_closest": "Each document ranks the classes; then the mean over the documents. Where "
    "a true class was never ranked, level 1.0 takes the precision of the point closest to it, "
    "wherever that lies.",
    "document_interval": "As the other reading of Yang’s third step, but where recall 1.0 is never "
    "reached only a point with recall of 0.9 or more may stand for it. The two differ only where "
    "a true class has no score.",
    "trec_eval_9": "Ties are broken by document id, descending, scores are held in single "
    "precision, and 0.7 of 3 positives asks for 2 of them, through rounding. Classes without "
    "positives are skipped.",
    "trec_eval_current": "A level asks for the nearest whole number of positives, so 0.3 of 4 asks "
    "for 1: never lower than the definition and often higher. Ties are broken by document id, "
    "descending, and classes without positives are skipped.",
}


@cached(entries=64, spinner="Interpolating …")
def _eleven_by(
    review: Review, scored: ScoredSplit, convention: Convention, undefined: Undefined
) -> ElevenBy:
    return ElevenPoints(scored, review.truth.ids).by(convention, undefined)


def eleven_points_by(page: Page, convention: Convention) -> ElevenBy:
    """The eleven points of the page's evaluation by one of the conventions."""
    return _eleven_by(page.review, page.evaluation.scored, convention, page.selection.undefined)


def show_conventions(page: Page) -> None:
    """A switch between conventions, the number under its name, and the eleven levels."""
    listed = _listed(page)
    convention = widgets.select(
        "curves.eleven",
        "Convention",
        {key: NAMES[key] for key in listed},
        help=help_of(HELP["category"]),
    )
    by = eleven_points_by(page, convention)
    say(
        f"{NAMES[convention]}: eleven-point average <b>{figure_of(by.value.average, 4)}</b>"
        f"{_over(by, page.selection.undefined)}. {MEANINGS[convention]}"
    )
    compared = [(_short(convention), by.value)]
    if convention != "category":
        compared.insert(0, (_short("category"), eleven_points_by(page, "category").value))
    at = [f"recall {level:.1f}" for level in LEVELS]
    show_figure(
        levels_figure(compared),
        "levels",
        "Interpolated precision at the eleven levels",
        "; ".join(f"{name}: {course_told(at, found.levels, 4)}" for name, found in compared),
    )
    if len(listed) < len(NAMES):
        say("What trec_eval prints is not shown: it knows no weights of documents.")
    downloads.downloads(lambda: _levels_frame(page), "eleven_points")


def _listed(page: Page) -> list[Convention]:
    return list(conventions_of(page.evaluation.scored))


def _short(convention: Convention) -> str:
    return NAMES[convention].partition(":")[0]


def _over(by: ElevenBy, undefined: str) -> str:
    if by.convention == "pooled":
        return ""
    unit = "documents" if by.convention.startswith("document") else "classes"
    if by.units < by.of:
        return f", over {by.units:,} of {by.of:,} {unit} (the others have no positives)"
    counted = {"zero": ", those without positives counted as 0", "one": ", … as 1"}
    return f", over all {by.of:,} {unit}{counted.get(undefined, '')}"


def _levels_frame(page: Page) -> pd.DataFrame:
    rows = []
    for convention in _listed(page):
        by = eleven_points_by(page, convention)
        levels = {f"at_{level:.1f}": p for level, p in zip(LEVELS, by.value.levels, strict=True)}
        average = {"convention": convention, "average": by.value.average}
        rows.append(average | {"units": by.units, "of": by.of} | levels)
    return pd.DataFrame(rows)
