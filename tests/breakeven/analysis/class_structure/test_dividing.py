"""A class of two kinds of texts is divided, and its errors are found in the kind that has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import breakeven as be
from breakeven.data.records import Review
from tests.made import review_of, truth_of

KINDS = ("oil barrel crude refinery pipeline", "ship port strike harbour cargo")
OTHERS = "the of a to in for on by said year was company market"


def planted(clusters: bool = False) -> Review:
    """40 documents of the class a about oil, 30 about ships of which 20 are missed; 30 of b."""
    rng = np.random.default_rng(0)

    def text(own: str) -> str:
        words = [word for word in own.split() if rng.random() < 0.8]
        return " ".join(words + [word for word in OTHERS.split() if rng.random() < 0.5])

    texts = [text(KINDS[int(d >= 40)]) for d in range(70)]
    texts += [text("wheat maize") for _ in range(30)]
    labels = np.repeat([[True, False], [False, True]], [70, 30], axis=0)
    called = labels.copy()
    called[50:70] = [False, True]
    more: dict[str, Any] = {"columns": {"text": np.array(texts, dtype=object)}}
    truth = truth_of(
        labels, clusters=np.arange(100) // 2 if clusters else None, text_column="text", **more
    )
    return review_of(truth, s=called)


def test_the_kind_that_has_the_errors_is_found_with_its_words() -> None:
    division = be.evaluate(planted()).divided("a")
    fields = division.to_dict()
    assert fields["apart"]
    first, second = fields["parts"]
    # oil without an error, ships with 20 of 30 missed; a document or two may lie wrong
    assert first["documents"] + second["documents"] == 70
    assert abs(first["documents"] - 40) <= 2
    assert first["missed"] <= 1
    assert second["missed"] >= 19
    assert set(first["words"]) == set(KINDS[0].split())
    assert set(second["words"]) == set(KINDS[1].split())
    assert fields["p_errors"] < 0.001
    assert "Errors are more frequent in the smaller one" in division.to_markdown()
    assert "Errors are more frequent in the smaller one" in repr(division)


def test_texts_of_one_kind_stay_together() -> None:
    found = be.evaluate(planted()).divided("b")
    # 30 of b, and the 20 called so: oil has none there, ships do
    assert found.divided.apart
    review = be.from_arrays(
        ["a"] * 30 + ["b"] * 30, ["a"] * 60, text=[f"{OTHERS} {d % 7} {d % 5}" for d in range(60)]
    )
    alone = be.evaluate(review).divided("b")
    assert not alone.divided.apart
    assert "do not fall into two parts" in alone.to_markdown()


def test_what_cannot_be_divided_is_said() -> None:
    with pytest.raises(ValueError, match="weights or clusters cannot be divided"):
        be.evaluate(planted(clusters=True)).divided("a")
    with pytest.raises(ValueError, match="there is no class 'z'"):
        be.evaluate(planted()).divided("z")
    with pytest.raises(ValueError, match="no column of texts"):
        be.evaluate(be.from_arrays(["a", "b"], ["a", "a"])).divided("a")
    single = be.evaluate(be.from_arrays(["a", "b"], ["a", "b"], text=["oil", "ships"]))
    assert "The 1 document of “a” does not fall" in single.divided("a").to_markdown()
