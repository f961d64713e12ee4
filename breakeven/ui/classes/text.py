"""The verdicts on classes, in words."""

from __future__ import annotations

from collections import Counter

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.class_text import IN_ORDER, Reading, words_of
from breakeven.text import count_of, f_name, figure_of
from breakeven.ui.components.html import bold, escaped, verdict
from metrics.class_verdicts import ClassVerdicts
from metrics.typing import Array

# the quadrants as the figure names them, in their order
CORNERS = (
    "handled well",
    "often missed,<br>right when assigned",
    "found, but often<br>wrongly assigned",
    "often missed<br>and often wrong",
)


def overview(evaluation: Evaluation, at: ClassVerdicts, f: Array, beta: float, cut: float) -> str:
    """How many classes stand where, and the largest weak ones; HTML with escaped names."""
    counts = Counter(words_of(at))
    counted = "; ".join(f"<b>{counts[words]:,}</b> {words}" for words in IN_ORDER if counts[words])
    text = f"Of {count_of(len(evaluation.classes), 'class', 'classes')}: {counted}. "
    weak = np.flatnonzero((at.recall_low | at.precision_low) & (evaluation.tables.positives > 0))
    weak = weak[np.argsort(-evaluation.tables.positives[weak], kind="stable")]
    if not len(weak):
        return text + f"No class with documents lies surely below the cut of {cut:g}."
    named = [
        f"{bold(evaluation.classes[c], 40)} "
        f"({count_of(evaluation.tables.positives[c], 'document')}, "
        f"{f_name(beta)} {figure_of(f[c])})"
        for c in weak[:3]
    ]
    return text + f"The largest that are surely weak: {', '.join(named)}."


def reading_html(reading: Reading) -> str:
    """A class's verdict, its evidence as a list, and the next step."""
    return verdict(
        escaped(reading.verdict),
        [escaped(sentence) for sentence in reading.evidence],
        f"<b>Next:</b> {escaped(reading.next_step)}",
    )
