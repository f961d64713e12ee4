"""Thresholds in place of a rule decide as the rule did, where any thresholds can."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.class_thresholds import per_class, thresholds_like
from breakeven.analysis.evaluation.cut import Cut, cut_from_text, cut_to_text, decide
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.readers.samples import load_sample

# of three classes and four documents: told apart at .6; never assigned; no threshold tells them
SCORES = np.array([[0.9, 0.6, 0.5, 0.1], [0.9, 0.9, 0.9, 0.9], [0.9, 0.6, 0.6, 0.1]])
NOW = np.array([[1, 0, 0], [1, 0, 1], [0, 0, 0], [0, 0, 1]], dtype=bool)


def test_a_threshold_assigns_as_many_documents_as_now() -> None:
    found = thresholds_like(SCORES, sparse.csc_array(NOW))
    assert found.tolist() == [0.6, np.inf, 0.6]
    # a score that only some documents have: three documents are assigned, two of them have one
    few = sparse.csr_array(np.array([[0.9, 0.5, 0.0, 0.0]]))
    assert thresholds_like(few, sparse.csc_array(np.ones((3, 1), dtype=bool))).tolist() == [-np.inf]


def test_the_decisions_of_a_file_are_kept_but_for_the_class_that_is_moved() -> None:
    review = load_sample("reuters")
    svm = next(p for p in review.predictions if p.system == "svm")
    now = decide(svm, Cut("given"))
    thresholds = thresholds_like(svm.scores, now)
    classes = review.truth.classes
    c = classes.index("grain")
    cut = per_class(classes, thresholds, {"grain": 9.0}, "svm", split="test", tuned=True)
    assert cut_from_text(cut_to_text(cut)) == cut
    moved = decide(svm, fit_cut(review.truth, svm, cut))
    unlike = [n for n, differ in zip(classes, (now != moved).sum(axis=0), strict=True) if differ]
    assert unlike == ["grain"]
    assert moved[:, [c]].nnz == 0
    assert cut.optimistic_on("test")
    assert not cut.optimistic_on("dev")
