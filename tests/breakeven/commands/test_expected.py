"""`expected` and `count`: estimates from probabilities, refused for scores of other kinds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.breakeven.commands.running import run

# class a has Lewis's set {.4, .4, .2} of figure 3, class b {.9, .9, .4}
UNLABELLED = "id,p_a,p_b\n1,0.4,0.9\n2,0.4,0.9\n3,0.2,0.4\n"


@pytest.fixture
def unlabelled(tmp_path: Path) -> str:
    file = tmp_path / "new.csv"
    file.write_text(UNLABELLED)
    return str(file)


def test_the_best_sets_of_an_unlabelled_file(
    unlabelled: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = run(capsys, "expected", unlabelled, "--format", "json")
    result = json.loads(out)
    assert status == 0
    assert "nothing here was compared with labels" in result["estimates"]
    a, b = result["per_class"]["a"], result["per_class"]["b"]
    # Lewis (1995), figure 3: .4 is assigned in a, and not in b
    assert (a["best"]["assigned"], a["best"]["least_probability"]) == (2, 0.4)
    assert (b["best"]["assigned"], b["best"]["least_probability"]) == (2, 0.9)
    # two of .4 assigned, one of .2 not: .16 * (.8 + .2 * .8) + .48 * (.8 * 2/3 + .2 / 2)
    assert a["best"]["expected_f"] == pytest.approx(0.4576)
    # (17): 2 * .8 / (2 + 1)
    assert a["best"]["approximation"] == pytest.approx(1.6 / 3)
    # (18): (V + 2 sqrt(Vs V)) / 9 with V = .24 + .24 + .16 and Vs = .48
    assert a["best"]["bound"] == pytest.approx((0.64 + 2 * (0.48 * 0.64) ** 0.5) / 9)
    # cut at 1/2: nothing of a, so F is 1 where nothing is a member: .6 * .6 * .8
    assert a["in_use"]["assigned"] == 0
    assert a["in_use"]["expected_f"] == pytest.approx(0.288)
    assert a["in_use"]["expected_precision"] is None
    assert result["macro"]["best"]["expected_f"] == pytest.approx(
        (a["best"]["expected_f"] + b["best"]["expected_f"]) / 2
    )
    assert result["micro"]["members"]["expected"] == pytest.approx(3.2)
    assert "true" not in out


def test_in_a_table_the_bound_of_a_mean_has_a_digit_more(
    unlabelled: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = run(capsys, "expected", unlabelled)
    assert status == 0
    # all true classes are among those predicted, of those with any
    assert "Of the documents with a true class, all true ones are among those predicted" in out
    # of a: 0.4576, 1.6 / 3 and 0.19428, as above
    assert "| 2 | 0.458 | 0.533 | 0.1943 | 0.400 |" in out


def test_beta_and_0_over_0_reach_the_estimates(
    unlabelled: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(
        capsys, "expected", unlabelled, "--format", "json", "--beta", "inf", "--undefined", "zero"
    )
    result = json.loads(out)
    assert (result["beta"], result["c_f"]) == ("inf", 0)
    assert result["per_class"]["a"]["in_use"]["expected_f"] == 0
    # recall alone: everything that may be a member is assigned
    assert result["per_class"]["a"]["best"]["assigned"] == 3


def test_markdown_says_that_these_are_estimates(
    unlabelled: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("expected", "count"):
        status, out, _ = run(capsys, command, unlabelled)
        assert status == 0
        assert "nothing here was compared with labels" in out
        assert "| a |" in out
        assert "| true |" not in out


def test_counts_of_an_unlabelled_file(unlabelled: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "count", unlabelled, "--format", "json")
    a = json.loads(out)["per_class"]["a"]
    # .4 + .4 + .2 = 1 +- 1.96 sqrt(.64)
    assert a["expected"] == pytest.approx(1)
    assert a["low_95"] == pytest.approx(1 - 1.96 * 0.8)
    assert a["high_95"] == pytest.approx(1 + 1.96 * 0.8)
    assert a["best_numbers"] == [1]
    # none assigned: .64 + (1 - 0)^2
    assert a["assigned"] == 0
    assert a["expected_squared_error_of_assigned"] == pytest.approx(1.64)
    assert "true" not in a


def test_true_counts_stand_beside_the_expected_where_there_is_truth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "both.csv"
    file.write_text("id,true,p_a,p_b\n1,a,0.8,0.1\n2,a,0.4,0.1\n3,b,0.3,0.7\n")
    _, out, _ = run(capsys, "count", str(file), "--format", "json", "--probabilities")
    a = json.loads(out)["per_class"]["a"]
    # 1.5 expected, 2 true; each document's largest is assigned: documents 1 and 2
    assert a["true"] == 2
    assert a["squared_error_of_expected"] == pytest.approx(0.25)
    assert a["squared_error_of_assigned"] == (a["assigned"] - 2) ** 2
    status, out, _ = run(capsys, "count", str(file), "--probabilities")
    assert status == 0
    assert "squared error, expected" in out


def test_the_sample_adds_up_to_what_its_readme_says(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "count", "reuters", "--system", "logreg", "--format", "json")
    per_class = json.loads(out)["per_class"].values()
    # 3,744 class assignments on test, of which the probabilities add up to 93 %
    assert sum(of["true"] for of in per_class) == 3744
    assert sum(of["expected"] for of in per_class) / 3744 == pytest.approx(0.93, abs=0.005)


@pytest.mark.parametrize("command", ["expected", "count"])
@pytest.mark.parametrize(
    ("arguments", "reason", "remedy"),
    [
        (("reuters", "--system", "svm"), "are no probabilities", "turn them into"),
        (("reuters", "--system", "knn"), "it is not known whether", "--probabilities"),
        (("r8",), "predictions without scores", "a probability for every class"),
    ],
)
def test_scores_of_other_kinds_are_refused_with_the_reason(
    command: str,
    arguments: tuple[str, ...],
    reason: str,
    remedy: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, err = run(capsys, command, *arguments)
    assert status == 2
    assert out == ""
    assert reason in err
    assert remedy in err


def test_probabilities_can_be_denied_and_declared(
    unlabelled: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = run(capsys, "expected", unlabelled, "--no-probabilities")
    assert status == 2
    assert "it is not known whether" in err
    file = tmp_path / "scores.csv"
    file.write_text(UNLABELLED.replace("p_", "score:"))
    assert run(capsys, "expected", str(file))[0] == 2
    assert run(capsys, "expected", str(file), "--probabilities")[0] == 0


def test_pairs_without_a_score_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "long.csv"
    file.write_text("id,class,probability\n1,a,0.9\n1,b,0.2\n2,a,0.1\n")
    status, out, err = run(capsys, "expected", str(file), "--probabilities")
    assert status == 0, err
    assert "1 document/class pairs have no score" in out


def test_classes_that_exclude_each_other_have_as_many_members_as_documents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "one_of.csv"
    rows = "".join(f"{i},0.9,0.05,0.05\n" for i in range(40))
    file.write_text(f"id,p_a,p_b,p_c\n{rows}")
    _, out, _ = run(capsys, "count", str(file), "--format", "json")
    result = json.loads(out)
    total = result["all_classes"]
    assert (total["expected"], total["low_95"], total["high_95"]) == (40, 40, 40)
    assert any("exactly one class" in note for note in result["notes"])
    _, out, _ = run(capsys, "count", str(file))
    assert "| *all classes* | 40.0 | 40.0 | 40.0 | 40 |" in out
    _, out, _ = run(capsys, "expected", str(file), "--format", "json")
    micro = json.loads(out)["micro"]["in_use"]
    # a wrong document makes two wrong decisions of 120: 1 / 15 ± 1.96 * 2 sqrt(40 * .09) / 120
    loss = micro["expected_loss"]
    assert (loss["low_95"], loss["high_95"]) == pytest.approx((0.00469, 0.12865), abs=1e-5)
    # 36 hits are expected, 40 are assigned and 40 true
    assert micro["expected_f"] == pytest.approx(0.9)


def test_any_measure_is_expected(unlabelled: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "expected", unlabelled, "--format", "json")
    result = json.loads(out)
    b = result["per_class"]["b"]["in_use"]
    # the two of .9 assigned, the one of .4 not: (.9 + .9 + .6) / 3 are right
    assert b["expected_accuracy"] == pytest.approx(0.8)
    assert b["expected_error_rate"] == pytest.approx(0.2)
    assert b["expected_e"] == pytest.approx(1 - b["expected_f"])
    # overlap by the members among the two and of the other: .81 (.6 + .4 * 2/3) + .18 (.6/2 + .4/3)
    assert b["expected_overlap"] == pytest.approx(0.81 * (0.6 + 0.8 / 3) + 0.18 * (0.3 + 0.4 / 3))
    # both classes: .8, and of a nothing is assigned: (.6 + .6 + .8) / 3
    assert result["macro"]["in_use"]["expected_accuracy"] == pytest.approx((0.8 + 2 / 3) / 2)
    assert result["micro"]["in_use"]["expected_accuracy"] == pytest.approx((0.8 + 2 / 3) / 2)
    _, out, _ = run(capsys, "expected", unlabelled)
    assert "| class | precision | recall | f | e | accuracy |" in out
