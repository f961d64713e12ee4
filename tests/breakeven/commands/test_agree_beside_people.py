"""`agree` sets systems beside people: as in Python, with what is assumed stated."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import breakeven as be
from breakeven.commands.main import main
from tests.made import annotators
from tests.pages.reading import open_people, text_of


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Three people on 60 documents, and two systems."""
    people = {"anna": 0.1, "ben": 0.1, "=carla|x": 0.2, "s": 0.15, "t": 0.02}
    truth = annotators(60, people=people, seed=3)
    labels = {
        a.name: ["|".join(truth.classes[c] for c in row.nonzero()[0]) for row in a.labels.toarray()]
        for a in truth.annotators
    }
    tables: dict[str, list[tuple[object, ...]]] = {
        "people.csv": [("id", "annotator", "labels")]
        + [(i, name, labels[name][i]) for name in list(people)[:3] for i in range(60)],
        "s.csv": [("id", "predicted"), *enumerate(labels["s"])],
        "t.csv": [("id", "predicted"), *enumerate(labels["t"])],
    }
    for name, rows in tables.items():
        with (tmp_path / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
    return [str(tmp_path / name) for name in tables]


def test_command_python_and_page_say_the_same(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["agree", *files, "--format", "json"]) == 0
    ceiling = json.loads(capsys.readouterr().out)["ceiling"]
    review = be.read(*files)
    assert be.ceiling(review).to_dict() == ceiling
    assert be.agree(review).to_dict()["ceiling"] == ceiling
    micro = ceiling["averages"]["micro"]["f"]
    shown = text_of(open_people(review))
    assert f"3 people reach F₁ {micro['people']['value']:.3f}" in shown
    for name, of_system in micro["systems"].items():
        assert f"“{name}” reaches {of_system['value']:.3f}" in shown
        assert of_system["said"] in shown
    assert main(["agree", *files]) == 0
    printed = capsys.readouterr().out
    assert "## People and systems" in printed
    assert f"3 people reach F₁ {micro['people']['value']:.3f}" in printed


def test_what_is_assumed_is_asked_for_and_said(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--without", "ben", "--label-noise", "0.05", "--epsilon", "0.2", "--beta", "2"]
    assert main(["agree", *files, *options, "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)["ceiling"]
    assert said["left_out"] == ["ben"]
    assert said["people"] == 2
    assert said["label_noise"]["s"]["stated"] is True
    assert said["label_noise"]["s"]["wrong"] == pytest.approx(0.05)
    assert said["alternative_test"]["epsilon"] == 0.2
    assert "positive_agreement" in said["averages"]["micro"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--without", "nobody"], "no annotator is called “nobody”; there are"),
        (["--epsilon", "3"], "epsilon is 3; give a number from 0 to 1"),
        (["--label-noise", "1"], "label noise is 1; give the share of wrong labels"),
    ],
)
def test_what_cannot_be_is_said(
    options: list[str], message: str, files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["agree", *files, *options]) == 2
    assert message in capsys.readouterr().err


def test_without_annotators_there_is_no_ceiling(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agree", "r8", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["ceiling"] is None


def test_label_noise_without_people_is_asked_of_evaluate(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["agree", "r8", "--label-noise", "0.05"]) == 2
    assert "use evaluate --label-noise" in capsys.readouterr().err
    assert main(["evaluate", "r8", "--label-noise", "0.05", "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    band = printed["label_noise"]["micro"]
    # one class a document: accuracy is off by no more than the share
    accuracy = printed["micro"]["accuracy"]
    assert band["value"] == pytest.approx(accuracy)
    assert accuracy - 0.05 - 1e-9 <= band["low"] < band["high"] <= accuracy + 0.05 + 1e-9
    shown = text_of(open_people(review="r8", labels__people="noise"))
    assert f"lies between {band['low']:.3f} and {band['high']:.3f}" in shown
    assert main(["evaluate", "r8", "--label-noise", "0.05"]) == 0
    assert "If labels are wrong as stated" in capsys.readouterr().out
    assert main(["evaluate", "r8", "--label-noise", "2"]) == 2
    assert "label noise is 2" in capsys.readouterr().err
