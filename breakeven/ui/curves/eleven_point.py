"""The eleven-point average by its several conventions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import pandas as pd

from breakeven.evaluation.eleven_conventions import (
    Convention,
    ElevenBy,
    ElevenPoints,
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
    points = ElevenPoints(page.evaluation.scored, page.review.truth.ids)
    missing = "What trec_eval prints is not shown: it knows no weights of documents."
    show_by(
        lambda convention: eleven_points_by(page, convention),
        points.conventions,
        page.selection.undefined,
        missing if len(points.conventions) < len(NAMES) else "",
    )


def show_by(
    by_convention: Callable[[Convention], ElevenBy],
    listed: Sequence[Convention],
    undefined: Undefined,
    missing: str,
) -> None:
    """As `show_conventions`, of those `listed`, wherever they were counted.

    `missing`: what is said of the others, "" for nothing.
    """
    convention = widgets.select(
        "curves.eleven",
        "Convention",
        {key: NAMES[key] for key in listed},
        help=help_of(HELP["category"]),
    )
    by = by_convention(convention)
    say(
        f"{NAMES[convention]}: eleven-point average <b>{figure_of(by.value.average, 4)}</b>"
        f"{_over(by, undefined)}. {MEANINGS[convention]}"
    )
    compared = [(_short(convention), by.value)]
    if convention != "category":
        compared.insert(0, (_short("category"), by_convention("category").value))
    at = [f"recall {level:.1f}" for level in LEVELS]
    show_figure(
        levels_figure(compared),
        "levels",
        "Interpolated precision at the eleven levels",
        "; ".join(f"{name}: {course_told(at, found.levels, 4)}" for name, found in compared),
    )
    if missing:
        say(missing)
    downloads.downloads(lambda: _levels_frame(map(by_convention, listed)), "eleven_points")


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


def _levels_frame(found: Iterable[ElevenBy]) -> pd.DataFrame:
    rows = []
    for by in found:
        levels = {f"at_{level:.1f}": p for level, p in zip(LEVELS, by.value.levels, strict=True)}
        average = {"convention": by.convention, "average": by.value.average}
        rows.append(average | {"units": by.units, "of": by.of} | levels)
    return pd.DataFrame(rows)
