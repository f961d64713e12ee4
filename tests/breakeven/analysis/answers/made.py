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
    true: list[str], said: list[str], classes: int = 3, clusters: Array | None = None
) -> tuple[Truth, Predictions, Evaluation]:
    """`["a", "b"]` true, `["a a", "r"]` answered: classes are letters, else as in SIGNS."""
    several = any(len(one) != 1 for one in true)
    answers = [(i, j, one) for i, given in enumerate(said) for j, one in enumerate(given.split())]
    document = np.array([i for i, _, _ in answers])
    outcomes = [OUTCOMES.index(SIGNS.get(one, "class")) for _, _, one in answers]
    codes = np.array(outcomes, dtype=np.uint8)
    named = matrix_of(["" if one in SIGNS else one for _, _, one in answers], classes)
    calls = calls_of(document, codes, sparse.csr_array(named), len(said), several)
    of = Answered(
        document=document,
        run=np.array([j for _, j, _ in answers]),
        runs=tuple(str(j + 1) for j in range(max(j for _, j, _ in answers) + 1)),
        outcomes=codes,
        classes=sparse.csr_array(named),
        texts=np.array([one for _, _, one in answers], dtype=object),
        outcome=calls.outcomes,
    )
    truth = truth_of(matrix_of(true, classes), clusters=clusters)
    predictions = Predictions(
        "llm", np.arange(truth.n), decisions=sparse.csc_array(calls.classes), answered=of
    )
    evaluation = evaluate(predictions, score_split(truth, predictions, None), None, Cut("given"))
    return truth, predictions, evaluation


def as_said(evaluation: Evaluation, sets: list[str]) -> Evaluation:
    """The same documents, decided otherwise."""
    decided = sparse.csc_array(matrix_of(sets, len(evaluation.classes)))
    return replace(evaluation, assigned=decided)
