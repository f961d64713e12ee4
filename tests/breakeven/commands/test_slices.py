"""`breakeven slices` refuses what would change nothing, and says one remedy for what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.breakeven.commands.running import run


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--search", "--by", "n"], "--by cannot be combined with --search"),
        (["--search", "--edges", "2"], "--edges cannot be combined with --search"),
        (["--search", "--slice", "few", "n<3"], "--slice cannot be combined with --search"),
        (["--search", "--average", "macro"], "--average cannot be combined with --search"),
        (["--outcome", "wrong"], "--outcome needs --search"),
        (["--seed", "3"], "--seed needs --search"),
        (["--slice", "few", "n<3", "--slice", "few", "n<2"], "two slices are called 'few'"),
    ],
)
def test_options_that_would_do_nothing_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    file = tmp_path / "x.csv"
    file.write_text("id,true,predicted,n\n1,a,a,1\n2,b,a,2\n3,a,a,3\n")
    status, out, err = run(capsys, "slices", str(file), *arguments)
    assert (status, out) == (2, "")
    assert message in err


def test_a_seed_is_from_0_on(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(capsys, "slices", "x.csv", "--search", "--seed", "-1")
    assert "a seed is a whole number from 0 on" in capsys.readouterr().err


def test_a_refusal_says_one_remedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.csv"
    file.write_text("id,true,predicted\n1,a,a\n2,b,a\n")
    asked = "--search", "--outcome", "missed:c"
    _, _, err = run(capsys, "slices", str(file), *asked)
    assert err.splitlines() == [
        "Nothing was done:",
        "- there is no class 'c' for 'missed'; there are “a” and “b”",
    ]
    _, _, err = run(capsys, "workload", str(file), "--miss", "-1")
    assert err.splitlines()[1] == "- miss is -1; give a number from 0 on"


def test_numbers_of_classes_are_named_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.csv"
    file.write_text("id,true,predicted\n1,a|b,a\n2,b,a\n3,,a\n4,a,a\n")
    status, out, _ = run(capsys, "slices", str(file))
    assert status == 0
    rows = [line.split(" | ")[0] for line in out.splitlines() if line.startswith("| ")]
    assert rows[2:] == ["| 0 classes", "| 1 class", "| 2 classes"]
