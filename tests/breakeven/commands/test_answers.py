"""The command `answers`, the option `--answers`, and what `evaluate` says of answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import breakeven as be
from breakeven.commands.main import main

FILE = (
    "id,truth,llm_answer\n1,grain,grain\n2,grain,It is grain\n3,ship,none\n4,ship,shipp\n"
    "5,grain,grain or ship\n6,ship,I cannot tell\n7,ship,Ship.\n"
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "llm.csv"
    path.write_text(FILE)
    return str(path)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main([*arguments, "--format", "json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_answers_are_shown_as_they_will_be_read(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = printed(capsys, "answers", file)
    assert data["counts"] == {
        "llm": {
            "class": 3, "none": 1, "outside": 1, "unparseable": 0, "ambiguous": 1, "refused": 1
        }
    }  # fmt: skip
    assert [(likely["name"], likely["like"]) for likely in data["likely"]] == [("shipp", "ship")]  # type: ignore[attr-defined]
    assert data["rules"]["version"] == 1  # type: ignore[index]
    # the same in Python
    assert be.parse_answers(file).to_dict() == data
    assert main(["answers", file]) == 0
    text = capsys.readouterr().out
    assert "| 4 | shipp | outside the classes |" in text
    assert "| shipp | 1 | ship | 89 |" in text  # 2 * 4 / (5 + 4)


def test_rules_of_ones_own_and_a_class_map_change_what_is_read(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class_map = tmp_path / "map.csv"
    class_map.write_text("old,new\nshipp,ship\n")
    rules = tmp_path / "rules.json"
    rules.write_text('{"refusals": [], "prose": false}')
    found = printed(capsys, "answers", file, "--answers", str(rules), "--class-map", str(class_map))
    assert found["counts"] == {
        "llm": {
            "class": 3, "none": 1, "outside": 3, "unparseable": 0, "ambiguous": 0, "refused": 0
        }
    }  # fmt: skip


def test_evaluate_counts_outcomes_and_says_the_bracket(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = printed(capsys, "evaluate", file)["answers"]
    assert data["unusable"] == 3  # type: ignore[index]
    f = data["f"]  # type: ignore[index]
    # 7 documents, 3 right, 1 of no class; 3 that say nothing
    assert f["counted"]["micro"] == pytest.approx(2 * 3 / (6 + 4))
    assert f["left_out"]["micro"] == pytest.approx(2 * 3 / (6 + 1))
    assert f["best"]["micro"] == pytest.approx(2 * 6 / (12 + 1))
    assert f["worst"]["micro"] == pytest.approx(2 * 3 / (6 + 4 + 3))
    review = be.read(file)
    assert be.evaluate(review).to_dict()["answers"] == data
    # left out is what the filter leaves
    assert be.evaluate(review, where="-outcome:unusable").micro()["f"] == pytest.approx(
        f["left_out"]["micro"]
    )
    assert main(["evaluate", file]) == 0
    assert "On 3 of 7 documents (42.9 %) the answers name no class" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--answers", '{"x": 1}'], "there is no rule 'x'"),
        (["--answers", "{"], "--answers:"),
        (["--answers", "nowhere.json"], "--answers: nowhere.json cannot be opened"),
        (["--role", "llm_answer", "slice"], "no column holds answers"),
    ],
)
def test_what_is_wrong_is_said(
    file: str, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["answers", file, *options]) == 2
    assert message in capsys.readouterr().err
