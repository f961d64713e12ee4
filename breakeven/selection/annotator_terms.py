"""Terms about what several people said of the documents."""

from __future__ import annotations

import numpy as np

from breakeven.selection.asked import Documents
from breakeven.selection.errors import MisfitError, index_of
from breakeven.selection.expression import Disputed
from metrics.incidence import count_per_document, mask_of
from metrics.typing import Array


def disputed(term: Disputed, documents: Documents) -> Array:
    """On which documents annotators differ, boolean, shape (m,).

    MisfitError where the files do not say who labelled what, or for a class that there is not.
    """
    truth = documents.truth
    if not truth.annotators:
        raise MisfitError("these files do not say who labelled what", term.at)
    if term.name is None:
        found = count_per_document(truth.disputed) > 0
    else:
        found = mask_of(truth.disputed, index_of("class", term.name, truth.classes, term.at))
    return np.asarray(found[documents.rows])
