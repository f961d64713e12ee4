"""What every measure of a table says, log loss and curves too: the same as in memory."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sklearn.metrics import brier_score_loss, classification_report

import breakeven as be
from breakeven.analysis.estimation.probabilities import NotProbabilities
from breakeven.engine.engines import Engine, duckdb_engine
from breakeven.engine.evaluation import evaluate_source
from breakeven.engine.sources import parquet_source, with_columns
from breakeven.results.counted import CountedResult, counted_result
from breakeven.results.evaluation import EvaluationResult
from breakeven.results.probability_losses import ProbabilityLosses
from metrics.typing import AVERAGES
from tests.engine_tables import long

COST = be.measure("cost", "(5*fn + fp)/n", better="lower")
RATE = be.measure("rate", "tp/(tp + fp)", range=(0, 0.5))


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with duckdb_engine() as running:
        yield running


def written(path: Path, *, single: bool, clustered: bool, weighted: bool) -> Path:
    """A row a document: probabilities of three classes, some of them 0 and 1, and two without."""
    draw, n, names = np.random.default_rng(7), 90, ("a", "b", "c")
    scores = np.round(draw.dirichlet([0.5, 0.5, 0.5], n), 2)
    scores[:3] = np.eye(3)[[0, 1, 1]]
    true = draw.integers(0, 3, n)
    true[:3] = 0, 1, 2
    several = draw.random((n, 3)) < 0.35
    columns: dict[str, object] = {
        "id": np.arange(n),
        "true": [
            names[true[row]] if single else "|".join(np.array(names)[several[row]])
            for row in range(n)
        ],
    }
    if weighted:
        columns["weight"] = draw.choice([0.0, 0.5, 1.0, 2.0], n)
    if clustered:
        columns["cluster"] = [f"t{thread}" for thread in draw.integers(0, 25, n)]
    columns |= {f"score:{name}": scores[:, c] for c, name in enumerate(names)}
    pq.write_table(pa.table(columns), path)
    return path


def both(engine: Engine, table: Path) -> tuple[CountedResult, EvaluationResult]:
    """What an engine counts of a table of probabilities, and what memory does."""
    source = with_columns(parquet_source(engine, table), {}, None, None, True)
    counted = evaluate_source(engine, source)
    review = be.with_measures(be.read(table, probabilities=True), COST, RATE)
    return counted_result(counted, 1.0, "drop", (COST, RATE)), be.evaluate(review)


def differences(ours: object, theirs: object, place: str = "") -> list[str]:
    """Where two results as plain data are not the same, numbers to twelve digits."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        apart = [f"{place}/{key} alone" for key in ours.keys() ^ theirs.keys()]
        for key in ours.keys() & theirs.keys():
            apart += differences(ours[key], theirs[key], f"{place}/{key}")
        return apart
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return [
            text
            for i, (a, b) in enumerate(zip(ours, theirs, strict=True))
            for text in differences(a, b, f"{place}/{i}")
        ]
    if isinstance(ours, float | int) and isinstance(theirs, float | int):
        same = math.isclose(ours, theirs, rel_tol=1e-11, abs_tol=1e-12)
    else:
        same = ours == theirs
    return [] if same else [f"{place}: {ours} is not {theirs}"]


def assert_same_everywhere(ours: CountedResult, theirs: EvaluationResult) -> None:
    """Log loss, the mix of classes, measures of one's own, curves and scikit-learn's report."""
    losses, expected = ours.probability_losses(), theirs.probability_losses()
    assert isinstance(losses, ProbabilityLosses)
    assert isinstance(expected, ProbabilityLosses)
    assert differences(losses.to_dict(), expected.to_dict()) == []
    assert (
        differences(ours.class_distribution().to_dict(), theirs.class_distribution().to_dict())
        == []
    )
    assert ours.classification_report() == theirs.classification_report()
    own, others = ours.own_measures(), theirs.own_measures()
    assert own is not None
    assert others is not None
    for mine, other in zip(own.values, others.values, strict=True):
        np.testing.assert_allclose(mine.per_class.value, other.per_class.value, rtol=1e-12)
        for name in AVERAGES:
            assert mine.means[name].value == pytest.approx(other.means[name].value, rel=1e-12)
            assert mine.means[name].units == other.means[name].units
            assert math.isnan(mine.averages[name].low)
    assert own.remarks[0].startswith("No intervals: ")
    assert own.remarks[1:] == others.remarks[1:]
    for class_name in (ours.classes[0], None):
        for curve in (be.pr_curve, be.roc_curve, be.net_benefit):
            drawn: dict[str, Any] = curve(ours, class_name).to_dict()
            in_memory: dict[str, Any] = curve(theirs, class_name).to_dict()
            if class_name is None:
                # no engine tells what each document moves the curve of all pairs by
                assert drawn.pop("roc_auc_95", [None, None]) == [None, None]
                in_memory.pop("roc_auc_95", None)
                for point in in_memory["points"]:
                    point |= {end: None for end in ("low_95", "high_95") if end in point}
            assert differences(drawn, in_memory) == []


