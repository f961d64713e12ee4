"""Texts that are equal but for what nobody reads."""

from __future__ import annotations

import numpy as np

from breakeven.texts.equal import text_codes


def test_texts_are_equal_but_for_case_and_spacing() -> None:
    said = ["A  b", "a b\n", "", "  ", "a c", "A\u00a0B", "ab", "Straße", "STRASSE"]
    a, _, _, _, other, _, joined, street, _ = codes = text_codes(np.array(said, object)).tolist()
    assert codes == [a, a, -1, -1, other, a, joined, street, street]
    assert len({a, other, joined, street, -1}) == 5
