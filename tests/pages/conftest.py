"""Pages are entered as visitors enter them: through app.py, then to the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

APP = str(Path(__file__).resolve().parents[2] / "app.py")


@pytest.fixture
def load_page() -> AppTest:
    """The Load page with nothing loaded."""
    return AppTest.from_file(APP, default_timeout=30).run()


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    """Opens a page by its file with choices as the address has them."""

    def opened(page: str, **choices: str) -> AppTest:
        at = AppTest.from_file(APP, default_timeout=30)
        for key, value in choices.items():
            at.query_params[key] = value
        at.run()
        at.switch_page(f"pages/{page}.py").run()
        assert not at.exception
        return at

    return opened


@pytest.fixture
def text_of() -> Callable[[AppTest], str]:
    """All of our own HTML on a page, as one string."""

    def text(at: AppTest) -> str:
        return " ".join(element.proto.body for element in at.get("html"))

    return text
