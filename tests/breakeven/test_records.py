"""What a review says of itself."""

from __future__ import annotations

import pytest

from breakeven.records import positive_of
from breakeven.selection import class_index_of
from tests.breakeven.readers.reading import review_of


@pytest.mark.parametrize(
    ("classes", "positive"),
    [
        (("0", "1"), "1"),
        (("1", "0"), "1"),
        (("-1", "1"), "1"),
        (("0.0", "1.0"), "1.0"),
        (("False", "True"), "True"),
        (("No", "Yes"), "Yes"),
        (("negative", "positive"), "positive"),
        (("not spam", "spam"), "spam"),
        (("toxic", "non-toxic"), "toxic"),
        (("spam",), "spam"),
        (("ham", "spam"), None),
        (("0", "2"), None),
        (("0", "1", "2"), None),
        ((), None),
        (("", "x"), None),
    ],
)
def test_a_binary_task_has_a_positive_class_where_the_names_say_which(
    classes: tuple[str, ...], positive: str | None
) -> None:
    assert positive_of(classes) == positive


def test_pages_open_on_the_positive_class() -> None:
    # 0 has more documents
    truth = review_of(f_csv="y_true,y_pred\n0,0\n0,1\n1,1\n").truth
    assert truth.classes[class_index_of(truth, None)] == "1"
    assert truth.classes[class_index_of(truth, "0")] == "0"
