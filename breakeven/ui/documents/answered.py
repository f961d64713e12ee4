"""What language models answered on the document that is open, as it came."""

from __future__ import annotations

import numpy as np

from breakeven.records import Predictions
from breakeven.records.answered import OUTCOMES
from breakeven.reports.answers import OUTCOME_NAMES
from breakeven.text import count_of
from breakeven.ui.components.html import literal, plain, prose, quiet, say
from breakeven.ui.documents.looking import Looked
from breakeven.ui.documents.one import One

MOST_ANSWERS = 10
LONGEST_ANSWER = 500


def show_answered(looked: Looked, one: One) -> None:
    """Each answer, of which repeat, and the classes it was read as or why it says none."""
    rows = [row for said in looked.review.own for row in _rows(looked, said, one.row)]
    if rows:
        prose(["System", "Repeat", "Answer", "Is read as"], rows[:MOST_ANSWERS])
        if len(rows) > MOST_ANSWERS:
            say(quiet(f"{count_of(len(rows) - MOST_ANSWERS, 'answer')} more are not shown."))


def _rows(looked: Looked, said: Predictions, row: int) -> list[list[str]]:
    answered, at = said.answered, int(np.searchsorted(said.rows, row))
    if answered is None or at == said.m or said.rows[at] != row:
        return []
    found = []
    for i in np.flatnonzero(answered.document == at).tolist():
        text = str(answered.texts[i])
        cut = literal(text[:LONGEST_ANSWER]) + ("…" if len(text) > LONGEST_ANSWER else "")
        outcome = OUTCOMES[int(answered.outcomes[i])]
        named = sorted(answered.classes[[i]].indices)
        classes = ", ".join(plain(looked.review.truth.classes[j], 40) for j in named)
        read_as = classes if outcome == "class" else quiet(OUTCOME_NAMES[outcome])
        run = answered.runs[int(answered.run[i])]
        found.append([plain(said.system, 40), plain(run, 20) if run else "", cut, read_as])
    return found
