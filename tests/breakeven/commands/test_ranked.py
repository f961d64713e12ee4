"""`breakeven ranked` and the Curves page say what Python says."""

from __future__ import annotations

import json

import pytest

import breakeven as be
from breakeven.commands.main import main
from breakeven.data.records import Review
from breakeven.data.wording import cell_of, figure_of, percent
from breakeven.readers.samples import load_sample
from tests.pages.reading import open_page, text_of


@pytest.fixture(scope="module")
def reuters() -> Review:
    return load_sample("reuters")


def test_command_page_and_python_say_the_same(
    reuters: Review, capsys: pytest.CaptureFixture[str]
) -> None:
    ranked = be.evaluate(reuters, system="svm").ranked_labels()
    assert main(["ranked", "reuters", "--system", "svm", "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["documents"] == ranked.documents
    values = {(m["measure"], m["k"]): m["value"] for m in printed["measures"]}
    assert values == {(m.key, m.k): m.value for m in ranked.measures}
    assert main(["ranked", "reuters", "--system", "svm"]) == 0
    text = capsys.readouterr().out
    shown = cell_of(ranked.value("precision_at_k", 3))
    assert f"| Precision@3 | {shown} |" in text
    page = open_page(
        "curves",
        review="reuters",
        system="svm",
        **{"curves.part": "conventions", "curves.subject": "label_ranking"},
    )
    page_text = text_of(page)
    first, down = ranked.value("precision_at_k", 1), ranked.value("coverage")
    assert (
        f"The class with the highest score is right for {percent(first)} of the documents"
        in page_text
    )
    assert f"the last true class is number {figure_of(down, 1)} in the ranking" in page_text


def test_another_k_and_a_filter(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ranked", "reuters", "--system", "svm", "--at", "2", "--where", "true:grain"]
    assert main([*command, "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert {m["k"] for m in printed["measures"]} == {2, None}
    assert printed["documents"] == 149
    assert main(["ranked", "reuters", "--system", "svm", "--at", "0"]) == 2
    assert "k is a whole number from 1 on" in capsys.readouterr().err
