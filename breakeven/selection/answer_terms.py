"""Which documents a term about answers keeps."""

from __future__ import annotations

import numpy as np

from breakeven.records.answered import OUTCOMES, USABLE
from breakeven.selection.asked import Documents
from breakeven.selection.errors import MisfitError, index_of
from breakeven.selection.expression import HasOutcome
from metrics.typing import Array

UNUSABLE = "unusable"
OUTCOMES_ASKED = (*OUTCOMES, UNUSABLE)


def has_outcome(term: HasOutcome, documents: Documents) -> Array:
    """The documents whose answers come to an outcome, boolean, shape (m,).

    MisfitError where the system gave no answers, or for an outcome that there is not.
    """
    place = index_of("outcome", term.outcome, OUTCOMES_ASKED, term.at)
    if documents.outcomes is None:
        raise MisfitError("the system gave no answers in words", term.at)
    if term.outcome == UNUSABLE:
        return ~np.isin(documents.outcomes, USABLE)
    return documents.outcomes == place
