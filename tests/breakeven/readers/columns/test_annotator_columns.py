"""What several people said: a column, a row or a file for each, and what is wrong with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.build import read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from breakeven.readers.shapes.class_map import resolve_class_map
from tests.breakeven.readers.reading import classes_of, notes_text, parquet, proposal_of, review_of

Sets = dict[str, dict[str, set[str]]]


def people_of(review: Review) -> Sets:
    """What each annotator said of each document that he or she judged, by name and id."""
    truth = review.truth
    assert truth.documents is not None
    return {
        one.name: dict(
            zip(truth.documents[one.rows], classes_of(one.labels, truth.classes), strict=True)
        )
        for one in truth.annotators
    }


def gold(review: Review) -> list[set[Any]]:
    assert review.truth.labels is not None
    return classes_of(review.truth.labels, review.truth.classes)


def unjudged(review: Review) -> list[set[Any]]:
    if review.truth.unjudged is None:
        return [set()] * review.truth.n
    return classes_of(review.truth.unjudged, review.truth.classes)


def refused(**files: Any) -> list[str]:
    with pytest.raises(ReadError) as caught:
        review_of(**files)
    return [str(problem) for problem in caught.value.problems]


def test_a_column_that_names_who_labelled_makes_each_row_one_persons() -> None:
    review = review_of(
        f_csv="id,annotator,label,predicted\n"
        "1,Zoë,grain,grain\n1,adam,corn,grain\n1,bo,grain,grain\n2,adam,corn,grain\n"
    )
    assert people_of(review) == {
        "Zoë": {"1": {"grain"}},
        "adam": {"1": {"corn"}, "2": {"corn"}},
        "bo": {"1": {"grain"}},
    }
    assert gold(review) == [{"grain"}, {"corn"}]
    assert review.truth.gold == "majority"
    assert review.truth.task == "single-label"
    assert review.predictions[0].m == 2


def test_a_person_without_a_row_did_not_judge_and_an_empty_list_is_no_class() -> None:
    review = review_of(
        f_csv="id,rater,labels,predicted\n1,a,x|y,x\n1,b,,x\n2,a,x,x\n2,b,y,x\n3,a,x|y,x\n"
    )
    assert people_of(review) == {
        "a": {"1": {"x", "y"}, "2": {"x"}, "3": {"x", "y"}},
        "b": {"1": set(), "2": {"y"}},
    }
    assert unjudged(review) == [{"x", "y"}, {"x", "y"}, set()]
    assert "wrote nothing: 1 read as judged, in no class" in notes_text(review)


def test_columns_of_people_are_known_by_their_headers_and_by_what_they_hold() -> None:
    for headers, names in (
        ("annotator_1,annotator_2", ["annotator_1", "annotator_2"]),
        ("label_anna,label_bob", ["anna", "bob"]),
        ("truth (anna),truth (bob)", ["anna", "bob"]),
        ("gold.anna,gold.bob", ["anna", "bob"]),
        ("Rater A,Rater B", ["Rater A", "Rater B"]),
    ):
        review = review_of(f_csv=f"id,{headers},predicted\n1,x,x,x\n2,y,y,x\n3,x,,y\n4,y,y,y\n")
        people = people_of(review)
        assert list(people) == names
        assert list(people.values()) == [
            {"1": {"x"}, "2": {"y"}, "3": {"x"}, "4": {"y"}},
            {"1": {"x"}, "2": {"y"}, "4": {"y"}},
        ]
        assert "wrote nothing: 1 read as not judged by that person" in notes_text(review)


def test_why_columns_are_taken_for_peoples_is_said() -> None:
    (file,) = proposal_of(f_csv="id,label_anna,label_bob,predicted\n1,x,x,x\n2,y,y,x\n").files
    assert file.annotators == {"label_anna": "anna", "label_bob": "bob"}
    assert "the annotators are “anna” and “bob”" in file.reasons["label_anna"]


def test_twenty_people_are_one_note() -> None:
    names = [f"p{i}" for i in range(20)]
    header = ",".join(f"label_{name}" for name in names)
    review = review_of(f_csv=f"id,{header},predicted\n1{',x' * 21}\n2{',y' * 21}\n")
    (note,) = (note for note in review.notes if "the annotators are " in note.what)
    assert all(f"“{name}”" in note.what for name in names)
    files = {f"{name}_csv": f"id,label\n1,x\n2,{'xy'[i % 2]}\n" for i, name in enumerate(names)}
    files |= {"system_csv": "id,predicted\n1,x\n2,x\n"}
    said_of_files = [note for note in review_of(**files).notes if "annotators are" in note.what]
    assert len(said_of_files) == 1
    assert "“label of p19.csv”" in said_of_files[0].what


def test_a_truth_beside_the_people_stays_the_truth_until_another_is_chosen() -> None:
    text = b"id,true,annotator_1,annotator_2,annotator_3,predicted\n1,x,y,y,x,x\n2,y,y,y,y,x\n"
    tables = open_tables([("f.csv", text)])
    given = propose(tables)
    review = read_review([("f.csv", text)], given)
    assert (gold(review), review.truth.gold) == ([{"x"}, {"y"}], "")
    assert len(review.truth.annotators) == 3
    voted = read_review([("f.csv", text)], Proposal(given.files, gold="majority"))
    assert gold(voted) == [{"y"}, {"y"}]
    of_one = read_review([("f.csv", text)], Proposal(given.files, gold="one:annotator_3"))
    assert gold(of_one) == [{"x"}, {"y"}]
    assert len({r.fingerprint for r in (review, voted, of_one)}) == 3


def test_columns_that_are_no_peoples_stay_what_they_were() -> None:
    # of a class each, of two tasks, a first and a second class, one of them alone
    flags = proposal_of(f_csv="id,label_x,label_y,score:x,score:y\n1,1,0,.9,.2\n2,0,1,.1,.7\n")
    assert flags.files[0].having("indicator") == ["label_x", "label_y"]
    tasks = proposal_of(
        f_csv=(
            "id,label_topic,label_lang,predicted\n1,corn,de,corn\n2,oats,en,oats\n3,corn,fr,oats\n"
        )
    )
    assert not tasks.files[0].having("annotated")
    ranks = proposal_of(
        f_csv="id,label_1,label_2,true,predicted\n1,x,y,x,x\n2,y,x,y,x\n3,x,y,x,x\n"
    )
    assert not ranks.files[0].having("annotated")
    alone = proposal_of(f_csv="id,gold,annotator_1,predicted\n1,x,x,x\n2,y,y,x\n")
    assert not alone.files[0].having("annotated")


def test_answers_of_workers_beside_the_truth() -> None:
    review = review_of(
        f_csv="id,worker_id,response,seconds,gold,predicted\n"
        "1,w1,x,3,y,x\n1,w2,y,8,y,x\n2,w1,y,5,y,x\n2,w3,y,4,y,x\n"
    )
    assert people_of(review) == {
        "w1": {"1": {"x"}, "2": {"y"}},
        "w2": {"1": {"y"}},
        "w3": {"2": {"y"}},
    }
    assert gold(review) == [{"y"}, {"y"}]
    # what differs between the rows of a document is not known of the document
    assert not review.truth.columns


def test_flags_and_scores_of_one_class_with_the_flags_of_people() -> None:
    review = review_of(f_csv="id,rater1,rater2,y_prob\n1,1,0,.9\n2,0,0,.2\n3,1,1,.4\n4,,1,.5\n")
    assert review.truth.classes == ("1",)
    assert people_of(review) == {
        "rater1": {"1": {"1"}, "2": set(), "3": {"1"}},
        "rater2": {"1": set(), "2": set(), "3": {"1"}, "4": {"1"}},
    }


def test_indicator_rows_of_people_may_leave_pairs_open() -> None:
    review = review_of(
        f_csv="id,annotator,p,q,predicted\n1,a,1,0,p\n1,b,1,1,p\n2,a,0,-1,q\n2,b,0,1,q\n"
    )
    assert people_of(review)["a"] == {"1": {"p"}, "2": set()}
    assert gold(review) == [{"p"}, {"q"}]
    assert unjudged(review) == [{"q"}, set()]


def test_the_long_shape_names_who_judged_each_pair() -> None:
    review = review_of(
        t_csv="id,class,annotator,truth\n1,x,a,1\n1,y,a,0\n1,x,b,1\n2,x,a,-1\n2,y,b,1\n",
        p_csv="id,predicted\n1,x\n2,y\n",
    )
    assert people_of(review) == {"a": {"1": {"x"}, "2": set()}, "b": {"1": {"x"}, "2": {"y"}}}
    off = review.truth.annotators[0].unjudged
    assert off is not None
    assert classes_of(off, review.truth.classes) == [set(), {"x"}]
    # y of document 2: a, who judged it, says no and b yes
    assert unjudged(review) == [set(), {"y"}]


def test_files_that_differ_on_the_same_documents_are_one_persons_each() -> None:
    review = review_of(
        anna_csv="id,true\n1,x\n2,y\n3,y\n",
        bob_csv="id,true\n2,x\n1,x\n",
        p_csv="id,predicted\n1,x\n",
    )
    assert people_of(review) == {
        "anna": {"1": {"x"}, "2": {"y"}, "3": {"y"}},
        "bob": {"1": {"x"}, "2": {"x"}},
    }
    assert gold(review) == [{"x"}, set(), {"y"}]


def test_files_of_truth_that_agree_are_one_truth() -> None:
    review = review_of(
        a_csv="id,true\n1,x\n2,y\n", b_csv="id,true\n3,x\n2,y\n", p_csv="id,predicted\n1,x\n"
    )
    assert not review.truth.annotators
    assert gold(review) == [{"x"}, {"y"}, {"x"}]


def test_of_two_files_of_labels_without_others_the_second_predicts() -> None:
    review = review_of(a_csv="id,label\n1,x\n2,y\n", b_csv="id,label\n1,x\n2,x\n")
    assert not review.truth.annotators
    assert [one.system for one in review.predictions] == ["b"]


def test_people_of_several_files_are_joined_by_their_names() -> None:
    review = review_of(
        a_csv="id,annotator,true\n1,anna,x\n1,bob,x\n2,anna,y\n2,bob,x\n",
        b_csv="id,annotator,true\n2,anna,y\n3,anna,x\n3,bob,y\n",
        p_csv="id,predicted\n1,x\n",
    )
    assert people_of(review)["anna"] == {"1": {"x"}, "2": {"y"}, "3": {"x"}}
    problems = refused(
        a_csv="id,annotator,true\n1,anna,x\n1,bob,x\n",
        b_csv="id,annotator,true\n1,anna,y\n1,bob,x\n",
        p_csv="id,predicted\n1,x\n",
    )
    assert problems == [
        "b.csv, row 2: the label of annotator 'anna' of '1' differs from another file's; "
        "give each document one row per annotator, or give the annotators different names"
    ]


def test_lists_tell_no_class_from_not_judged() -> None:
    table = pa.table(
        {
            "id": ["1", "2"],
            "rater_anna": pa.array([["x"], []], pa.list_(pa.string())),
            "rater_bob": pa.array([["x"], None], pa.list_(pa.string())),
            "predicted": ["x", "x"],
        }
    )
    review = read_review([("f.parquet", parquet(table))])
    assert people_of(review) == {
        "anna": {"1": {"x"}, "2": set()},
        "bob": {"1": {"x"}},
    }


def test_class_names_are_replaced_in_what_people_said() -> None:
    text = b"id,annotator_1,annotator_2,predicted\n1,x,y,x\n2,z,z,x\n"
    files = propose(open_tables([("f.csv", text)])).files
    names = resolve_class_map({"y": "x", "z": None})
    review = read_review([("f.csv", text)], Proposal(files, names))
    assert review.truth.classes == ("x",)
    assert people_of(review)["annotator_2"] == {"1": {"x"}, "2": set()}


def test_names_of_people_are_kept_as_written() -> None:
    hostile = "<b>=1+1</b>"
    review = review_of(f_csv=f'id,annotator,label,predicted\n1,"{hostile}",x,x\n1, b,y,x\n')
    assert [one.name for one in review.truth.annotators] == [hostile, " b"]


def test_everything_wrong_with_rows_of_people_is_said_at_once() -> None:
    text = (
        b"id,annotator,label,true,predicted\n"
        b"1,a,x,x,x\n1,a,y,x,x\n1,b,x,y,x\n2,,x,x,x\n2,b,x,x,x\n2,c,x,x,y\n"
    )
    (file,) = propose(open_tables([("f.csv", text)])).files
    roles = {"label": "annotated", "true": "truth"}
    with pytest.raises(ReadError) as caught:
        read_review([("f.csv", text)], Proposal((file.with_roles(roles),)))
    assert [str(problem) for problem in caught.value.problems] == [
        "f.csv, row 4, column 'id': the truth of '1' differs from an earlier row; give each "
        "document one truth",
        "f.csv, row 5, column 'annotator': the annotator is missing; name who labelled the row",
        "f.csv, row 3, column 'annotator': annotator 'a' has an earlier row for the same "
        "document; keep one row per document and annotator",
        "f.csv, row 7, column 'predicted': the prediction differs from that of an earlier row of "
        "the document; give each document one prediction",
    ]


def test_roles_of_people_that_do_not_go_together_are_refused() -> None:
    def problems(roles: dict[str, str], text: str) -> list[str]:
        tables = open_tables([("f.csv", text.encode())])
        (file,) = propose(tables).files
        with pytest.raises(ReadError) as caught:
            read_review([("f.csv", text.encode())], Proposal((file.with_roles(roles),)))
        return [problem.what for problem in caught.value.problems]

    text = "id,a,b,who,predicted\n1,x,x,p,x\n2,y,y,q,x\n"
    twice = {"a": "annotated:p", "b": "annotated:p"}
    assert problems(twice, text) == ["2 columns hold the labels of annotator 'p'"]
    assert problems({"who": "annotator"}, text) == ["no column holds the labels of the annotators"]
    both = {"a": "annotated", "b": "annotated", "who": "annotator"}
    assert problems(both, text) == ["'a', 'b' all hold the labels of the annotator"]
    system = {"a": "truth", "who": "annotator", "b": "system"}
    assert problems(system, text) == ["a row belongs both to an annotator and to a system"]
    no_id = {"a": "truth", "who": "annotator", "id": "ignore"}
    assert problems(no_id, text) == ["without ids, the rows of one document cannot be found"]


def test_a_gold_that_is_not_there_is_refused() -> None:
    text = b"id,annotator_1,annotator_2,predicted\n1,x,y,x\n2,y,y,x\n"
    files = propose(open_tables([("f.csv", text)])).files
    with pytest.raises(
        ReadError, match="there is no gold 'one:bob'; choose one of majority, one:a"
    ):
        read_review([("f.csv", text)], Proposal(files, gold="one:bob"))
    plain = b"id,true,predicted\n1,x,y\n"
    files = propose(open_tables([("f.csv", plain)])).files
    with pytest.raises(ReadError, match="the annotators are not known"):
        read_review([("f.csv", plain)], Proposal(files, gold="majority"))


def test_more_annotators_than_anybody_has_are_a_slip() -> None:
    rows = "".join(f"{i // 2},{i},x,x\n" for i in range(2_002))
    problems = refused(f_csv=f"id,annotator,label,predicted\n{rows}")
    assert problems[0].startswith("f.csv, column 'annotator': 2,002 annotators, more than 1,000;")


@pytest.mark.slow
def test_half_a_million_rows_of_five_people_are_read() -> None:
    rng = np.random.default_rng(1)
    n = 100_000
    ids = np.repeat(np.arange(n), 5).astype(str)
    table = pa.table(
        {
            "id": ids,
            "annotator": np.tile(list("abcde"), n),
            "label": rng.choice(["x", "y", "z"], 5 * n),
            "predicted": np.repeat(rng.choice(["x", "y", "z"], n), 5),
        }
    )
    review = read_review([("f.parquet", parquet(table))])
    assert review.truth.n == n
    assert [len(annotator.rows) for annotator in review.truth.annotators] == [n] * 5
