"""Results are made once for their records, and go with them."""

from __future__ import annotations

import gc

from breakeven.data.record_cache import RecordCache


class Made:
    """A record."""


def test_a_result_is_made_once_for_each_record_and_key() -> None:
    cache: RecordCache[list[int]] = RecordCache(most=2)
    one, other = Made(), Made()
    first = cache.result_of((one,), "a", lambda: [1])
    assert cache.result_of((one,), "a", lambda: [2]) is first
    assert cache.result_of((one,), "b", lambda: [3]) == [3]
    assert cache.result_of((other,), "a", lambda: [4]) == [4]


def test_records_are_kept_together() -> None:
    cache: RecordCache[int] = RecordCache(most=2)
    one, other = Made(), Made()
    assert cache.result_of((one, other), "a", lambda: 1) == 1
    assert cache.result_of((one, one), "a", lambda: 2) == 2
    assert cache.result_of((one, other), "a", lambda: 3) == 1
    del other
    gc.collect()
    assert len(cache._of) == 1


def test_the_last_results_of_a_record_are_kept() -> None:
    cache: RecordCache[int] = RecordCache(most=2)
    record = Made()
    for key in range(3):
        cache.result_of((record,), key, lambda: 0)
    assert [cache.result_of((record,), key, lambda: 1) for key in (1, 2, 0)] == [0, 0, 1]


def test_nothing_is_kept_of_records_that_are_gone() -> None:
    cache: RecordCache[Made] = RecordCache(most=2)
    record = Made()
    cache.result_of((record,), "a", Made)
    assert len(cache._of) == 1
    del record
    gc.collect()
    assert not cache._of
