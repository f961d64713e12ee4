"""The eleven-point average by its several conventions, and Yang's steps for one document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup
from scipy import sparse

from breakeven.analysis.evaluation.eleven_conventions import (
    Convention,
    ElevenPointAverages,
    ElevenPointBy,
    ScoredElevenPoints,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.scored import ScoredSplit
from breakeven.data.records import Review, Truth
from breakeven.data.wording import count_of, figure_of
from breakeven.figures.alt_text import course_alt_text
from breakeven.figures.rankings import levels_figure
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import bold, grid, plain, say, show_absence
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table
from metrics.averaging import Undefined
from metrics.ranking.document_pivot import PivotReading, YangSteps, yang_steps
from metrics.ranking.eleven_point import LEVELS
from metrics.typing import Array

# --- the eleven-point average by its several conventions


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
    "category": "At each recall level, the best precision at that recall or higher; then the mean "
    "over the classes. Equal scores enter together.",
    "pooled": "The same interpolation on one list of all pairs. It is high only where scores mean "
    "the same in every class.",
    "document_closest": "Each document ranks the classes; then the mean over the documents. Where "
    "a true class has no score, level 1.0 takes the precision of the closest point, wherever that "
    "is.",
    "document_interval": "The other reading of Yang’s third step: where recall 1.0 is not reached, "
    "only a point with recall of 0.9 or more may stand for it. The two differ only where a true "
    "class has no score.",
    "trec_eval_9": "Ties are broken by document id, in descending order. Scores have single "
    "precision, so level 0.7 of 3 true documents asks for 2 of them. Classes without true "
    "documents are skipped.",
    "trec_eval_current": "A level asks for the nearest whole number of true documents: 0.3 of 4 "
    "asks for 1. This is never lower than the definition and often higher. Ties are broken by "
    "document id, in descending order, and classes without true documents are skipped.",
}


@cached(entries=64, spinner="Interpolating …")
def _eleven_by(
    review: Review, scored: ScoredSplit, convention: Convention, undefined: Undefined
) -> ElevenPointBy:
    return ScoredElevenPoints(scored, review.truth.ids).by(convention, undefined)


def eleven_points_by(page: Page, convention: Convention) -> ElevenPointBy:
    """The eleven points of the page's evaluation by one of the conventions."""
    return _eleven_by(page.review, page.evaluation.scored, convention, page.selection.undefined)


def show_conventions(page: Page) -> None:
    """A switch between conventions, the number under its name, and the eleven levels."""
    points = ScoredElevenPoints(page.evaluation.scored, page.review.truth.ids)
    show_by(lambda convention: eleven_points_by(page, convention), points, page.selection.undefined)


def show_by(
    by_convention: Callable[[Convention], ElevenPointBy],
    points: ElevenPointAverages,
    undefined: Undefined,
) -> None:
    """As `show_conventions`, of the `points` wherever they were counted."""
    listed = points.conventions
    convention = widgets.select(
        "curves.eleven",
        "Convention",
        {key: NAMES[key] for key in listed},
        help=help_of(HELP["category"]),
    )
    by = by_convention(convention)
    say(
        Markup("{}: eleven-point average <b>{}</b>{}. {}").format(
            NAMES[convention],
            figure_of(by.value.average, 4),
            _over(by, undefined),
            MEANINGS[convention],
        )
    )
    compared = [(_short(convention), by.value)]
    if convention != "category":
        compared.insert(0, (_short("category"), by_convention("category").value))
    levels = [f"recall {level:.1f}" for level in LEVELS]
    show_figure(
        levels_figure(compared),
        "levels",
        "Interpolated precision at the eleven levels",
        "; ".join(
            f"{name}: {course_alt_text(levels, points_by_level.levels, 4)}"
            for name, points_by_level in compared
        ),
    )
    show_absence(points.not_counted, "line")
    downloads.downloads(lambda: _levels_frame(map(by_convention, listed)), "eleven_points")


def _short(convention: Convention) -> str:
    return NAMES[convention].partition(":")[0]


def _over(by: ElevenPointBy, undefined: str) -> str:
    if by.convention == "pooled":
        return ""
    unit = "documents" if by.convention.startswith("document") else "classes"
    if by.units < by.rankings:
        return f", over {by.units:,} of {by.rankings:,} {unit} (the others have none that are true)"
    counted = {
        "zero": ", those without a true one counted as 0",
        "one": ", those without a true one counted as 1",
    }
    return f", over all {by.rankings:,} {unit}{counted.get(undefined, '')}"


def _levels_frame(points: Iterable[ElevenPointBy]) -> pd.DataFrame:
    rows = []
    for by in points:
        levels = {f"at_{level:.1f}": p for level, p in zip(LEVELS, by.value.levels, strict=True)}
        average = {"convention": by.convention, "average": by.value.average}
        rows.append(average | {"units": by.units, "of": by.rankings} | levels)
    return pd.DataFrame(rows)


# --- Yang's steps to the eleven-point average, for one document


