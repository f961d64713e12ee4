"""The head of a page says why what the address asks for is not used."""

from __future__ import annotations

import pytest

import breakeven as be
from tests.pages.reading import open_page

FILE = b"id,true,predicted\n1,a,a\n2,a,b\n3,b,b\n"


@pytest.mark.parametrize(("where", "wrong"), [("true:(", True), ("true:a", False), ("", False)])
def test_a_filter_that_cannot_be_read_is_named_with_its_place(where: str, wrong: bool) -> None:
    app = open_page("summary", be.read(FILE), where=where)
    warned = [one.value for one in app.warning]
    assert ("The filter cannot be used, so every document is shown." in warned) == wrong
    # below the filter stands a sign at the character that is wrong
    assert any(one.value.startswith("true:(\n") and "^" in one.value for one in app.code) == wrong
