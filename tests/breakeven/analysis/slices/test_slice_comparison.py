"""Slices side by side, by hand: a planted Simpson's trap, weights, and pairs nobody judged."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

import breakeven as be
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.slices.slice_comparison import (
    DeclaredSlice,
    SliceAverage,
    SliceComparison,
    compare_slices,
)
from metrics.typing import Array
from metrics.uncertainty.intervals import wilson
from tests.breakeven.commands.running import run
from tests.made import evaluation_of, matrix_of, truth_of

# true class, documents, how many of them are called right: the slice has the easy class, and is
# worse in both
SLICE = [("a", 80, 68), ("b", 20, 6)]
REST = [("a", 20, 18), ("b", 80, 28)]


def planted() -> tuple[list[str], list[str], list[str]]:
    """The true class, the call and the source of 200 documents."""
    true, called, source = [], [], []
    for name, parts in (("x", SLICE), ("y", REST)):
        for c, n, right in parts:
            true += [c] * n
            called += [c] * right + ["b" if c == "a" else "a"] * (n - right)
            source += [name] * n
    return true, called, source


def only(
    evaluation: Evaluation, inside: Array, kind: SliceAverage = "micro", beta: float = 1.0
) -> SliceComparison:
    (found,) = compare_slices(evaluation, [DeclaredSlice("s", "", inside)], kind, beta, "drop")
    return found


@pytest.mark.parametrize("kind", ["micro", "per_document", "exact_match"])
def test_a_planted_trap_is_turned_round_by_the_mix(kind: SliceAverage) -> None:
    true, called, source = planted()
    evaluation = evaluation_of(truth_of(matrix_of(true, 2)), matrix_of(called, 2))
    comparison = only(evaluation, np.array(source) == "x", kind)
    assert comparison.documents == comparison.rest == 100
    assert comparison.share == 0.5
    # a: 80 of 100 against 20 of 100
    assert comparison.mix_distance == pytest.approx(0.6)
    # each document has one class and one call: every F but macro is the share that is right
    assert [comparison.micro, comparison.per_document, comparison.exact_match] == [0.74] * 3
    assert comparison.difference.value == pytest.approx(0.74 - 0.46)
    # half of all are of each class: (68/80 + 6/20) / 2 less (18/20 + 28/80) / 2
    assert comparison.standardised.value == pytest.approx(0.575 - 0.625)
    assert comparison.covered == 1
    assert comparison.difference.clear
    assert comparison.turned
    first, second = wilson(74, 100), wilson(46, 100)
    low = 0.28 - np.hypot(0.74 - first.low, second.high - 0.46)
    assert comparison.difference.interval.low == pytest.approx(low, abs=0.01)
    ends = comparison.standardised.interval
    assert ends.low < -0.05 < ends.high
    # no narrower than by the strata's own shares: sum of q^2 p (1 - p) / n, both sides
    parts = [(r / n) * (1 - r / n) / n / 4 for _, n, r in SLICE + REST]
    assert ends.high - ends.low > 2 * 1.96 * np.sqrt(sum(parts))


def test_macro_leaves_out_classes_that_one_side_has_no_document_of() -> None:
    true = ["a", "b", "a", "c", "a", "d"]
    called = ["a", "a", "c", "c", "b", "d"]
    evaluation = evaluation_of(truth_of(matrix_of(true, 5)), matrix_of(called, 5))
    found = only(evaluation, np.arange(6) < 3, "macro")
    # the slice has a and b, the rest a, c, d; e has none. Both have a: F 2/(2 + 1 + 1) against 0
    assert (found.classes, found.left_out) == (1, 4)
    assert found.macro == 0.5
    assert found.difference.value == 0.5
    # two thirds of the documents are rare sets of one class, all of one stratum here
    assert found.covered == 1


def test_documents_count_by_weight_and_not_where_nobody_judged() -> None:
    true, called = ["a", "a", "b", "b"], ["a", "b", "b", "b"]
    inside = np.array([True, True, False, False])
    weights = np.array([3, 1, 1, 1])
    truth = truth_of(matrix_of(true, 2), weights=weights)
    comparison = only(evaluation_of(truth, matrix_of(called, 2)), inside, "exact_match")
    assert (comparison.documents, comparison.rest) == (4, 2)
    assert comparison.share == pytest.approx(4 / 6)
    assert comparison.exact_match == 0.75
    assert comparison.difference.value == pytest.approx(0.75 - 1)
    unjudged = np.zeros((4, 2), dtype=bool)
    unjudged[1] = True
    judged = truth_of(matrix_of(true, 2), unjudged)
    comparison = only(evaluation_of(judged, matrix_of(called, 2)), inside, "exact_match")
    assert (comparison.documents, comparison.exact_match, comparison.difference.value) == (2, 1, 0)
    assert (comparison.covered, comparison.standardised.value) == (1, 0)


def test_nothing_is_said_of_a_slice_without_documents_or_without_a_rest() -> None:
    evaluation = evaluation_of(truth_of(matrix_of(["a", "b"], 2)), matrix_of(["a", "a"], 2))
    for inside in (np.zeros(2, dtype=bool), np.ones(2, dtype=bool)):
        for kind in ("micro", "macro", "per_document", "exact_match"):
            found = only(evaluation, inside, kind)
            assert np.isnan([found.difference.value, found.standardised.value]).all()
            assert not found.turned
            assert found.covered == 0


@pytest.mark.slow
def test_intervals_hold_where_slices_are_alike() -> None:
    # 300 data sets of two classes, one harder; the slice has more of the harder one
    rng, held = np.random.default_rng(1), []
    for _ in range(300):
        truth = rng.random(300) < np.where(np.arange(300) < 100, 0.7, 0.3)
        right = rng.random(300) < np.where(truth, 0.6, 0.9)
        labels = np.column_stack([truth, ~truth])
        called = np.where(right[:, None], labels, ~labels)
        found = only(evaluation_of(truth_of(labels), called), np.arange(300) < 100)
        held.append(not found.standardised.clear)
    assert np.mean(held) >= 0.95


def test_the_same_slices_through_command_and_python(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    true, called, source = planted()
    file = tmp_path / "p.csv"
    rows = [f"{i},{t},{c},{s},{i % 30}" for i, (t, c, s) in
            enumerate(zip(true, called, source, strict=True))]  # fmt: skip
    file.write_text("id,true,predicted,source,n\n" + "\n".join(rows) + "\n")
    result = be.evaluate(be.read(file))
    frame = result.slices("source")
    assert frame["slice"].tolist() == ["x", "y"]
    assert frame["filter"].tolist() == ["source=x", "source=y"]
    assert frame["turned"].tolist() == [True, True]
    status, out, _ = run(capsys, "slices", str(file), "--by", "source", "--format", "json")
    output = json.loads(out)
    assert status == 0
    assert (output["by"], output["average"]) == ("source", "micro")
    assert_allclose([row["standardised"] for row in output["slices"]], frame["standardised"])
    _, out, _ = run(capsys, "slices", str(file), "--by", "source")
    assert "| x | source=x | 100 | 0.500 | 0.600 | 0.740 |" in out
    assert "The class mix reverses the difference of 2 slices: x, y." in out
    edges = ["--by", "n", "--edges", "10", "25", "--average", "macro"]
    _, out, _ = run(capsys, "slices", str(file), *edges, "--format", "json")
    assert [row["filter"] for row in json.loads(out)["slices"]] == ["n<10", "n:10..24", "n>=25"]
    assert [row["documents"] for row in json.loads(out)["slices"]] == [70, 100, 30]
    named = ["--slice", "few", "n<3 source=x", "--slice", "bad", "wrong"]
    _, out, _ = run(capsys, "slices", str(file), *named, "--format", "json")
    first, second = json.loads(out)["slices"]
    assert (first["documents"], second["documents"]) == (12, 80)
    assert second["exact_match"] == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--by", "nothing"], "documents cannot be divided by 'nothing'; choose one of n, source"),
        (["--by", "source", "--edges", "3"], "'source' holds no numbers to cut into ranges"),
        (["--edges", "3"], "edges need a column"),
        (["--slice", "a", "wrong("], "--slice, character 7"),
        (["--slice", "a", "nosuch=1"], "there is no column 'nosuch'"),
        (["--slice", "a", " "], "the slice 'a' has no filter"),
    ],
)
def test_what_parts_nothing_is_refused(
    options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "p.csv"
    file.write_text("id,true,predicted,source,n\n0,a,a,x,1\n1,b,a,y,2\n2,a,a,x,1\n3,b,b,y,2\n")
    status, _, err = run(capsys, "slices", str(file), *options)
    assert status == 2
    assert message in err
