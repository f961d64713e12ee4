"""What changed between two versions of a review."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from breakeven.analysis.comparison.shared_documents import share_documents
from breakeven.analysis.versions.alignment import VersionAlignment, align_versions
from breakeven.analysis.versions.changes import flips_of, run_noise, runs_named, truth_changes
from breakeven.data.records import Truth
from metrics.typing import Array
from tests.breakeven.analysis.versions.test_earlier_version import truth_named
from tests.made import evaluation_of, matrix_of, not_none, truth_of


def test_truth_that_changed_is_counted_by_pairs_and_documents() -> None:
    then = truth_named("pqr", "abx", ["a", "ab", "x"])
    now = truth_named("rqp", "bay", ["y", "b", "ab"])
    found = not_none(truth_changes(align_versions(then, now)))
    # r: x is gone and y new; q lost a; p got b
    assert found.pairs == 2
    assert found.documents.tolist() == [1, 2]
    gained, lost = found.by_class  # of b and a
    assert (gained.tolist(), lost.tolist()) == ([1, 0], [0, 1])


def test_a_class_with_the_documents_of_one_that_is_gone_may_be_it_under_another_name() -> None:
    labels = ["x", "x", "x", "x", "xa", "a", "a", "b"]
    then = truth_named("pqrstuvw", "xab", labels)
    # c has the five of x; d has one of them
    now = truth_named("pqrstuvw", "abcd", ["c", "c", "c", "cd", "ca", "a", "a", "b"])
    (renamed,) = not_none(truth_changes(align_versions(then, now))).renamed
    assert (renamed.before, renamed.now, renamed.share) == ("x", "c", 1.0)
    # three of five, and another: 3 / 6
    other = truth_named("pqrstuvw", "abc", ["c", "c", "c", "", "a", "ac", "a", "b"])
    assert not_none(truth_changes(align_versions(then, other))).renamed == ()


def test_pairs_that_nobody_judged_have_no_other_truth() -> None:
    labels = matrix_of(["a", "", ""], 1)
    off = matrix_of(["", "", "a"], 1)
    then = truth_of(labels, unjudged=off)
    now = truth_of(matrix_of(["", "a", "a"], 1))
    found = not_none(truth_changes(align_versions(then, now)))
    # the first lost it, the second got it, of the third nobody knew
    assert found.documents.tolist() == [0, 1]
    unlabelled = replace(then, labels=None)
    assert truth_changes(align_versions(unlabelled, now)) is None


def test_flips_go_toward_right_and_toward_wrong() -> None:
    truth = truth_of(matrix_of(["a", "b", "ab", ""], 2))
    old = evaluation_of(truth, matrix_of(["a", "a", "a", "b"], 2))
    new = evaluation_of(truth, matrix_of(["ab", "b", "a", ""], 2))
    found = flips_of(old, new)
    # the first got b, wrongly; the second lost a and got b, both rightly; the last lost b, rightly
    assert found.rows.tolist() == [0, 1, 3]
    assert (found.decisions, found.toward_right, found.toward_wrong) == (4, 3, 1)
    assert found.of_classes.tolist() == [1, 3]
    assert (found.fixed.tolist(), found.broken.tolist()) == ([1, 3], [0])


@pytest.mark.parametrize("seed", range(5))
def test_counts_reconcile_with_tables_that_are_merged(seed: int) -> None:
    """The oracle: long tables of both versions, merged by document and class."""
    rng = np.random.default_rng(seed)
    sides = [_version(rng) for _ in range(2)]
    then, now = (truth for truth, _ in sides)
    alignment = align_versions(then, now)
    a, b = (_ids(truth) for truth in (then, now))
    both = a.merge(b, on="id", suffixes=("_then", "_now"))
    assert len(alignment.now) == len(both)
    assert len(alignment.gone) == len(a) - len(both)
    assert len(alignment.added) == len(b) - len(both)
    assert len(alignment.gone) + len(alignment.now) == then.n
    assert len(alignment.added) + len(alignment.now) == now.n
    truth = not_none(truth_changes(alignment))
    tables = [
        _pairs(truth_of_version, not_none(truth_of_version.labels))
        for truth_of_version in (then, now)
    ]
    assert truth.pairs == _differing(*tables)
    old = evaluation_of(now, _laid(alignment, sides[0][1]), "then", alignment.now)
    new = evaluation_of(now, sides[1][1].toarray(), "now")
    shared = share_documents([old, new])
    flips = flips_of(*shared.evaluations)
    calls = [_pairs(then, sides[0][1]), _pairs(now, sides[1][1])]
    # classes that are new were assigned to nobody before
    gone = calls[0]["class"].isin([then.classes[c] for c in alignment.gone_classes])
    merged = calls[1].merge(calls[0][~gone], on=["id", "class"], how="left", suffixes=("", "_then"))
    merged = merged[merged["id"].isin(a["id"])].fillna({"in_then": False})
    moved = merged[merged["in"] != merged["in_then"].astype(bool)]
    assert flips.decisions == len(moved) == int(flips.of_classes.sum())
    assert len(flips.rows) == moved["id"].nunique()
    right = moved.merge(tables[1], on=["id", "class"], suffixes=("", "_true"))
    assert flips.toward_right == int((right["in"] == right["in_true"]).sum())
    assert flips.toward_right + flips.toward_wrong == flips.decisions


def _version(rng: np.random.Generator) -> tuple[Truth, sparse.csc_array]:
    ids = rng.permutation(60)[: rng.integers(30, 60)]
    classes = tuple(f"c{i}" for i in rng.permutation(6)[: rng.integers(3, 6)])
    shape = (len(ids), len(classes))
    truth = truth_of(rng.random(shape) < 0.3)
    truth = replace(truth, ids=ids.astype(str).astype(object), classes=classes)
    return truth, sparse.csc_array(rng.random(shape) < 0.3)


def _laid(alignment: VersionAlignment, assigned: sparse.csc_array) -> Array:
    out: Array = np.zeros((len(alignment.now), len(alignment.later.classes)), dtype=bool)
    common = alignment.common_classes
    out[:, common] = assigned.toarray()[alignment.before][:, alignment.classes[common]]
    return out


def _ids(truth: Truth) -> pd.DataFrame:
    return pd.DataFrame({"id": not_none(truth.documents)})


def _pairs(truth: Truth, pairs: sparse.csc_array) -> pd.DataFrame:
    """A row for every document and class."""
    n, k = truth.n, len(truth.classes)
    return pd.DataFrame(
        {
            "id": np.repeat(not_none(truth.documents), k),
            "class": np.tile(np.array(truth.classes, dtype=object), n),
            "in": pairs.toarray().ravel(),
        }
    )


def _differing(then: pd.DataFrame, now: pd.DataFrame) -> int:
    both = then.merge(now, on=["id", "class"])
    return int((both["in_x"] != both["in_y"]).sum())


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
    noise = not_none(run_noise(base, new, runs))
    assert (noise.versions, noise.between) == (31, 27)
    assert (noise.only_versions, noise.only_runs) == (4, 0)
    # all four in one direction: 2 / 2^4, no news
    assert noise.p == 2 / 2**4
    assert noise.verdict == "alike"
    # Clopper-Pearson of 4 of 4: from (0.025)^(1/4) to 1, so from 4 (2 * 0.3976 - 1) to 4
    assert noise.low == pytest.approx(4 * (2 * 0.025**0.25 - 1))
    assert noise.high == 4


def test_more_documents_than_between_runs_is_said_where_chance_does_not_explain_it() -> None:
    base = evaluation_of(TRUTH, flipped(), "v1")
    new = evaluation_of(TRUTH, flipped(range(20)), "v2")
    runs = evaluation_of(TRUTH, flipped(), "a"), evaluation_of(TRUTH, flipped(range(18, 23)), "b")
    noise = not_none(run_noise(base, new, runs))
    # 18 changed between the versions alone, 3 between the runs alone; of 21, 0 to 3 and 18 to 21
    assert (noise.only_versions, noise.only_runs) == (18, 3)
    assert noise.p == pytest.approx(2 * sum(math.comb(21, i) for i in range(4)) / 2**21)
    assert noise.verdict == "more"
    assert noise.low > 0
    turned = not_none(run_noise(*runs, (base, new)))
    assert turned.verdict == "fewer"
    assert turned.high == pytest.approx(-noise.low)


def test_nothing_that_differs_tells_nothing() -> None:
    same = evaluation_of(TRUTH, flipped(range(5)), "a")
    found = not_none(run_noise(same, same, (same, same)))
    assert (found.versions, found.between, found.verdict) == (0, 0, "alike")
    assert math.isnan(found.p)


def test_weighted_documents_are_counted_and_not_tested() -> None:
    truth = truth_of(np.zeros((N, 1), dtype=bool), weights=np.full(N, 2.0))
    base, new = (evaluation_of(truth, flipped(range(n)), f"v{n}") for n in (0, 30))
    found = not_none(run_noise(base, new, (base, base)))
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
        said += not_none(run_noise(runs[0], runs[1], (runs[2], runs[3]))).verdict == "more"
    assert said <= 12
