"""Fixtures shared by all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def _fresh_caches(request: pytest.FixtureRequest) -> Iterator[None]:
    """Results are kept for the whole process: a page test starts without another's.

    Only the samples stay: they never change, and reading one takes a second.
    """
    yield
    if "pages" in request.path.parts:
        from breakeven.ui.app.cache import sample
        from breakeven.ui.app.cached import drop_all

        drop_all(but=sample)
