"""Short texts in two splits: what was copied is found, what repeats by itself is not."""

from __future__ import annotations

import numpy as np

from breakeven.data.equal_texts import MOST_SPLITS, STRATA_LENGTHS, copied_documents, length_stratum
from metrics.typing import Array


def corpus(seed: int, n: int, repeated: float) -> tuple[Array, Array]:
    """Texts as people write them, as numbers, and their words: a share of the short ones repeats.

    What repeats does so by Zipf's law, and the less the longer it is.
    """
    draw = np.random.default_rng(seed)
    words = np.clip(draw.poisson(draw.choice([2, 4, 8, 12, 15], n)), 1, 19)
    codes = np.arange(n) + 10**6
    again = draw.random(n) < repeated * np.exp(-words / 6)
    codes[again] = draw.zipf(1.3, n)[again] % 20_000
    words[again] = codes[again] * 2_654_435_761 % 15 + 1
    return codes, words


def test_texts_that_repeat_by_themselves_raise_no_alarm() -> None:
    shares = ([0.8, 0.2], [0.7, 0.1, 0.2], [0.5, 0.5], [0.2, 0.8])
    for repeated, least in ((0.6, 0.05), (0.1, 0.005)):
        alarms = 0
        for seed in range(100):
            codes, words = corpus(seed, 2_000, repeated)
            probabilities = shares[seed % len(shares)]
            split = np.random.default_rng(seed).choice(
                len(probabilities), len(codes), p=probabilities
            )
            last = codes[split == len(probabilities) - 1]
            assert np.isin(last, codes[split == 0]).mean() > least
            alarms += bool(copied_documents(codes, split, words, len(probabilities))[0].any())
        assert alarms <= 5


def test_what_was_copied_is_found_beside_what_repeats() -> None:
    codes, words = corpus(1, 3_000, 0.6)
    split = (np.arange(3_000) >= 2_400).astype(int)
    draw = np.random.default_rng(1)
    long_enough = np.flatnonzero((words >= 11) & (codes >= 10**6))
    train, test = (draw.permutation(long_enough[split[long_enough] == s])[:12] for s in (0, 1))
    codes[test], words[test] = codes[train], words[train]
    common = np.flatnonzero((split == 1) & np.isin(codes, codes[split == 0]))
    spoiled, copies = copied_documents(codes, split, words, 2)
    assert set(test) <= set(np.flatnonzero(spoiled))
    # most of the texts that are in both repeat by themselves, and are not among them
    assert len(common) > 60 > 2 * spoiled.sum()
    assert copies.texts.sum() == spoiled.sum() >= 2 * copies.expected.sum()


def test_a_text_that_is_common_in_a_split_is_no_copy() -> None:
    # of 30 texts that are in both, one is ten times in training: "ok thanks"
    codes, words = np.arange(2_000), np.full(2_000, 9)
    split = (np.arange(2_000) >= 1_000).astype(int)
    codes[1_000:1_030] = codes[:30]
    codes[100:109] = codes[0]
    spoiled, _ = copied_documents(codes, split, words, 2)
    assert np.flatnonzero(spoiled).tolist() == list(range(1_001, 1_030))


def test_documents_without_a_split_or_a_text_and_too_many_splits_are_passed_over() -> None:
    codes, words = np.arange(200), np.full(200, 5)
    codes[100:] = codes[:100]
    split = np.repeat([0, 1], 100)
    assert copied_documents(codes, split, words, 2)[0].sum() == 100
    for hidden in (np.full(200, -1), split - 1):
        assert not copied_documents(codes, hidden, words, 2)[0].any()
    assert not copied_documents(np.full(200, -1), split, words, 2)[0].any()
    assert not copied_documents(codes, split, words, MOST_SPLITS + 1)[0].any()


def test_texts_are_compared_with_those_of_about_as_many_words() -> None:
    words = np.array([0, 1, 4, 5, 6, 19, 20, 10**7])
    ends = [STRATA_LENGTHS[at] for at in length_stratum(words)]
    assert ends == [0, 1, 4, 4, 6, 15, 20, 1_001]
