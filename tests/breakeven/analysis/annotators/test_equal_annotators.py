"""Two people with the same labels: told from two who are good, by what others say."""

from __future__ import annotations

import numpy as np

import breakeven as be
from breakeven.analysis.annotators.equal_annotators import EqualAnnotators, equal_annotators
from metrics.typing import Array
from tests.made import not_none

N = 200
NAMES = np.array(["a", "b", "c"])


def labels_of(seed: int, wrong: float) -> Array:
    true = np.random.default_rng(0).integers(0, 3, N)
    rng = np.random.default_rng(seed)
    return np.where(rng.random(N) < wrong, (true + rng.integers(1, 3, N)) % 3, true)


def equal(**people: Array) -> tuple[EqualAnnotators, ...]:
    review = be.from_arrays(
        None, None, annotators={name: NAMES[labels].tolist() for name, labels in people.items()}
    )
    return equal_annotators(review.truth, np.arange(N))


def test_who_has_the_labels_of_somebody_who_errs_is_named() -> None:
    ann = labels_of(1, 0.15)
    (result,) = equal(ann=ann, bob=ann, carl=labels_of(2, 0.15), dora=labels_of(3, 0.15))
    assert (result.first, result.second, result.documents, result.differ) == ("ann", "bob", N, 0)
    assert result.impossible
    # either differs from the others wherever one of the two errs, nearly
    assert 0.2 < result.with_others < 0.35


def test_people_who_err_by_themselves_are_not_named() -> None:
    assert equal(ann=labels_of(1, 0.1), bob=labels_of(2, 0.1), carl=labels_of(3, 0.1)) == ()


def test_people_who_never_err_are_not_said_to_have_copied() -> None:
    # both are right everywhere: others differ from them by their own errors alone
    (result,) = equal(
        ann=labels_of(1, 0), bob=labels_of(2, 0), carl=labels_of(3, 0.2), dora=labels_of(4, 0.2)
    )
    assert not result.impossible


def test_two_alone_need_more_documents() -> None:
    ann = labels_of(1, 0.1)
    (result,) = equal(ann=ann, bob=ann)
    assert np.isnan(result.with_others)
    fewer = {name: [*NAMES[ann][:60].tolist(), *[None] * (N - 60)] for name in ("ann", "bob")}
    review = be.from_arrays(None, None, annotators=fewer)
    assert equal_annotators(not_none(review).truth, np.arange(N)) == ()
