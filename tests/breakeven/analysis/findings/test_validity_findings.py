"""Faults that void numbers or make them uncertain, planted in a clean review."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import breakeven as be
from benchmarks.planted_data import clean
from benchmarks.planted_kinds import KINDS
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.findings.system_findings import search_wrong, slice_findings
from breakeven.analysis.findings.validity_rules import OF_VALIDITY
from breakeven.results.findings import Findings
from tests.made import not_none

CODES = {rule.code for rule in OF_VALIDITY}


def checked(kind: str, task: str = "one", size: str = "middle") -> Findings:
    made = clean(task, size, 1_000)
    return be.check(KINDS[kind].plant(made, np.random.default_rng(0)).review())


def finding(findings: Findings, code: str) -> Finding:
    (wanted,) = [each for each in findings if each.code == code]
    return wanted


@pytest.mark.parametrize("task", ["one", "several", "two"])
def test_clean_data_raise_none_of_them(task: str) -> None:
    raised = [
        {each.code for each in be.check(clean(task, "small", seed).review())} & CODES
        for seed in range(4)
    ]
    assert raised == [set()] * 4


def test_names_that_are_the_same_come_first_with_what_they_cost_and_a_map() -> None:
    findings = checked("name differs in case")
    first = findings[0]
    assert (first.code, first.severity, first.effect) == ("classes.same-name", "error", "voids")
    assert dict(first.class_map) == {"Billing": "billing"}
    # a third of a sixth of the documents is right with one name, if the system is right there
    gained = first.evidence["after"] - first.evidence["before"]
    assert gained == pytest.approx(0.3 / 6 * first.evidence["after"], abs=0.02)
    values = findings.to_dict()["findings"][0]
    assert values["class_map"] == {"Billing": "billing"}


def test_read_with_its_map_nothing_is_left_of_the_names() -> None:
    table = "id,true,predicted\n" + "".join(
        f"{i},{('Ham', 'ham ', 'spam')[i % 3]},{('ham', 'spam')[i % 3 == 2]}\n" for i in range(60)
    )
    findings = be.check(be.read(table.encode()))
    names = dict(finding(findings, "classes.same-name").class_map)
    again = be.read(table.encode(), class_map=names)
    assert set(again.truth.classes) == {*(set(names.values())), "spam"}
    assert "classes.same-name" not in {each.code for each in be.check(again)}
    # each of sixty is right once they have one name
    assert be.evaluate(again).evaluation.tables.fp.sum() == 0


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("test shuffled", "split.wrong-order"),
        ("all moved by three", "split.wrong-order"),
        ("name of the class in the text", "leak.class-in-text"),
    ],
)
def test_what_voids_the_numbers_comes_first(kind: str, code: str) -> None:
    findings = checked(kind)
    assert (findings[0].code, findings[0].effect) == (code, "voids")


def test_thresholds_of_the_test_split_come_first() -> None:
    assert checked("thresholds tuned on test", "several")[0].code == "threshold.tuned-here"


def test_of_shuffled_rows_no_other_fault_of_the_scores_is_said() -> None:
    codes = {each.code for each in checked("test shuffled") if not each.withheld}
    assert not codes & {"labels.doubted", "split.falls", "threshold.one-for-all"}


@pytest.mark.parametrize("name", ["author", "colour"])
def test_a_group_is_a_warning_where_its_header_names_people(name: str) -> None:
    made = KINDS["authors in all splits"].plant(clean("one", "small", 7), np.random.default_rng(1))
    columns = {("colour" if c == "author" else c): v for c, v in made.columns.items()}
    review = (made if name == "author" else replace(made, columns=columns)).review()
    severity = finding(be.check(review), "leak.group").severity
    assert severity == ("warning" if name == "author" else "notice")


def test_what_leaks_is_left_out_before_slices_are_searched() -> None:
    codes = [each.code for each in checked("texts copied")]
    assert codes[0] == "leak.same-text"
    assert "slices.weak" not in codes


def test_a_weak_slice_says_whether_it_is_weak_on_dev_too() -> None:
    said = finding(checked("weak in a source"), "slices.weak").what
    assert "source: store" in said
    assert "In “dev” too" in said


def test_a_slice_that_few_documents_do_not_tell_is_found_with_those_of_dev() -> None:
    made = KINDS["weak with a word"].plant(clean("one", "small", 1_000), np.random.default_rng(0))
    review = made.review()
    truth, test = review.truth, be.evaluate(review).evaluation
    dev = be.evaluate(review, split="dev").evaluation
    assert not_none(search_wrong(truth, test)).slices == ()
    (named,) = not_none(search_wrong(truth, test, dev)).slices
    planted = np.flatnonzero(["please" in text.split() for text in made.text])
    searched = made.rows("dev", "test")
    ids = np.asarray(truth.ids)
    assert set(ids[named.rows]) == set(made.ids[np.intersect1d(planted, searched)])
    weak = finding(be.check(review), "slices.weak")
    # documents of test alone, which are under review
    mine = made.ids[np.intersect1d(planted, made.rows("test"))]
    assert set(ids[weak.documents]) == set(mine)
    assert "Counted in “test” and “dev” together" in weak.what
    right = np.all(made.true == made.predicted, axis=1)
    both = np.intersect1d(planted, searched)
    assert f"{1 - right[both].mean():.0%}".replace("%", " %") in weak.what


def test_a_slice_that_is_weak_on_dev_alone_is_not_said_of_test() -> None:
    made = KINDS["weak with a word"].plant(clean("one", "small", 1_000), np.random.default_rng(0))
    predicted = made.predicted.copy()
    test = made.rows("test")
    predicted[test] = clean("one", "small", 1_000).predicted[test]
    worse = made.rows("dev")[["please" in text.split() for text in made.text[made.rows("dev")]]]
    predicted[worse] = np.roll(made.true[worse], 1, axis=1)
    review = made.but(predicted=predicted).review()
    dev = be.evaluate(review, split="dev").evaluation
    searched = search_wrong(review.truth, be.evaluate(review).evaluation, dev)
    assert not_none(searched).slices == ()


def test_scores_that_nobody_called_probabilities_are_asked_and_it_is_said() -> None:
    findings = checked("too sure, not said to be probabilities", "several")
    # what is off above 0.5 and below it is one finding, which says it once
    (made,) = (each for each in findings if each.code == "calibration.off")
    assert made.severity == "notice"
    assert made.what.count("Nobody said that these scores are probabilities") == 1
    assert "The probabilities 0.5 and above add up to" in made.what
    assert "; those below 0.5 add up to" in made.what


@pytest.mark.parametrize(("p", "severity"), [(0.01, "warning"), (0.0101, "notice")])
def test_a_slice_that_is_weaker_at_one_in_a_hundred_is_a_warning(p: float, severity: str) -> None:
    made = clean("one", "middle", 1_000)
    review = KINDS["weak in a source"].plant(made, np.random.default_rng(0)).review()
    evaluation = be.evaluate(review).evaluation
    searched = not_none(search_wrong(review.truth, evaluation))
    first = searched.slices[0]
    alone = replace(searched, slices=(replace(first, weak=replace(first.weak, p=p)),))
    (said,) = slice_findings(evaluation, alone)
    assert said.severity == severity


@pytest.mark.parametrize(("others", "grave"), [(50, True), (52, False)])
def test_words_that_tell_the_class_are_grave_from_half_of_the_documents_on(
    others: int, grave: bool
) -> None:
    rng = np.random.default_rng(0)
    true = ["returns"] * 50 + ["billing", "other"] * (others // 2)
    texts = [
        " ".join(f"w{i}" for i in rng.integers(0, 40, 25)) + " zz9" * (name == "returns")
        for name in true
    ]
    telling = finding(be.check(be.from_arrays(true, text=texts)), "leak.class-in-text")
    assert telling.evidence["share_of_documents"] == pytest.approx(50 / (50 + others))
    assert (telling.effect, telling.severity == "notice") == (
        "voids" if grave else "uncertain",
        not grave,
    )


@pytest.mark.parametrize(
    ("wrong", "number", "end"),
    # all of six classes fall, in precision and recall; one falls, and two that are called for it
    [([0.5] * 6, 12, ", and 9 more."), ([0.03, 0.6, *[0.03] * 4], 3, ".")],
)
def test_of_classes_that_fall_three_are_named(wrong: list[float], number: int, end: str) -> None:
    rng, n, k = np.random.default_rng(0), 600, 6
    true = np.tile(np.arange(k), 2 * n // k)
    share = np.full(2 * n, 0.03)
    share[n:] = np.array(wrong)[true[n:]]
    predicted = np.where(rng.random(2 * n) < share, (true + rng.integers(1, k, 2 * n)) % k, true)
    names = np.array([f"c{c}" for c in range(k)])
    review = be.from_arrays(names[true], names[predicted], split=np.repeat(["dev", "test"], n))
    falls = finding(be.check(review), "split.falls")
    assert falls.evidence["classes"] == number
    assert len(re.findall("(?:recall|precision) of “c[0-5]”", falls.what)) == 3
    assert falls.what.endswith(end)
    assert ("more" in falls.what) == (number > 3)
