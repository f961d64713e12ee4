"""Text on pages: names from files change nothing of what is said around them."""

from __future__ import annotations

import re

import pytest

from breakeven.data.wording import name_of
from breakeven.ui.components.html import escaped, plain
from tests.breakeven.ui.app.session.test_widgets import drawn


@pytest.mark.parametrize("name", ["\u202eturned", "\u05d0\u05d1", "<b>\u2067x"])
def test_a_name_that_reads_from_right_to_left_stands_apart_in_a_sentence(name: str) -> None:
    shown = escaped(f"It misses “{name}” in 24 of “plain”.")
    apart = re.findall(r'isolate">(.*?)</span>', shown)
    assert apart == [f"“{name}”".replace("<", "&lt;").replace(">", "&gt;"), "“plain”"]
    # the numbers stand outside of what is turned
    assert "</span> in 24 of <span" in shown


def test_a_sentence_of_other_names_is_one_piece() -> None:
    assert escaped("“a” & “b”") == '<span style="white-space:pre-wrap">“a” &amp; “b”</span>'


def test_a_name_whose_end_is_cut_is_apart_to_the_end() -> None:
    assert escaped("It is “\u202eabc…").endswith('isolate">“\u202eabc…</span></span>')


def markup() -> None:
    """What is put onto a page by each function."""
    from breakeven.ui.components import html

    html.prose(["Why", "<i>"], [["it <b>is</b>", "so"], ["2", html.quiet("aside")]])
    html.grid(["", "n"], [[html.plain(" "), html.sign_box("▲")]])


def test_what_a_page_shows_stands_there_with_names_as_written() -> None:
    prose, grid = (element.proto.body for element in drawn(markup).get("html"))
    assert re.findall(r"<th>(.*?)</th>", prose) == ["Why", "&lt;i&gt;"]
    assert re.findall(r"<td>(.*?)</td>", prose) == [
        "it &lt;b&gt;is&lt;/b&gt;", "so", "2", "<small style='opacity:.75'>aside</small>",
    ]  # fmt: skip
    # a name of nothing but spaces is told in words, and apart from a name of these words
    assert "<i>" in plain(" ")
    assert name_of(" ") in plain(" ")
    assert "<i>" not in plain(name_of(" "))
    assert re.search("<td><span[^>]*>▲</span></td>", grid)
