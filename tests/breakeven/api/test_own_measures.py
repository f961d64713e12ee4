"""Measures of one's own in Python: made, said of a review, and shown by all that measures."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.comparison.own_values import own_values
from breakeven.commands.main import main
from breakeven.data.own_measures import LONGEST_NAME, OwnMeasure
from breakeven.data.records import Review
from breakeven.readers.measures_file import read_measures
from breakeven.results.own_measures import own_measures_of
from metrics.averaging import UNDEFINED, Undefined
from metrics.measures import f_beta, mcc
from metrics.typing import AVERAGES
from tests.made import evaluation_of, matrix_of, noisy, not_none, review_of, truth_of

COST = be.measure("cost", "(5*fn + fp)/n", better="lower", range=(0, 5))
# documents: a hit, a hit; a for b; b and a false alarm; nothing for b; a hit
TRUE = matrix_of(["a", "a", "b", "b", "b", "b"], 2)
CALLED = matrix_of(["a", "a", "a", "ab", "", "b"], 2)
HOSTILE = "<script>alert(1)</script> |*$x$"


def review() -> Review:
    return be.with_measures(review_of(truth_of(TRUE), s=CALLED, t=TRUE), COST)


def test_values_by_hand() -> None:
    # a: tp 2, fp 2, fn 0 of 6; b: tp 2, fp 0, fn 2 of 6
    own = not_none(be.evaluate(review(), "s").own_measures()).to_dict()["cost"]
    of_a, of_b = Fraction(2, 6), Fraction(10, 6)
    assert own["per_class"]["a"]["value"] == pytest.approx(float(of_a))
    assert own["per_class"]["b"]["value"] == pytest.approx(float(of_b))
    assert own["micro"]["value"] == pytest.approx(12 / 12)
    assert own["macro"]["value"] == pytest.approx(float((of_a + of_b) / 2))
    # by 2 and 4 positives
    assert own["weighted"]["value"] == pytest.approx(float((2 * of_a + 4 * of_b) / 6))
    # per document, of 2 classes each: 0, 0, a miss and an alarm, an alarm, a miss, 0
    assert own["per_document"]["value"] == pytest.approx((6 / 2 + 1 / 2 + 5 / 2) / 6)
    assert (own["formula"], own["better"], own["range"]) == (COST.formula, "lower", [0.0, 5.0])


@pytest.mark.parametrize("undefined", UNDEFINED)
def test_a_formula_of_a_known_measure_gives_what_that_gives(undefined: Undefined) -> None:
    random = np.random.default_rng(3)
    labels = random.random((80, 5)) < [0.5, 0.3, 0.1, 0.02, 0.0]
    unjudged = random.random(labels.shape) < 0.1
    truth = truth_of(labels, unjudged, weights=random.random(80) + 0.5, clusters=np.arange(80) // 2)
    evaluation = evaluation_of(truth, noisy(labels, 0.3, 0.05, random))
    f1 = be.measure("own F", "2*tp/(2*tp + fp + fn)")
    values = own_values(evaluation, f1, undefined)
    assert values.averages["micro"].value == pytest.approx(evaluation.micro(1.0)["f"], abs=1e-12)
    for name in AVERAGES[1:]:
        expected = getattr(evaluation, name)(1.0, undefined)["f"]
        assert values.means[name].value == pytest.approx(expected.value, abs=1e-12), name
        assert values.means[name].units == expected.units
        assert values.means[name].number_undefined == expected.number_undefined
    np.testing.assert_allclose(values.per_class.value, f_beta(evaluation.tables, 1.0), atol=1e-12)


def test_an_interval_holds_the_value_and_is_like_that_of_the_same_measure() -> None:
    random = np.random.default_rng(4)
    labels = random.random((600, 4)) < 0.3
    evaluation = evaluation_of(truth_of(labels), noisy(labels, 0.3, 0.1, random))
    own = own_values(evaluation, be.measure("own F", "2*tp/(2*tp + fp + fn)"), "drop")
    from breakeven.analysis.evaluation.average_intervals import average_intervals

    usual = not_none(average_intervals(evaluation, 1.0, "drop"))
    for name in AVERAGES:
        mine, theirs = own.averages[name], getattr(usual, name)["f"]
        assert mine.low < mine.value < mine.high
        width = theirs.high - theirs.low
        assert abs(mine.low - theirs.low) < 0.2 * width, name
        assert abs(mine.high - theirs.high) < 0.2 * width, name


def test_documents_of_one_cluster_are_drawn_together() -> None:
    random = np.random.default_rng(5)
    alone = random.random((100, 2)) < 0.4
    labels, called = alone.repeat(4, axis=0), noisy(alone, 0.3, 0.1, random).repeat(4, axis=0)
    one_by_one = own_values(evaluation_of(truth_of(labels), called), COST, "drop")
    clusters = np.arange(400) // 4
    together = own_values(evaluation_of(truth_of(labels, clusters=clusters), called), COST, "drop")
    widths = [
        values.averages["micro"].high - values.averages["micro"].low
        for values in (one_by_one, together)
    ]
    # four copies of each document tell as much as one: twice the width
    assert widths[1] / widths[0] == pytest.approx(2, rel=0.15)


def test_there_is_no_interval_where_every_drawing_is_the_same() -> None:
    evaluation = evaluation_of(truth_of(TRUE), TRUE)
    values = own_values(evaluation, COST, "drop")
    assert values.averages["micro"].value == 0
    assert np.isnan(values.averages["micro"].low)
    one = own_values(evaluation_of(truth_of(TRUE[:1]), TRUE[:1]), COST, "drop")
    assert np.isnan(one.averages["micro"].high)


def test_a_value_outside_its_range_is_told() -> None:
    half = be.measure("half", "fp/2", range=(0, 0.5))
    found = not_none(own_measures_of(be.evaluate(review(), "s").evaluation, [half], "drop"))
    assert any("outside the range" in remark for remark in found.remarks)
    assert not any("outside" in r for r in not_none(be.evaluate(review()).own_measures()).remarks)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"formula": "tp.x"}, "formula, column 1: an attribute"),
        ({"formula": "__import__('os')"}, "formula, column 1: a call"),
        ({"name": ""}, "it has no name"),
        ({"name": "x" * (LONGEST_NAME + 1)}, f"more than {LONGEST_NAME} characters"),
        ({"name": "a\u202eb"}, "cannot be seen"),
        ({"name": "a\nb"}, "cannot be seen"),
        ({"name": "MCC"}, "is the name of an existing measure"),
        ({"name": "sensitivity"}, "is the name of an existing measure"),
        ({"better": "up"}, "better is 'up'"),
        ({"range": (1, 0)}, "range is (1, 0)"),
        ({"range": (0, float("inf"))}, "range is"),
        ({"range": (0, 1, 2)}, "range is"),
        ({"range": "0 to 1"}, "range is"),
        ({"range": (0, 10**400)}, "range is"),
    ],
)
def test_a_wrong_measure_is_refused(entry: dict[str, Any], words: str) -> None:
    with pytest.raises(be.ReadError) as caught:
        be.measure(**{"name": "cost", "formula": "fp/n", **entry})
    assert words in str(caught.value)
    assert all(problem.remedy for problem in caught.value.problems)


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(be.ReadError) as caught:
        be.measure("f1", "x", better="more", range=(2, 1))  # type: ignore[arg-type]
    assert len(caught.value.problems) == 4


def test_two_measures_have_two_names_and_there_are_not_too_many() -> None:
    other = be.measure("cost", "fn/n")
    with pytest.raises(be.ReadError, match="another measure too"):
        be.with_measures(review(), other)
    assert be.with_measures(review(), COST).measures == (COST,)
    many = [be.measure(f"m{i}", "fp/n") for i in range(13)]
    plain = replace(review(), measures=())
    assert len(be.with_measures(plain, *many[:12]).measures) == 12
    with pytest.raises(be.ReadError, match="there are 13 measures, more than 12"):
        be.with_measures(plain, *many)


FILE = """
[[measure]]
name = "cost"
formula = "(5*fn + fp)/n"
better = "lower"
range = [0, 5]

