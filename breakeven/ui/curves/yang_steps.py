"""Yang's steps to the eleven-point average, for one document."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import streamlit as st
from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Truth
from breakeven.text import figure_of
from breakeven.ui.app.session import widgets
from breakeven.ui.app.shared.page import Page
from breakeven.ui.components.html import bold, grid, plain, say
from breakeven.ui.components.tables import show_table
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.curves.eleven_point import eleven_points_by
from metrics.ranking.document_pivot import Reading, YangSteps, yang_steps
from metrics.ranking.eleven_point import LEVELS
from metrics.typing import Array

READING_WORDS: Mapping[Reading, str] = {
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
    names = ", ".join(bold(evaluation.classes[c], 30) for c in np.flatnonzero(correct)) or "none"
    say(f"True classes: {names}.")
    if steps.points.r == 0:
        say(
            "A document without true classes has no points: its precisions are 0/0. It is left "
            "out of the mean over documents, or counted as chosen in the settings."
        )
        return
    _show_steps(evaluation, steps, scores, correct)
    by = eleven_points_by(page, "document_closest" if reading == "closest" else "document_interval")
    say(
        f"<b>Steps 5 and 6.</b> The mean of the last column is "
        f"{figure_of(float(np.mean(steps.interpolated)), 4)} for this document. Taken level by "
        f"level over {by.units:,} of {by.of:,} documents, then over the eleven levels, it is "
        f"<b>{figure_of(by.value.average, 4)}</b>."
    )


def _pick_reading() -> Reading:
    label = "Step 3, where recall 1.0 is never reached"
    explanation = help_of("eleven_point_document")
    return widgets.select("curves.reading", label, READING_WORDS, help=explanation)


def _pick_document(evaluation: Evaluation, truth: Truth) -> int | None:
    if truth.documents is None or not evaluation.documents:
        st.info("There are no documents here to go through.")
        return None
    ids = truth.documents[evaluation.rows]
    # one with several true classes has more to show
    example = int(np.argmax(evaluation.document_tables.positives >= 2))
    typed = widgets.text("curves.document", "Document id", ids[example])
    found = np.flatnonzero(ids == typed)
    if not len(found):
        st.warning("No document of this system and split has that id.")
        return None
    return int(found[0])


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
        "<b>Step 1.</b> The classes by falling score, down to the last true one. A point is where "
        "a true class is found; equal scores enter together, and the point stands behind them."
    )
    show_table(_ranking_frame(evaluation, steps, scores, correct), "yang_ranking", 320)
    if len(points) and points.tp[-1] < points.r:
        say(f"{points.r - int(points.tp[-1])} true classes have no score and are never found.")
    say(
        "<b>Steps 2 to 4.</b> Each tenth of recall is represented at its left end by the highest "
        "precision of a point inside (0 without any), 1.0 by its own rule; then each level takes "
        "the maximum of itself and all higher ones."
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
    at = {int(k): i for i, k in enumerate(points.assigned)}

    def cell(rank: int, values: Array) -> str:
        return figure_of(float(values[at[rank]])) if rank in at else ""

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
