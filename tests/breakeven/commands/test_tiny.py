"""What commands and reports say of one document, one class, one error, and of none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.breakeven.commands.running import run
from tests.grammar import TINY, wrong_in

COMMANDS = (
    *("evaluate", "documents", "slices", "groups", "confusion", "merge", "ranked", "workload"),
    *("check", "label-errors", "agree", "test-size", "expected", "count", "compare"),
    *("split", "thresholds", "report"),
)
WRITES = {"split": "split.csv", "thresholds": "thresholds.csv"}


def options_of(command: str, folder: Path) -> list[str]:
    if command in WRITES:
        return ["--out", str(folder / WRITES[command])]
    return ["--format", "markdown", "--story"] if command == "report" else []


@pytest.mark.parametrize("name", TINY)
def test_one_is_never_spoken_of_as_several(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tiny.csv"
    file.write_text(TINY[name])
    told = {}
    for command in COMMANDS:
        status, out, err = run(capsys, command, str(file), *options_of(command, tmp_path))
        assert status in (0, 2), (command, err)
        told[command] = wrong_in(f"{out}\n{err}")
    assert {command: lines for command, lines in told.items() if lines} == {}


@pytest.mark.parametrize("which", [["id:nope"], ["id:1", "--split", "test"]])
def test_a_filter_that_keeps_nothing_is_refused_in_one_sentence(
    which: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tiny.csv"
    file.write_text(TINY["a document a split"])
    asked = (command for command in COMMANDS if command not in ("split", "thresholds", "compare"))
    for command in asked:
        more = ["--probabilities", "--where", *which, *options_of(command, tmp_path)]
        status, _, err = run(capsys, command, str(file), *more)
        assert status == 2, command
        assert "keeps no" in err, (command, err)


def test_classes_without_documents_are_counted_in_plain_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tiny.csv"
    file.write_text(TINY["a class without documents"])
    _, out, _ = run(capsys, "report", str(file), "--appendix", "--format", "markdown")
    said = "1 of 3 classes has no document here, so nobody can tell how well it is found."
    assert said in out
