"""Opening what is saved costs a fraction of reading its files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

import breakeven as be
from breakeven.home import home
from breakeven.library.actors import LOCAL
from breakeven.library.again import sample_options
from breakeven.library.library import open_library
from breakeven.library.reviews import open_review, save_review


def quickest(do: Callable[[], object]) -> float:
    """Processor seconds of the quickest of three times."""
    found = []
    for _ in range(3):
        started = process_time()
        do()
        found.append(process_time() - started)
    return min(found)


@pytest.mark.slow
def test_a_large_review_is_opened_in_less_than_a_third_of_the_time_of_reading_it(
    tmp_path: Path,
) -> None:
    library = open_library(tmp_path, f"sqlite:///{tmp_path / 'library.sqlite'}")
    review = be.sample("reuters")
    files = [(path.name, path) for path in sorted((home() / "sample_data").glob("*.parquet"))]
    save_review(library, LOCAL, review, files, sample_options("reuters", {}))
    reading = quickest(lambda: be.sample("reuters"))
    opening = quickest(lambda: open_review(library, LOCAL, review.fingerprint))
    # a tenth on a quiet machine: benchmarks/library.py
    assert opening < 0.3 * reading
    library.engine.dispose()
