"""`breakeven confusion` says what the page and Python say: the same cells in the same order."""

from __future__ import annotations

import csv
import json
from collections import Counter
from typing import Any

import pytest

import breakeven as be
from breakeven.commands.main import main
from tests.pages.reading import bare, figures_of, open_page
from tests.paths import ROOT


def printed_confusion(capsys: pytest.CaptureFixture[str], *command: str) -> dict[str, Any]:
    assert main(["confusion", *command, "--format", "json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_cells_are_the_files_own_counts(capsys: pytest.CaptureFixture[str]) -> None:
    with (ROOT / "sample_data" / "single_label.csv").open(encoding="utf-8", newline="") as file:
        pairs = [(r["true"], r["predicted"]) for r in csv.DictReader(file) if r["split"] == "test"]
    counted = Counter(pairs)
    printed = printed_confusion(capsys, "r8", "--order", "name")
    names = [name for row in printed["rows"] for name in row["classes"]]
    assert names == sorted({true for true, _ in pairs})
    for row, name in zip(printed["rows"], names, strict=True):
        assert row["cells"] == [counted[name, other] for other in names]
        assert row["true"] == sum(true == name for true, _ in pairs)
    first = printed["confusions"][0]
    assert (first["true"], first["assigned"], first["count"]) == ("interest", "money-fx", 14)
    assert main(["confusion", "r8"]) == 0
    assert "| interest | money-fx | 14 | 17.3 % | 16.1 % |" in capsys.readouterr().out


def test_page_report_command_and_python_have_one_order(capsys: pytest.CaptureFixture[str]) -> None:
    printed = printed_confusion(capsys, "reuters", "--system", "svm")
    *rows, others, nothing = printed["rows"]
    (spec,) = figures_of(open_page("confusions", review="reuters", system="svm"))
    on_page = [bare(name) for name in spec["layout"]["yaxis"]["labelalias"].values()]
    assert on_page == [row["classes"][0] for row in rows] + ["(65 more)", "(nothing)"]
    assert (others["summed"], nothing["nothing"]) == (65, True)
    result = be.evaluate(be.sample("reuters"), system="svm")
    part = result.confusion_part()
    assert [result.classes[c] for c in part.classes] == on_page[:25]
    # what is true of all rows is true in all
    assert sum(row["true"] for row in printed["rows"][:-1]) == result.tables.positives.sum()
    every = printed_confusion(capsys, "reuters", "--system", "svm", "--all", "--order", "file")
    assert len(every["rows"]) == len(result.confusion_part("file", every=True).right) == 66
