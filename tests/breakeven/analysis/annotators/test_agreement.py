"""How far the people who labelled agree; who copies a system, and who does not read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from breakeven.analysis.annotators.agreement import AnnotatorAgreement, agreement_of
from breakeven.analysis.annotators.consistency import measure_likeness
from breakeven.data.records import Annotator, Truth
from metrics.typing import Array
from tests.made import PEOPLE, annotators, matrix_of, noisy, not_none, truth_of

COUNT = 300


def system_of(truth: Truth, seed: int = 1, rate: float = 0.1) -> Array:
    """What a system assigns that errs by itself."""
    labels = not_none(truth.labels).toarray()
    added = rate * labels.mean() / (1 - labels.mean())
    return noisy(labels, rate, added, np.random.default_rng(seed))


def as_person(assigned: Array, name: str = "model") -> Annotator:
    return Annotator(name, np.arange(len(assigned)), sparse.csc_array(assigned))


def agreement_between(truth: Truth, *systems: Annotator) -> AnnotatorAgreement:
    return not_none(agreement_of(truth, np.arange(truth.n), systems, replicates=500))


def people(sets: list[list[str | None]], classes: int) -> Truth:
    """A truth of a row of sets for each person; None was not labelled."""
    rows = [np.array([d for d, one in enumerate(row) if one is not None]) for row in sets]
    said = [matrix_of([one for one in row if one is not None], classes) for row in sets]
    named = zip("xyz", rows, said, strict=False)
    labelled = tuple(Annotator(name, at, sparse.csc_array(of)) for name, at, of in named)
    return truth_of(np.zeros((len(sets[0]), classes), dtype=bool), annotators=labelled)


def test_a_small_case_by_hand() -> None:
    truth = people([["a", "ab", "b", None, "a"], ["a", "b", "", "a", None]], 2)
    agreement = agreement_between(truth)
    assert agreement.rows.tolist() == [0, 1, 2]
    assert (agreement.alone, agreement.unlabelled) == (2, 0)
    assert not agreement.single_label
    assert not agreement.equal
    assert agreement.documents_disputed.tolist() == [False, True, True]
    # pairs of document and class: both say yes to a once and to b once; one alone to a, one to b
    two = agreement.twos[0]
    assert (two.first, two.second, two.documents) == ("x", "y", 3)
    assert_allclose(two.f.value, 2 * 2 / (2 * 2 + 1 + 1))
    assert_allclose(agreement.overall["positive_agreement"].value, two.f.value)
    # class a: yes yes, yes no, no no: n = 6, 3 yes; differ 1 each way: 1 - 5 * 1 / (3 * 3)
    assert_allclose(agreement.per_class.alpha, [1 - 5 / 9, 1 - 5 / 9])
    assert agreement.per_class.disputed.tolist() == [1, 1]
    assert_allclose(agreement.per_class.yes, [3 / 6, 3 / 6])


def test_overlap_of_two_by_hand() -> None:
    truth = people([["a", "ab", "b", None, "a"], ["a", "b", "", "a", None]], 2)
    of = measure_likeness(truth, truth.annotators, np.arange(5))
    assert of.names == ("x", "y")
    assert of.documents[0, 1] == of.documents[1, 0] == 3
    # two pairs said by both of four said by either; per document 1/1, 1/2, 0/1
    assert_allclose([of.f[0, 1], of.overlap[0, 1], of.per_document[1, 0]], [4 / 6, 2 / 4, 0.5])
    assert np.isnan(of.f[0, 0])


def test_nobody_met_nobody() -> None:
    assert agreement_of(people([["a", None], [None, "b"]], 2), np.arange(2)) is None
    assert agreement_of(truth_of(np.eye(2, dtype=bool)), np.arange(2)) is None


@pytest.mark.parametrize("single", [False, True])
def test_who_copies_the_system_is_named(single: bool) -> None:
    truth = annotators(COUNT, single=single)
    model = system_of(truth)
    if single:
        model = np.roll(not_none(truth.labels).toarray(), 1, axis=1)
        model[np.arange(COUNT) % 8 > 0] = not_none(truth.labels).toarray()[np.arange(COUNT) % 8 > 0]
    copied = annotators(COUNT, single=single, copies=model)
    other = as_person(system_of(truth, 2, 0.3), "other")
    copies = agreement_between(copied, other, as_person(model)).copies
    assert [(copy.name, copy.system, copy.f) for copy in copies] == [("copy", "model", 1)]
    assert copies[0].p < 0.05
    assert copies[0].with_others < copies[0].expected + 0.1 < 1


def test_who_changes_a_few_of_the_systems_decisions_is_named() -> None:
    truth = annotators(COUNT)
    model = system_of(truth)
    changed = noisy(model, 0.02, 0.005, np.random.default_rng(3))
    copies = agreement_between(annotators(COUNT, copies=changed), as_person(model)).copies
    assert [copy.name for copy in copies] == ["copy"]


def test_the_best_of_the_people_does_not_copy_a_good_system() -> None:
    # both are right nearly always, so they agree far more than anybody else does with either
    truth = annotators(COUNT, people={"best": 0.01, **dict.fromkeys("xyz", 0.25)})
    agreement = agreement_between(truth, as_person(system_of(truth, rate=0.02)))
    assert agreement.people[0].f.value < 0.9
    assert agreement.copies == ()


def test_without_a_copy_nobody_is_named() -> None:
    for seed in range(4):
        truth = annotators(100, seed=seed)
        agreement = agreement_between(truth, as_person(system_of(truth, seed)))
        assert agreement.copies == ()
        assert not any(person.by_chance for person in agreement.people)


def test_two_people_cannot_tell_who_copies() -> None:
    truth = annotators(COUNT, people={"anna": 0.1})
    copied = annotators(COUNT, people={"anna": 0.1}, copies=system_of(truth))
    assert agreement_between(copied, as_person(system_of(truth))).copies == ()


@pytest.mark.parametrize("single", [False, True])
def test_who_answers_at_random_lies_at_zero_and_is_named(single: bool) -> None:
    truth = annotators(COUNT, single=single, at_random=True, share=0.8)
    agreement = agreement_between(truth)
    last = agreement.people[-1]
    assert last.name == "random"
    assert_allclose(last.kappa.value, 0, atol=0.08)
    assert [person.name for person in agreement.people if person.by_chance] == ["random"]
    alone = agreement_between(replace(truth, annotators=truth.annotators[:-1]))
    assert last.alpha_without > agreement.overall["alpha"].value + 0.1
    assert_allclose(last.alpha_without, alone.overall["alpha"].value, atol=1e-9)
    assert last.rise.low > 0


def test_error_rates_order_the_people() -> None:
    agreement = agreement_between(annotators(1_000))
    f = {person.name: person.f.value for person in agreement.people}
    assert max(f, key=f.__getitem__) == min(PEOPLE, key=PEOPLE.__getitem__)
    assert min(f, key=f.__getitem__) == max(PEOPLE, key=PEOPLE.__getitem__)


def test_fewer_documents_leave_an_agreement_more_uncertain() -> None:
    def width(documents: int) -> float:
        of = agreement_between(annotators(documents, seed=4)).overall["alpha"]
        assert of.low < of.value < of.high
        return of.high - of.low

    assert width(60) > 2 * width(1_000)


def test_documents_of_one_thread_count_together() -> None:
    once = annotators(80)
    again = np.repeat(np.arange(80), 5)
    copied = replace(
        truth_of(not_none(once.labels).toarray()[again], clusters=again),
        annotators=tuple(
            Annotator(p.name, np.arange(400), sparse.csc_array(p.labels[again]))
            for p in once.annotators
        ),
    )
    alone = replace(copied, clusters=None)
    intervals = [agreement_between(truth).overall["alpha"] for truth in (once, copied, alone)]
    width = [interval.high - interval.low for interval in intervals]
    assert_allclose(width[0], width[1], rtol=0.15)
    assert width[2] < 0.6 * width[1]


def test_weights_count_documents() -> None:
    once = annotators(40, seed=2)
    twice = np.repeat(np.arange(40), np.tile([3, 1], 20))
    repeated = replace(
        truth_of(not_none(once.labels).toarray()[twice]),
        annotators=tuple(
            Annotator(p.name, np.arange(80), sparse.csc_array(p.labels[twice]))
            for p in once.annotators
        ),
    )
    weighted = replace(once, weights=np.tile([3.0, 1.0], 20))
    by_weight, by_copies = agreement_between(weighted), agreement_between(repeated)
    for key in ("positive_agreement", "cohen_kappa"):
        assert_allclose(by_weight.overall[key].value, by_copies.overall[key].value)
    # 40 documents, not 80, are what alpha's expected disagreement is drawn from
    assert_allclose(by_weight.overall["alpha"].value, by_copies.overall["alpha"].value, atol=0.01)


def test_where_all_agree_no_interval_is_told() -> None:
    agreement = agreement_between(people([["a", "b", "ab"], ["a", "b", "ab"]], 2))
    of = agreement.overall["alpha"]
    assert of.value == 1
    assert np.isnan([of.low, of.high]).all()
