"""Tests of two evaluations, document by document or decision by decision."""

from __future__ import annotations

from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from metrics.incidence import judged, without_zeros
from metrics.significance import NAN, Outcome, sign_test
from metrics.typing import Array


def micro_sign_test(old: Evaluation, new: Evaluation) -> Outcome:
    """Over all decisions: of those that exactly one system gets right, how many the new one does.

    Source: Yang & Liu (1999), s-test, as generally cited.
    """
    only_new, only_old = one_right(old, new)
    return sign_test("micro_sign_test", int(only_new.nnz), int(only_new.nnz + only_old.nnz))


def one_right(old: Evaluation, new: Evaluation) -> tuple[sparse.csc_array, sparse.csc_array]:
    """Decisions that only the new system, and that only the old one gets right.

    Boolean csc (documents, classes); unjudged pairs are in neither.
    """
    apart = judged(old.assigned != new.assigned, old.scored.unjudged)
    # where they differ, the new one is right just where it assigns what is true, or does not
    # assign what is not
    new_wrong = apart.multiply(new.truth != new.assigned)
    old_wrong = apart.multiply(old.truth != old.assigned)
    return without_zeros(old_wrong), without_zeros(new_wrong)


def mcnemar(old: Evaluation, new: Evaluation) -> Outcome:
    """Of the documents that exactly one system gets exactly right, how many the new one does.

    Exact McNemar test through statsmodels; NaN where there is no such document.
    Source: McNemar (1947).
    """
    from scipy.stats import binom
    from statsmodels.stats.contingency_tables import mcnemar as exact_mcnemar

    old_right, new_right = right_documents(old), right_documents(new)
    only_new = int((new_right & ~old_right).sum())
    only_old = int((old_right & ~new_right).sum())
    trials = only_new + only_old
    if trials == 0:
        return Outcome("mcnemar", 0, 0.0, NAN, NAN, NAN)
    p = float(exact_mcnemar([[0, only_new], [only_old, 0]], exact=True).pvalue)
    one = float(binom.sf(only_new - 1, trials, 0.5))
    return Outcome("mcnemar", trials, only_new, NAN, p, one)


def right_documents(evaluation: Evaluation) -> Array:
    """Documents whose classes are all right, boolean, shape (documents,)."""
    tables = evaluation.document_tables
    return (tables.fp == 0) & (tables.fn == 0)
