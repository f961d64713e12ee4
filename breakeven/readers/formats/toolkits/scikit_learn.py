"""What scripts with scikit-learn write: y_true, y_pred, and a column for each class of proba.

The columns of `predict_proba` follow the sorted classes, but are met here by their names. Source:
scikit-learn.org/stable/modules/model_evaluation.html, whose functions take y_true, y_pred, y_score.
"""

from __future__ import annotations

import re

from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft

KEY = "scikit-learn"
NAME = "predictions of scikit-learn"
TRUE, PREDICTED = "y_true", "y_pred"
SCORED = re.compile(r"(?:y_)?(?:proba?|score)(?:$|_)")
OF_OTHERS = re.compile(r"y_pred_proba|timestamp")  # as NannyML has it


def recognise(content: Content) -> str | None:
    """y_true beside y_pred or scores."""
    header = [name.strip().lower() for name in content.header]
    if TRUE not in header or any(map(OF_OTHERS.match, header)):
        return None
    if PREDICTED in header:
        return "it has y_true and y_pred"
    return "it has y_true and scores" if any(map(SCORED.match, header)) else None


def read(content: Content) -> Draft:
    """The table as it is: its names say what its columns are."""
    return Draft()
