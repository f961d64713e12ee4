"""The same decisions and the same truth, recounted with other classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from metrics.incidence import judged
from metrics.merging import merged, merged_unjudged


def merged_evaluation(
    evaluation: Evaluation, names: Sequence[str], into: sparse.sparray
) -> Evaluation:
    """What a system decided of classes that are made of the old ones; nothing is decided again.

    `into`: boolean (classes, new classes), which old ones go into which; a document is in a new
    class, truly or by decision, if it is in any of the old ones. Of what is not judged the rule is
    `metrics.merging.merged_unjudged`. There are no scores, and so no curves.
    """
    part = evaluation.scored
    recounted = replace(
        part,
        classes=tuple(names),
        truth=merged(judged(part.truth, part.unjudged), into),
        unjudged=merged_unjudged(part.truth, part.unjudged, into),
        given=None,
    )
    assigned = merged(evaluation.assigned, into)
    said = evaluation.system, evaluation.split, evaluation.cut
    return Evaluation(*said, recounted, assigned, evaluation.optimistic)
