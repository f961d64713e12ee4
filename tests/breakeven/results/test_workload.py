"""What stays wrong if people look, class by class, in words."""

from __future__ import annotations

import breakeven as be
from breakeven.results.workload import class_sentence


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
