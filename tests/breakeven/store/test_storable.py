"""What is said is stored as a page can show it: without halves of characters, wherever they are."""

from __future__ import annotations

from breakeven.store.events import storable, storable_payload

HALF = "\ud800"


def test_halves_of_characters_are_replaced_in_names_lists_and_whatever_is_inside() -> None:
    payload = {
        "title": f"a{HALF}",
        f"{HALF}b": 1,
        "inside": {"more": {f"{HALF}": [f"{HALF}c", {"d": f"{HALF}"}, None, 2.5, True]}},
    }
    assert storable_payload(payload) == {
        "title": "a?",
        "?b": 1,
        "inside": {"more": {"?": ["?c", {"d": "?"}, None, 2.5, True]}},
    }


def test_what_has_none_stays_as_it_is() -> None:
    # the last letter is a pair of halves, and whole
    payload = {"title": "ä 漢", "inside": [{"x": "\u2028"}], "😀": "😀"}
    assert storable_payload(payload) == payload


def test_no_database_keeps_nul() -> None:
    assert storable(f"a\0b{HALF}") == "a�b?"
