"""Tables that are monitored: Evidently, NannyML, Deepchecks; the numbers are those they print."""

from __future__ import annotations

import pytest

import breakeven as be
from breakeven.readers.opening import open_table
from tests.breakeven.readers.formats.examples import EXAMPLES, example, proposal_of, scores_of
from tests.breakeven.readers.reading import review_of


def test_evidently_finds_the_same_accuracy_and_f() -> None:
    evaluation = be.evaluate(example("evidently/dataset.csv"))
    assert evaluation.exact_match == pytest.approx(0.9)
    assert evaluation.macro()["f"].value == pytest.approx(0.8962962962962964)
    assert evaluation.macro()["precision"].value == pytest.approx(0.9333333333333332)
    of = evaluation.frame().set_index("class")["f"]
    assert of.to_dict() == pytest.approx({"billing": 1.0, "bug": 0.8888888888888888, "praise": 0.8})
    assert proposal_of("evidently/dataset.csv").columns["length"] == "slice"


def test_nannyml_finds_the_same_of_several_classes() -> None:
    review = example("nannyml/cards.csv")
    macro = be.evaluate(review).macro()
    assert be.evaluate(review).exact_match == pytest.approx(0.7)
    assert macro["f"].value == pytest.approx(0.699634, abs=5e-7)
    assert macro["precision"].value == pytest.approx(0.722222, abs=5e-7)
    assert macro["recall"].value == pytest.approx(0.713095, abs=5e-7)
    assert scores_of(review)["upmarket_card"][2] == 0.18
    assert review.predictions[0].probabilities
    assert review.truth.documents is not None
    assert review.truth.documents[2] == "2"


@pytest.mark.parametrize("name", ["work.csv", "work.parquet"])
def test_nannyml_finds_the_same_of_two_classes(name: str) -> None:
    review = example(f"nannyml/{name}")
    evaluation = be.evaluate(review)
    of = evaluation.frame().iloc[0]
    assert (of["precision"], of["recall"], of["f"]) == pytest.approx((0.916667,) * 3, abs=5e-7)
    assert (of["tp"] + of["tn"]) / evaluation.documents == pytest.approx(0.9)
    assert review.predictions[0].probabilities


def test_one_score_is_of_nannyml_where_it_stands_beside_a_time() -> None:
    text = (EXAMPLES / "nannyml" / "work.csv").read_text()
    table = open_table("work.csv", text.encode())
    assert (table.format, table.why) == ("nannyml", "y_pred_proba is next to timestamp")
    renamed = text.replace("timestamp", "moment", 1).replace("period", "part", 1)
    assert open_table("work.csv", renamed.encode()).format == ""


def test_nannyml_may_call_the_truth_by_a_name_of_its_own() -> None:
    text = (EXAMPLES / "nannyml" / "cards.csv").read_text().replace("y_true", "target")
    assert be.evaluate(review_of(cards_csv=text)).exact_match == pytest.approx(0.7)


def test_rows_after_the_reference_are_joined_with_their_targets() -> None:
    lines = (EXAMPLES / "nannyml" / "cards.csv").read_text().splitlines()
    given = "\n".join(line.rpartition(",")[0] for line in lines)
    targets = "\n".join(f"{line.split(',')[0]},{line.rpartition(',')[2]}" for line in lines)
    review = review_of(analysis_csv=given, targets_csv=targets)
    assert be.evaluate(review).exact_match == pytest.approx(0.7)


def test_deepchecks_finds_the_same_in_its_plain_table() -> None:
    evaluation = be.evaluate(example("deepchecks/table.csv"))
    assert evaluation.exact_match == pytest.approx(0.5)
    of = evaluation.frame().set_index("class")
    assert of["f"].to_dict() == pytest.approx(
        {"billing": 0.571429, "bug": 0.4, "praise": 0.5}, abs=5e-7
    )
    assert of["recall"].to_dict() == pytest.approx(
        {"billing": 0.666667, "bug": 0.25, "praise": 0.666667}, abs=5e-7
    )
