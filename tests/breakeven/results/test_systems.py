"""All systems side by side: how each stands, as table and file, and what it has more than one."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from numpy.testing import assert_allclose

import breakeven as be
from breakeven.analysis.comparison.comparison import ComparedSystems, compare_systems
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    largest_classes,
    share_documents,
)
from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.selection.selected_evaluation import evaluate_selection, other_evaluations
from breakeven.analysis.selection.selection import select
from breakeven.readers.build import read_review
from breakeven.results.systems import (
    common_documents,
    standings_frame,
    standings_in_latex,
    standings_in_markdown,
    standings_of,
    system_comparison,
)

HOSTILE = "a_b<b>&%"


@pytest.fixture(scope="module")
def side() -> ComparedSystems:
    truth = f"id,true,predicted\n1,{HOSTILE},{HOSTILE}\n2,c,c\n3,c,{HOSTILE}\n"
    other = "id,predicted\n1,c\n2,c\n3,c\n"
    review = read_review([("A_1.csv", truth.encode()), ("B.csv", other.encode())])
    common = share_documents(
        [
            evaluate(p, score_split(review.truth, p, None), None, natural_cut(p, True))
            for p in review.predictions
        ]
    )
    settings = ComparisonSettings("f", 1.0, "drop", largest_classes(common.evaluations[0]))
    return compare_systems(common, settings, 200)


def test_markdown_and_latex_show_names_literally(side: ComparedSystems) -> None:
    rows = standings_of(side, [0, 1])
    markdown, latex = standings_in_markdown(side, rows), standings_in_latex(side, rows)
    assert r"A\_1" in markdown.splitlines()[0]
    assert r"a\_b\<b\>\&%" in markdown
    assert r"a\_b\textless{}b\textgreater{}\&\%" in latex
    lines = [line for line in latex.splitlines() if line.endswith(r"\\")]
    assert len(lines) == 1 + len(rows)
    assert all(len(re.findall(r"(?<!\\)&", line)) == 2 for line in lines)


def test_the_export_says_how_each_system_stands(side: ComparedSystems) -> None:
    frame = standings_frame(side, standings_of(side, [0, 1])).set_index(["of", "system"])
    # class c: A tp 1, fn 1: F 2/3; B tp 2, fp 1: F 4/5. Three documents cannot tell them apart
    assert frame.loc[("c", "A_1"), "value"] == pytest.approx(2 / 3)
    assert frame.loc[("c", "B"), "value"] == pytest.approx(4 / 5)
    assert frame.loc[("c", "B"), "standing"] == "best"
    assert frame.loc[("c", "A_1"), "standing"] == "may be as good"


def test_two_systems_are_compared_on_what_both_spoke_of() -> None:
    truth = ["a", "b"] * 20
    old = be.from_arrays(truth, ["a"] * 40, system="old")
    new = be.from_arrays(truth, truth, system="new")
    review = replace(old, predictions=old.predictions + new.predictions)
    selection = select(review, {"system": "old"})
    evaluation, selected = evaluate_selection(review, selection)
    common = common_documents(evaluation, other_evaluations(review, evaluation, selected))
    comparison = system_comparison(review, selection, common)
    assert comparison is not None
    mine, other = comparison.systems
    assert (mine.name, other.name, mine.reported, mine.micro) == ("old", "new", True, None)
    assert other.micro is not None
    # 40 of 40 are right, and 20 of 40
    assert_allclose(other.micro.points.value, 0.5)
    assert other.micro.beyond
    assert (mine.best["micro"], other.best["micro"]) == (False, True)
    assert_allclose(comparison.f_of_classes[:, 1], [1, 1])


def test_a_system_alone_is_held_against_none() -> None:
    review = be.from_arrays(["a", "b"], ["a", "a"])
    evaluation, _ = evaluate_selection(review, select(review, {}))
    assert common_documents(evaluation, []) is None
    assert system_comparison(review, select(review, {}), None) is None
