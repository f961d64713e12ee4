"""People and systems against the same votes: by hand, by law, planted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.metrics import f1_score

from benchmarks.ceiling import Setting, simulate
from breakeven.analysis.annotators.ceiling import (
    ceiling_of,
    like_for_like,
)
from breakeven.data.records import Annotator, Truth
from metrics.typing import AVERAGES, Array, AverageName
from tests.made import annotators, evaluation_of, matrix_of, noisy, not_none, truth_of


def annotator(
    name: str, sets: list[str], rows: list[int] | None = None, classes: int = 2
) -> Annotator:
    matrix = matrix_of(sets, classes)
    documents = np.arange(len(sets)) if rows is None else np.array(rows)
    return Annotator(name, documents, sparse.csc_array(matrix, dtype=bool))


def by(truth: Truth, *people: Annotator) -> Truth:
    return replace(truth, annotators=people)


NOBODY_MATTERS = truth_of(matrix_of(["", "", "", ""], 2))


def test_each_person_is_held_against_the_vote_of_the_others_alone() -> None:
    truth = by(
        NOBODY_MATTERS,
        annotator("x", ["a", "ab", "b", ""]),
        annotator("y", ["a", "b", "b", "a"]),
        annotator("z", ["a", "b", "a", "a"]),
    )
    system = evaluation_of(truth, matrix_of(["a", "b", "a", "b"], 2), "s")
    shared = like_for_like(truth, [system])
    ceiling = ceiling_of(shared, "micro", 1.0, "drop")
    # votes of y and z: a; b; a and b tie on the third, which counts nowhere; a.
    # x: a right, on the second a too much, b right; on the last a missed: 2 tp, 1 fp, 1 fn
    # votes of x and z: a; a ties on the second, b stands; a and b tie; a ties on the last.
    # y: a, b right, nothing else counts: 1. votes of x and y: a; b, a tie; b; a ties.
    # z: a, b right; on the third a too much, b missed: 2 tp, 1 fp, 1 fn
    assert [person.annotator for person in ceiling.people] == ["x", "y", "z"]
    assert_allclose([person.value for person in ceiling.people], [2 / 3, 1, 2 / 3])
    assert ceiling.value == pytest.approx((2 / 3 + 1 + 2 / 3) / 3)
    # the system on the same: a, b right, on the last b too much and a missed: 2, 1, 1;
    # y's: a, b right, on the last b too much: 2, 1, 0; z's: a, b right, third as z did,
    # on the last b too much: 2, 2, 1
    system_ceiling = ceiling.systems[0]
    assert_allclose(system_ceiling.by_person, [4 / 6, 4 / 5, 4 / 7])
    assert system_ceiling.above.value == pytest.approx(
        np.mean([4 / 6, 4 / 5, 4 / 7]) - ceiling.value
    )
    assert [person.others for person in ceiling.people] == [2, 2, 2]


def test_of_two_people_each_is_the_others_vote() -> None:
    truth = annotators(people={"x": 0.1, "y": 0.2}, documents=80)
    x, y = (a.labels.toarray() for a in truth.annotators)
    system = evaluation_of(truth, not_none(truth.labels).toarray())
    of = like_for_like(truth, [system])
    found = ceiling_of(of, "micro", 1.0, "drop")
    expected = f1_score(x, y, average="micro")
    assert_allclose([one.value for one in found.people], expected)
    macro = ceiling_of(of, "macro", 1.0, "drop")
    assert_allclose([one.value for one in macro.people], f1_score(x, y, average="macro"))


@pytest.mark.parametrize("average", AVERAGES)
def test_a_system_that_says_what_a_person_says_reaches_what_that_person_reaches(
    average: AverageName,
) -> None:
    truth = annotators(documents=60, share=0.8)
    own = truth.annotators[1]
    assigned = np.zeros((truth.n, len(truth.classes)), dtype=bool)
    assigned[own.rows] = own.labels.toarray()
    of = like_for_like(truth, [evaluation_of(truth, assigned)])
    found = ceiling_of(of, average, 1.0, "drop")
    beside = found.systems[0]
    assert beside.by_person[1] == pytest.approx(found.people[1].value)
    assert beside.gaps[1].number_differing == 0
    assert np.isnan(beside.gaps[1].low)


def test_only_documents_that_all_judged_count() -> None:
    truth = by(
        NOBODY_MATTERS,
        annotator("x", ["a", "b", "a"], [0, 1, 2]),
        annotator("y", ["a", "a"], [1, 2]),
        annotator("alone", ["b"], [3]),
    )
    system = evaluation_of(truth, matrix_of(["a", "b"], 2), "s", rows=np.array([0, 2]))
    shared = like_for_like(truth, [system])
    # x and y share documents 1 and 2, the system has only the third
    assert [left.positions.tolist() for left in shared.left_out] == [[1], [1]]
    assert shared.alone == ("alone",)
    assert shared.documents == 1
    ceiling = ceiling_of(shared, "micro", 1.0, "drop")
    assert_allclose([person.value for person in ceiling.people], 1.0)
    assert_allclose(ceiling.systems[0].by_person, 0.0)


def test_what_a_person_left_open_counts_for_neither() -> None:
    open_ = sparse.csc_array(matrix_of(["b", "", "", ""], 2))
    x = replace(annotator("x", ["a", "b", "b", "a"]), unjudged=open_)
    truth = by(NOBODY_MATTERS, x, annotator("y", ["ab", "b", "b", "a"]))
    system = evaluation_of(truth, matrix_of(["a", "b", "b", "a"], 2))
    found = ceiling_of(like_for_like(truth, [system]), "micro", 1.0, "drop")
    # y gave b to the first document; x left that open, so it is no miss of x or of the system
    assert_allclose([one.value for one in found.people], 1.0)
    assert_allclose(found.systems[0].value, 1.0)


def test_one_annotator_has_no_ceiling() -> None:
    truth = by(NOBODY_MATTERS, annotator("x", ["a", "b", "b", "a"]))
    of = like_for_like(truth, [evaluation_of(truth, matrix_of(["a"] * 4, 2))])
    assert of.alone == ("x",)
    with pytest.raises(ValueError, match="two people"):
        ceiling_of(of, "micro", 1.0, "drop")


def test_whoever_is_named_is_left_out() -> None:
    labels = annotators(documents=200).labels
    copied = noisy(not_none(labels).toarray(), 0.2, 0.05, np.random.default_rng(4))
    truth = annotators(documents=200, copies=copied)
    system = evaluation_of(truth, copied)
    every = ceiling_of(like_for_like(truth, [system]), "micro", 1.0, "drop")
    without = like_for_like(truth, [system], without=["copy"])
    assert without.ignored == ("copy",)
    fewer = ceiling_of(without, "micro", 1.0, "drop")
    assert [person.annotator for person in fewer.people] == ["anna", "ben", "carla", "dan"]
    # who copies the system votes for it
    assert fewer.systems[0].value < every.systems[0].value


@pytest.mark.parametrize("single", [True, False])
def test_a_system_as_good_as_people_is_not_called_better_and_a_better_one_is(single: bool) -> None:
    people = dict.fromkeys(("x", "y", "z"), 0.15)
    truth = annotators(documents=400, people=people | {"s": 0.15, "t": 0.02}, single=single)
    *three, same, better = truth.annotators
    judged = replace(truth, annotators=tuple(three))
    systems = [evaluation_of(judged, of.labels.toarray(), of.name) for of in (same, better)]
    found = ceiling_of(like_for_like(judged, systems), "micro", 1.0, "drop")
    assert [one.said for one in found.systems] == ["chance", "better"]
    people_alone = evaluation_of(judged, ~three[0].labels.toarray(), "worst")
    worse = ceiling_of(like_for_like(judged, [people_alone]), "micro", 1.0, "drop")
    assert worse.systems[0].said == "worse"


def test_weights_count_as_copies_do() -> None:
    truth = annotators(documents=40)
    labels = not_none(truth.labels).toarray()
    rng = np.random.default_rng(0)
    times, assigned = rng.integers(1, 4, 40), noisy(labels, 0.1, 0.05, rng)
    weighed = replace(truth, weights=times.astype(float), weight_column="w")
    copied = _copies(truth, times)
    a, b = (
        ceiling_of(like_for_like(t, [evaluation_of(t, decisions)]), average, 1.0, "drop")
        for average in ("macro",)
        for t, decisions in ((weighed, assigned), (copied, np.repeat(assigned, times, axis=0)))
    )
    assert_allclose([p.value for p in a.people], [p.value for p in b.people])
    assert_allclose(a.systems[0].above.value, b.systems[0].above.value)


def _copies(truth: Truth, times: Array) -> Truth:
    people = [
        Annotator(
            a.name,
            np.arange(times.sum()),
            sparse.csc_array(np.repeat(a.labels.toarray(), times, axis=0)),
        )
        for a in truth.annotators
    ]
    labels = np.repeat(not_none(truth.labels).toarray(), times, axis=0)
    return truth_of(labels, annotators=tuple(people))


@pytest.mark.parametrize("single", [True, False])
def test_intervals_hold_the_value_of_all_such_documents(single: bool) -> None:
    # 40 runs at 95 %: below 33 once in two thousand
    micro = simulate(Setting("", single, 300), 40, seed=1, large=40_000)[0]
    assert min(micro.people, micro.system, micro.above) >= 33


def test_a_person_for_whom_one_of_the_two_is_undefined_is_in_neither_mean() -> None:
    truth = by(
        NOBODY_MATTERS,
        annotator("x", ["a", "b", "", ""]),
        annotator("y", ["a", "a", "", ""]),
        annotator("z", ["", ""], [2, 3]),
        annotator("u", ["", ""], [2, 3]),
    )
    # x and y give z and u no class on the last two documents, nor do these: 0/0, but the system
    # is wrong there
    system = evaluation_of(truth, matrix_of(["a", "b", "b", ""], 2))
    ceiling = ceiling_of(like_for_like(truth, [system]), "micro", 1.0, "drop")
    # x against y, u and z: the first right, the second b for a: 1 of 1 + 1/2 + 1/2; y alike
    assert_allclose([person.value for person in ceiling.people], [0.5, 0.5, np.nan, np.nan])
    system_ceiling = ceiling.systems[0]
    # against y it has what x has and b too much on the third; against x also all of it right
    assert_allclose(system_ceiling.by_person, [2 / 5, 4 / 5, 0, 0])
    assert system_ceiling.value == pytest.approx((2 / 5 + 4 / 5) / 2)
    assert system_ceiling.above.value == pytest.approx((2 / 5 + 4 / 5) / 2 - 0.5)
