"""A page brings its own style, and another one in the dark."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from breakeven.ui.components.assets import PAGE_STYLE, PAGE_STYLE_IN_DARK


@pytest.mark.parametrize("dark", [False, True])
def test_a_page_has_its_rules_and_those_for_the_dark_only_there(dark: bool) -> None:
    def page(dark: bool) -> None:
        from breakeven.ui.components.assets import show_style

        show_style(dark)

    (shown,) = AppTest.from_function(page, args=(dark,)).run().get("html")
    assert PAGE_STYLE in shown.proto.body
    assert (PAGE_STYLE_IN_DARK in shown.proto.body) == dark
