"""What is kept between reruns: an entry for each set of arguments, and for no two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
import streamlit as st
from hypothesis import given
from hypothesis import strategies as some

from breakeven.analysis.evaluation.cut import ClassCosts, Cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.check_limits import Limits
from breakeven.data.records import Review
from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached, digest, forget_idle
from metrics.thresholds.costs import CostMatrix
from tests.emptied import drop_results

ROWS = ["1,a,a,test,0.9,0.1", "2,b,a,test,0.8,0.4", "3,b,b,test,0.2,0.7", "4,a,b,dev,0.3,0.6"]


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    yield
    st.cache_resource.clear()


def review_of(rows: list[str]) -> Review:
    text = "\n".join(["id,true,predicted,split,score:a,score:b", *rows])
    tables = open_tables([("small.csv", text.encode())])
    return build_review(tables, propose(tables), "small")


PLAIN = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(), inner, max_size=4),
    max_leaves=8,
)


def same(a: Any, b: Any) -> bool:
    """Equal in kind and value; NaN is NaN, and 0.0 is not -0.0."""
    return repr(a) == repr(b)


@given(PLAIN, PLAIN)
def test_different_plain_values_have_different_digests(a: Any, b: Any) -> None:
    assert (digest(a) == digest(b)) == same(a, b)


@given(some.lists(some.text(), max_size=5), some.lists(some.text(), max_size=5))
def test_parts_do_not_run_into_one_another(a: list[str], b: list[str]) -> None:
    assert (digest(*a) == digest(*b)) == (a == b)


OTHER: dict[type, Any] = {
    bool: lambda v: not v,
    int: lambda v: v + 1,
    float: lambda v: v + 0.25,
    str: lambda v: v + "?",
    type(None): lambda v: "dev",
    tuple: lambda v: (*v, ("grain", 0.5)),
    ClassCosts: lambda v: replace(v, everywhere=CostMatrix(fn=7.0)),
}


@pytest.mark.parametrize(
    "record", [Cut("f"), Limits(), CostMatrix()], ids=lambda r: type(r).__name__
)
def test_every_field_of_a_record_is_part_of_its_digest(record: Any) -> None:
    for field in fields(record):
        value = getattr(record, field.name)
        other = replace(record, **{field.name: OTHER[type(value)](value)})
        assert digest(other) != digest(record), field.name


def test_records_of_two_kinds_with_the_same_fields_differ() -> None:
    assert digest(CostMatrix(1.0, 2.0, 3.0, 4.0)) != digest(
        {"tp": 1.0, "fp": 2.0, "fn": 3.0, "tn": 4.0}
    )


@pytest.mark.parametrize(
    "value", [np.zeros(3), object(), {1, 2}, lambda: None, b"bytes"], ids=lambda v: type(v).__name__
)
def test_a_value_of_an_unknown_kind_is_refused(value: Any) -> None:
    @cached(entries=2)
    def taken(value: Any) -> None:
        raise AssertionError("not reached")

    with pytest.raises(TypeError, match=type(value).__name__):
        digest("a part", [value])
    with pytest.raises(TypeError, match=type(value).__name__):
        taken(value)


def test_an_evaluation_made_elsewhere_is_refused_and_a_kept_one_stands_for_its_making() -> None:
    review = review_of(ROWS)
    cut = Cut("threshold", 0.5)
    part = score_split(review.truth, review.predictions[0], "test")
    with pytest.raises(TypeError):
        digest(evaluate(review.predictions[0], part, "test", cut))
    first = cache.evaluation(review, "system", "test", cut)
    again = cache.evaluation(review, "system", "test", cut)
    assert first is again
    others = [
        cache.evaluation(review, "system", "dev", cut),
        cache.evaluation(review, "system", "test", Cut("threshold", 0.6)),
        cache.evaluation(review_of([*ROWS[:3], "4,b,b,dev,0.3,0.6"]), "system", "test", cut),
    ]
    digests = {digest(e) for e in (first, *others)}
    assert len(digests) == 4
    st.cache_resource.clear()
    assert digest(cache.evaluation(review, "system", "test", cut)) == digest(first)


def test_a_changed_document_changes_the_answer() -> None:
    cut = Cut("given")
    for row, changed in enumerate(["1,b,a,test,0.9,0.1", "2,a,a,test,0.8,0.4"]):
        rows = list(ROWS)
        before = cache.evaluation(review_of(rows), "system", "test", cut)
        rows[row] = changed
        after = cache.evaluation(review_of(rows), "system", "test", cut)
        assert int(before.tables.tp.sum()) == 2
        assert int(after.tables.tp.sum()) == (1 if row == 0 else 3)


def test_arguments_by_place_by_name_and_left_at_their_default_are_the_same_call() -> None:
    calls: list[tuple[int, int]] = []

    @cached(entries=8)
    def added(a: int, b: int = 2) -> list[int]:
        calls.append((a, b))
        return [a + b]

    assert added(1) is added(1, 2) is added(a=1, b=2) is added(b=2, a=1)
    assert added(2, 1) == [3]
    assert calls == [(1, 2), (2, 1)]


def test_two_functions_keep_their_results_apart() -> None:
    @cached(entries=2)
    def louder(part: str) -> str:
        return part.upper()

    @cached(entries=2)
    def softer(part: str) -> str:
        return part.lower()

    assert (louder("Aa"), softer("Aa")) == ("AA", "aa")


def test_a_failure_is_not_kept() -> None:
    tries: list[int] = []

    @cached(entries=2)
    def third_time(part: str) -> str:
        tries.append(1)
        if len(tries) < 3:
            raise ValueError(part)
        return "done"

    for _ in range(2):
        with pytest.raises(ValueError, match="a"):
            third_time("a")
    assert third_time("a") == "done"


def test_everything_is_dropped_but_what_one_function_keeps() -> None:
    @cached(entries=2)
    def stays(part: str) -> list[str]:
        return [part]

    @cached(entries=2)
    def goes(part: str) -> list[str]:
        return [part]

    spared, gone = stays("a"), goes("a")
    drop_results(but=stays)
    assert stays("a") is spared
    assert goes("a") is not gone


def test_what_nobody_asked_for_long_is_forgotten_and_made_again() -> None:
    made: list[str] = []

    @cached(entries=4)
    def letter(name: str) -> list[str]:
        made.append(name)
        return [name]

    letter("a")
    letter("b")
    forget_idle(3600)
    letter("a")
    assert made == ["a", "b"]
    forget_idle(0)
    letter("b")
    assert made == ["a", "b", "b"]
    forget_idle(0)
    forget_idle(0)  # nothing is left to forget
