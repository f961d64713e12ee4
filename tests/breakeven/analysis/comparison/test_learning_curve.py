"""Effectiveness against training size: points counted by hand, and the doors that say them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import breakeven as be
from tests import made
from tests.breakeven.commands.running import run
from tests.made import matrix_of, truth_of

# of 400 documents right: with each four times as many training documents half of what is missing
# to 90 % is gained
RIGHT = {"svm-100": 200, "svm-400": 280, "svm-1600": 320}


def system_calls(right: int, n: int = 400) -> list[str]:
    """What a system says of documents of the classes a, b, a, b ...: so many are right."""
    return [("ab" if i < right else "ba")[i % 2] for i in range(n)]


def review_of(systems: Mapping[str, int]) -> be.Review:
    true = truth_of(matrix_of(["a", "b"] * 200, 2))
    return made.review_of(true, **{s: matrix_of(system_calls(r), 2) for s, r in systems.items()})


def test_micro_macro_and_error_against_training_size_by_hand() -> None:
    curves = be.learning_curve(review_of(RIGHT)).curves
    assert curves.documents == 400
    for measured, points, limit, twice in (
        # 0.9 - 4 / sqrt(n), at 3,200
        ("micro", [0.5, 0.7, 0.8], 0.9, 0.9 - 4 / 3_200**0.5),
        ("macro", [0.5, 0.7, 0.8], 0.9, 0.9 - 4 / 3_200**0.5),
        ("error", [0.5, 0.3, 0.2], 0.1, 0.1 + 4 / 3_200**0.5),
    ):
        (curve,) = curves.of_measure(measured)  # type: ignore[arg-type]
        assert curve.learner == "svm"
        assert curve.sizes.tolist() == [100, 400, 1_600]
        assert curve.values == pytest.approx(points)
        assert curve.limit == pytest.approx(limit)
        forecast = curve.forecast(3_200)
        assert forecast.value == pytest.approx(twice)
        assert forecast.interval.low < forecast.value < forecast.interval.high
        assert forecast.gain == pytest.approx(twice - points[-1])
        assert forecast.gain_interval.low < forecast.gain < forecast.gain_interval.high
        sizes, values, ends = curve.line()
        assert sizes[-1] == pytest.approx(6_400)
        assert np.all((ends.low <= values) & (values <= ends.high))
        with pytest.raises(ValueError, match="more than 4 times"):
            curve.forecast(6_401)


def test_learners_have_curves_of_their_own_and_two_sizes_make_none() -> None:
    found = be.learning_curve(review_of(RIGHT | {"nb-100": 220, "nb-1000": 260})).curves
    svm, nb = sorted(found.of_measure("micro"), key=lambda curve: -len(curve.sizes))
    assert (svm.learner, nb.learner) == ("svm", "nb")
    assert svm.limit is not None
    assert nb.limit is None
    assert "takes 3 different training sizes, not 2" in nb.why_not
    with pytest.raises(ValueError, match="there is no curve: it takes 3"):
        nb.forecast(2_000)


def test_systems_are_measured_on_the_documents_that_all_of_them_decided() -> None:
    review = review_of(RIGHT)
    last = review.predictions[2]
    some = replace(review, predictions=(*review.predictions[:2], last.take(np.arange(0, 300))))
    found = be.learning_curve(some).curves
    assert (found.documents, found.left_out) == (300, 100)
    # of the first 300 documents 200 are right, 280, and all
    assert found.of_measure("micro")[0].values == pytest.approx([2 / 3, 14 / 15, 1])


def write(folder: Path, systems: Mapping[str, int]) -> Path:
    rows = [
        f"{i},{system},{'ab'[i % 2]},{said}"
        for system, right in systems.items()
        for i, said in enumerate(system_calls(right))
    ]
    path = folder / "runs.csv"
    path.write_text("\n".join(["id,system,true,predicted", *rows]))
    return path


def test_python_and_the_command_line_say_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {"small": 200, "<b>*": 280, "=large": 320}
    file = write(tmp_path, names)
    sizes = {"small": 100, "<b>*": 400, "=large": 1_600}
    options = [f"--trained-on={name}={size}" for name, size in sizes.items()]
    result = be.learning_curve(be.read(file), sizes)
    status, out, err = run(capsys, "learning-curve", str(file), *options, "--format", "json")
    assert status == 0
    assert "names" not in err
    assert json.loads(out) == json.loads(json.dumps(result.to_dict()))
    micro = json.loads(out)["curves"][0]
    assert micro["curve"] == pytest.approx({"a": 0.9, "b": 4, "c": 0.5}, rel=1e-6)
    assert [forecast["training_documents"] for forecast in micro["forecasts"]] == [3_200, 6_400]
    _, out, _ = run(capsys, "learning-curve", str(file), *options)
    assert out.strip() == result.to_markdown()
    assert "<b>" not in out
    for row in (
        "| small | 100 | 0.500 |",
        r"| \<b\>\* | 400 | 0.700 |",
        "| =large | 1,600 | 0.800 |",
    ):
        assert row in out
    # 0.9 - 4 / sqrt(3,200) is 0.829
    assert "twice as many training documents, 3,200: about 0.829" in out
    assert "Beyond 4 times the largest size there is no forecast." in out
    assert result.frame()["training documents"].tolist() == [100, 400, 1_600] * 3


def test_sizes_by_names_are_said_to_be_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, RIGHT)
    status, out, err = run(capsys, "learning-curve", str(file))
    assert status == 0
    assert "svm-100=100, svm-400=400, svm-1600=1600" in err
    assert "Training sizes by the systems' names" in out


@pytest.mark.parametrize(
    ("systems", "options", "message"),
    [
        ({"one": 200, "two": 280}, [], "no training size is known"),
        (RIGHT, ["--trained-on", "x=5"], "there is no system 'x'"),
        (RIGHT, ["--trained-on", "x=5", "--trained-on", "x=6"], "two sizes for one system"),
        (RIGHT, ["--trained-on", "svm-100=0"], "give a whole number from 1 to 1,000,000,000,000"),
        (RIGHT, ["--where", "nothing:there"], "nothing"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    systems: dict[str, int],
    options: list[str],
    message: str,
) -> None:
    status, _, err = run(capsys, "learning-curve", str(write(tmp_path, systems)), *options)
    assert status == 2
    assert message in err


def test_the_interval_of_the_error_is_that_of_what_is_right_turned_round() -> None:
    (curve,) = be.learning_curve(review_of(RIGHT)).curves.of_measure("error")
    # so many of 400: as wide as by the normal approximation, to a hundredth
    half = 1.96 * np.sqrt(curve.values * (1 - curve.values) / 400)
    np.testing.assert_allclose(curve.ends.low, curve.values - half, atol=0.01)
    np.testing.assert_allclose(curve.ends.high, curve.values + half, atol=0.01)
