"""Workbooks, archives and folders come in by Python and the command line alike."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

import pytest

import breakeven as be
from breakeven.commands.file_options import read_from
from breakeven.commands.options import add_arguments
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from tests.breakeven.readers.containers.making import BOTH, CALLED, TRUTH, Rows, workbook, zipped

SHEETS: Mapping[str, Rows] = {
    "truth": [("id", "true"), (1, "a"), (2, "b")],
    "bert": [("id", "predicted"), (1, "a"), (2, "a")],
    "svm": [("id", "predicted"), (1, "b"), (2, "b")],
}


def by_command(*arguments: str) -> Review:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return read_from(parser.parse_args(arguments)).review


def systems(review: Review) -> list[str]:
    return [p.system for p in review.predictions]


def test_the_sheets_that_are_named_are_read_by_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "runs.xlsx"
    path.write_bytes(workbook(SHEETS))
    assert systems(be.read(path)) == ["bert", "svm"]
    told = by_command(str(path), "--table", "truth", "--table", "svm")
    assert "left out: runs.xlsx/bert: it was not chosen" in capsys.readouterr().err
    asked = be.read(path, tables=["truth", "svm"])
    assert told.fingerprint == asked.fingerprint
    assert systems(asked) == ["svm"]
    with pytest.raises(ReadError, match="nothing in the files is called 'nb'"):
        be.read(path, tables="nb")


def test_of_a_folder_what_is_read_is_packed_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    (folder / "systems").mkdir(parents=True)
    (folder / "truth.csv").write_bytes(TRUTH)
    (folder / "systems" / "bert.csv").write_bytes(CALLED)
    (folder / "systems" / "notes.txt").write_text("secret, of Ann\n")
    (folder / "link.csv").symlink_to(folder / "truth.csv")
    review = be.read(folder)
    assert systems(review) == ["bert"]
    assert by_command(str(folder)).fingerprint == review.fingerprint
    out = tmp_path / "run.breakeven"
    be.pack(out, folder)
    assert be.read(out).fingerprint == review.fingerprint
    assert b"notes.txt" not in out.read_bytes()


def test_a_packed_archive_reads_the_same_again(tmp_path: Path) -> None:
    path, out = tmp_path / "runs.zip", tmp_path / "runs.breakeven"
    path.write_bytes(zipped({"a.csv": BOTH, "b.csv": BOTH, "broken.csv": b"id,true\n1,2,3\n"}))
    be.pack(out, path, tables="a.csv")
    again = be.read(out)
    assert again.fingerprint == be.read(path, tables="a.csv").fingerprint
    assert systems(again) == ["a"]


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no file to read in the folder"):
        be.read(tmp_path)
