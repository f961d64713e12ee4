"""Conditions of documents: which there are, and that the filter of each keeps the same ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from breakeven.analysis.documents.behind import of_condition
from breakeven.analysis.selection.expression import to_text
from breakeven.analysis.selection.selected_evaluation import candidates_of_selection
from breakeven.analysis.selection.selection import select
from breakeven.analysis.selection.where import mask, where_of
from breakeven.analysis.slices.slice_conditions import (
    ConditionGroup,
    Conditions,
    column_conditions,
    conditions_of,
)
from breakeven.data.corpus import Texts
from breakeven.data.records import Predictions, Review, Truth
from metrics.incidence import mask_of
from tests.made import not_none, truth_of

LONG = "the price of crude oil rose by two dollars a barrel on the exchange {}"
OTHER = "{0} oil Öl's 石油 e\u0301 _a {0}"
# what a file may hold, however it is meant: 40 documents
ANY = ["x", "y z", "", '"q"', "a,b", "wrong", "-1", "2024-01-31", "\u200b", "Ä\u0308", "1..2", "OR"]
DAYS = ["2024-01-30", "2024-02-03 10:00", "", "2024/03/01", "no day", "2025-12-31"]


def truth() -> Truth:
    rng = np.random.default_rng(5)
    numbers = rng.integers(-5, 15, 40)
    texts = [
        LONG.format(i % 7) if i % 3 else f"{i} oil Öl's 石油 e\u0301 _a {i}" for i in range(40)
    ]
    return truth_of(
        np.ones((40, 1), dtype=bool),
        text_column="text",
        columns={
            "text": np.array(texts, dtype=object),
            "any": np.array([ANY[i] for i in rng.integers(0, len(ANY), 40)], dtype=object),
            'of "all"': np.array([ANY[i] for i in rng.integers(0, 4, 40)], dtype=object),
            "day": np.array([*[DAYS[i % 6] for i in range(5)], *([DAYS[0]] * 30), *DAYS[1:]][:40],
                            dtype=object),
            "moment": np.datetime64("2020-02-28") + rng.integers(0, 400, 40),
            "whole": numbers,
            "gaps": np.where(numbers > 8, np.nan, numbers * 1.5),
            "single": rng.random(40, dtype=np.float32),
            "few": rng.integers(0, 3, 40) / 3,
            "infinite": np.where(numbers > 10, np.inf, numbers * 1e-9),
            "one": np.full(40, 7),
            "nothing": np.full(40, np.nan),
            "id": np.array([f"u{i}" for i in range(40)], dtype=object),
        },
    )  # fmt: skip


def review() -> Review:
    every = sparse.csc_array(np.ones((40, 1), dtype=bool))
    said = Predictions("s", np.arange(40), decisions=every)
    return Review("made.csv", truth(), (said,), (), "0" * 64)


def all_conditions(edges: dict[str, list[float]] | None = None) -> Conditions:
    return conditions_of(truth(), Texts(truth()), edges)


@pytest.mark.parametrize("edges", [{}, {"whole": [0.5, 3, 7.25], "gaps": [2], "length": [30, 70]}])
def test_the_filter_of_each_condition_keeps_the_same_documents(
    edges: dict[str, list[float]],
) -> None:
    documents = candidates_of_selection(review(), select(review(), {}))
    found = all_conditions(edges)
    assert len(found.all) > 60
    for c, condition in enumerate(found.all):
        filter_text = to_text(of_condition(condition))
        kept = mask(not_none(where_of(filter_text)), documents)
        assert_array_equal(kept, mask_of(found.held, c), err_msg=filter_text)


def group_named(conditions: Conditions, name: str) -> ConditionGroup:
    return next(group for group in conditions.groups if group.name == name)


def test_what_parts_no_documents_is_said_and_texts_are_no_column() -> None:
    conditions = all_conditions()
    assert [(s.column, s.why) for s in conditions.skipped] == [
        ("one", "all documents have the same there"),
        ("nothing", "it is empty"),
        ("id", "40 values in 40 documents are too many"),
    ]
    names = [group.name for group in conditions.groups]
    assert names == [
        *("any", 'of "all"', "day", "weekday of day", "moment", "weekday of moment", "whole"),
        *("gaps", "single", "few", "infinite", "length", "word", "near-duplicate"),
    ]
    assert len(conditions.group_of) == len(conditions.all) == conditions.held.shape[1]
    # conditions of a group part the documents, but for words and documents without a day
    for group in conditions.groups:
        sizes = group.held.sum(axis=1)
        if group.name not in ("word", "weekday of day"):
            assert set(sizes.tolist()) == {1}, group.name
    as_number = replace(truth(), columns={"n": np.arange(200) + 7}, text_column=None)
    (ids,) = column_conditions(replace(as_number, split_of=np.full(200, -1)), None).skipped
    assert ids.why == "200 values in 200 documents are too many"


def test_missing_is_a_value_and_days_are_cut_by_month_and_weekday() -> None:
    days = np.array(["2024-01-30", "", "2024-02-06", "2024-02-07"], dtype=object)
    columns = {"day": days, "source": np.array(["x", "x", "", "y"], dtype=object),
               "n": np.array([1.0, np.nan, 2.0, 1.0])}  # fmt: skip
    conditions = column_conditions(truth_of(np.ones((4, 1), dtype=bool), columns=columns), None)
    described = [
        (c.words, mask_of(conditions.held, i).nonzero()[0].tolist())
        for i, c in enumerate(conditions.all)
    ]
    assert described == [
        ("day: 2024-01", [0]), ("day: 2024-02", [2, 3]), ("day: (empty)", [1]),
        # the 30th of January 2024 and the 6th of February are Tuesdays
        ("weekday of day: Tuesday", [0, 2]), ("weekday of day: Wednesday", [3]),
        ("source: x", [0, 1]), ("source: (empty)", [2]), ("source: y", [3]),
        ("n: 1", [0, 3]), ("n: 2", [2]), ("n: (empty)", [1]),
    ]  # fmt: skip


def test_of_some_documents_conditions_of_none_and_of_all_are_left_out() -> None:
    columns = {"a": np.array(list("xxyz"), dtype=object), "b": np.array(list("ppqq"), dtype=object)}
    found = column_conditions(truth_of(np.ones((4, 1), dtype=bool), columns=columns), None)
    part = found.of_documents(np.array([0, 1, 2]))
    assert [c.words for c in part.all] == ["a: x", "a: y", "b: p", "b: q"]
    assert part.group_of.tolist() == [0, 0, 1, 1]
    assert part.held.toarray().T.astype(int).tolist() == [[1, 1, 0], [0, 0, 1]] * 2
    assert not found.of_documents(np.array([0])).groups


def test_words_are_the_most_frequent_ones_that_at_most_half_of_the_texts_have() -> None:
    group = group_named(all_conditions(), "word")
    words = [condition.value for condition in group.conditions]
    # in 26 of 40 texts is the price, in 14 Öl; oil is in all
    assert not {"price", "oil"} & set(words)
    assert {"öl", "石", "_a"} <= set(words)
    assert group.held.sum(axis=0).tolist() == sorted(group.held.sum(axis=0).tolist(), reverse=True)


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ({"any": [1.0]}, "'any' holds no numbers to cut into ranges; such are whole, gaps"),
        ({"whole": []}, "ranges of 'whole' need 1 to 50 edges, each above the one before"),
        ({"whole": [2.0, 1.0]}, "each above the one before"),
        ({"length": [np.nan]}, "each above the one before"),
    ],
)
def test_edges_that_do_not_fit_are_refused(edges: dict[str, list[float]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        all_conditions(edges)


def test_how_sure_a_system_is_is_no_slice_to_search() -> None:
    sure = np.linspace(0.5, 1, 40)
    columns = {"Confidence": sure, "source": np.array(["a", "b"] * 20, dtype=object)}
    truth = truth_of(np.eye(2, dtype=bool)[np.arange(40) % 2], columns=columns)
    searched = conditions_of(truth, None)
    assert [group.name for group in searched.groups] == ["source"]
    assert [(s.column, s.why) for s in searched.skipped] == [
        ("Confidence", "it says how sure the system is")
    ]
    # who wants it can set its ranges side by side
    assert group_named(column_conditions(truth, None), "Confidence").conditions
    # percents are no shares
    percents = truth_of(
        not_none(truth.labels).toarray(), columns=columns | {"Confidence": 100 * sure}
    )
    assert percents.confidence is None
