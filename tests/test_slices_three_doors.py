"""Slices side by side are the same in the app, on the command line and in Python."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import pytest

import breakeven as be
from breakeven.commands import options
from breakeven.data.wording import figure_of, percent, signed
from breakeven.results.values import plain_rows
from tests.breakeven.commands.running import run
from tests.pages.reading import open_page, text_of
from tests.small_files import SMALL_FILES


def number(value: float | None) -> float:
    return np.nan if value is None else value


def test_the_same_slices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = SMALL_FILES["unjudged"].write(tmp_path)
    status, out, _ = run(capsys, "slices", *files, "--format", "json")
    assert status == 0
    rows = json.loads(out)["slices"]
    assert rows
    parser = argparse.ArgumentParser()
    options.add_arguments(parser)
    review = options.review_from(parser.parse_args(files))
    assert plain_rows(be.evaluate(review).slices()) == rows
    page_text = text_of(open_page("slices", review, slices__by="number"))
    for row in rows:
        assert f" {row['documents']:,.0f} {percent(row['share'])} " in page_text
        assert figure_of(number(row["macro_f"])) in page_text
        for key in ("difference", "standardised"):
            assert signed(number(row[key])) in page_text
