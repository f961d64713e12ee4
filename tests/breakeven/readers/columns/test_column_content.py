"""Cells that are texts: how many words they have, also where blanks do not part them."""

from __future__ import annotations

import pytest

from breakeven.readers.columns.column_content import is_free_text, number_of_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("grain", 1),
        ("the price of grain", 4),
        # two signs are about a word, beside what blanks part
        ("小麦の価格が上がった", 1 + 10 // 2),
        ("小麦 corn", 2 + 2 // 2),
    ],
)
def test_words_are_counted_by_blanks_and_by_signs(text: str, words: int) -> None:
    assert number_of_words(text) == words


def test_texts_without_blanks_are_free_text_and_names_are_not() -> None:
    assert is_free_text(["小麦の価格が上がった", "輸出は先月より減った"])
    assert not is_free_text(["スポーツ", "経済"])
