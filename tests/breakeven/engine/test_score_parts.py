"""Scores parted by their binary form: the parts of an engine are those of NumPy's own bits."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from breakeven.engine.engines import duckdb_engine
from breakeven.engine.score_parts import DIGITS, lowest_scores, with_digits
from tests.engine_tables import TRAPS


def hard_scores() -> np.ndarray:
    """The traps, the largest double, every power of two with both of its neighbours, and minus."""
    powers = 2.0 ** np.arange(-1074, 1024)
    with np.errstate(over="ignore"):
        around = np.concatenate([powers, np.nextafter(powers, 0), np.nextafter(powers, np.inf)])
    scores = np.concatenate([TRAPS, around, [np.finfo(float).max]])
    return np.concatenate([scores, -scores])


@pytest.mark.parametrize("says_bits", [True, False])
def test_every_double_falls_into_the_part_that_its_bits_say(says_bits: bool) -> None:
    with duckdb_engine() as engine:
        pairs = with_digits(engine.put(pa.table({"score": hard_scores()})), says_bits)
        found = engine.run(pairs.select("score", "octave", "digits"))
    score, octave, digits = (found[name].to_numpy() for name in ("score", "octave", "digits"))
    expected = parts_of(score)
    np.testing.assert_array_equal(octave, expected[0])
    np.testing.assert_array_equal(digits, expected[1])


def parts_of(scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The octave and the digits of scores, from the bits that NumPy sees."""
    bits = np.abs(scores).view(np.int64)
    fraction = bits & ((1 << DIGITS) - 1)
    digits = np.where(scores < 0, (1 << DIGITS) - 1 - fraction, fraction)
    octave = np.sign(scores).astype(np.int64) * ((bits >> DIGITS) + 1)
    return octave, np.where(scores == 0, 0, digits)


@pytest.mark.parametrize("fewer", [0, 1, 13, 26, DIGITS])
def test_fewer_digits_give_what_is_below_the_score_and_all_the_score(fewer: int) -> None:
    scores = np.unique(hard_scores()) + 0.0
    octave, digits = parts_of(scores)
    low = lowest_scores(octave, digits >> (DIGITS - fewer), fewer)
    assert np.all(low <= scores)
    assert np.all(np.diff(low) >= 0)
    parts = np.unique(np.stack([octave, digits >> (DIGITS - fewer)]), axis=1)
    assert len(np.unique(low)) == parts.shape[1]
    if fewer == DIGITS:
        np.testing.assert_array_equal(low, scores)
