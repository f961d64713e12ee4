"""Files of answers: proposed, read by the rules, and what of them is kept."""

from __future__ import annotations

import json
from io import BytesIO

import numpy as np
import pytest

from breakeven.analysis.answers.answer_rules import AnswerRules
from breakeven.data.records import OUTCOMES, Answered, Review
from breakeven.readers.answers_preview import SHOWN, preview_answers, preview_of
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.build import build_review, read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from breakeven.readers.worker.review_stream import read_review as carried
from breakeven.readers.worker.review_stream import write_review
from tests.made import not_none

ANSWERS = (
    b"id,text,truth,llm_answer\n"
    b"1,up,grain,grain\n"
    b'2,up,crude oil,"```json\n{""label"": ""Crude Oil""}\n```"\n'
    b"3,up,grain,The answer is grain.\n"
    b"4,up,ship,I'm sorry I cannot say\n"
    b"5,up,ship,shipping\n"
    b"6,up,crude oil,It could be ship or grain\n"
    b"7,up,grain,none\n"
    b"8,up,ship,**Ship**\n"
)
REPEATS = (
    b"id,truth,response,run,cost,latency_ms,model,error\n"
    b"1,a,a,1,0.01,100,m,\n1,a,A.,2,0.02,200,m,\n1,a,b,3,0.03,300,m,\n"
    b"2,b,b,1,,150,m,\n2,b,a,2,0.01,150,m,\n2,b,,3,0.01,150,m,overloaded\n"
)


def proposal_of(data: bytes, name: str = "f.csv") -> Proposal:
    return propose(open_tables([(name, data)]))


def read(data: bytes, **changes: object) -> Review:
    tables = open_tables([("f.csv", data)])
    proposal = propose(tables)
    return build_review(tables, Proposal(proposal.files, **changes))  # type: ignore[arg-type]


def answered(review: Review) -> Answered:
    return not_none(review.predictions[0].answered)


def outcomes(review: Review) -> list[str]:
    return [OUTCOMES[o] for o in answered(review).outcome]


def test_answers_are_proposed_read_and_counted() -> None:
    assert proposal_of(ANSWERS).files[0].columns["llm_answer"] == "answer"
    review = read(ANSWERS)
    assert outcomes(review) == [
        "class", "class", "class", "refused", "outside", "ambiguous", "none", "class"
    ]  # fmt: skip
    assert review.truth.classes == ("crude oil", "grain", "ship")
    called = not_none(review.predictions[0].decisions).toarray()
    assert np.flatnonzero(called.any(axis=1)).tolist() == [0, 1, 2, 7]
    assert review.predictions[0].scores is None


@pytest.mark.parametrize(
    ("header", "cells", "role"),
    [
        # other case alone is no answer, but for one who is said to answer
        ("prediction", ["corn", "rye", "Corn", "rye"], "predicted"),
        ("llm_output", ["corn", "rye", "Corn", "rye."], "answer"),
        ("prediction", ["Label: corn", "rye", "It is corn", "rye"], "answer"),
        ("llm_label", ["corn", "rye", "corn", "rye"], "predicted"),
        ("response", ["corn", "so it is rye", "rye", "corn"], "answer"),
        ("comment", ["corn", "so it is rye", "rye", "corn"], "slice"),
    ],
)
def test_what_is_proposed_as_answers(header: str, cells: list[str], role: str) -> None:
    true = ["corn", "rye"] * 2
    rows = "".join(f"{i},{t},{c}\n" for i, (t, c) in enumerate(zip(true, cells, strict=True)))
    assert proposal_of(f"id,truth,{header}\n{rows}".encode()).files[0].columns[header] == role


def test_repeats_become_shares_of_votes_and_one_call() -> None:
    columns = proposal_of(REPEATS).files[0].columns
    assert {name: columns[name] for name in ("run", "cost", "latency_ms", "error")} == {
        "run": "repeat", "cost": "cost", "latency_ms": "latency", "error": "failed",
    }  # fmt: skip
    review = read(REPEATS)
    predictions = review.predictions[0]
    answers = answered(review)
    assert review.truth.n == predictions.m == 2
    assert outcomes(review) == ["class", "ambiguous"]  # b, a and an error: a tie
    np.testing.assert_allclose(predictions.scores, [[2 / 3, 1 / 3], [1 / 3, 1 / 3]])
    assert not_none(predictions.decisions).toarray().tolist() == [[True, False], [False, False]]
    assert not predictions.probabilities
    assert (answers.runs, answers.times.tolist()) == (("1", "2", "3"), [3, 3])
    assert np.isnan(not_none(answers.cost)[3])
    np.testing.assert_allclose(not_none(answers.latency)[:3], [0.1, 0.2, 0.3])
    assert predictions.system == "m"


def test_predictions_that_are_repeated_vote_too() -> None:
    review = read(b"id,truth,predicted,run\n1,a,a,1\n1,a,b,2\n1,a,a,3\n2,b,b,1\n2,b,b,2\n2,b,b,3\n")
    np.testing.assert_allclose(review.predictions[0].scores, [[2 / 3, 0], [1 / 3, 1]])
    assert outcomes(review) == ["class", "class"]


