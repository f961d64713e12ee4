"""Training sizes in the names of systems, and as they are said."""

from __future__ import annotations

import pytest

from breakeven.analysis.comparison.learning_curve import (
    checked_sizes,
    learner_of,
    size_of_text,
    sizes_in_names,
)


@pytest.mark.parametrize(
    ("names", "sizes", "learner"),
    [
        (["svm-1000", "svm-2000"], [1_000, 2_000], "svm"),
        (["svm n=500", "svm n=1k"], [500, 1_000], "svm"),
        (["cnn_100", "cnn_20000"], [100, 20_000], "cnn"),
        (["bert (1,000)", "bert (10,000)"], [1_000, 10_000], "bert"),
        (["t5-768d-100", "t5-768d-200"], [100, 200], "t5-768d"),
        (["n=50", "n=500"], [50, 500], ""),
    ],
)
def test_numbers_in_names_are_proposed(names: list[str], sizes: list[int], learner: str) -> None:
    assert sizes_in_names(names) == dict(zip(names, sizes, strict=True))
    assert {learner_of(name) for name in names} == {learner}


@pytest.mark.parametrize(
    "names",
    [
        ["gpt-4", "gpt-3.5"],  # versions
        ["a 10%", "a 20 %"],  # shares
        ["svm-1000", "nb-2000"],  # one size each
        ["svm", "nb"],
        ["768d", "1024d"],
        [],
    ],
)
def test_other_numbers_are_not(names: list[str]) -> None:
    assert sizes_in_names(names) == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("svm=1000", ("svm", 1_000)), ("a=b = 2k", ("a=b", 2_000)), ("x=1,500", ("x", 1_500))],
)
def test_a_size_is_read_from_text(text: str, expected: tuple[str, int]) -> None:
    assert size_of_text(text) == expected


@pytest.mark.parametrize("text", ["", "svm", "svm=", "=5", "svm=-1", "svm=1.5", "svm=many"])
def test_what_gives_no_size_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="write SYSTEM=1000"):
        size_of_text(text)


def test_sizes_of_unknown_systems_and_sizes_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no system 'x'; choose one of svm, nb"):
        checked_sizes({"x": 10}, ["svm", "nb"])
    with pytest.raises(ValueError, match="is no training size"):
        checked_sizes({"svm": 0}, ["svm", "nb"])
