"""Decisions of classes that are folded into those above them, as Python gives them."""

from __future__ import annotations

import pytest

import breakeven as be

# wheat for corn, and one of each top for the other
TRUE = ["wheat", "corn", "gold", "trade"]
CALLED = ["corn", "corn", "wheat", "trade"]
ABOVE = {"wheat": "grain", "corn": "grain", "grain": "commodity", "gold": "commodity"}


def test_classes_are_folded_to_a_level_and_unfolded_below_one() -> None:
    result = be.evaluate(be.from_arrays(TRUE, CALLED, hierarchy=ABOVE))
    top = result.at_level(1)
    found = dict(zip(top.classes, zip(top.tables.tp, top.tables.fn, strict=True), strict=True))
    assert found == {"commodity": (3, 0), "trade": (1, 0)}
    below = result.at_level(1, "commodity")
    assert set(below.classes) == {"grain", "gold", "trade"}
    grain = below.classes.index("grain")
    # gold is taken for grain, and wheat and corn for each other no more
    assert (below.tables.tp[grain], below.tables.fp[grain], below.tables.fn[grain]) == (2, 1, 0)
    assert not below.scored.has_scores


@pytest.mark.parametrize(
    ("arguments", "message"),
    [((0,), "there is no level 0"), ((1, "metal"), "nothing in the hierarchy is called 'metal'")],
)
def test_a_level_or_name_that_is_none_is_refused(
    arguments: tuple[int] | tuple[int, str], message: str
) -> None:
    result = be.evaluate(be.from_arrays(TRUE, CALLED, hierarchy=ABOVE))
    with pytest.raises(ValueError, match=message):
        result.at_level(*arguments)


def test_without_a_hierarchy_nothing_is_folded() -> None:
    with pytest.raises(ValueError, match="give a hierarchy"):
        be.evaluate(be.from_arrays(TRUE, CALLED)).at_level(1)
