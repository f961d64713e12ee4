"""What one document truly is and what it was given, in words."""

from __future__ import annotations

from breakeven.evaluation.evaluation import Evaluation
from breakeven.text import listed


def truly_and_given(evaluation: Evaluation, at: int) -> tuple[str, str]:
    """The classes of the document at a position of an evaluation: the true ones, those given."""
    found = (
        [evaluation.classes[c] for c in matrix[[at]].nonzero()[1]]
        for matrix in (evaluation.truth, evaluation.assigned)
    )
    true, called = (listed(names) if names else "no class" for names in found)
    return true, called
