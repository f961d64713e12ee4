"""Text on pages: names from files change nothing of what is said around them."""

from __future__ import annotations

import re

import pytest

from breakeven.ui.components.html import escaped


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
