"""What stays wrong if people look, class by class, in words."""

from __future__ import annotations

import numpy as np

import breakeven as be
from breakeven.results.workload import WorkloadResult, class_sentence, promised_sentence


def test_what_stays_wrong_of_a_class_in_words() -> None:
    # a of the second is false; b is missed in the second and the third, and false in the fourth
    review = be.from_arrays(
        [["a"], ["b"], ["a", "b"], []],
        [["a"], ["a"], ["a"], ["b"]],
        y_score=[[0.9, 0.2], [0.6, 0.5], [0.8, 0.1], [0.3, 0.7]],
        classes=["a", "b"],
        probabilities=True,
    )
    workload = be.evaluate(review).workload()
    step = workload.sending(0.5)
    wrong = {row: [row == 1, row in (1, 2, 3)] for row in range(4)}
    sent = [row for row in range(4) if step.sent[row]]
    left = [sum(wrong[row][c] for row in range(4) if row not in sent) for c in (0, 1)]
    assert class_sentence(workload, step, 0) == (
        f"“a”: reviewing these 50 % leaves {left[0]} of 1 error."
    )
    assert class_sentence(workload, step, 1) == (
        f"“b”: reviewing these 50 % leaves {left[1]} of 3 errors."
    )


def test_the_least_review_is_said_alike_by_sentence_data_and_markdown() -> None:
    rng = np.random.default_rng(0)
    p = rng.random((2_000, 2)) ** 0.1
    true = rng.random((2_000, 2)) < p
    review = be.from_arrays(
        true.astype(int), (p > 0.5).astype(int), p, probabilities=True, classes=["a", "b"]
    )
    workload = be.evaluate(review).workload()
    result = WorkloadResult(review, workload, workload.sending(0.1), None, 10)
    step = result.promise()
    assert step is not None
    assert 0 < step.share < 1
    # the bound is above what is seen
    assert step.wrong_kept < 0.1
    sentence = promised_sentence(step, 10)
    assert f"({step.documents:,} documents)" in sentence
    assert "95 of 100 such promises hold" in sentence
    assert sentence in result.to_markdown()
    promise = result.to_dict()["promise"]
    assert promise["most_wrong_of_100"] == 10
    assert promise["step"]["documents"] == step.documents
    assert "cannot be promised" in promised_sentence(workload.promised(0.0001), 0.01)
