"""Names that may be misspelt classes are proposed, never taken so."""

from __future__ import annotations

from breakeven.analysis.answers.answer_names import likely_classes


def test_the_class_most_like_a_name_is_proposed_with_how_like_it_is() -> None:
    found = likely_classes({"shiping": 3, "grains": 5, "barley": 9}, ["shipping", "grain", "ship"])
    assert [(one.name, one.answers, one.like) for one in found] == [
        ("grains", 5, "grain"),
        ("shiping", 3, "shipping"),
    ]
    # 5 of 6 letters, twice of 11: 2 * 5 / (6 + 5)
    assert found[0].alike == round(100 * 2 * 5 / 11, 1)


def test_a_name_that_two_classes_are_equally_like_is_left_alone() -> None:
    assert likely_classes({"corn a": 1}, ["corn b", "corn c"]) == ()
