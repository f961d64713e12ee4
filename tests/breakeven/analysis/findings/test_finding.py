"""One list by the errors explained, one finding for one matter, and no advice against it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse

import breakeven as be
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.class_assessment import (
    assess_class,
    most_telling_class,
    weaker_classes,
)
from breakeven.analysis.findings.class_text import words_of
from breakeven.analysis.findings.confused_pairs import advice_on_pair, confused_pairs
from breakeven.analysis.findings.finding import Finding, in_order
from breakeven.analysis.findings.split_findings import alike_findings
from breakeven.readers.samples import load_sample
from metrics.uncertainty.class_verdicts import VERDICTS, class_verdicts
from tests.made import evaluation_of, matrix_of, truth_of
from tests.planted import clean


def checked(true: list[str], called: list[str]) -> be.Findings:
    return be.check(be.from_arrays(true, called))


def about(findings: be.Findings, name: str) -> list[str]:
    c = findings.review.truth.classes.index(name)
    return [f.code for f in findings if c in f.classes and f.severity != "notice"]


def test_the_classes_with_most_errors_come_first() -> None:
    # counted from the file, without the checks: (fp + fn) of each class of all of them
    review = load_sample("reuters")
    findings = be.check(review, system="svm")
    e = be.evaluate(review, "svm")
    wrong = (e.evaluation.assigned != e.evaluation.truth).astype(int)
    errors = dict(zip(e.classes, wrong.sum(axis=0).tolist(), strict=True))
    most = sorted(errors, key=lambda name: -errors[name])[:3]
    assert most == ["money-fx", "interest", "acq"]
    every = [m for f in findings for m in (f.members or (f,))]
    singles = [f for f in every if f.about == "class" and len(f.classes) == 1]
    singles.sort(key=lambda f: -f.errors)
    assert [e.classes[f.classes[0]] for f in singles[:3]] == most
    for finding in singles:
        count = errors[e.classes[finding.classes[0]]]
        assert finding.errors == count
        assert finding.error_share == pytest.approx(count / wrong.sum())
    shares = [f.error_share for f in findings if f.effect == "improves"]
    assert len(shares) > 3
    assert shares == sorted(shares, reverse=True)


def test_the_list_can_be_sorted_by_gain_too() -> None:
    def finding(share: float, macro: float, micro: float) -> Finding:
        return plain_finding(error_share=share, gain_macro=macro, gain_micro=micro)

    three = [finding(0.1, 0.3, 0.2), finding(0.3, 0.2, 0.1), finding(0.2, 0.1, 0.3)]
    assert [f.error_share for f in in_order(three)] == [0.3, 0.2, 0.1]
    assert [f.gain_macro for f in in_order(three, "macro")] == [0.3, 0.2, 0.1]
    assert [f.gain_micro for f in in_order(three, "micro")] == [0.3, 0.2, 0.1]


def plain_finding(**values: Any) -> Finding:
    usual: dict[str, Any] = {"severity": "notice", "effect": "improves"}
    return Finding(**{"code": "a.b", "title": "", "what": "", "action": "", **usual, **values})


def test_what_voids_numbers_comes_before_what_improves_them() -> None:
    worst = plain_finding(effect="improves", severity="error", error_share=0.9)
    unsure = plain_finding(effect="uncertain", severity="warning", error_share=0.5)
    hint = plain_finding(effect="uncertain", severity="notice", error_share=0.8)
    void = plain_finding(effect="voids", severity="notice")
    error = plain_finding(effect="voids", severity="error")
    ordered = in_order([worst, hint, unsure, void, error])
    assert list(map(id, ordered)) == list(map(id, [error, void, unsure, hint, worst]))


def test_a_class_called_too_often_is_said_so_above_every_line() -> None:
    # ten classes of 40; 20 documents of a, two of each other, are called j, and 2 of j a
    names = "abcdefghij"
    true = [c for c in names for _ in range(40)]
    called = list(true)
    for c in range(9):
        called[40 * c : 40 * c + 2] = ["j"] * 2
    called[398:] = ["a"] * 2
    findings = checked(true, called)
    (finding,) = [f for f in findings if f.code == "class.called-too-often"]
    # precision 38 of 56
    assert "“j” is predicted too often: 56 times for 40 documents, with 18 wrong" in finding.what
    assert "and 2 missed; precision is 0.68" in finding.what
    assert (finding.errors, finding.error_share) == (20, 20 / 40)


def test_a_class_close_to_the_line_is_not_said_to_have_too_few_documents() -> None:
    # recall and precision of two classes are four tests, the clearest at 5 % / 4, z = 2.241. 74 of
    # 131 found: 2.241² · .25 / (.5649 - .5)² is 298.2 documents, so 168 more
    true = ["a"] * 131 + ["b"] * 869
    called = ["a"] * 74 + ["b"] * 57 + ["b"] * 869
    truth = truth_of(matrix_of(true, 2))
    e = evaluation_of(truth, matrix_of(called, 2))
    verdicts = class_verdicts(e.tables)
    assert VERDICTS[verdicts.verdict[0]] == "close"
    value = 74 / 131
    expected = int(np.ceil(2.241403**2 * 0.25 / (value - 0.5) ** 2 - 131))
    assert verdicts.more[0] == expected == 168
    assert words_of(verdicts)[0] == "borderline"
    it = assess_class(truth, e, None, verdicts, 0, Limits(), beta=1.0)
    assert (it.sure, it.more) == (False, expected)
    few = class_verdicts(e.tables.__class__(*(np.array([n]) for n in (6, 0, 5, 989))))
    assert VERDICTS[few.verdict[0]] == "few"


def test_good_is_said_only_from_a_limit_that_somebody_set() -> None:
    true, called = ["a"] * 100 + ["b"] * 100, ["a"] * 100 + ["b"] * 100
    tables = evaluation_of(truth_of(matrix_of(true, 2)), matrix_of(called, 2)).tables
    assert words_of(class_verdicts(tables)) == ["high precision, high recall"] * 2
    # four tests of 100 of 100: .95^100 = .0059 is below 5 % / 4, .96^100 = .0169 is not
    assert words_of(class_verdicts(tables, good=0.95)) == ["handled well"] * 2
    assert words_of(class_verdicts(tables, good=0.96)) == ["high precision, high recall"] * 2


def test_a_class_never_seen_in_training_is_one_finding_and_not_to_be_merged() -> None:
    made = clean(3, classes=6)
    made = made.without(made.rows("train", 2))
    scores = made.predictions[0].scores.copy()
    # all of its documents go to another class, and some of that one's to it
    scores[[1, 2]] = scores[[2, 1]]
    predictions = made.predictions[0].__class__(
        "s", made.predictions[0].rows, scores=scores, probabilities=True
    )
    made = made.__class__(made.truth, (predictions,))
    codes = [f.code for f in made.findings() if 2 in f.classes and f.severity != "notice"]
    assert [code for code in codes if code != "pair.confused"] == ["split.unseen"]
    for finding in made.findings():
        if 2 in finding.classes:
            assert "merge" not in finding.action.lower()
    pairs = confused_pairs(made.evaluated(), Limits(), unseen=[2])
    with_class = [
        p for p in range(len(pairs)) if 2 in (pairs.pairs.first[p], pairs.pairs.second[p])
    ]
    assert all(pairs.actions[p] != "merge" for p in with_class)


def test_many_like_pairs_are_one_finding() -> None:
    rng = np.random.default_rng(0)
    n, k = 700, 35
    texts = np.array([" ".join(f"w{i}" for i in rng.integers(0, 60, 40)) for _ in range(n)])
    labels = sparse.csc_array(np.arange(n)[:, None] % k == np.arange(k))
    truth = truth_of(
        labels.toarray(),
        classes=tuple(f"c{i}" for i in range(k)),
        columns={"text": texts.astype(object)},
        text_column="text",
    )
    (finding,) = alike_findings(truth, Limits(min_train=15))
    assert finding.code == "classes.alike"
    assert " most of all: " in finding.what
    # every pair of 35 classes
    assert len(finding.pairs) == 35 * 34 // 2 == 595
    assert len(finding.classes) == 35
    assert finding.what.startswith("595 pairs of classes are hard to tell apart")
    assert [value for *_, value in finding.pairs] == sorted(
        (value for *_, value in finding.pairs), reverse=True
    )


def test_the_page_on_classes_opens_with_the_errors_of_a_weak_class() -> None:
    # a: 20 of 200 missed; b: 18 of 20 missed: fewer errors, but clearly weak; c takes them all
    true = ["a"] * 200 + ["b"] * 20 + ["c"] * 200
    called = ["c"] * 20 + ["a"] * 180 + ["c"] * 18 + ["b"] * 2 + ["c"] * 200
    e = evaluation_of(truth_of(matrix_of(true, 3)), matrix_of(called, 3))
    assert most_telling_class(e, class_verdicts(e.tables)) == 1
    # with nothing below a line at 0 it is still far below the others
    assert weaker_classes(e).tolist() == [1]
    assert most_telling_class(e, class_verdicts(e.tables, 0.0)) == 1
    # of two equal halves neither is weaker: the one with most errors
    half = evaluation_of(
        truth_of(matrix_of(["a"] * 40 + ["b"] * 40, 2)),
        matrix_of(["b"] * 4 + ["a"] * 36 + ["b"] * 40, 2),
    )
    assert weaker_classes(half).tolist() == []
    assert most_telling_class(half, class_verdicts(half.tables)) == 0
    right = evaluation_of(truth_of(matrix_of(true, 3)), matrix_of(true, 3))
    assert most_telling_class(right, class_verdicts(right.tables)) is None


def test_advice_on_a_pair_is_that_of_the_page_on_confusion_in_r8() -> None:
    review = load_sample("r8")
    found = be.check(review)
    names = {review.truth.classes.index(name) for name in ("interest", "money-fx")}
    actions = [f.action for f in found if names <= set(f.classes) and len(f.classes) == 2]
    of = confused_pairs(be.evaluate(review).evaluation, Limits())
    at = [{i, j} for i, j in zip(of.pairs.first, of.pairs.second, strict=True)].index(names)
    # of 168 documents 17 are taken for the other, 14 of the 81 of interest: one way
    assert of.actions[at] == "judge"
    assert actions == [advice_on_pair(of, at)]
    assert "interest” first: it loses 17 % of its documents" in actions[0]
