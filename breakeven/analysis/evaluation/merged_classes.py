"""The same decisions and the same truth, recounted with classes merged.

Or folded into those above them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.hierarchy import Fold, Hierarchy
from breakeven.data.records import Truth
from metrics.incidence import judged
from metrics.merging.merge_gains import merge_classes, merge_unjudged

# --- the same decisions and the same truth, recounted with other classes


def merged_evaluation(
    evaluation: Evaluation, names: Sequence[str], into: sparse.sparray
) -> Evaluation:
    """What a system decided of classes that are made of the old ones; nothing is decided again.

    `into`: boolean (classes, new classes), which old ones go into which; a document is in a new
    class, truly or by decision, if it is in any of the old ones. Of what is not judged the rule is
    `metrics.merging.merge_gains.merge_unjudged`. There are no scores, and so no curves.
    """
    part = evaluation.scored
    recounted = replace(
        part,
        classes=tuple(names),
        truth=merge_classes(judged(part.truth, part.unjudged), into),
        unjudged=merge_unjudged(part.truth, part.unjudged, into),
        given=None,
    )
    assigned = merge_classes(evaluation.assigned, into)
    about = evaluation.system, evaluation.split, evaluation.cut
    return Evaluation(*about, recounted, assigned, evaluation.optimistic)


# --- the same decisions and the same truth with classes folded into those above them


def folded_evaluation(evaluation: Evaluation, hierarchy: Hierarchy, fold: Fold) -> Evaluation:
    """What was decided, of the classes that a fold makes; ValueError where it has no such node.

    Nothing is decided again; there are no scores. `hierarchy`: of the evaluation's classes.
    """
    return replace(merged_evaluation(evaluation, *hierarchy.folded(fold)), fold=fold)


def folded_truth(truth: Truth, hierarchy: Hierarchy, fold: Fold) -> Truth:
    """The labels of the classes that a fold makes, without what each of several people said."""
    names, into = hierarchy.folded(fold)
    labels, unjudged = folded_pairs(truth.labels, truth.unjudged, into)
    return replace(
        truth, classes=names, labels=labels, unjudged=unjudged, annotators=(), grades=None
    )


def folded_pairs(
    labels: sparse.csc_array | None, unjudged: sparse.csc_array | None, into: sparse.csr_array
) -> tuple[sparse.csc_array | None, sparse.csc_array | None]:
    """True pairs of a document and a class, and those that nobody judged, of the folded classes.

    None as in the truth. `into`: boolean (classes, folded classes).
    """
    if labels is None:
        return None, None
    return merge_classes(judged(labels, unjudged), into), merge_unjudged(labels, unjudged, into)
