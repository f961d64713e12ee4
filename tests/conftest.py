"""Fixtures shared by all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True, scope="module")
def _fresh_results(request: pytest.FixtureRequest) -> Iterator[None]:
    """Results are kept for the whole process: a module of page tests starts without another's.

    Within a module they stay, since their keys hold all they were made from, and so do the
    samples: without either, the tests take many times as long.
    """
    yield
    if "pages" in request.path.parts:
        from breakeven.ui.app.cache import sample
        from breakeven.ui.app.cached import drop_all

        drop_all(but=sample)


@pytest.fixture(autouse=True)
def _fresh_uploads(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test has read from files is not there for the next."""
    yield
    if "pages" in request.path.parts:
        from breakeven.ui.app.cache import loaded_files

        loaded_files.clear()