def test_prompts_are_a_system_each_and_the_rest_of_the_name_is_what_varies() -> None:
    rows = b"id,truth,answer,model,prompt\n" + b"".join(
        b"%d,%s,it is %s,m,%s\n" % (i, t, t, p)
        for p in (b"short", b"please say what class this is and why")
        for i, t in enumerate((b"aa", b"bb"))
    )
    tables = open_tables([("f.csv", rows)])
    proposal = propose(tables)
    roles = {"model": "model", "prompt": "prompt", "answer": "answer"}
    review = build_review(tables, Proposal((proposal.files[0].with_roles(roles),)))
    assert [predictions.system for predictions in review.predictions] == ["short", "prompt 2"]
    assert not_none(review.predictions[0].answered).asked == {"model": "m", "prompt": "short"}


def test_a_class_map_gives_names_their_class_before_votes_are_counted() -> None:
    data = (
        b"id,truth,answer,run\n1,ship,Shipping.,1\n1,ship,ship,2\n1,ship,grain,3\n2,grain,grain,1\n"
    )
    data += b"2,grain,I think grain,2\n2,grain,grain,3\n"
    assert outcomes(read(data)) == ["ambiguous", "class"]
    review = read(data, class_map={"shipping": "ship"})
    assert outcomes(review) == ["class", "class"]
    assert review.class_map == {"shipping": "ship"}


def test_the_rules_are_part_of_what_was_confirmed() -> None:
    usual, other = read(ANSWERS), read(ANSWERS, answers={"none": ["shipping"]})
    assert usual.fingerprint != other.fingerprint
    assert outcomes(other)[4] == "none"
    said = json.loads(Proposal(proposal_of(ANSWERS).files).to_json())
    assert said["answers"] == AnswerRules().as_data()
    # of files without answers they are not mentioned
    without = Proposal(
        proposal_of(b"id,true,predicted\n1,a,a\n2,b,a\n").files, answers={"none": []}
    )
    assert "answers" not in json.loads(without.to_json())


def test_what_was_confirmed_reads_the_same_again() -> None:
    tables = open_tables([("f.csv", REPEATS)])
    confirmed = Proposal(propose(tables).files, answers={"none": ["a"]})
    again = Proposal.from_json(confirmed.to_json())
    first, second = (build_review(tables, one) for one in (confirmed, again))
    assert first.fingerprint == second.fingerprint
    assert outcomes(first) == outcomes(second)


def test_answers_travel_between_processes_and_with_documents() -> None:
    review = read(REPEATS)
    out = BytesIO()
    write_review(review, out)
    again = answered(carried(BytesIO(out.getvalue())))
    before = answered(review)
    for name in ("document", "run", "outcomes", "outcome", "cost", "latency"):
        np.testing.assert_array_equal(getattr(again, name), getattr(before, name))
    assert (again.runs, again.asked, list(again.texts)) == (
        before.runs,
        dict(before.asked),
        list(before.texts),
    )
    assert (again.classes != before.classes).nnz == 0
    second = not_none(review.predictions[0].take(np.array([1])).answered)
    assert second.document.tolist() == [0, 0, 0]
    assert list(second.texts) == ["b", "a", ""]


def test_answers_are_shown_before_they_are_accepted_some_of_every_outcome() -> None:
    rows = b"".join(b"%d,corn,it is %s\n" % (i, b"corn" if i % 3 else b"rye") for i in range(90))
    data = b"id,truth,answer\n" + rows + b"90,rye,ryes\n91,rye,none\n92,rye,I cannot\n"
    tables = open_tables([("f.csv", data)])
    shown = preview_answers(tables, propose(tables))
    assert not_none(shown.counts.get("f")) == (90, 1, 1, 0, 0, 1)
    assert [each.outcome for each in shown.examples] == [
        "refused",
        "outside",
        "none",
        "class",
        "class",
    ]
    assert len(shown.examples) <= SHOWN
    # of the seven characters of both names six are shared
    assert [(each.name, each.answers, each.like, each.alike) for each in shown.likely] == [
        ("ryes", 1, "rye", 85.7)
    ]
    assert preview_of(json.loads(json.dumps(shown.as_data()))) == shown


@pytest.mark.parametrize(
    ("data", "roles", "message"),
    [
        (
            b"id,x\n1,a\n2,b\n",
            {"x": "answer"},
            "the classes are not known, so answers cannot be read",
        ),
        (REPEATS.replace(b"0.03", b"much"), {"cost": "cost"}, "the cost is 'much'"),
        (REPEATS.replace(b"1,a,b,3", b"1,a,b,2"), {}, "repeat '2' of the document"),
    ],
)
def test_what_is_wrong_with_answers_is_said(
    data: bytes, roles: dict[str, str], message: str
) -> None:
    tables = open_tables([("f.csv", data)])
    file = propose(tables).files[0].with_roles(roles)
    with pytest.raises(ReadError, match=message):
        build_review(tables, Proposal((file,)))


def test_rules_that_are_none_are_refused_in_words() -> None:
    with pytest.raises(ReadError, match="there is no rule 'x'"):
        read(ANSWERS, answers={"x": 1})


def test_answers_and_their_truth_may_be_two_files() -> None:
    files = [
        ("truth.csv", b"id,truth\n1,a b\n2,c d\n3,a b\n"),
        ("gpt.csv", b"id,gpt_answer\n2,Category: c d\n1,I would say a b.\n9,c d\n"),
    ]
    review = read_review(files)
    assert outcomes(review) == ["class", "class"]
    assert not_none(review.predictions[0].decisions).toarray().tolist() == [
        [True, False],
        [False, True],
    ]
