"""Searching texts: with and without an index the same, and as a slow search by hand."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter

import numpy as np
import pytest
from numpy.testing import assert_allclose

from breakeven.data.corpus import PatternError, Texts, check_pattern, is_word, word_counts, words_in
from breakeven.data.records import Truth

SAID = [
    "Oil up, oil DOWN: crude-oil's price",
    "",
    "Äpfel und a\N{COMBINING DIAERESIS}pfel; ÄPFEL!",
    "no_oil oil_2 3.14",
    "石油 price 油",
    "“oil”… – price\tof\nOIL",
    "ends with oi",
    "l begins",
    "मानक हिन्दी",
]


def texts(strings: list[str]) -> Texts:
    values = np.array(strings, dtype=object)
    return Texts(Truth(None, ("a",), None, (), np.full(len(strings), -1), None, {"t": values}, "t"))


def words_by_hand(text: str) -> list[str]:
    """Letters with their marks, digits and _; a Chinese or Japanese character is a word."""
    found, word = [], ""
    for char in unicodedata.normalize("NFC", text).lower() + " ":
        spaceless = "\u3040" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff"
        if not spaceless and (unicodedata.category(char)[0] in "LMN" or char == "_"):
            word += char
            continue
        found += [word] * bool(word) + [char] * spaceless
        word = ""
    return found


def test_words_are_those_cut_by_hand() -> None:
    words = texts(SAID).words
    names = words.vocabulary.to_pylist()
    spans = zip(words.starts[:-1], words.starts[1:], strict=True)
    assert [[names[c] for c in words.codes[a:b]] for a, b in spans] == [
        words_by_hand(text) for text in SAID
    ]
    assert len(set(names)) == len(names)


def test_words_are_counted() -> None:
    # 4 Han characters, 3 kana, one Latin word
    assert word_counts(np.array(["日本銀行 カナと bank", ""], object)).tolist() == [8, 0]
    assert word_counts(np.array(SAID, object)).tolist() == [len(words_by_hand(t)) for t in SAID]
    assert word_counts(np.array([], object)).tolist() == []


def test_tf_idf_by_hand() -> None:
    x = texts(["a a b", "b", ""]).words.weights.toarray()
    # a: tf 2, df 1 of 3; b: tf 1, df 2 of 3
    a, b = (1 + math.log(2)) * math.log(1 + 3), math.log(1 + 3 / 2)
    assert_allclose(x[0], np.array([a, b]) / math.hypot(a, b), atol=1e-6)
    assert_allclose(x[1:], [[0, 1], [0, 0]])


def test_texts_are_taken_apart_in_parts() -> None:
    whole = words_in(texts(SAID * 3).arrow)
    parted = words_in(texts(SAID * 3).arrow, at_once=40)
    for words in (whole, parted):
        assert words.starts[-1] == len(words.codes) == 3 * sum(map(len, map(words_by_hand, SAID)))
    of_whole, of_parted = (np.array(w.vocabulary.to_pylist())[w.codes] for w in (whole, parted))
    assert of_whole.tolist() == of_parted.tolist()


@pytest.mark.parametrize("indexed", [False, True])
@pytest.mark.parametrize(
    "part", ["oil", "OIL up", "il", "l b", "äpfel", "油", "石油", "-oil'", "3.14", " ", "zzz", "हि"]
)
def test_a_part_is_found_in_any_case_with_and_without_an_index(part: str, indexed: bool) -> None:
    asked = texts(SAID)
    if indexed:
        assert asked.words
    want = [unicodedata.normalize("NFC", part.lower()) in composed(text) for text in SAID]
    assert asked.containing(part).tolist() == want


def composed(text: str) -> str:
    return unicodedata.normalize("NFC", text).lower()


@pytest.mark.parametrize("indexed", [False, True])
@pytest.mark.parametrize(
    "word",
    ["oil", "Äpfel", "a\N{COMBINING DIAERESIS}pfel", "油", "no_oil", "14", "oi", "हिन्दी", "zz"],
)
def test_a_word_is_found_whole_with_and_without_an_index(word: str, indexed: bool) -> None:
    asked = texts(SAID)
    if indexed:
        assert asked.words
    want = [composed(word) in words_by_hand(text) for text in SAID]
    assert asked.with_word(word).tolist() == want


def test_what_is_one_word() -> None:
    assert [is_word(w) for w in ("oil", "Öl", "油", "a_1")] == [True] * 4
    assert [is_word(w) for w in ("", "crude oil", "石油", "a-b", "oil.", " oil")] == [False] * 6


def test_likeness_is_the_cosine_of_tf_idf() -> None:
    strings = ["oil oil price", "oil barrel", "wheat price price price", "", "oil oil price"]
    bags = [Counter(text.split()) for text in strings]
    frequency = Counter(word for bag in bags for word in bag)

    def weights(bag: Counter[str]) -> dict[str, float]:
        raw = {w: (1 + math.log(n)) * math.log(1 + 5 / frequency[w]) for w, n in bag.items()}
        length = math.sqrt(sum(v * v for v in raw.values())) or 1.0
        return {w: v / length for w, v in raw.items()}

    mine = weights(bags[0])
    want = [sum(mine.get(w, 0) * v for w, v in weights(bag).items()) for bag in bags]
    assert_allclose(texts(strings).words.likeness(0), want, atol=1e-6)
    assert texts(strings).words.likeness(3).tolist() == [0] * 5


@pytest.mark.parametrize("pattern", ["a(", "(?=a)", r"\1", "[z-a]", "a{1001}", "a" * 1_001])
def test_a_pattern_that_is_none_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        check_pattern(pattern)


def test_patterns_match_composed_texts() -> None:
    assert texts(SAID).matching("^[ÄO]|\\d\\.").tolist() == [
        bool(re.search(r"^[ÄO]|\d\.", unicodedata.normalize("NFC", text))) for text in SAID
    ]


def test_lengths_are_characters_as_shown() -> None:
    assert texts(["", "a\N{COMBINING DIAERESIS}", "石油 ", "\N{PILE OF POO}"]).lengths.tolist() == [
        *(0, 1, 3, 1),
    ]
