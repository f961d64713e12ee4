"""Scores parted by their binary form: the parts of an engine are those of NumPy's own bits."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from breakeven.engine.parted import DIGITS, SHIFT, lowest, with_digits, with_octave
from breakeven.engine.running import duckdb_engine
from tests.engine_tables import TRAPS


def hard_scores() -> np.ndarray:
    """The traps, the largest double, every power of two with both of its neighbours, and minus."""
    powers = 2.0 ** np.arange(-1074, 1024)
    with np.errstate(over="ignore"):
        around = np.concatenate([powers, np.nextafter(powers, 0), np.nextafter(powers, np.inf)])
    scores = np.concatenate([TRAPS, around, [np.finfo(float).max]])
    return np.concatenate([scores, -scores])


def test_every_double_falls_into_the_part_that_its_bits_say() -> None:
    scores = hard_scores()
    with duckdb_engine() as engine:
        pairs = with_digits(with_octave(engine.put(pa.table({"score": scores}))))
        found = engine.run(pairs.select("score", "octave", "digits"))
    score, octave, digits = (found[name].to_numpy() for name in ("score", "octave", "digits"))
    mantissa, power = np.frexp(np.abs(score))  # in [1/2, 1)
    inside = ((2 * mantissa - 1) * 2.0**DIGITS).astype(np.int64)
    signed = np.where(score < 0, (1 << DIGITS) - 1 - inside, inside)
    np.testing.assert_array_equal(octave, np.sign(score) * (power - 1 + SHIFT))
    np.testing.assert_array_equal(digits, np.where(score == 0, 0, signed))


def test_all_digits_give_the_score_and_fewer_what_is_below_it() -> None:
    scores = np.unique(hard_scores()) + 0.0
    mantissa, power = np.frexp(np.abs(scores))
    inside = ((2 * mantissa - 1) * 2.0**DIGITS).astype(np.int64)
    digits = np.where(scores < 0, (1 << DIGITS) - 1 - inside, inside)
    digits[scores == 0] = 0
    octave = (np.sign(scores) * (power - 1 + SHIFT)).astype(np.int64)
    np.testing.assert_array_equal(lowest(octave, digits, DIGITS), scores)
    normal = np.abs(scores) >= np.finfo(float).tiny
    for fewer in (0, 1, 13, 26):
        low = lowest(octave, digits >> (DIGITS - fewer), fewer)
        assert np.all(low[normal] <= scores[normal])
        assert np.all(np.diff(low[normal]) >= 0)
