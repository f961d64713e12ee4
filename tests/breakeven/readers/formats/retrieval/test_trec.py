"""Qrels and runs of TREC are truth and scores of topics; the numbers are those of ir_measures."""

from __future__ import annotations

import pytest
from numpy.testing import assert_allclose

import breakeven as be
from breakeven.readers.base.problems import ReadError
from tests.breakeven.readers.formats.examples import example, proposal_of, scores_of, truth_of
from tests.breakeven.readers.reading import notes_text, review_of


def test_average_precision_and_break_even_are_those_of_ir_measures() -> None:
    review = example("trec/topics.qrels", "trec/bm25.run")
    frame = be.evaluate(review).frame().set_index("class")
    # printed: AP and Rprec; where as many are assigned as are true, precision equals recall
    assert_allclose(frame["average_precision"], [0.915079, 0.940476, 0.577778], atol=5e-7)
    assert_allclose(frame["break_even"], [0.833333, 0.857143, 0.333333], atol=5e-7)
    assert frame.index.tolist() == ["grain", "ship", "wheat"]
    assert frame["positives"].tolist() == [6, 7, 3]  # NumRel
    assert review.predictions[0].system == "bm25"
    assert "below 0 is not judged, and a pair that is not listed is not true" in notes_text(review)
    assert review.truth.grades is not None
    assert review.truth.grades.names == ("0", "1", "2")


def test_all_that_is_retrieved_is_assigned_below_the_lowest_score() -> None:
    review = example("trec/topics.qrels", "trec/bm25.run")
    of = be.evaluate(review, cut=-9.0).frame()
    assert_allclose(of["recall"], 1.0)  # SetR
    # SetP is of all twelve retrieved: 6, 7 and 3 of them; that one of each may be unjudged is ours
    assert (of["tp"] + of["fp"]).between(11, 12).all()


def test_the_score_decides_and_not_the_rank_and_a_pair_below_zero_is_open() -> None:
    review = review_of(
        truth_qrels="t 0 d1 1\nt 0 d2 0\nt 0 d3 -1\nu 0 d1 0\n",
        sys_run="t Q0 d1 2 0.9 bm25\nt Q0 d2 1 0.5 bm25\nu Q0 d1 1 1e-3 dense\n",
    )
    assert truth_of(review) == [{"t"}, set(), set()]
    assert review.truth.unjudged is not None
    assert review.truth.unjudged.toarray().tolist() == [[False] * 2, [False] * 2, [True, False]]
    assert [one.system for one in review.predictions] == ["bm25", "dense"]
    assert scores_of(review)["t"] == [0.9, 0.5]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.qrels", "t 0 d1 1\nt 0 d2\n"),
        ("a.run", "t Q0 d1 1 0.5 x\nt Q0 d2 2 high x\n"),
    ],
)
def test_lines_of_another_form_are_no_such_file(name: str, text: str) -> None:
    with pytest.raises(ReadError):
        review_of(**{name.replace(".", "_"): text})


def test_blank_lines_are_none_and_counted_all_the_same() -> None:
    once, twice = "t 0 d1 1\n", "t 0 d1 1\n\n \nt 0 d1 0\n"
    runs = "t Q0 d1 1 0.5 x\n", "\nt Q0 d1 1 0.5 x\n\nt Q0 d1 2 0.7 x\n"
    for truth, run, file, line in ((twice, runs[0], "truth.qrels", 4), (once, runs[1], "x.run", 4)):
        with pytest.raises(ReadError) as caught:
            review_of(truth_qrels=truth, x_run=run)
        (problem,) = caught.value.problems
        assert (problem.file, problem.row) == (file, line)
        assert "has an earlier row for the same document" in problem.what


def test_a_line_that_is_cut_short_far_below_is_named() -> None:
    long = "t 0 d1 1\n" * 9_000  # more than is looked at first
    with pytest.raises(ReadError, match=r"row 9,?001: the line does not fit; give four fields"):
        review_of(a_qrels=f"{long}t 0 d\n")


def test_tables_between_tabs_are_no_judgements() -> None:
    assert proposal_of("trec/bm25.run").format == "trec-run"
    review = review_of(p_tsv="id\ttrue\tpredicted\tn\nd1\ta\tb\t1\nd2\tb\tb\t1\n")
    assert truth_of(review) == [{"a"}, {"b"}]
