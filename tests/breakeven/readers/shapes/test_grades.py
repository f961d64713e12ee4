"""Graded truth: the grades are kept, and which of them count as correct is chosen."""

from __future__ import annotations

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.annotators.consistency import standards_of
from breakeven.data.gold import golds_of, is_gold_of, order_grades, review_with_gold, usual_grades
from breakeven.readers.base.problems import ReadError
from metrics.tallies import graded_table
from tests.breakeven.readers.reading import classes_of, notes_text, proposal_of, review_of
from tests.made import not_none

# L91, Partitioning of Results: {correct, marginal} against {ineffective, incorrect}
WORDS = (
    "id,class,truth,predicted\n"
    "1,x,marginal,1\n1,y,correct,0\n2,x,incorrect,1\n2,y,ineffective,0\n3,x,correct,1\n3,y,,1\n"
)


def labels_of(review: be.Review) -> list[set[str]]:
    return classes_of(not_none(review.truth.labels), review.truth.classes)


def test_words_from_marginal_on_count_as_correct_until_others_are_chosen() -> None:
    review = review_of(f_csv=WORDS)
    assert labels_of(review) == [{"x", "y"}, set(), {"x"}]
    assert not_none(review.truth.grades).names == (
        "incorrect",
        "ineffective",
        "marginal",
        "correct",
    )
    assert "the truth is the grades “marginal” and “correct”, not “incorrect” and" in notes_text(
        review
    )
    # an empty grade is a pair that nobody judged
    assert classes_of(not_none(review.truth.unjudged), review.truth.classes) == [
        set(),
        set(),
        {"y"},
    ]
    strict = review_with_gold(review, "grades:correct")
    assert labels_of(strict) == [{"y"}, set(), {"x"}]
    assert strict.fingerprint != review.fingerprint


def test_numbers_above_0_count_as_correct() -> None:
    text = "id,class,relevance,score\n1,x,0,.2\n1,y,2,.9\n2,x,1,.4\n2,y,3,.1\n"
    review = review_of(f_csv=text)
    assert labels_of(review) == [{"y"}, {"x", "y"}]
    assert golds_of(review.truth) == ["grades:3", "grades:2|3", "grades:1|2|3"]
    assert is_gold_of(review.truth, "grades:0|3")
    assert not is_gold_of(review.truth, "grades:4")
    assert labels_of(be.read(text.encode(), gold="grades:0|3")) == [{"x"}, {"y"}]


def test_a_column_of_grades_for_each_class() -> None:
    review = review_of(f_csv="id,grade:x,grade:y,predicted\n1,0,2,x\n2,1,3,y\n3,,0,y\n")
    assert labels_of(review) == [{"y"}, {"x", "y"}, set()]
    roles = {"a": "grade:x", "b": "grade:y"}
    named = be.read(b"id,a,b,predicted\n1,0,2,x\n2,1,3,y\n", roles=roles)
    assert labels_of(named) == [{"y"}, {"x", "y"}]


def test_flags_and_classes_are_no_grades() -> None:
    flags = proposal_of(f_csv="id,class,truth,score\n1,x,0,.1\n1,y,1,.2\n2,x,1,.3\n2,y,-1,.4\n")
    assert flags.files[0].columns["truth"] == "truth"
    plain = proposal_of(f_csv="id,true,predicted\n1,good,good\n2,bad,good\n3,good,bad\n")
    assert plain.files[0].columns["true"] == "truth"


def test_every_standard_has_the_table_that_grades_give() -> None:
    text = WORDS.replace("3,y,,1\n", "3,y,incorrect,1\n")
    review = review_of(f_csv=text)
    evaluation = be.evaluate(review).evaluation
    grades = not_none(review.truth.grades)
    words = np.array(["", *grades.names])[grades.codes.toarray()]
    calls = evaluation.assigned.toarray()
    partitions = list(standards_of(evaluation, review.truth))
    assert len(partitions) == 3
    for partition in partitions:
        table = graded_table(words, calls, partition.how.removeprefix("grades:").split("|"))
        for cell in ("tp", "fp", "fn", "tn"):
            ours = getattr(partition.evaluation.tables, cell)
            np.testing.assert_array_equal(ours, getattr(table, cell))


def test_merged_classes_have_the_best_of_their_grades() -> None:
    text = b"id,grade:x,grade:y,predicted\n1,0,2,x\n2,1,3,x\n3,0,0,x\n"
    review = be.read(text, class_map={"y": "x"})
    codes = not_none(review.truth.grades).codes.toarray().ravel().tolist()
    assert [not_none(review.truth.grades).names[code - 1] for code in codes] == ["2", "3", "0"]


def test_grades_of_a_class_that_is_left_out_go_to_no_other() -> None:
    text = b"id,grade:x,grade:y,grade:z,predicted\n1,0,2,1,x\n2,1,3,0,x\n3,0,0,2,x\n"
    every, fewer = be.read(text), be.read(text, class_map={"z": None})
    assert fewer.truth.classes == ("x", "y")
    grades = not_none(fewer.truth.grades).codes.toarray()
    assert grades.tolist() == not_none(every.truth.grades).codes.toarray()[:, :2].tolist()
    assert labels_of(fewer) == [{"y"}, {"x", "y"}, set()]


def test_grades_that_nobody_knows_are_asked_about() -> None:
    text = b"id,grade:x,grade:y,predicted\n1,gut,schlecht,x\n2,gut,gut,y\n"
    with pytest.raises(
        ReadError, match="the grades that count as correct are not known: 'gut', 'schle"
    ):
        be.read(text)
    assert labels_of(be.read(text, gold="grades:gut")) == [{"x"}, {"x", "y"}]
    with pytest.raises(ReadError, match="there is no grade “besser”; choose one of “gut” and"):
        be.read(text, gold="grades:besser")


def test_grades_that_go_together_with_nothing_are_refused() -> None:
    with pytest.raises(ReadError, match="the truth is given twice, as grades and otherwise"):
        be.read(b"id,true,a,predicted\n1,x,0,x\n2,x,1,x\n", roles={"a": "grade:x"})
    with pytest.raises(ReadError, match=r"there is no grade; give a few words"):
        be.read(b"id,grade:x,predicted\n1,,x\n2,,x\n")
    many = "".join(f"{i},{i},x\n" for i in range(60))
    with pytest.raises(ReadError, match="60 different grades, more than 50"):
        be.read(f"id,grade:x,predicted\n{many}".encode())
    with pytest.raises(ReadError, match=r"grades that hold \|: 'a\|b'"):
        be.read(b"id,grade:x,predicted\n1,a|b,x\n2,good,x\n")


def test_the_order_of_grades_is_that_of_their_worth() -> None:
    assert order_grades(["10", "2", "0"]) == ("0", "2", "10")
    assert order_grades(["Correct", "marginal", "bad"]) == ("bad", "marginal", "Correct")
    assert order_grades(["b", "a"]) == ("b", "a")
    assert usual_grades(("0", "1", "2")) == "grades:1|2"
    assert usual_grades(("bad", "poor")) is None
    assert usual_grades(("b", "a")) is None


def test_fifty_grades_are_read_and_one_more_is_too_many() -> None:
    def text(grades: int) -> bytes:
        rows = "".join(f"{n},{n % 2},{n % (grades + 1)},x\n" for n in range(2 * grades))
        return f"id,grade:x,grade:y,predicted\n{rows}".encode()

    grades = not_none(be.read(text(49)).truth.grades)
    assert len(grades.names) == 50  # 0 to 49
    with pytest.raises(ReadError, match="51 different grades, more than 50"):
        be.read(text(50))
