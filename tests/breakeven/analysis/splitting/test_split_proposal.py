"""Proposed splits: what stays together, what is kept, and what every part holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import breakeven as be
from breakeven.analysis.splitting.split_proposal import (
    SplitPlan,
    check_plan,
    division_of,
    parse_shares,
    propose_split,
)
from breakeven.data.records import Truth
from metrics.typing import Array

THREE = {"train": 0.7, "dev": 0.1, "test": 0.2}


def sentence(n: int, words: int = 30) -> str:
    """A text of its own for each number."""
    return " ".join(f"w{n}x{i}" for i in range(words))


def truth_of(n: int, texts: list[str] | None = None, **columns: object) -> Truth:
    """So many documents of classes a (half), b (a quarter) and c (an eighth), in train and test."""
    labels = [[name for name, step in (("a", 2), ("b", 4), ("c", 8)) if i % step == 0]
              for i in range(n)]  # fmt: skip
    split = ["train" if i % 3 else "test" for i in range(n)]
    return be.from_arrays(labels, labels, split=split, text=texts, columns=columns or None).truth


def parts_of(truth: Truth, **options: object) -> tuple[Array, tuple[str, ...]]:
    plan = SplitPlan(**{"shares": THREE, "near": False, **options})  # type: ignore[arg-type]
    found = propose_split(truth, plan)
    return found.part_of, found.parts


def test_classes_that_are_dealt_alike_have_the_share_of_the_part() -> None:
    # 400 documents: 280, 40, 80; a on 200, b on 100, c on 50: 140 20 40, 70 10 20, 35 5 10
    truth = truth_of(400)
    part, parts = parts_of(truth)
    assert parts == ("train", "dev", "test")
    assert np.bincount(part).tolist() == [280, 40, 80]
    labels = truth.labels
    assert labels is not None
    counts = [[int(labels[part == p][:, [c]].sum()) for c in range(3)] for p in range(3)]
    assert counts == [[140, 70, 35], [20, 10, 5], [40, 20, 10]]


def test_equal_texts_stay_together_whatever_their_case_and_spacing() -> None:
    texts = [sentence(i) for i in range(200)]
    texts[1::2] = [text.upper().replace(" ", "  ") for text in texts[0::2]]
    part, _ = parts_of(truth_of(200, texts))
    assert (part[0::2] == part[1::2]).all()


def test_short_texts_that_many_documents_have_join_nothing() -> None:
    found = propose_split(truth_of(60, ["thanks"] * 60), SplitPlan(shares=THREE))
    assert found.joined == 0
    assert np.bincount(found.part_of).tolist() == [42, 6, 12]
    # they have other classes on one text, which is too frequent to be one document
    assert found.apart.tolist() == list(range(60))


def test_twins_stay_together_however_short_they_are_with_other_classes_too() -> None:
    # two of a text of two words with other classes, and two with the same ones
    texts = [sentence(i) for i in range(60)]
    texts[0] = texts[1] = "Credit note"
    texts[2] = texts[6] = "Thank you"
    found = propose_split(truth_of(60, texts), SplitPlan(shares=THREE, near=False))
    assert found.joined == 4
    assert found.units[0] == found.units[1]
    assert found.units[2] == found.units[6]
    assert len(found.apart) == 0


def test_nearly_equal_texts_stay_together_only_where_that_is_asked() -> None:
    texts = [sentence(i, 60) for i in range(100)]
    texts[1::2] = [f"{text} indeed" for text in texts[0::2]]
    truth = truth_of(100, texts)
    together = propose_split(truth, SplitPlan(shares=THREE))
    assert (together.part_of[0::2] == together.part_of[1::2]).all()
    assert together.joined == 100
    assert propose_split(truth, SplitPlan(shares=THREE, near=False)).joined == 0


def test_what_one_reason_joins_to_what_another_joins_is_one_unit() -> None:
    # 0 and 1 by author, 1 and 2 by text, 2 and 3 by author
    texts = [sentence(i) for i in range(40)]
    texts[2] = texts[1]
    authors = ["x", "x", "y", "y", *(f"z{i}" for i in range(36))]
    found = propose_split(
        truth_of(40, texts, author=authors), SplitPlan(shares=THREE, group="author", near=False)
    )
    assert len(set(found.part_of[:4].tolist())) == 1
    assert found.joined == 4


def test_documents_without_a_value_to_group_by_are_alone() -> None:
    found = propose_split(
        truth_of(30, author=[""] * 30), SplitPlan(shares=THREE, group="author", near=False)
    )
    assert found.joined == 0


def test_a_kept_split_keeps_its_documents_and_leaves_out_what_would_leak_from_it() -> None:
    texts = [sentence(i) for i in range(90)]
    texts[1] = texts[0]  # 0 is in test, 1 in train
    truth = truth_of(90, texts)
    plan = SplitPlan(shares=THREE, keep=("test",), near=False)
    proposal = propose_split(truth, plan)
    test = proposal.parts.index("test")
    assert np.flatnonzero(proposal.part_of == test).tolist() == list(range(0, 90, 3))
    assert proposal.left_out.tolist() == [1]
    assert proposal.part_of[1] == -1
    # 59 of the 60 others, as 7 to 1
    assert np.bincount(proposal.part_of[proposal.part_of >= 0]).tolist() in (
        [52, 7, 30],
        [51, 8, 30],
    )
    assert division_of(proposal.applied_to(truth), near=False).leaking.sum() == 0


def test_parts_by_time_follow_one_another_and_days_are_not_divided() -> None:
    days = [f"2024-01-{1 + i // 10:02}" for i in range(100)]
    truth = truth_of(100, day=days)
    found = propose_split(truth, SplitPlan(shares=THREE, time="day", near=False))
    when = np.array(days, dtype="datetime64[D]")
    assert np.bincount(found.part_of).tolist() == [70, 10, 20]
    for earlier, later in ((0, 1), (1, 2)):
        assert when[found.part_of == earlier].max() < when[found.part_of == later].min()


def test_what_stays_together_goes_by_its_latest_document_and_the_undated_to_the_first_part() -> (
    None
):
    days = [f"2024-01-{1 + i // 4:02}" for i in range(100)]
    days[50] = ""
    threads = [f"t{i}" for i in range(100)]
    threads[0] = threads[99]
    threads[1] = threads[75]
    proposal = propose_split(
        truth_of(100, day=days, thread=threads),
        SplitPlan(shares=THREE, time="day", group="thread", near=False),
    )
    assert proposal.part_of[0] == proposal.part_of[99] == 2
    assert proposal.undated.tolist() == [50]
    assert proposal.part_of[50] == 0
    assert proposal.part_of[1] == proposal.part_of[75] == 1
    # two documents of the first day stand in later parts with their threads
    assert proposal.early.tolist() == [0, 1]


def test_a_class_whose_documents_stay_together_is_said_to_be_off_its_share() -> None:
    # all 20 of the class are one thread: no part can have its share
    labels = [["x"] if i < 20 else ["y"] for i in range(100)]
    threads = ["one"] * 20 + [f"t{i}" for i in range(80)]
    truth = be.from_arrays(labels, labels, columns={"thread": threads}).truth
    found = propose_split(truth, SplitPlan(shares=THREE, group="thread"))
    of_x = [unmet for unmet in found.unmet if truth.classes[unmet.class_index] == "x"]
    assert {unmet.part for unmet in of_x} == {"train", "dev", "test"}
    assert {unmet.together for unmet in of_x} == {20}
    assert sorted(unmet.actual for unmet in of_x) == [0, 0, 20]


def test_unlabelled_documents_are_divided_by_number() -> None:
    truth = replace(truth_of(50), labels=None)
    found = propose_split(truth, SplitPlan(shares=THREE))
    assert np.bincount(found.part_of).tolist() == [35, 5, 10]
    assert found.unmet == ()


def test_planted_leaks_are_gone_by_the_checks_of_splits() -> None:
    # 5 equal and 5 nearly equal texts stand in train and again in test
    texts = [sentence(i, 60) for i in range(120)]
    for i in range(0, 15, 3):
        texts[i] = texts[i + 1]
        texts[i + 30] = f"{texts[i + 31]} indeed"
    truth = truth_of(120, texts)
    assert division_of(truth, near=True).leaking.tolist() == [0, 10]
    found = propose_split(truth, SplitPlan(shares=THREE))
    assert division_of(found.applied_to(truth), near=True).leaking.tolist() == [0, 0, 0]


def test_no_leak_is_left_by_group_near_duplicates_and_time_at_once_beside_a_kept_part() -> None:
    # of 240 documents every third is in test; threads of two, and near and conflicting twins
    # planted across the parts
    texts = [sentence(i, 60) for i in range(240)]
    for i in range(0, 30, 3):
        texts[i] = f"{texts[i + 1]} indeed"
        texts[i + 60] = texts[i + 200]
    threads = [f"t{i // 2}" for i in range(240)]
    days = [f"2024-{1 + i // 24:02}-{1 + i % 24:02}" for i in range(240)]
    truth = truth_of(240, texts, thread=threads, day=days)
    assert division_of(truth, near=True).leaking.sum() > 10
    for options in ({}, {"keep": ("test",)}):
        plan = SplitPlan(shares=THREE, group="thread", time="day", **options)  # type: ignore[arg-type]
        proposal = propose_split(truth, plan)
        after = proposal.applied_to(truth)
        assert division_of(after, near=True).leaking.sum() == 0
        placed = proposal.part_of >= 0
        for thread in set(threads):
            here = placed & (np.array(threads) == thread)
            assert len(set(proposal.part_of[here].tolist())) <= 1
        if options:
            test = after.splits.index("test")
            assert_array_equal(np.flatnonzero(proposal.part_of == test), truth.in_split("test"))
            # test began on the first day, and nearly all of it is earlier than the end of training
            assert len(proposal.early) > 60
        else:
            # with the twins, what is early stays together with something late
            late = np.array([proposal.part_of[proposal.units == u].max() for u in proposal.units])
            assert_array_equal(proposal.part_of, late)
            assert 0 < len(proposal.early) < 60


@pytest.mark.parametrize("seed", range(3))
def test_a_class_with_fewer_documents_than_parts_is_said_to_be_absent(seed: int) -> None:
    labels = [["rare"] if i < 2 else ["y"] for i in range(100)]
    found = propose_split(be.from_arrays(labels, labels).truth, SplitPlan(shares=THREE, seed=seed))
    (absent,) = {(u.class_index, u.documents) for u in found.unmet if not u.actual}
    assert absent == (0, 2)
    # two documents are in one or two of the three parts
    assert len(found.unmet) in (1, 2)


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("train=0.8,test=0.2", {"train": 0.8, "test": 0.2}),
        (" Train = 80 , Validation=10,test=10", {"train": 0.8, "dev": 0.1, "test": 0.1}),
        ("a=b=0.25,c=0.75", {"a=b": 0.25, "c": 0.75}),
        ("a=0.33,b=0.33,c=0.33", {"a": 1 / 3, "b": 1 / 3, "c": 1 / 3}),
        ("a=33,b=33,c=34", {"a": 0.33, "b": 0.33, "c": 0.34}),
    ],
)
def test_shares_are_read_from_text(text: str, shares: dict[str, float]) -> None:
    assert parse_shares(text) == pytest.approx(shares)


@pytest.mark.parametrize("text", ["", "train", "train=", "train=0", "train=-1", "train=nan", "=1",
                                  "train=inf", "train=1,train=1", "dev=1,val=2"])  # fmt: skip
def test_shares_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no part|named twice"):
        parse_shares(text)


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("train=0.9,test=0.3", "1.2"),
        ("train=0.7,test=0.2", "0.9"),
        ("train=90,test=30", "120"),
        ("train=8,test=2", "10"),
        ("train=0.5", "0.5"),
    ],
)
def test_shares_that_do_not_add_up_are_refused(text: str, total: str) -> None:
    with pytest.raises(ValueError, match=f"add up to {total}; give shares that add up to 1, or"):
        parse_shares(text)


@pytest.mark.parametrize("parts", ["train=1.0", "train=100", {"train": 1}])
def test_one_part_is_no_split(parts: Any) -> None:
    review = be.from_arrays(["a", "b"] * 10, ["a", "b"] * 10, split=["train", "test"] * 10)
    with pytest.raises(ValueError, match="'train' alone divides nothing; name two parts or more"):
        be.propose_split(review, parts)
    # beside a split that stays as it is, it is one of two
    assert be.propose_split(review, parts, keep="test").split.after.parts == ("train", "test")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"group": "nope"}, "no column 'nope'"),
        ({"time": "nope"}, "no column 'nope'"),
        ({"time": "author"}, "holds no dates and no numbers"),
        ({"keep": ("dev",)}, "no split 'dev' to keep; choose one of test, train|train, test"),
        ({"shares": {"test": 1.0}, "keep": ("test",)}, "every part is kept"),
    ],
)
def test_what_does_not_fit_the_documents_is_refused(
    options: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        parts_of(truth_of(12, author=[f"author {i}" for i in range(12)]), **options)


def test_counts_without_documents_cannot_be_divided() -> None:
    with pytest.raises(ValueError, match="counts, not documents"):
        check_plan(SplitPlan(shares=THREE), replace(truth_of(4), ids=None))
