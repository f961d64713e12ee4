"""What a review says to rules: passed, failed, or cannot tell."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

import breakeven as be
from breakeven.data.records import Review
from breakeven.gate.gate_verdict import GateVerdict, overall_outcome
from breakeven.readers.base.problems import ReadError
from tests.breakeven.analysis.slices.test_weak_slices import planted
from tests.made import matrix_of, not_none, review_of, truth_of


def of_documents(right: int, wrong: int, **systems: int) -> Review:
    """One class a document, so many of which the system decides rightly; others by their right."""
    n = right + wrong
    labels = matrix_of((["a", "b"] * n)[:n], 2)

    def decisions_with(hits: int) -> Any:
        called = labels.copy()
        called[hits:] = ~called[hits:]
        return called

    every = {name: decisions_with(hits) for name, hits in systems.items()}
    return review_of(truth_of(labels), system=decisions_with(right), **every)


def verdicts(review: Review, *rules: Mapping[str, Any], **more: Any) -> tuple[GateVerdict, ...]:
    """What a review says to rules, each by itself."""
    baseline = more.pop("baseline", None)
    return be.gate(
        review, {"rule": list(rules), "family": "none", **more}, baseline, system="system"
    ).verdicts


def verdict(review: Review, **rule: Any) -> GateVerdict:
    """What a review says to one rule."""
    (found,) = verdicts(review, rule)
    return found


EXACT = {"measure": "exact_match"}


def test_the_three_verdicts_are_those_of_the_exact_bounds() -> None:
    # 90 of 100 right: by SciPy's exact interval of 90 %, from 0.8363 to 0.9448
    review = of_documents(90, 10)
    low, high = stats.binomtest(90, 100).proportion_ci(0.9, "exact")
    passed, failed, undecided = (verdict(review, **EXACT, min=m) for m in (0.83, 0.95, 0.88))
    assert [v.outcome for v in (passed, failed, undecided)] == ["passed", "failed", "cannot tell"]
    for found in (passed, failed, undecided):
        assert found.value == 0.9
        assert_allclose([not_none(found.low), not_none(found.high)], [low, high], rtol=1e-6)
        assert (found.low_confidence, found.high_confidence) == (0.95, 0.95)
    assert passed.sentence == "0.900, at least 0.836 (95 % sure)."
    assert failed.sentence == "0.900, at most 0.945 (95 % sure)."


def test_a_rule_that_something_is_not_above_turns_the_bounds_round() -> None:
    review = of_documents(10, 90)
    found = [verdict(review, **EXACT, max=m) for m in (0.17, 0.05, 0.12)]
    assert [v.outcome for v in found] == ["passed", "failed", "cannot tell"]
    assert found[0].sentence == "0.100, at most 0.164 (95 % sure)."
    assert found[1].sentence == "0.100, at least 0.055 (95 % sure)."


def test_documents_that_would_decide_follow_from_the_bound_that_is_wanting() -> None:
    # the way down from 0.9 is 0.0637, at 1.645 standard errors: one is 0.0387; to be sure in 8 of
    # 10 test sets takes 2.486 of them within 0.02: 100 (2.486 * 0.0387 / 0.02)^2 = 2,316
    found = verdict(of_documents(90, 10), **EXACT, min=0.88)
    assert found.needed == pytest.approx(2316, abs=15)
    assert (
        f"About {not_none(found.needed):,} documents like these 100 would probably"
        in found.sentence
    )


def test_at_the_limit_itself_no_number_of_documents_is_known_to_decide() -> None:
    found = verdict(of_documents(90, 10), **EXACT, min=0.9)
    assert (found.outcome, found.needed) == ("cannot tell", None)
    assert "more documents may never decide" in found.sentence


def test_not_worse_is_of_the_difference_on_the_documents_in_common() -> None:
    # of 1,000 documents the baseline has 20 more right
    review = of_documents(880, 120, old=900)
    rules = [{"measure": "f", "margin": m} for m in (0.05, 0.005, 0.022)]
    found = verdicts(review, *rules, baseline="old")
    assert [v.outcome for v in found] == ["passed", "failed", "cannot tell"]
    for one in found:
        numbers = (one.value, one.baseline, one.difference)
        assert_allclose([not_none(number) for number in numbers], [0.88, 0.9, -0.02])
        # no gain was seen: the 20 losses are a Poisson count, of which the table says 29.06 at
        # most at 95 %
        assert not_none(one.low) == pytest.approx(-29.06 / 1000, rel=5e-3)


def test_better_asks_for_more_than_the_margin() -> None:
    # 16 of 400 gained, none lost: by a table of Poisson counts 10.0 to 24.3
    review = of_documents(376, 24, old=360)
    rules = [{"measure": "f", "margin": m, "side": "better"} for m in (0.0, 0.02, 0.08)]
    assert [v.outcome for v in verdicts(review, *rules, baseline="old")] == [
        *("passed", "passed", "failed"),
    ]


def test_the_same_decisions_as_the_baselines_are_not_worse_once_three_documents_are_few() -> None:
    rule = {"measure": "f", "margin": 0.01}
    for documents, outcome in ((100, "cannot tell"), (400, "passed")):
        review = of_documents(documents - 10, 10, old=documents - 10)
        assert verdicts(review, rule, baseline="old")[0].outcome == outcome


def test_a_rule_for_classes_has_a_verdict_for_each_with_documents_enough() -> None:
    # 40 documents of a, all found; 20 of b, none found; 3 of c
    truth = truth_of(matrix_of(["a"] * 40 + ["b"] * 20 + ["c"] * 3, 3))
    review = review_of(truth, system=matrix_of(["a"] * 60 + ["c"] * 3, 3))
    rule = {"measure": "recall", "min": 0.7}
    judged = verdicts(review, {**rule, "class": "*", "min_positives": 10})
    assert [(v.class_name, v.outcome) for v in judged] == [("a", "passed"), ("b", "failed")]
    assert judged[0].title == "recall of “a”: at least 0.7"
    (alone,) = verdicts(review, {**rule, "class": "c"})
    assert (alone.outcome, alone.value) == ("cannot tell", 1.0)
    (none,) = verdicts(review, {**rule, "class": ["b", "c"], "min_positives": 50})
    assert none.outcome == "cannot tell"
    assert none.sentence == "No class that it is about has 50 documents here."


def test_an_undefined_value_cannot_be_told() -> None:
    truth = truth_of(matrix_of(["a", "a", "a"], 2))
    review = review_of(truth, system=matrix_of(["a", "a", "a"], 2))
    found = verdict(review, measure="precision", **{"class": "b"}, min=0.5)
    assert (found.outcome, np.isnan(not_none(found.value))) == ("cannot tell", True)
    assert "undefined here (0/0)" in found.sentence
    one = review_of(truth_of(matrix_of(["a"], 1)), system=matrix_of(["a"], 1))
    assert "Measure on at least two documents" in verdict(one, measure="f", min=0.5).sentence


def test_findings_fail_from_their_severity_on() -> None:
    # nothing is told of splits here: a notice or warning, and no error
    review = of_documents(90, 10)
    error, notice = verdicts(review, {"findings": "error"}, {"findings": "notice"})
    found = be.check(review, "system")
    assert not [f for f in found if f.severity == "error"]
    assert len(found)
    assert error.outcome == "passed"
    assert notice.outcome == "failed"
    assert notice.sentence.startswith(f"{len(found)} finding")


def test_holm_holds_the_worst_of_a_family_to_a_share_of_alpha() -> None:
    # exact p-values by SciPy: 0.90 against 0.85 and 0.80
    review = of_documents(90, 10)
    rules = [{**EXACT, "min": m} for m in (0.85, 0.80)]
    p = [float(stats.binom.sf(89, 100, m)) for m in (0.85, 0.80)]
    assert 0.05 < p[0] < 0.1
    assert p[1] < 0.025
    first, second = be.gate(review, {"rule": rules}, system="system").verdicts
    assert (first.outcome, second.outcome) == ("cannot tell", "passed")
    assert (first.low_confidence, second.low_confidence) == (0.95, 0.975)
    # a third rule, even one that has no value, makes the family larger
    absent = {"measure": "recall", "class": "*", "min_positives": 1000, "min": 0.5}
    *_, third = be.gate(review, {"rule": [*rules, absent]}, system="system").verdicts
    assert third.outcome == "cannot tell"
    longer = be.gate(review, {"rule": [*rules, absent]}, system="system").verdicts[1]
    assert longer.low_confidence == pytest.approx(1 - 0.05 / 3)


def test_how_sure_a_bound_is_is_rounded_down_and_never_100_percent() -> None:
    review = of_documents(90, 10)
    for confidence, words in ((0.95, "95 %"), (0.9875, "98 %"), (0.995, "99.5 %"),
                              (0.99995, "99.995 %")):  # fmt: skip
        (found,) = verdicts(review, {**EXACT, "min": 0.5}, confidence=confidence)
        assert f"({words} sure)" in found.sentence


def test_all_that_rules_ask_for_and_that_there_is_not_is_said_at_once() -> None:
    rules = [
        {"measure": "f", "min": 0.5, "split": "tset"},
        {"measure": "recall", "class": "bb", "min": 0.5},
        {"measure": "f", "margin": 0.1},
    ]
    with pytest.raises(ReadError) as caught:
        verdicts(of_documents(9, 1), *rules)
    first, second, third = map(str, caught.value.problems)
    assert "rule 1 is about an unknown split" in first
    assert second == "rule 2 is about an unknown class: “bb”; did you mean “b”?"
    assert third == "rule 3 is about a baseline, but there is none; name one with --baseline"


def test_all_together_fail_where_one_fails_and_pass_where_all_pass() -> None:
    review = of_documents(90, 10)
    passed, failed, undecided = (verdict(review, **EXACT, min=m) for m in (0.83, 0.95, 0.88))
    assert overall_outcome([passed, undecided, failed]) == "failed"
    assert overall_outcome([passed, undecided]) == "cannot tell"
    assert overall_outcome([passed, passed]) == "passed"


def test_slices_are_not_weak_beside_documents_that_leak() -> None:
    rng = np.random.default_rng(7)
    texts = [" ".join(f"w{w}" for w in rng.integers(0, 3_000, 30)) for _ in range(500)]
    # 300 of train, which test has again on route x, all of them right; on route y 50 of 200 wrong
    text = [*texts[:300], *texts[:300], *texts[300:]]
    true = np.array(["a", "b"])[np.arange(800) % 2]
    wrong = np.append(np.zeros(600, dtype=bool), rng.permutation(200) < 50)
    route = np.repeat(["x", "x", "y"], [300, 300, 200]).astype(object)
    review = be.from_arrays(
        true.tolist(),
        np.where(wrong, np.roll(true, 1), true).tolist(),
        split=["train"] * 300 + ["test"] * 500,
        text=text,
        columns={"route": route},
    )
    assert "slices.weak" not in {finding.code for finding in be.check(review)}
    (slices,) = be.gate(review, {"rule": [{"weak_slices": "none"}]}).verdicts
    assert slices.outcome != "failed"
    # where they are no copies, the 200 of route y stand out
    without_train = be.from_arrays(
        true[300:].tolist(),
        np.where(wrong, np.roll(true, 1), true)[300:].tolist(),
        columns={"route": route[300:]},
    )
    (slices,) = be.gate(without_train, {"rule": [{"weak_slices": "none"}]}).verdicts
    assert (slices.outcome, "route: y" in slices.reason) == ("failed", True)


def test_a_weak_slice_fails_at_the_level_that_the_family_leaves(tmp_path: Path) -> None:
    def outcomes(review: Review, **more: Any) -> list[tuple[str, str]]:
        verdicts = be.gate(review, {"rule": [{"weak_slices": "none"}], **more}).verdicts
        return [(verdict.outcome, verdict.reason) for verdict in verdicts]

    review = be.read(planted(tmp_path / "p.csv"))
    assert outcomes(review) == [("failed", "Weak: source: web, country: fr.")]
    # p is 1 / 1,001: not below 1 / 10,000
    ((outcome, reason),) = outcomes(review, confidence=0.9999)
    assert (outcome, reason[:7], reason.endswith("clearly stands out.")) == (
        "passed",
        "None of",
        True,
    )
    few = be.from_arrays(["a", "b"] * 10, ["a", "b"] * 10)
    assert outcomes(few) == [("cannot tell", "No slice has enough documents to judge.")]
    weighed = be.from_arrays(["a", "b"], ["a", "b"], sample_weight=[1.0, 2.0])
    assert outcomes(weighed)[0][0] == "cannot tell"
    for wrong in ({"weak_slices": "few"}, {"weak_slices": "none", "min": 0.5}):
        with pytest.raises(be.ReadError):
            be.gate(few, {"rule": [wrong]})
