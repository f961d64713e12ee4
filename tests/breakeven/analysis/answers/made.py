"""A small truth and the answers on it, by signs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy import sparse

from breakeven.analysis.answers.parsed_answers import calls_of
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import OUTCOMES, Answered, Predictions, Truth
from metrics.typing import Array
from tests.made import matrix_of, truth_of

SIGNS = {"n": "none", "o": "outside", "u": "unparseable", "?": "ambiguous", "r": "refused"}


def answered(
    true: list[str], replies: list[str], classes: int = 3, clusters: Array | None = None
) -> tuple[Truth, Predictions, Evaluation]:
    """`["a", "b"]` true, `["a a", "r"]` answered: classes are letters, else as in SIGNS."""
    several = any(len(names) != 1 for names in true)
    answers = [
        (i, j, answer) for i, given in enumerate(replies) for j, answer in enumerate(given.split())
    ]
    document = np.array([i for i, _, _ in answers])
    outcomes = [OUTCOMES.index(SIGNS.get(answer, "class")) for _, _, answer in answers]
    codes = np.array(outcomes, dtype=np.uint8)
    named = matrix_of(["" if answer in SIGNS else answer for _, _, answer in answers], classes)
    calls = calls_of(document, codes, sparse.csr_array(named), len(replies), several)
    record = Answered(
        document=document,
        run=np.array([j for _, j, _ in answers]),
        runs=tuple(str(j + 1) for j in range(max(j for _, j, _ in answers) + 1)),
        outcomes=codes,
        classes=sparse.csr_array(named),
        texts=np.array([answer for _, _, answer in answers], dtype=object),
        outcome=calls.outcomes,
    )
    truth = truth_of(matrix_of(true, classes), clusters=clusters)
    predictions = Predictions(
        "llm", np.arange(truth.n), decisions=sparse.csc_array(calls.classes), answered=record
    )
    evaluation = evaluate(predictions, score_split(truth, predictions, None), None, Cut("given"))
    return truth, predictions, evaluation


def decided_as(evaluation: Evaluation, sets: list[str]) -> Evaluation:
    """The same documents, decided otherwise."""
    decided = sparse.csc_array(matrix_of(sets, len(evaluation.classes)))
    return replace(evaluation, assigned=decided)
