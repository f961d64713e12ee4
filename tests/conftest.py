"""Fixtures shared by all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def _fresh_caches(request: pytest.FixtureRequest) -> Iterator[None]:
    """Streamlit's caches belong to the process: a page test starts without another's results."""
    yield
    if "pages" in request.path.parts:
        import streamlit as st

        st.cache_data.clear()
