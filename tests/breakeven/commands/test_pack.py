"""`pack`, as people type it, and its file given to other commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import breakeven as be
from breakeven.commands.main import main

ROWS = "id;truth of it;predicted\n1;wheat;wheat\n2;corn;wheat\n3;corn;corn\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "calls.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*arguments]) == 0
    return capsys.readouterr().out


def test_a_packed_review_is_read_by_every_door_as_its_files_were(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "main.breakeven"
    renamed = tmp_path / "map.csv"
    renamed.write_text("old,new\ncorn,maize\n", encoding="utf-8")
    reading = ("--truth-column", "truth of it", "--class-map", str(renamed))
    assert "calls" in printed(capsys, "pack", str(file), *reading, "--out", str(out))
    alone = json.loads(printed(capsys, "evaluate", str(file), *reading, "--format", "json"))
    packed = json.loads(printed(capsys, "evaluate", str(out), "--format", "json"))
    # what was guessed is confirmed once it is packed
    assert alone.pop("notes")[1:] == packed.pop("notes")
    assert packed == alone
    assert list(packed["per_class"]) == ["maize", "wheat"]
    # of three documents two are right
    assert be.evaluate(be.read(out)).exact_match == pytest.approx(2 / 3)
    again = tmp_path / "again.breakeven"
    printed(capsys, "pack", str(out), "--out", str(again))
    assert be.read(again.read_bytes()).fingerprint == be.read(out).fingerprint


def test_a_sample_is_packed_too(tmp_path: Path) -> None:
    out = tmp_path / "r8.breakeven"
    assert main(["pack", "r8", "--out", str(out)]) == 0
    assert be.read(out).fingerprint == be.sample("r8").fingerprint


def test_how_a_packed_review_is_read_is_not_said_again(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "main.breakeven"
    be.pack(out, file)
    assert main(["evaluate", str(out), "--separator", "|"]) == 2
    assert "leave --separator out" in capsys.readouterr().err
    assert main(["evaluate", str(out), "--truth-column", "truth"]) == 2
    with pytest.raises(ValueError, match="leave gold out"):
        be.read(out, gold="majority")


def test_a_damaged_one_is_refused_and_one_that_cannot_be_written_too(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "main.breakeven"
    be.pack(out, file)
    out.write_bytes(out.read_bytes()[:-30])
    assert main(["evaluate", str(out)]) == 2
    assert "main.breakeven: it cannot be unpacked" in capsys.readouterr().err
    assert main(["pack", str(file), "--out", str(tmp_path / "no" / "x.breakeven")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_packing_takes_the_options_of_reading(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "main.breakeven"
    be.pack(out, file, roles={"truth of it": "truth"}, class_map={"corn": "maize"})
    assert be.read(out).truth.classes == ("maize", "wheat")
    with pytest.raises(TypeError, match="no option 'role'"):
        be.pack(out, file, role={})
