"""A threshold for each class: fitted on what DuckDB counts, and counted by it, as in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import breakeven as be
from breakeven.analysis.evaluation.class_thresholds import per_class
from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.cut import ClassCosts, Cut, FittedCut
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.fit import fit_cut, fit_thresholds
from breakeven.data.records import Review
from breakeven.engine.engines import Engine, duckdb_engine
from breakeven.engine.evaluation import count, scan_table
from breakeven.engine.sources import parquet_source
from breakeven.ui.app.page.table_rules import rule_from_scores
from metrics.thresholds.costs import CostMatrix
from metrics.typing import Array
from tests.engine_tables import TRAPS, assert_same_drawing, kinds, kinds_in_memory, long, wide

TABLES: dict[str, Callable[[Path], Path]] = {
    "wide": wide,
    "weighted": partial(wide, weighted=True),
    "clustered": partial(wide, clustered=True),
    "long": long,
    "long, weighted in clusters": partial(long, clustered=True),
}
RULES = {
    "best F": Cut("f"),
    "best F, as it is": Cut("f", guard=False, between=False),
    "best F of misses": Cut("f", beta=2.0),
    "break-even": Cut("break_even"),
    "a wish": Cut("recall", least=0.7),
    "of precision": Cut("precision", least=0.6, between=False),
    "over all classes": Cut("recall", least=0.7, average="micro"),
    "costs": Cut("loss", costs=ClassCosts(CostMatrix(fn=3.0))),
    "probabilities": Cut("expected_loss", costs=ClassCosts(CostMatrix(fn=3.0))),
}


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with duckdb_engine() as running:
        yield running


def cut_at(classes: tuple[str, ...], thresholds: Array) -> Cut:
    return per_class(classes, thresholds, {}, "s", split=None, tuned=False)


def evaluated_at(review: Review, split: str | None, thresholds: Array) -> Evaluation:
    """In memory, at the same thresholds of the classes of the review."""
    cut = replace(cut_at(review.truth.classes, thresholds), system=None)
    return be.evaluate(review, split="all" if split is None else split, cut=cut).evaluation


def assert_same_tables(counted: CountedEvaluation, expected: Evaluation) -> None:
    for cell in ("tp", "fp", "fn", "tn"):
        ours, theirs = (getattr(evaluation.tables, cell) for evaluation in (counted, expected))
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, err_msg=cell)
    if expected.weights is None:
        assert kinds(counted) == kinds_in_memory(expected)


@pytest.mark.parametrize("kind", list(TABLES))
def test_rules_fitted_on_counts_are_those_fitted_on_documents_and_decide_the_same(
    engine: Engine, tmp_path: Path, kind: str
) -> None:
    table = TABLES[kind](tmp_path / "table.parquet")
    scan, review = scan_table(engine, parquet_source(engine, table)), be.read(table)
    tune, shown = ("dev", "test") if scan.splits else (None, None)
    (predictions,), classes = review.predictions, review.truth.classes
    assert scan.layout.classes == classes
    curves = count(engine, scan, tune, scan.cuts[0]).curves
    assert curves is not None
    decided: set[tuple[float, ...]] = set()
    for name, rule in RULES.items():
        cut, scored = replace(rule, split=tune), predictions
        if cut.rule == "expected_loss":
            cut, scored = replace(cut, split=None), replace(predictions, probabilities=True)
        theirs, ours = (
            fit_cut(review.truth, scored, cut),
            fit_thresholds(cut, classes, curves.tallies),
        )
        assert theirs.thresholds is not None
        assert ours.thresholds is not None
        np.testing.assert_array_equal(ours.thresholds, theirs.thresholds, name)
        assert ours.how == theirs.how
        decided.add(tuple(ours.thresholds.tolist()))
    for thresholds in sorted(decided)[::3]:
        counted = count(engine, scan, shown, cut_at(classes, np.array(thresholds)))
        expected = evaluated_at(review, shown, np.array(thresholds))
        assert_same_tables(counted, expected)
    if "clustered" in kind:
        assert_same_drawing(counted, expected)
    assert len(decided) > 3


@pytest.mark.parametrize("make", [wide, long])
def test_thresholds_at_scores_and_between_them_decide_as_in_memory(
    engine: Engine, tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    table = make(tmp_path / "table.parquet")
    looked, review = scan_table(engine, parquet_source(engine, table)), be.read(table)
    draw, classes = np.random.default_rng(2), review.truth.classes
    ends = [np.inf, -np.inf, np.nextafter(0.1, 1), float(np.float32(0.1)), 1 / 1.3]
    for _ in range(4):
        thresholds = draw.choice([*TRAPS, *ends], len(classes))
        found = count(engine, looked, None, cut_at(classes, thresholds))
        assert_same_tables(found, evaluated_at(review, None, thresholds))


def test_a_sum_by_hand(engine: Engine, tmp_path: Path) -> None:
    # a: scores .9+ .6- .4+ .1-; at .4 F = 2·2/(3+2) = .8, at .9 F = 2·1/(1+2) = .67
    # b: scores .8- .5+ .3- none; at .5 F = 2·1/(2+1) = .67
    columns = {
        "id": list("wxyz") * 2,
        "class": ["a"] * 4 + ["b"] * 4,
        "truth": [1, 0, 1, 0, 0, 1, 0, 0],
        "score": pa.array([0.9, 0.6, 0.4, 0.1, 0.8, 0.5, 0.3, None]),
    }
    pq.write_table(pa.table(columns), tmp_path / "table.parquet")
    scan = scan_table(engine, parquet_source(engine, tmp_path / "table.parquet"))
    curves = count(engine, scan, None, scan.cuts[0]).curves
    assert curves is not None
    fitted = fit_thresholds(Cut("f", between=False), ("a", "b"), curves.tallies)
    assert fitted.thresholds is not None
    assert fitted.thresholds.tolist() == [0.4, 0.5]
    tables = count(engine, scan, None, cut_at(("a", "b"), fitted.thresholds)).tables
    cells = [getattr(tables, cell).tolist() for cell in ("tp", "fp", "fn", "tn")]
    assert cells == [[2, 1], [1, 1], [0, 0], [1, 2]]


@pytest.mark.parametrize("seed", [1, 3])
def test_where_not_every_score_came_home_what_is_still_known_is_as_in_memory(
    engine: Engine, tmp_path: Path, seed: int
) -> None:
    table = wide(tmp_path / "wide.parquet", 300, seed)
    scan, review = scan_table(engine, parquet_source(engine, table)), be.read(table)
    curves = count(engine, scan, "dev", scan.cuts[0], at_home=20).curves
    assert curves is not None
    assert not curves.complete
    fitted: list[FittedCut] = []
    for rule in (*RULES.values(), Cut("f", beta=0.5)):
        cut = rule_from_scores(replace(rule, split="dev"), curves)
        if cut is not None:
            theirs = fit_cut(review.truth, review.predictions[0], cut)
            ours = fit_thresholds(cut, review.truth.classes, curves.tallies)
            assert theirs.thresholds is not None
            np.testing.assert_array_equal(ours.thresholds, theirs.thresholds)
            fitted.append(ours)
    assert [each.cut.rule for each in fitted] == ["f", "f", "break_even"]
