"""What Find finds: words in any order, and other words for the same thing."""

from __future__ import annotations

import pytest

from breakeven.ui.app.header.palette import SYNONYMS, PaletteAction, matching
from breakeven.ui.pages import PAGES


def nothing() -> None:
    """What choosing would do."""


OFFERED: dict[str, tuple[str, PaletteAction]] = {
    f"page:{page.key}": (f"Page: {page.title}", nothing) for page in PAGES.values()
} | {"class:heating oil": ("Class: heating oil", nothing), "keys": ("Do: list all keys", nothing)}


@pytest.mark.parametrize(
    ("typed", "page"),
    [
        ("workload cost", "human_review"),
        ("cost WORKLOAD", "human_review"),
        ("price", "human_review"),
        ("ship", "summary"),
        ("agreement", "labels"),
        ("kappa", "labels"),
        ("leak", "splits"),
        ("leakage", "splits"),
        ("guidance", "next_steps"),
    ],
)
def test_pages_are_found_by_other_words_in_any_order(typed: str, page: str) -> None:
    assert matching(OFFERED, typed) == [f"page:{page}"]


def test_a_name_comes_before_what_only_means_the_same() -> None:
    assert matching(OFFERED, "oil heating") == ["class:heating oil"]
    assert matching(OFFERED, "labels")[0] == "page:labels"
    assert matching(OFFERED, "zzz") == []


def test_other_words_are_of_what_there_is() -> None:
    assert {key for key in SYNONYMS if key.startswith("page:")} <= {*OFFERED}
