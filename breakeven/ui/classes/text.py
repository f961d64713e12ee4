"""The verdicts on classes, in words."""

from __future__ import annotations

from collections import Counter

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.class_assessment import relatively_weak
from breakeven.findings.class_text import IN_ORDER, Reading, words_of
from breakeven.findings.limits import Limits
from breakeven.text import count_of, f_name, figure_of
from breakeven.ui.components.html import bold, escaped, verdict
from metrics.class_verdicts import ClassVerdicts
from metrics.typing import Array

# classes named in the overview
NAMED = 3
# the quadrants as the figure names them, in their order
CORNERS = (
    "above the line<br>in both",
    "often missed,<br>right when assigned",
    "found, but often<br>wrongly assigned",
    "often missed<br>and often wrong",
)


def overview(
    evaluation: Evaluation, at: ClassVerdicts, f: Array, beta: float, limits: Limits
) -> str:
    """How many classes stand where, and which are the weak ones; HTML with escaped names.

    `f`: of each class, shape (classes,).
    """
    counts = Counter(words_of(at, limits.good))
    counted = "; ".join(f"<b>{counts[words]:,}</b> {words}" for words in IN_ORDER if counts[words])
    text = f"Of {count_of(len(evaluation.classes), 'class', 'classes')}: {counted}. "
    tables = evaluation.tables
    errors = tables.fp + tables.fn

    def named(classes: Array) -> str:
        first = classes[np.argsort(-errors[classes], kind="stable")][:NAMED]
        return ", ".join(
            f"{bold(evaluation.classes[c], 40)} ({count_of(tables.positives[c], 'document')}, "
            f"{f_name(beta)} {figure_of(f[c])})"
            for c in first
        )

    weak = np.flatnonzero((at.recall_low | at.precision_low) & (tables.positives > 0))
    if len(weak):
        return text + f"Surely weak, those with most errors first: {named(weak)}."
    text += f"No class with documents lies surely below the cut of {limits.cut:g}. "
    if np.sum(tables.positives > 0) < 2:
        return text
    weaker, median = relatively_weak(evaluation, beta)
    if len(weaker):
        return text + (
            f"Relatively weak, surely below the {f_name(beta)} of the middle class "
            f"({figure_of(median)}): {named(weaker)}."
        )
    return text + f"None is surely weaker than the middle one ({f_name(beta)} {figure_of(median)})."


def reading_html(reading: Reading) -> str:
    """A class's verdict, its evidence as a list, and the next step."""
    return verdict(
        escaped(reading.verdict),
        [escaped(sentence) for sentence in reading.evidence],
        f"<b>Next:</b> {escaped(reading.next_step)}",
    )
