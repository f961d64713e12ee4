"""Page tests share the process, and with it what pages keep between reruns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from markupsafe import Markup
from streamlit.testing.v1 import AppTest

from breakeven.ui.app.store.memory import mark_memory, review_memory
from breakeven.ui.app.store.saved import sample
from tests.emptied import drop_results, emptied
from tests.pages.reading import enter


@pytest.fixture(autouse=True, scope="module")
def _fresh_results() -> Iterator[None]:
    """Results are kept for the whole process: a module of page tests starts without another's.

    Within a module they stay, since their keys hold all they were made from, and so do the
    samples: without either, the tests take many times as long.
    """
    yield
    drop_results(but=sample)


@pytest.fixture(autouse=True)
def _fresh_uploads() -> Iterator[None]:
    """What a test has read from files, or saved, is not there for the next."""
    yield
    review_memory.clear()
    mark_memory.clear()
    emptied()


@pytest.fixture(autouse=True)
def _no_html_in_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """An f-string makes a text of HTML, which then stands on the page with its tags."""

    def refuse(html: Markup, _: str) -> str:
        raise AssertionError(f"HTML in an f-string, which escapes no name: {str(html)!r}")

    monkeypatch.setattr(Markup, "__format__", refuse, raising=False)


@pytest.fixture
def load_page() -> AppTest:
    """The Load page with nothing loaded."""
    return enter()
