"""`breakeven hierarchy` says what Python says, and why where there is nothing to say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import breakeven as be
from breakeven.commands.main import main
from breakeven.data.wording import cell_of
from tests.made import not_none

FILE = """id,split,true,predicted,score_wheat,score_corn,score_gold,score_trade
1,test,wheat,corn,.4,.5,.1,.0
2,test,corn,corn,.1,.7,.1,.1
3,test,gold,wheat,.5,.2,.3,.0
4,test,trade,gold,.0,.1,.6,.3
5,dev,trade,trade,.0,.0,.1,.9
"""
ABOVE = "parent,child\ngrain,wheat\ngrain,corn\nmetal,gold\ncommodity,grain\ncommodity,metal\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("f.csv").write_text(FILE)
    Path("h.csv").write_text(ABOVE)
    return tmp_path


def test_command_and_python_say_the_same(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    review = be.read(folder / "f.csv", hierarchy=folder / "h.csv")
    result = be.evaluate(review).hierarchical(2.0)
    given = ["hierarchy", "f.csv", "--hierarchy", "h.csv", "--beta", "2"]
    assert main([*given, "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["documents"], printed["depth"], printed["nodes"]) == (4, 3, 7)
    for row, counts_of_way in zip(printed["counted"], result.counted, strict=True):
        assert (row["way"], row["mean"]) == (counts_of_way.way, counts_of_way.mean)
        assert (row["precision"], row["recall"], row["f"]) == (
            counts_of_way.precision,
            counts_of_way.recall,
            counts_of_way.f,
        )
        assert (row["low_95"], row["high_95"]) == (
            counts_of_way.interval.low,
            counts_of_way.interval.high,
        )
        assert row["shuffled_f"] == counts_of_way.shuffled
    for row, level in zip(printed["levels"], result.levels, strict=True):
        assert (row["level"], row["f"], row["shuffled_f"]) == (
            level.level, level.f, level.shuffled,
        )  # fmt: skip
        assert row["macro_f"] == level.macro_f.value
    assert printed["area"] == not_none(result.area)
    assert printed["inconsistent"]["value"] is None  # no class stands above another
    # corn for wheat, wheat for gold, gold for trade
    counts = {
        kind: distances["wrongly_assigned"]
        for kind, distances in printed["error_distances"].items()
    }
    assert counts == {"line": 0, "parent": 1, "top": 1, "elsewhere": 1, "nothing": 0}
    assert main(given) == 0
    text = capsys.readouterr().out
    micro = result.scores_of("hierarchical", "micro")
    assert f"| with all ancestors | all pairs | {cell_of(micro.precision)} |" in text
    assert f"| {cell_of(micro.shuffled)} |" in text
    assert "right on 1 of 4 documents" in text
    assert "Of 3 false alarms 1 (33 %; " in text
    assert f"hierarchical precision and recall {cell_of(result.area)}" in text


def test_a_filter_and_a_beta_without_end(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["hierarchy", str(folder / "f.csv"), "--hierarchy", "h.csv", "--where", "true:corn"]
    assert main([*given, "--beta", "inf", "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["documents"], printed["beta"]) == (1, "inf")
    # one document: no interval, and no other to take calls from
    assert printed["counted"][0]["low_95"] is None
    assert {row["f"] for row in printed["counted"]} == {1}


def test_without_a_hierarchy_the_command_says_what_to_give(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hierarchy", str(folder / "f.csv")]) == 2
    assert "give --hierarchy FILE" in capsys.readouterr().err
    with pytest.raises(ValueError, match="give a hierarchy"):
        be.evaluate(be.read(folder / "f.csv")).hierarchical()
