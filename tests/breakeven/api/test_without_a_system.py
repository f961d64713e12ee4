"""Reviews of data alone, from arrays and files, through Python."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from pathlib import Path

import pytest
from statsmodels.stats.proportion import proportion_confint

import breakeven as be
from breakeven.analysis.selection.errors import NoSystemError
from tests.without_a_system import FILES, PEOPLE, PLAIN

GIVEN = {
    "truth": be.from_arrays(["a", "b", "a"]),
    "people": be.from_arrays(None, None, annotators={"anna": ["a", "b"], "ben": ["a", "a"]}),
    "texts": be.from_arrays(None, text=["a b", "c d"], split=["train", "test"]),
}
ASKED: dict[str, Callable[[be.Review], object]] = {
    "evaluate": be.evaluate,
    "label_errors": be.label_errors,
    "expected": be.expected,
    "count": be.count,
    "report": be.report,
    "fit_thresholds": be.fit_thresholds,
    "learning_curve": be.learning_curve,
    "ceiling": be.ceiling,
    "check": lambda review: be.check(review, "one"),
    "find": lambda review: be.find(review, "one"),
}


@pytest.mark.parametrize("review", GIVEN.values(), ids=GIVEN)
def test_arrays_without_predictions_are_a_review_without_a_system(review: be.Review) -> None:
    assert review.predictions == ()
    assert be.check(review).system == ""
    assert len(be.find(review)) == review.truth.n
    assert be.agree(review).ceiling is None


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_whatever_needs_a_system_says_so_in_one_sentence(
    ask: Callable[[be.Review], object],
) -> None:
    with pytest.raises(NoSystemError, match="Nothing is predicted in these files") as caught:
        ask(GIVEN["truth"])
    assert isinstance(caught.value, ValueError)


def test_reviews_of_other_labels_are_other_reviews() -> None:
    one, same, other = (be.from_arrays(labels) for labels in ("ab", "ab", "ba"))
    assert one.fingerprint == same.fingerprint
    assert one.fingerprint != other.fingerprint


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_a_packed_review_comes_back_without_a_system(data: bytes, tmp_path: Path) -> None:
    packed = tmp_path / "it.breakeven"
    be.pack(packed, data)
    again, first = be.read(packed), be.read(data)
    assert again.predictions == ()
    assert again.fingerprint == first.fingerprint
    assert again.truth.classes == first.truth.classes


def test_a_better_split_keeps_equal_texts_together() -> None:
    review = be.read(PLAIN)
    frame = be.propose_split(review, {"train": 0.6, "test": 0.4}).frame()
    split = dict(zip(frame["id"], frame["split"], strict=True))
    assert len(split) == 5
    assert split["1"] == split["3"]


def half_width(level: float, positives: int) -> float:
    """Of F, were precision and recall `level`: Wilson's interval of the overlap, by hand.

    Of n documents level n are found, and (1 - level) n missed as well as wrongly assigned.
    """
    overlap = proportion_confint(level * positives, positives * (2 - level), method="wilson")
    low, high = (2 * share / (1 + share) for share in overlap)
    return float(high - low) / 2


@pytest.mark.parametrize("level", [0.5, 0.8, 0.95])
def test_the_size_of_a_test_set_is_the_one_of_the_interval(level: float) -> None:
    review = be.from_arrays(["a"] * 300 + ["b"] * 20)
    size = be.plan_test_size(review, assume=level).size
    assert half_width(level, size.of_class) <= 0.05 < half_width(level, size.of_class - 1)
    assert size.half_width.tolist() == pytest.approx(
        [half_width(level, 300), half_width(level, 20)]
    )
    # 20 of 320 documents are of b
    assert size.in_all[1] == pytest.approx(size.of_class * 16)
    assert be.plan_test_size(review, assume=level).unjudged == (["b"] if size.fewest > 20 else [])


def test_a_class_without_a_document_has_no_width_and_a_level_beyond_1_is_refused() -> None:
    review = be.from_arrays(["a", "a"], classes=["a", "b"])
    assert be.plan_test_size(review).size.half_width[0] < sqrt(1)
    frame = be.plan_test_size(review).frame().set_index("class")
    assert frame.loc["b"].isna()[["±", "documents in all"]].all()
    with pytest.raises(ValueError, match=r"the level is 1\.2"):
        be.plan_test_size(review, assume=1.2)
    with pytest.raises(ValueError, match="nobody has labelled"):
        be.plan_test_size(GIVEN["texts"])


def test_the_whole_test_split_is_counted_unless_another_is_named() -> None:
    review = be.read(PLAIN)
    assert be.plan_test_size(review).size.positives.tolist() == [0, 1, 1]
    assert be.plan_test_size(review, "all").size.positives.tolist() == [1, 1, 3]
    assert be.plan_test_size(be.read(PEOPLE)).size.documents == 4


def test_in_a_notebook_the_size_of_a_test_set_is_a_sentence_and_a_row_a_class() -> None:
    size = be.plan_test_size(be.from_arrays(["a", "<b>", "a"]))
    html = size._repr_html_()
    said, _, table = html.partition("<table>")
    assert said.startswith("<p>Test size of arrays: There are no predictions")
    assert said.endswith("</p>")
    # "<" comes before "a"
    assert table.count("<tr>") == 1 + 2
    assert "<td>a</td><td>2</td>" in table
    assert "<td>&lt;b&gt;</td><td>1</td>" in table
