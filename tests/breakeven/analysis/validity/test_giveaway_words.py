"""Words that tell the class by themselves, counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.validity.giveaway_words import Giveaways, giveaway_words
from tests.made import not_none

N = 50
CLASSES = ("billing", "returns", "other")


def words_of(added: dict[str, str], but: int = 0) -> Giveaways | None:
    """Fifty documents a class; `added` words of a class, but on so many of its documents."""
    rng = np.random.default_rng(0)
    true = np.repeat(CLASSES, N)
    texts = [" ".join(f"w{i}" for i in rng.integers(0, 40, 25)) for _ in true]
    for name, words in added.items():
        for row in np.flatnonzero(true == name)[but:]:
            texts[row] = f"{texts[row]} {words} w1"
    return giveaway_words(be.from_arrays(true, true, text=texts).truth)


def test_the_name_of_the_class_in_its_texts_is_found() -> None:
    result = not_none(words_of({name: f"topic {name}" for name in CLASSES}))
    # a word alone, or two: whichever is first among equals
    assert all(each.named for each in result.words)
    assert {each.class_index for each in result.words} == {0, 1, 2}
    assert [(each.inside, each.outside) for each in result.words] == [(1, 0)] * 3
    assert result.covered == 1


def test_a_code_that_is_no_name_is_found_too() -> None:
    result = not_none(words_of({"returns": "zz9"}))
    (each,) = result.words
    assert (each.class_index, each.words, each.named) == (
        be.from_arrays(list(CLASSES), list(CLASSES)).truth.classes.index("returns"), "zz9", False,
    )  # fmt: skip
    assert result.covered == pytest.approx(1 / 3)


def test_two_words_tell_what_neither_does() -> None:
    added = {"billing": "red fox", "returns": "fox red", "other": "red red fox fox"}
    of_returns = [e for e in not_none(words_of(added)).words if e.words in ("fox red", "red w1")]
    assert [(each.inside, each.outside) for each in of_returns] == [(1, 0)]


@pytest.mark.parametrize(("but", "enough"), [(2, True), (3, False)])
def test_a_twentieth_of_a_class_may_be_without(but: int, enough: bool) -> None:
    # of 50 documents 2 are 4 %, 3 are 6 %
    assert (words_of({"returns": "zz9"}, but) is not None) == enough


def test_texts_without_such_words_have_none() -> None:
    assert words_of({}) is None
