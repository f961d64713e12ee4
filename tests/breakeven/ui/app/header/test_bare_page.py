"""What every page opens with, whether or not it shows a review."""

from __future__ import annotations

import pytest

from breakeven.ui.components.assets import PAGE_STYLE
from tests.pages.reading import enter, home_page, html_of


@pytest.mark.parametrize("again", [False, True])
def test_every_page_has_the_style_of_the_app(again: bool) -> None:
    app = enter()
    shown = html_of(home_page(app) if again else app)
    assert shown.count(PAGE_STYLE) == 1
