"""App, command line and Python say the same numbers of classes in a tree."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

import breakeven as be
from breakeven.commands.main import main
from breakeven.data.wording import figure_of
from breakeven.results.hierarchy import HierarchyResult
from tests.pages.reading import enter, go_to, table_with, text_of


def test_classes_in_a_tree_are_measured_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "shop.csv"
    path.write_text("id,true,predicted\n1,a/x,a/y\n2,a/y,a/y\n3,b/z,a/x\n4,b/z,b/z\n")
    assert main(["hierarchy", str(path), "--hierarchy-separator=/", "--format=json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    review = be.read(path, hierarchy_separator="/")
    result = be.evaluate(review)
    assert printed == HierarchyResult(review, result.evaluation, result.hierarchical()).to_dict()
    page = go_to(enter(review, summary__part="tree"), "summary")
    shown = table_with(page, "left_out")
    for column in ("precision", "recall", "f", "low_95", "shuffled_f"):
        wanted = [np.nan if row[column] is None else row[column] for row in printed["counted"]]
        assert_allclose(shown[column].to_numpy(dtype=float), wanted, rtol=1e-12)
    wide, flat = printed["counted"][1], printed["counted"][0]
    text = text_of(page)
    assert f"Shuffled predictions would get {figure_of(wide['shuffled_f'])} and" in text
    assert f"together with all above it, micro F₁ is {figure_of(wide['f'])}" in text
    assert f"counting classes alone, it is {figure_of(flat['f'])}" in text
    levels = table_with(page, "level")
    assert levels["f"].tolist() == [row["f"] for row in printed["levels"]]
