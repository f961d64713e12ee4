"""A proposed split in Python and on the command line."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

import breakeven as be
from breakeven.analysis.splitting.split_proposal import division_of
from breakeven.commands.main import main
from breakeven.results.splitting import division_rows


def write(folder: Path, first: str = "d0") -> Path:
    """20 documents of the class x, 20 of y; two authors with five documents each."""
    path = folder / "labelled.csv"
    ids = [first, *(f"d{i}" for i in range(1, 40))]
    authors = ["ann"] * 5 + ["bob"] * 5 + [f"w{i}" for i in range(30)]
    rows = [
        f"{ids[i]},{'x' if i % 2 else 'y'},x,{authors[i]},2024-03-{1 + i // 2:02}"
        for i in range(40)
    ]
    path.write_text("\n".join(["id,true,predicted,author,day", *rows]))
    return path


def test_python_and_the_command_line_propose_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = write(tmp_path, "=d0"), tmp_path / "split.csv"
    options = ["--parts", "train=60,test=40", "--group", "author", "--seed", "3"]
    assert main(["split", str(file), *options, "--out", str(out), "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    proposal = be.propose_split(be.read(file), "train=60,test=40", group="author", seed=3)
    assert printed == json.loads(json.dumps(proposal.to_dict()))
    assert [part["documents"] for part in printed["after"]] == [24, 16]
    assert repr(proposal) == "<Split of labelled, 40 documents: train 24, test 16>"
    frame = proposal.frame()
    for author in (range(5), range(5, 10)):
        assert frame["split"].iloc[list(author)].nunique() == 1
    with out.open(newline="") as written:
        rows = list(csv.reader(written))
    assert rows[0] == ["id", "split"]
    # an id that a spreadsheet would run is guarded
    assert rows[1] == ["'=d0", frame["split"].iloc[0]]


def test_the_written_split_loads_beside_the_file(tmp_path: Path) -> None:
    # an id that a spreadsheet would run is written with a guard before it, and known again
    file, out = write(tmp_path, "=d0"), tmp_path / "split.csv"
    be.propose_split(be.read(file), {"train": 0.75, "test": 0.25}, keep=()).save(out)
    review = be.read(file, out)
    assert sorted(review.truth.splits) == ["test", "train"]
    assert [len(review.truth.in_split(name)) for name in ("train", "test")] == [30, 10]


def test_the_document_says_both_divisions_and_what_could_not_be_met(tmp_path: Path) -> None:
    review = be.read(write(tmp_path))
    text = be.propose_split(review, time="day").to_markdown()
    assert "The documents have no splits." in text
    # 28 4 8 of 40 days in pairs
    assert "| train | 28 | 70 % | 2 of 2 | 0 | 0.000 |" in text
    assert "Every class has its share in each split, to the nearest document." in text


def test_a_single_document_is_the_whole() -> None:
    truth = be.from_arrays(["x"], split=["train"], classes=["x", "y"]).truth
    (row,) = division_rows(division_of(truth, near=False), 2)
    assert row[:5] == ["train", "1", "100 %", "1 of 2", "0"]


def test_names_of_columns_splits_and_classes_are_literal(tmp_path: Path) -> None:
    column, name = "<b>|`=1+1`\n# x", "=cmd|' /C'!A0"
    labels = [[name] if i % 2 else ["*y*"] for i in range(40)]
    review = be.from_arrays(
        labels,
        labels,
        split=["a|b" if i < 20 else "<i>" for i in range(40)],
        columns={column: [f"=g{i // 20}" for i in range(40)]},
    )
    proposal = be.propose_split(review, "a|b=0.5,=x=0.5", group=column)
    text = proposal.to_markdown()
    assert "<b>" not in text
    assert "<i>" not in text
    assert "\n# x" not in text
    # every row of the tables has the six cells of its head
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {7}
    proposal.save(tmp_path / "split.csv")
    # a part called =x would be a formula
    assert set((tmp_path / "split.csv").read_text().split()[1:]) <= {
        *(f"{i},{part}" for i in range(1, 41) for part in ("a|b", "'=x"))
    }
    assert json.loads(json.dumps(proposal.to_dict()))["plan"]["group"] == column


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--group", "nope"], "there is no column 'nope'"),
        (["--keep", "test"], "there is no split 'test' to keep"),
        (["--out", "/nowhere/split.csv"], "cannot be written"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert main(["split", str(write(tmp_path)), *options]) == 2
    assert message in capsys.readouterr().err