READING_WORDS: Mapping[PivotReading, str] = {
    "closest": "the closest point, wherever it lies",
    "interval": "only a point in [0.9, 1.0)",
}


def show_yang(page: Page) -> None:
    """The six steps for a document that is chosen by its id."""
    evaluation, truth = page.evaluation, page.review.truth
    left, right = st.columns(2)
    with left:
        position = _pick_document(evaluation, truth)
    with right:
        reading = _pick_reading()
    if position is None:
        return
    pairs, labels = evaluation.scored.judged_pairs()
    scores = _of_document(pairs, position)
    correct = sparse.csr_array(labels[[position]]).toarray()[0]
    steps = yang_steps(scores, correct, reading)
    if truth.text_column is not None:
        say(plain(truth.columns[truth.text_column][evaluation.rows[position]], 200))
    names = (
        Markup(", ").join(bold(evaluation.classes[c], 30) for c in np.flatnonzero(correct))
        or "none"
    )
    say(Markup("True classes: {}.").format(names))
    if steps.points.r == 0:
        say(
            "This document has no true class, so its precision is 0/0. It is left out of the mean "
            "over documents, or counted as the settings say."
        )
        return
    _show_steps(evaluation, steps, scores, correct)
    by = eleven_points_by(page, "document_closest" if reading == "closest" else "document_interval")
    say(
        Markup(
            "<b>Steps 5 and 6.</b> For this document the mean of the last column is {}. Averaged "
            "level by level over {:,} of {:,} documents, and then over the eleven levels, it is "
            "<b>{}</b>."
        ).format(
            figure_of(float(np.mean(steps.interpolated)), 4),
            by.units,
            by.rankings,
            figure_of(by.value.average, 4),
        )
    )


def _pick_reading() -> PivotReading:
    label = "Step 3, where recall 1.0 is never reached"
    explanation = help_of("eleven_point_document")
    return widgets.select("curves.reading", label, READING_WORDS, help=explanation)


def _pick_document(evaluation: Evaluation, truth: Truth) -> int | None:
    if truth.documents is None or not evaluation.documents:
        st.info("There are no documents here.")
        return None
    ids = truth.documents[evaluation.rows]
    # one with several true classes has more to show
    example = int(np.argmax(evaluation.document_tables.positives >= 2))
    typed = widgets.text("curves.document", "Document id", ids[example])
    positions = np.flatnonzero(ids == typed)
    if not len(positions):
        st.warning("No document of this split has that id. Check it, or choose another split.")
        return None
    return int(positions[0])


def _of_document(scores: Array | sparse.csr_array, position: int) -> Array:
    if isinstance(scores, np.ndarray):
        return np.asarray(scores[:, position], dtype=float)
    column = sparse.csc_array(scores[:, [position]])
    out = np.full(scores.shape[0], np.nan)
    out[column.indices] = column.data
    return out


def _show_steps(evaluation: Evaluation, steps: YangSteps, scores: Array, correct: Array) -> None:
    points = steps.points
    say(
        Markup(
            "<b>Step 1.</b> The classes by falling score, down to the last true one. Each true "
            "class makes a point; equal scores enter together and make one point."
        )
    )
    show_table(_ranking_frame(evaluation, steps, scores, correct), "yang_ranking", 320)
    if len(points) and points.tp[-1] < points.r:
        without = count_of(points.r - int(points.tp[-1]), "true class has", "true classes have")
        say(f"{without} no score, so no threshold finds them all.")
    say(
        Markup(
            "<b>Steps 2 to 4.</b> Each tenth of recall takes the highest precision of a point "
            "inside it (0 if there is none), and 1.0 follows its own rule. Then each level takes "
            "the highest value at its recall or beyond."
        )
    )
    rows = []
    for i, level in enumerate(LEVELS):
        inside = points.precision[steps.interval == i]
        interval = f"[{level:.1f}, {level + 0.1:.1f})" if i < 10 else "1.0"
        rows.append(
            [
                interval,
                ", ".join(figure_of(float(p)) for p in inside) or "none",
                figure_of(float(steps.representatives[i])),
                figure_of(float(steps.interpolated[i])),
            ]
        )
    grid(["Recall", "Precision of the points inside", "Steps 2, 3", "Step 4"], rows)


def _ranking_frame(
    evaluation: Evaluation, steps: YangSteps, scores: Array, correct: Array
) -> pd.DataFrame:
    """The classes by falling score down to the last true one, with the points among them."""
    points = steps.points
    last = int(points.assigned[-1]) if len(points) else 0
    point_at = {int(k): i for i, k in enumerate(points.assigned)}

    def cell(rank: int, values: Array) -> str:
        return figure_of(float(values[point_at[rank]])) if rank in point_at else ""

    return pd.DataFrame(
        {
            "rank": np.arange(1, last + 1),
            "class": [evaluation.classes[c] for c in steps.ranking[:last]],
            "score": scores[steps.ranking[:last]],
            "true": correct[steps.ranking[:last]],
            "precision": [cell(k, points.precision) for k in range(1, last + 1)],
            "recall": [cell(k, points.recall) for k in range(1, last + 1)],
        }
    )
