"""What is said of weights and clusters."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.eleven_conventions import ScoredElevenPoints
from breakeven.analysis.evaluation.evaluation import columns_named, evaluate, sampling_text
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Predictions
from breakeven.results.evaluation_export import EvaluationExport, evaluation_numbers
from breakeven.results.summary import summary_text
from tests.made import evaluation_of, truth_of

LABELS = np.arange(40)[:, None] % 2 == [0, 1]
CALLED = np.arange(40)[:, None] % 5 == [0, 1]


def test_columns_are_named_and_what_the_documents_are_worth() -> None:
    weights, clusters = np.array([1.0, 3.0] * 20), np.arange(40) // 10
    both = evaluation_of(truth_of(LABELS, None, weights, clusters), CALLED)
    said = sampling_text(both)
    assert said.startswith("weights: column “w” · clusters: column “thread”, 40 documents count as")
    assert f"about {both.independent_documents:,.0f} independent" in said
    one = evaluation_of(truth_of(LABELS, None, None, np.zeros(40, dtype=int)), CALLED)
    assert sampling_text(one).endswith("40 documents count as about 1 independent one")
    plain = truth_of(LABELS)
    assert columns_named(plain) == sampling_text(evaluation_of(plain, CALLED)) == ""


def test_a_report_has_it_only_where_there_is_something_to_say() -> None:
    weights = np.array([1.0, 3.0] * 20)
    weighted = evaluation_of(truth_of(LABELS, None, weights), CALLED)
    numbers = evaluation_numbers(weighted, 1.0, "drop")
    sampling = numbers.to_dict()["sampling"]
    assert (sampling["weights"], sampling["clusters"]) == ("w", None)
    assert (sampling["total_weight"], sampling["drawn"], sampling["unit"]) == (80, 40, "document")
    document = EvaluationExport(review="r", numbers=numbers).to_markdown()
    assert "Sampling: weights: column “w”" in document
    assert "by their weights" in summary_text(weighted, 1.0, "drop", None)
    plain = evaluation_of(truth_of(LABELS), CALLED)
    assert "sampling" not in evaluation_numbers(plain, 1.0, "drop").to_dict()
    assert "weights" not in summary_text(plain, 1.0, "drop", None)


def test_what_trec_eval_prints_is_left_out_with_weights() -> None:
    weights = np.array([1.0, 3.0] * 20)
    truth = truth_of(LABELS, None, weights)
    said = Predictions("s", np.arange(40), scores=np.linspace(0, 1, 80).reshape(2, 40))
    e = evaluate(said, score_split(truth, said, None), None, Cut("threshold", 0.5))
    points = evaluation_numbers(e, 1.0, "drop", truth.ids).to_dict()["eleven_point"]
    assert "trec_eval_9" not in points
    assert "document_closest" in points
    with pytest.raises(ValueError, match="weights"):
        ScoredElevenPoints(e.scored, e.rows).by("trec_eval_9")
