"""Work on many things at once comes back in order, and fails as work one by one does."""

from __future__ import annotations

import threading
import time

import pytest

from metrics.parallel import LEAST, run_parallel


def test_results_come_in_order_whichever_is_done_first() -> None:
    def slow_at_first(index: int) -> int:
        time.sleep(0.002 if index == 0 else 0)
        return index * index

    assert run_parallel(slow_at_first, 5, LEAST) == [0, 1, 4, 9, 16]
    assert run_parallel(slow_at_first, 0, LEAST) == []


def test_little_work_starts_no_thread() -> None:
    own = threading.get_ident()
    assert run_parallel(lambda _: threading.get_ident(), 3, LEAST - 1) == [own] * 3


def test_what_one_raises_is_raised() -> None:
    def fail(index: int) -> None:
        if index == 2:
            raise ValueError("the third")

    with pytest.raises(ValueError, match="the third"):
        run_parallel(fail, 4, LEAST)
