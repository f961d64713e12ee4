"""The same decisions and the same truth with classes folded into those above them."""

from __future__ import annotations

from dataclasses import replace

from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.merged import merged_evaluation
from breakeven.records import Fold, Hierarchy, Truth
from metrics.incidence import judged
from metrics.merging import merged, merged_unjudged


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
    return merged(judged(labels, unjudged), into), merged_unjudged(labels, unjudged, into)