[[rule]]
measure = "cost"
average = "macro"
max = 4.0
"""


def test_a_file_says_measures_and_rules_beside_them(tmp_path: Path) -> None:
    file = tmp_path / "gate.toml"
    file.write_text(FILE, encoding="utf-8")
    plain = review_of(truth_of(TRUE), s=CALLED)
    assert be.with_measures(plain, file).measures == (COST,)
    assert be.gate(plain, file).passed
    failing = FILE.replace("max = 4.0", "max = 0.0")
    file.write_text(failing, encoding="utf-8")
    assert be.gate(plain, file).outcome != "passed"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("measure = 3", "not a list of tables"),
        ("x = 1", "has no measure"),
        ("[[measure]]\nname = 'a'\n", "has no formula"),
        ("[[measure]]\nname = 'a'\nformula = 'tp'\nunit = 'euro'\n", "unit is unknown"),
        ("[[measure]", "is not TOML"),
        ("measure = [1]", "is not a table"),
    ],
)
def test_a_wrong_file_is_refused(text: str, words: str) -> None:
    with pytest.raises(be.ReadError) as caught:
        read_measures("measures.toml", text.encode())
    assert words in str(caught.value)
    assert "measures.toml" in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(be.ReadError, match="cannot be read"):
        be.with_measures(review(), tmp_path / "none.toml")


# --- what compares


def test_of_a_cost_the_lower_system_is_better() -> None:
    random = np.random.default_rng(6)
    labels = random.random((300, 3)) < 0.4
    held = be.with_measures(
        review_of(
            truth_of(labels),
            bad=noisy(labels, 0.4, 0.2, random),
            good=noisy(labels, 0.05, 0.02, random),
        ),
        COST,
    )
    bad, good = (be.evaluate(held, system) for system in ("bad", "good"))
    result = be.compare(bad, good, "cost", average="macro", replicates=500)
    values = [not_none(e.own_measures()).to_dict()["cost"]["macro"]["value"] for e in (bad, good)]
    data = result.to_dict()
    assert (data["value"]["a"], data["value"]["b"]) == pytest.approx(values)
    assert data["difference"]["points"] == pytest.approx(100 * (values[1] - values[0]))
    assert data["own_measure"] == COST.to_dict()
    assert {compared["better"] for compared in data["per_class"].values()} == {"good"}
    assert "which is better, unlikely to be chance" in result.to_markdown()
    # in the names of the other way round nothing changes but the sign
    gain = be.measure("gain", "-(5*fn + fp)/n")
    other = be.compare(bad, good, gain, average="macro", replicates=500).to_dict()
    assert other["difference"]["points"] == pytest.approx(-data["difference"]["points"])
    assert other["difference"]["low"] == pytest.approx(-data["difference"]["high"])
    for test, mirrored in zip(data["tests"], other["tests"], strict=True):
        assert (test["test"], test["p"]) == (mirrored["test"], mirrored["p"])
        assert test["p_b_better"] == mirrored["p_b_better"]


def test_an_unknown_measure_is_refused_with_those_there_are() -> None:
    first, second = (be.evaluate(review(), system) for system in ("s", "t"))
    with pytest.raises(ValueError, match=r"choose one of f, .*, cost"):
        be.compare(first, second, "costs")


@pytest.mark.parametrize(("better", "sign"), [("lower", 1), ("higher", -1)])
def test_a_margin_of_a_cost_is_held_from_above(better: Any, sign: int) -> None:
    random = np.random.default_rng(8)
    labels = random.random((400, 2)) < 0.4
    held = review_of(
        truth_of(labels),
        bad=noisy(labels, 0.4, 0.2, random),
        good=noisy(labels, 0.05, 0.02, random),
    )
    formula = "(5*fn + fp)/n" if sign == 1 else "-(5*fn + fp)/n"
    rules = {
        "measure": [{"name": "cost", "formula": formula, "better": better}],
        "rule": [{"measure": "cost", "margin": 0.05}],
    }
    holding = be.gate(held, rules, "bad", system="good").verdicts[0]
    broken = be.gate(held, rules, "good", system="bad").verdicts[0]
    assert (holding.outcome, broken.outcome) == ("passed", "failed")
    own = be.evaluate(held, "good").evaluation.counts.averages_of(COST, "drop")["micro"].value
    assert holding.value == pytest.approx(sign * own)
    assert sign * not_none(holding.difference) < 0 < sign * not_none(broken.difference)
    assert not_none(holding.low) < not_none(holding.difference) < not_none(holding.high)


def test_rules_of_known_measures_have_the_digest_they_had() -> None:
    # of a file without measures of one's own nothing changed in what it means
    from breakeven.gate.gate_rules import MeasureRule, _meant

    assert "own" not in _meant(MeasureRule(number=1, measure="f", asks="min", limit=0.8))
    assert "own" in _meant(MeasureRule(number=1, measure="c", asks="min", limit=0.8, own=COST))


# --- what is taken along


def test_the_digest_changes_with_the_formula_and_with_nothing_else() -> None:
    plain = review_of(truth_of(TRUE), s=CALLED)
    without, with_cost = (be.evaluate(each, "s") for each in (plain, be.with_measures(plain, COST)))
    assert without.numbers_digest != with_cost.numbers_digest
    other = be.with_measures(plain, be.measure("cost", "(4*fn + fp)/n", "lower", (0, 5)))
    assert be.evaluate(other, "s").numbers_digest != with_cost.numbers_digest
    added = {*with_cost.numbers["measures"]} - {*without.numbers["measures"]}
    assert added == {f"{average.replace('_', ' ')} “cost” = {COST.text}" for average in AVERAGES}


@pytest.mark.parametrize("ending", ["html", "md", "tex", "json"])
def test_a_hostile_name_stands_literally_in_every_report(ending: str, tmp_path: Path) -> None:
    held = be.with_measures(review_of(truth_of(TRUE), s=CALLED), be.measure(HOSTILE, "fp/n"))
    out = tmp_path / f"report.{ending}"
    be.report(held, appendix=True).save(out)
    text = out.read_text(encoding="utf-8")
    assert "alert" in text
    if ending == "html":
        assert "<script>alert" not in text
    if ending == "json":
        assert HOSTILE in json.loads(text)["own_measures"]
    else:
        assert HOSTILE not in text


def test_a_packed_review_has_its_measures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls, packed = tmp_path / "calls.csv", tmp_path / "main.breakeven"
    calls.write_text("id,true,predicted\n1,a,a\n2,b,a\n3,b,b\n", encoding="utf-8")
    (tmp_path / "own.toml").write_text(FILE, encoding="utf-8")
    own = ["--measures", str(tmp_path / "own.toml")]
    assert main(["pack", str(calls), *own, "--out", str(packed)]) == 0
    assert be.read(packed).measures == (COST,)
    capsys.readouterr()
    assert main(["evaluate", str(packed), "--format", "json"]) == 0
    from_packed = json.loads(capsys.readouterr().out)["own_measures"]
    assert main(["evaluate", str(calls), *own, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["own_measures"] == from_packed
    expected = not_none(be.evaluate(be.with_measures(be.read(calls), COST)).own_measures())
    assert from_packed == expected.to_dict()
    assert main(["evaluate", str(packed)]) == 0
    assert "| cost | (5\\*fn + fp)/n, lower is better, from 0 to 5 |" in capsys.readouterr().out


def test_an_own_measure_is_a_measure() -> None:
    # whatever takes a measure of a table takes it
    evaluation = be.evaluate(review(), "s").evaluation
    correlation = OwnMeasure("r", "(tp*tn - fp*fn)/((tp+fp)*(tp+fn)*(fp+tn)*(fn+tn))**0.5")
    np.testing.assert_allclose(correlation(evaluation.tables), mcc(evaluation.tables), atol=1e-12)