@pytest.mark.parametrize(
    ("single", "clustered", "weighted"),
    [(True, False, False), (False, False, True), (True, True, True), (False, True, False)],
)
def test_a_row_a_document_has_every_measure_of_memory(
    engine: Engine, tmp_path: Path, single: bool, clustered: bool, weighted: bool
) -> None:
    table = written(
        tmp_path / "rows.parquet", single=single, clustered=clustered, weighted=weighted
    )
    ours, theirs = both(engine, table)
    assert_same_everywhere(ours, theirs)
    printed, expected = ours.to_dict(), theirs.to_dict()
    for key in ("all_classes", "own_measures", "probability_losses", "class_distribution"):
        assert (key in printed) == (key in expected), key
    for key in ("micro", "macro", "weighted", "per_document", "intervals"):
        assert differences(printed[key], expected[key]) == [], key
    areas = {name: values["roc_auc"] for name, values in printed["per_class"].items()}
    for name, values in expected["per_class"].items():
        assert areas[name] == pytest.approx(values["roc_auc"], rel=1e-12)
        ends = printed["per_class"][name]["intervals"]
        assert differences(ends, values["intervals"]) == []
    text = ours.to_markdown()
    for each in ("log loss", "Mix of classes", "measure of your own", "No intervals: they come"):
        assert each in text
    assert "intervals of the mean and the pooled area under ROC curves" in text


@pytest.mark.parametrize("clustered", [False, True])
def test_pairs_absent_unjudged_or_without_a_score_have_every_measure_of_memory(
    engine: Engine, tmp_path: Path, clustered: bool
) -> None:
    ours, theirs = both(engine, long(tmp_path / "long.parquet", 80, clustered=clustered))
    losses = ours.probability_losses()
    assert isinstance(losses, ProbabilityLosses)
    # a true pair without a score has the probability 0
    assert losses.losses["log_loss"].pooled.infinite > 0
    assert_same_everywhere(ours, theirs)
    assert "true negatives move" in ours.to_markdown()


def test_losses_of_a_class_by_hand_and_by_scikit_learn(engine: Engine, tmp_path: Path) -> None:
    table = tmp_path / "hand.parquet"
    p, true = [0.5, 0.25, 0.0, 0.8], ["a", "", "", "a"]
    pq.write_table(pa.table({"id": list("wxyz"), "true": true, "score:a": p}), table)
    ours, _ = both(engine, table)
    losses = ours.probability_losses()
    assert isinstance(losses, ProbabilityLosses)
    (log_loss,), (brier,) = (losses.losses[name].per_class for name in ("log_loss", "brier"))
    assert log_loss.value == pytest.approx(-math.log(0.5 * 0.75 * 1 * 0.8) / 4)
    assert brier.value == pytest.approx(brier_score_loss([1, 0, 0, 1], p))
    assert losses.losses["log_loss"].documents is None
    report = classification_report([1, 0, 0, 1], [1, 0, 0, 1])
    assert ours.classification_report() == report


def test_scores_that_are_no_probabilities_have_no_loss_and_no_net_benefit(
    engine: Engine, tmp_path: Path
) -> None:
    table = written(tmp_path / "rows.parquet", single=False, clustered=False, weighted=False)
    source = with_columns(parquet_source(engine, table), {}, None, None, False)
    ours = counted_result(evaluate_source(engine, source), 1.0, "drop")
    assert isinstance(ours.probability_losses(), NotProbabilities)
    assert "No log loss: it is not known whether" in ours.to_markdown()
    assert ours.own_measures() is None
    with pytest.raises(ValueError, match="Net benefit needs probabilities"):
        be.net_benefit(ours)
    with pytest.raises(ValueError, match="there is no class 'z'"):
        be.roc_curve(ours, "z")
    without = replace(ours, curves=None, losses=None)
    assert isinstance(without.probability_losses(), NotProbabilities)
    with pytest.raises(ValueError, match="has no scores"):
        be.pr_curve(without)
    assert ours.curves is not None
    few = replace(ours, curves=replace(ours.curves, complete=False))
    with pytest.raises(ValueError, match="too many distinct scores"):
        be.roc_curve(few)


def test_the_command_line_and_python_say_measures_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from breakeven.commands.main import main

    table = written(tmp_path / "rows.parquet", single=True, clustered=False, weighted=False)
    own = tmp_path / "own.toml"
    own.write_text(
        '[[measure]]\nname = "cost"\nformula = "(5*fn + fp)/n"\nbetter = "lower"\n',
        encoding="utf-8",
    )
    of_engine = ["evaluate", str(table), "--engine", "duckdb", "--measures", str(own)]
    assert main([*of_engine, "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)["own_measures"]["cost"]
    result = be.evaluate_table(table, measures=[COST])
    errors = result.tables.pooled()
    by_hand = float((5 * errors.fn + errors.fp) / errors.total)
    assert printed["micro"]["value"] == pytest.approx(by_hand, rel=1e-12)
    assert printed["micro"]["low_95"] is None
    assert result.to_dict()["own_measures"]["cost"] == printed
    assert main([*of_engine[:-1], str(tmp_path / "gone.toml")]) == 2
    assert "the measures cannot be read" in capsys.readouterr().err
