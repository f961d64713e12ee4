"""Every command takes a class map, and says so only when one is used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from breakeven.commands.main import main

# probabilities of a, b, c add up to 1; merging a and b by hand adds theirs
BY_MAP = """id,true,split,prob_a,prob_b,prob_c
1,a,dev,.5,.25,.25
2,b,dev,.25,.125,.625
3,c,dev,.125,.125,.75
4,a,test,.125,.25,.625
5,b,test,.5,.375,.125
6,c,test,.25,.25,.5
"""
BY_HAND = """id,true,split,prob_a,prob_c
1,a,dev,.75,.25
2,a,dev,.375,.625
3,c,dev,.25,.75
4,a,test,.375,.625
5,a,test,.875,.125
6,c,test,.5,.5
"""
OTHER = "id,predicted\n4,b\n5,a\n6,c\n"
COMMANDS = {
    "evaluate": (),
    "compare": ("--replicates", "100"),
    "check": (),
    "confusion": (),
    "expected": (),
    "count": (),
    "thresholds": (),
    "ranked": (),
    "merge": (),
}
# what names the input itself
OF_THE_FILES = ("notes", "class_map", "fingerprint", "file")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for place, text in (("map", BY_MAP), ("hand", BY_HAND)):
        (tmp_path / place).mkdir()
        (tmp_path / place / "s.csv").write_text(text)
    (tmp_path / "map" / "t.csv").write_text(OTHER)
    (tmp_path / "hand" / "t.csv").write_text(OTHER.replace("b", "a"))
    (tmp_path / "classes.csv").write_text("old,new\nb,a\n")
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], command: str, place: str, *more: str) -> str:
    files = [f"{place}/s.csv", *([f"{place}/t.csv"] if command == "compare" else [])]
    assert main([command, *files, *COMMANDS[command], *more]) in (0, 1)
    return capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_results_by_map_are_those_by_hand(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    as_json = ("--format", "json")
    by_hand = json.loads(printed(capsys, command, "hand", *as_json))
    by_map = json.loads(
        printed(capsys, command, "map", *as_json, "--class-map", str(folder / "classes.csv"))
    )
    assert "class_map" not in by_hand
    assert by_map["class_map"] == {"b": "a"}
    for result in (by_hand, by_map):
        for key in OF_THE_FILES:
            result.pop(key, None)
    assert by_map == by_hand


@pytest.mark.parametrize("command", COMMANDS)
def test_markdown_says_what_was_replaced(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "b → a" not in printed(capsys, command, "map")
    text = printed(capsys, command, "map", "--class-map", "classes.csv")
    assert "replaced" in text
    assert "b → a" in text


def test_a_broken_map_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "classes.csv").write_text("old,new\na,b\nb,a\n")
    assert main(["evaluate", "map/s.csv", "--class-map", "classes.csv"]) == 2
    assert "classes.csv, row 2, column 'old': the class map leads in a circle" in (
        capsys.readouterr().err
    )
    assert main(["evaluate", "map/s.csv", "--class-map", "none.csv"]) == 2
    assert "none.csv" in capsys.readouterr().err
