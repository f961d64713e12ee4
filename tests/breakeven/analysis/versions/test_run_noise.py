"""What two runs of one system differ by, beside what two versions differ by."""

from __future__ import annotations

import math

import numpy as np
import pytest

from breakeven.analysis.versions.run_noise import run_noise, runs_named
from metrics.typing import Array
from tests.made import evaluation_of, known, truth_of

N = 100
TRUTH = truth_of(np.zeros((N, 1), dtype=bool))


def flipped(*documents: range) -> Array:
    """Decisions of one class, yes for these documents alone."""
    found = np.zeros((N, 1), dtype=bool)
    for some in documents:
        found[list(some)] = True
    return found


def test_documents_that_changed_stand_beside_those_that_change_between_runs() -> None:
    base = evaluation_of(TRUTH, flipped(), "v1")
    new = evaluation_of(TRUTH, flipped(range(31)), "v2")
    runs = (
        evaluation_of(TRUTH, flipped(), "run 1"),
        evaluation_of(TRUTH, flipped(range(4, 31)), "run 2"),
    )
    found = known(run_noise(base, new, runs))
    assert (found.versions, found.between) == (31, 27)
    assert (found.only_versions, found.only_runs) == (4, 0)
    # all four in one direction: 2 / 2^4, no news
    assert found.p == 2 / 2**4
    assert found.verdict == "alike"
    # Clopper-Pearson of 4 of 4: from (0.025)^(1/4) to 1, so from 4 (2 * 0.3976 - 1) to 4
    assert found.low == pytest.approx(4 * (2 * 0.025**0.25 - 1))
    assert found.high == 4


def test_more_documents_than_between_runs_is_said_where_chance_does_not_explain_it() -> None:
    base = evaluation_of(TRUTH, flipped(), "v1")
    new = evaluation_of(TRUTH, flipped(range(20)), "v2")
    runs = evaluation_of(TRUTH, flipped(), "a"), evaluation_of(TRUTH, flipped(range(18, 23)), "b")
    found = known(run_noise(base, new, runs))
    # 18 changed between the versions alone, 3 between the runs alone; of 21, 0 to 3 and 18 to 21
    assert (found.only_versions, found.only_runs) == (18, 3)
    assert found.p == pytest.approx(2 * sum(math.comb(21, i) for i in range(4)) / 2**21)
    assert found.verdict == "more"
    assert found.low > 0
    turned = known(run_noise(*runs, (base, new)))
    assert turned.verdict == "fewer"
    assert turned.high == pytest.approx(-found.low)


def test_nothing_that_differs_tells_nothing() -> None:
    same = evaluation_of(TRUTH, flipped(range(5)), "a")
    found = known(run_noise(same, same, (same, same)))
    assert (found.versions, found.between, found.verdict) == (0, 0, "alike")
    assert math.isnan(found.p)


def test_weighted_documents_are_counted_and_not_tested() -> None:
    truth = truth_of(np.zeros((N, 1), dtype=bool), weights=np.full(N, 2.0))
    base, new = (evaluation_of(truth, flipped(range(n)), f"v{n}") for n in (0, 30))
    found = known(run_noise(base, new, (base, base)))
    assert (found.versions, found.between, found.verdict) == (30, 0, "untested")


@pytest.mark.parametrize(
    ("systems", "like", "runs"),
    [
        (["svm run 1", "knn", "svm run 2"], "", ("svm run 1", "svm run 2")),
        (["svm, seed=1", "svm, seed=2"], "", ("svm, seed=1", "svm, seed=2")),
        (["a_run1", "a_run2", "b_run1", "b_run2"], "b_run2", ("b_run1", "b_run2")),
        # other models, as far as names tell
        (["gpt-3", "gpt-4"], "", None),
        (["svm", "knn"], "", None),
    ],
)
def test_names_say_what_are_runs_of_one_system(
    systems: list[str], like: str, runs: tuple[str, str] | None
) -> None:
    assert runs_named(systems, like) == runs


def test_of_two_more_runs_hardly_any_is_called_a_change() -> None:
    """A new version that is a third run of the same system, documents flipping one by one.

    At most 2.5 % should be "more" (half of 5 %); of 200 that is 5, and 12 has p below 0.005.
    """
    rng, said = np.random.default_rng(0), 0
    for _ in range(200):
        runs = [evaluation_of(TRUTH, rng.random((N, 1)) < 0.15, str(i)) for i in range(4)]
        said += known(run_noise(runs[0], runs[1], (runs[2], runs[3]))).verdict == "more"
    assert said <= 12
