"""Fitted cuts: the published Reuters results, slow choices, what cannot be fitted, and texts."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from numpy.typing import ArrayLike
from scipy import sparse

from breakeven.analysis.evaluation.cut import (
    RULES,
    ClassCosts,
    Cut,
    cut_from_text,
    cut_to_text,
    decide,
    natural_cut,
    rules_for,
)
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.fit import fit_cut, tables_at, untunable
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Predictions, Review, Truth
from breakeven.readers.samples import load_sample
from breakeven.results.evaluation_export import evaluation_numbers
from metrics.expected.expected_f import best_set
from metrics.thresholds.costs import CostMatrix, best_calls
from metrics.thresholds.strategies import short_between
from tests.golden_cases import counts, ranking
from tests.made import not_none, truth_of
from tests.published import PUBLISHED

# measured by the program that made the sample, with another library


@pytest.fixture(scope="module")
def reuters() -> Review:
    return load_sample("reuters")


@pytest.mark.parametrize("place", range(6))
def test_thresholds_of_the_best_f1_on_dev_give_the_published_results(
    reuters: Review, place: int
) -> None:
    predictions = reuters.predictions[place]
    published = PUBLISHED[predictions.system]
    fitted = fit_cut(reuters.truth, predictions, Cut("f", split="dev"))
    e = evaluate(predictions, score_split(reuters.truth, predictions, "test"), "test", fitted)
    assert e.micro(1.0)["f"] == pytest.approx(published["micro_f1_test"], abs=1e-12)
    assert e.macro(1.0, "zero")["f"].value == pytest.approx(published["macro_f1_test"], abs=1e-12)
    pooled = e.tables.pooled()
    assert [pooled.tp, pooled.fp, pooled.fn] == published["tp_fp_fn_test"]
    dev = evaluate(predictions, score_split(reuters.truth, predictions, "dev"), "dev", fitted)
    assert dev.micro(1.0)["f"] == pytest.approx(published["micro_f1_dev"], abs=1e-12)
    assert len(untunable(fitted)) == published["categories_fbr"]
    assert (e.optimistic, dev.optimistic) == (False, True)
    # the same tables without deciding about any document
    assert counts(tables_at(e.scored, fitted))["tp"].tolist() == e.tables.tp.tolist()


def collection(
    score: ArrayLike,
    true: ArrayLike,
    splits: list[str] | None = None,
    **more: Any,
) -> tuple[Truth, Predictions]:
    """Classes a, b, ... with scores (classes, documents) and truth of the same shape."""
    scores, truth = np.asarray(score, dtype=float), np.asarray(true, dtype=bool)
    n = truth.shape[1]
    names = tuple(dict.fromkeys(splits)) if splits else ()
    of = np.array([names.index(s) for s in splits]) if splits else np.full(n, -1)
    return (
        truth_of(truth.T, splits=names, split_of=of),
        Predictions("s", np.arange(n), scores, **more),
    )


def test_classes_that_cannot_be_fitted_are_named_and_cut_above_their_highest_score() -> None:
    # a: fitted. b: nobody is in it. c: one in 40, ranked last, so F at best 2/41 < 0.1.
    # d: constant, half true: all (F 2/3) beats nothing
    n = 40
    falling = np.linspace(1, 0.025, n)
    truth = np.zeros((4, n), dtype=bool)
    truth[0, :4] = truth[2, -1] = truth[3, :20] = True
    scores = np.array([falling, falling, falling, np.full(n, 0.5)])
    gold, predictions = collection(scores, truth)
    fitted = fit_cut(gold, predictions, Cut("f"))
    assert fitted.how == ("tuned", "no positives", "guarded", "constant")
    assert untunable(fitted).tolist() == [1, 2, 3]
    assert decide(predictions, fitted).toarray().sum(axis=0).tolist() == [4, 0, 0, 40]
    # just above: the next number, not infinity, so a later document may be assigned
    assert not_none(fitted.thresholds)[1] == np.nextafter(1.0, 2.0)
    bare = fit_cut(gold, predictions, Cut("f", guard=False))
    # without the guard the one true document of c, ranked last, takes all others along
    assert decide(predictions, bare).toarray().sum(axis=0).tolist() == [4, 0, 40, 40]


@pytest.mark.parametrize(
    ("scores", "threshold", "expected"),
    [
        ([0.9, 0.3], 0.9, 0.6),  # the middle
        ([0.9, 0.123456], 0.9, 0.512),  # ... to three digits
        ([0.10002, 0.10001], 0.10002, 0.10002),  # (.100015 to three, four digits is .1)
        ([0.5], 0.5, 0.0),  # nothing is rejected: half below, at a distance of 1/2
        ([0.9, 0.3], math.inf, math.inf),
    ],
)
def test_a_short_number_between_accepted_and_rejected(
    scores: list[float], threshold: float, expected: float
) -> None:
    got = short_between(ranking([1] * len(scores), scores), threshold)
    assert got == pytest.approx(expected, abs=1e-5)
    assert got <= threshold
    assert all(s >= threshold or s < got for s in scores)


matrices = st.integers(1, 12).flatmap(
    lambda n: st.tuples(
        st.lists(st.sampled_from([0.1, 0.2, 0.5, 0.5001, 0.9]), min_size=n, max_size=n),
        st.lists(st.booleans(), min_size=n, max_size=n),
    )
)
costs = st.tuples(*[st.sampled_from([-1.0, 0.0, 1.0, 4.0])] * 4).map(lambda c: CostMatrix(*c))


@given(matrices, costs, st.booleans())
def test_least_loss_tries_every_threshold(
    pairs: tuple[list[float], list[bool]], cost: CostMatrix, between: bool
) -> None:
    scores, truth = pairs
    gold, predictions = collection([scores], [truth])
    cut = Cut("loss", costs=ClassCosts(cost), between=between)
    got = decide(predictions, fit_cut(gold, predictions, cut)).toarray()[:, 0]

    def total(assigned: Any) -> Any:
        cells = {(1, 1): cost.tp, (1, 0): cost.fp, (0, 1): cost.fn, (0, 0): cost.tn}
        return sum(cells[int(a), int(t)] for a, t in zip(assigned, truth, strict=True))

    tried = [[s >= limit for s in scores] for limit in [math.inf, *scores]]
    assert total(got) == min(map(total, tried))


@given(matrices, costs)
def test_least_expected_loss_is_the_best_call_of_every_document(
    pairs: tuple[list[float], list[bool]], cost: CostMatrix
) -> None:
    p, truth = pairs
    of, said = collection([p], [truth], probabilities=True)
    fitted = fit_cut(of, said, Cut("expected_loss", costs=ClassCosts(cost)))
    got = decide(said, fitted).toarray()[:, 0]
    assert got.tolist() == best_calls(np.array(p), cost).tolist()
    # and the tallies give the table of those decisions, in either direction
    table = tables_at(score_split(of, said, None), fitted)
    called = [t for t, a in zip(truth, got, strict=True) if a]
    assert (table.tp[0], table.fp[0]) == (sum(called), len(called) - sum(called))
    assert table.total[0] == len(truth)


def test_a_class_may_have_costs_of_its_own() -> None:
    # p = 0.3; a: misses cost 1, so 0.5 decides; b: a miss costs 9, so 1 / (9 + 1)
    of, said = collection([[0.3, 0.6]] * 2, [[0, 1]] * 2, probabilities=True)
    cut = Cut("expected_loss", costs=ClassCosts(own=(("b", CostMatrix(fn=9)),)))
    fitted = fit_cut(of, said, cut)
    assert_allclose(not_none(fitted.thresholds), [0.5, 0.1], atol=1e-9)
    assert decide(said, fitted).toarray().tolist() == [[False, True], [True, True]]


def test_a_batch_is_the_split_alone() -> None:
    # expected F takes .4 among {.4, .4, .2} and not among {.9, .9, .4} (Lewis 1995, figure 3)
    p = [0.9, 0.9, 0.4, 0.4, 0.4, 0.2]
    truth, predictions = collection(
        [p], [[1, 1, 0, 1, 0, 0]], ["x"] * 3 + ["y"] * 3, probabilities=True
    )
    cut = Cut("expected_f")
    on = {
        s: evaluate(predictions, score_split(truth, predictions, s), s, cut).assigned.toarray()[
            :, 0
        ]
        for s in "xy"
    }
    assert on["x"].tolist() == [True, True, False]
    assert on["y"].tolist() == best_set(np.array(p[3:])).calls.tolist()
    assert on["y"][0]
    # PCut: a third of x is true of b there, so one of three documents of y
    truth, predictions = collection(
        [[3, 2, 1, 1, 3, 2]], [[0, 1, 0, 0, 0, 0]], ["x"] * 3 + ["y"] * 3
    )
    fitted = fit_cut(truth, predictions, Cut("proportional", split="x"))
    e = evaluate(predictions, score_split(truth, predictions, "y"), "y", fitted)
    assert e.assigned.toarray()[:, 0].tolist() == [False, True, False]


def test_thresholds_by_hand_stand_above_the_rule_and_unknown_classes_are_passed_over() -> None:
    of, said = collection([[0.9, 0.1], [0.9, 0.1]], [[1, 0], [1, 0]])
    fitted = fit_cut(of, said, Cut("threshold", 0.5, own=(("b", 0.05), ("no such", 0.3))))
    assert not_none(fitted.thresholds).tolist() == [0.5, 0.05]
    assert fitted.how == ("rule", "by hand")
    never = fit_cut(of, said, Cut("per_class", math.inf, own=(("b", 0.05),)))
    assert decide(said, never).toarray().sum(axis=0).tolist() == [0, 2]
    assert never.how == ("not listed", "by hand")


def test_optimistic_where_fitted_and_shown_meet() -> None:
    assert Cut("f", split="dev").optimistic_on("dev")
    assert Cut("f", split="dev").optimistic_on(None)  # all documents: dev is among them
    assert Cut("f", split=None).optimistic_on("test")
    assert Cut("per_class", split="dev", tuned=True).optimistic_on("dev")
    assert Cut("proportional", split="test").optimistic_on("test")
    assert not Cut("f", split="dev").optimistic_on("test")
    assert not Cut("threshold").optimistic_on("test")
    assert not Cut("expected_f").optimistic_on("test")
    truth, predictions = collection([[0.9, 0.1]], [[1, 0]])
    e = evaluate(
        predictions,
        score_split(truth, predictions, None),
        None,
        fit_cut(truth, predictions, Cut("f")),
    )
    assert evaluation_numbers(e, 1.0, "drop").to_dict()["optimistic"] is True


def test_what_a_system_does_not_allow_is_refused() -> None:
    truth, predictions = collection([[0.9, 0.1]], [[1, 0]])
    with pytest.raises(ValueError, match="expected_f"):
        fit_cut(truth, predictions, Cut("expected_f"))  # no probabilities
    with pytest.raises(ValueError, match="not probabilities"):
        decide(predictions, Cut("expected_f"))
    with pytest.raises(ValueError, match="no split 'dev'"):
        fit_cut(truth, predictions, Cut("f", split="dev"))
    with pytest.raises(ValueError, match="must be fitted"):
        decide(predictions, Cut("f"))
    assert rules_for(replace(predictions, scores=None, decisions=truth.labels), True) == ("given",)
    assert "f" not in rules_for(predictions, labelled=False)
    assert set(rules_for(replace(predictions, probabilities=True), True)) == set(RULES) - {"given"}
    assert natural_cut(predictions, False).assumed


def test_scores_of_some_pairs_only() -> None:
    listed = sparse.csr_array(([0.9, 0.2, 0.8], ([0, 0, 1], [0, 1, 2])), shape=(2, 4))
    of, _ = collection(np.zeros((2, 4)), [[1, 0, 0, 0], [0, 0, 1, 1]])
    said = Predictions("s", np.arange(4), listed, probabilities=True)
    for rule in ("f", "break_even", "loss", "expected_loss", "expected_f", "top_k"):
        got = decide(said, fit_cut(of, said, Cut(rule)))
        # what has no score is never assigned
        assert np.argwhere(got.toarray()).tolist() in ([[0, 0], [2, 1]], [[0, 0], [1, 0], [2, 1]])


names = st.text(max_size=8)
numbers = st.floats(allow_nan=False)
cuts = st.builds(
    Cut,
    rule=st.sampled_from(RULES),
    threshold=numbers,
    k=st.integers(0, 9),
    ties=st.sampled_from(["order", "include"]),
    factor=st.floats(0, 9),
    beta=st.floats(0, math.inf),
    guard=st.booleans(),
    between=st.booleans(),
    tuned=st.booleans(),
    least=st.floats(0.01, 0.99),
    average=st.sampled_from(["class", "micro"]),
    promise=st.booleans(),
    tries=st.integers(1, 9),
    split=st.none() | names,
    system=st.none() | names,
    own=st.lists(st.tuples(names, numbers), max_size=3).map(tuple),
    costs=st.builds(ClassCosts, costs, st.lists(st.tuples(names, costs), max_size=2).map(tuple)),
)


@given(cuts)
def test_a_cut_survives_being_written(cut: Cut) -> None:
    assert cut_from_text(cut_to_text(cut)) == cut


@given(st.text() | st.sampled_from(RULES).flatmap(lambda r: st.text().map(lambda t: f"{r}:{t}")))
def test_any_text_is_a_cut_or_nothing(text: str) -> None:
    got = cut_from_text(text)
    assert got is None or cut_from_text(cut_to_text(got)) == got


@pytest.mark.parametrize(
    "text",
    ["recall:least=0", "recall:least=1.5", "recall:tries=0", "precision:average=per_document",
     "nonsense", "f:own=!!", "f:beta=nan", "f:beta=-1", "top_k:k=x", "loss:costs=1,2", "f:own=eJw",
     "threshold:nan"],
)  # fmt: skip
def test_spoiled_texts(text: str) -> None:
    assert cut_from_text(text) is None


def test_texts_of_addresses() -> None:
    assert cut_to_text(Cut("given")) == "given"
    assert cut_to_text(Cut("threshold", 0.5)) == "threshold:0.5"
    assert cut_to_text(Cut("f", beta=2.0, split="dev")) == "f:beta=2.0&split=dev"
    # ninety thresholds of seventeen digits stay short enough for a link
    own = tuple((f"class {i}", math.sin(i)) for i in range(90))
    assert len(cut_to_text(Cut("per_class", own=own))) < 2500
