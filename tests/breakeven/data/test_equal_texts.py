"""Texts that are equal but for what nobody reads."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from breakeven.data.equal_texts import text_codes


def test_texts_are_equal_but_for_case_and_spacing() -> None:
    said = ["A  b", "a b\n", "", "  ", "a c", "A\u00a0B", "ab", "Straße", "STRASSE"]
    a, _, _, _, other, _, joined, street, _ = codes = text_codes(np.array(said, object)).tolist()
    assert codes == [a, a, -1, -1, other, a, joined, street, street]
    assert len({a, other, joined, street, -1}) == 5


@given(st.lists(st.text(alphabet="aAbß \t\x1c\x0b\u00a0é", max_size=4), max_size=9))
def test_ids_without_blanks_and_texts_with_them_are_folded_alike(texts: list[str]) -> None:
    folded = [" ".join(text.split()).casefold() for text in texts]
    codes = text_codes(np.array(texts, object)).tolist()
    assert [code == -1 for code in codes] == [text == "" for text in folded]
    assert len(set(codes)) == len(set(folded)) == len(set(zip(codes, folded, strict=True)))


def test_numbers_missing_texts_and_half_signs_have_codes_too() -> None:
    a, b, again = text_codes(np.array([1, 2, 1])).tolist()
    assert a == again != b
    half, upper, lower, none = text_codes(np.array(["\ud800", "A", "a", None], object)).tolist()
    assert upper == lower
    assert len({half, lower, none}) == 3
