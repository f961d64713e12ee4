"""The verdicts on classes, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from metrics.evaluation import Evaluation
from metrics.standing import VERDICTS, Standing, Verdict
from metrics.tallies import Array
from ui.words import bold, count_of, f_name, figure_of

WORDS: Mapping[Verdict, str] = {
    "well": "handled well",
    "missed": "often missed, right when assigned",
    "wrong": "found, but often wrongly assigned",
    "both": "often missed and often wrong",
    "few": "too few documents to say",
    "never": "never assigned",
    "absent": "no documents here, yet assigned",
    "nothing": "no documents here, never assigned",
}
# the quadrants as the figure names them, in their order
CORNERS = (
    "handled well",
    "often missed,<br>right when assigned",
    "found, but often<br>wrongly assigned",
    "often missed<br>and often wrong",
)
# where one of the two is surely low, and too few documents speak of the other
LOW_RECALL = "often missed, too few documents to say more"
LOW_PRECISION = "often wrongly assigned, too few documents to say more"
IN_ORDER = (
    *(WORDS[v] for v in ("well", "missed", "wrong", "both")),
    LOW_RECALL,
    LOW_PRECISION,
    *(WORDS[v] for v in ("few", "never", "absent", "nothing")),
)


def words_of(at: Standing) -> list[str]:
    """The verdict on each class, one of IN_ORDER."""
    said = np.array([WORDS[v] for v in VERDICTS], dtype=object)[at.verdict]
    few = at.verdict == VERDICTS.index("few")
    said[few & at.recall_low] = LOW_RECALL
    said[few & at.precision_low] = LOW_PRECISION
    return said.tolist()


def overview(e: Evaluation, at: Standing, f: Array, beta: float, cut: float) -> str:
    """How many classes stand where, and the largest weak ones; HTML with escaped names."""
    counts = Counter(words_of(at))
    counted = "; ".join(f"<b>{counts[words]:,}</b> {words}" for words in IN_ORDER if counts[words])
    text = f"Of {count_of(len(e.classes), 'class', 'classes')}: {counted}. "
    weak = np.flatnonzero((at.recall_low | at.precision_low) & (e.tables.positives > 0))
    weak = weak[np.argsort(-e.tables.positives[weak], kind="stable")]
    if not len(weak):
        return text + f"No class with documents lies surely below the cut of {cut:g}."
    named = [
        f"{bold(e.classes[c], 40)} ({count_of(e.tables.positives[c], 'document')}, "
        f"{f_name(beta)} {figure_of(f[c])})"
        for c in weak[:3]
    ]
    return text + f"The largest that are surely weak: {', '.join(named)}."
