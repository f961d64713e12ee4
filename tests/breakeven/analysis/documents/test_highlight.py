"""What is marked in a text stands where it was found."""

from __future__ import annotations

import pytest

from breakeven.analysis.documents.highlight import MOST_HITS, highlighted
from breakeven.analysis.selection.parse import parse
from tests.hanging import ends


def marked(text: str, where: str) -> list[str]:
    found = highlighted(text, parse(where))
    return [found.text[first:last] for first, last in found.hits]


@pytest.mark.parametrize(
    ("text", "where", "hits"),
    [
        ("Oil, oily OIL", "oil", ["Oil", "oil", "OIL"]),
        ("Oil, oily OIL", "word:oil", ["Oil", "OIL"]),
        ("oil oil oil", "word:oil", ["oil", "oil", "oil"]),
        ("a.b axb", "a.b", ["a.b"]),
        ("a.b axb", 'matches:"a.b"', ["a.b", "axb"]),
        ("abc", "ab OR bc", ["abc"]),  # what overlaps is marked once
        ("oil gas", "oil -gas", ["oil"]),  # what is not wanted is not marked
        ("oil gas", "true:oil (word:gas OR coal)", ["gas"]),
        ("oil gas", "system(B):(wrong oil)", ["oil"]),
        ("oil", 'matches:"x*"', []),
        ("<b>oil</b>", '"<b>"', ["<b>"]),
        ("\N{PILE OF POO} oil \ue000x\ue001 oil", "oil", ["oil", "oil"]),
        ("石油 油", "word:油", ["油", "油"]),
        ("nul \0 oil", '"\0 o"', ["\0 o"]),
        (r"\1 \0", r'"\\0"', [r"\0"]),
    ],
)
def test_hits_are_the_words_of_the_filter(text: str, where: str, hits: list[str]) -> None:
    assert marked(text, where) == hits


def test_stretches_count_characters_of_the_composed_text() -> None:
    found = highlighted("a\N{COMBINING DIAERESIS} oil", parse("oil"))
    assert (found.text, found.hits, found.length) == ("ä oil", ((2, 5),), 5)


def test_a_long_text_is_cut_and_says_its_length() -> None:
    found = highlighted("oil " * 10_000, parse("oil"))
    assert (len(found.text), found.length, len(found.hits)) == (20_000, 40_000, MOST_HITS)


def test_without_a_filter_nothing_is_marked() -> None:
    assert highlighted("oil", None).hits == ()


def test_no_pattern_of_a_user_hangs() -> None:
    for pattern in ("(a+)+$", "(a|aa)+$", "(.*)*x", "(a?){50}a{50}"):
        with ends(pattern):
            found = highlighted("a" * 20_000 + "b", parse(f'matches:"{pattern}"'))
        assert found.length == 20_001
