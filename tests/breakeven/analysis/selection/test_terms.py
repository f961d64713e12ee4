"""The filter line is edited as a tree: what a facet puts in, it takes out again."""

from __future__ import annotations

import pytest

from breakeven.analysis.selection.parse import parse
from breakeven.analysis.selection.where import all_of, terms_of, together, toggled, where_of
from tests.made import not_none


@pytest.mark.parametrize(
    ("before", "term", "after"),
    [
        ("", "missed:a", "missed:a"),
        ("n>2 wrong", "missed:a", "n>2 wrong missed:a"),
        ("wrong OR leaked", "missed:a", "(wrong OR leaked) missed:a"),
        ("-wrong", 'true:"a b"', '-wrong true:"a b"'),
        # a range between two numbers of which the upper is out: two terms
        ("wrong", "score(a)>=0.3 score(a)<0.4", "wrong score(a)>=0.3 score(a)<0.4"),
    ],
)
def test_a_term_is_put_in_and_taken_out(before: str, term: str, after: str) -> None:
    added = not_none(toggled(where_of(before), parse(term)))
    assert added.text == after
    back = toggled(where_of(after), parse(term))
    assert ("" if back is None else back.text) == before


def test_of_two_filters_all_terms_hold() -> None:
    both = not_none(together(where_of("a=1 OR a=2"), None, where_of("wrong -b=2")))
    assert both.text == "(a=1 OR a=2) wrong -b=2"
    assert len(terms_of(both.expression)) == 3
    assert together(None, None) is None
    assert all_of(()) is None
