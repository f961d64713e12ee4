"""Where addresses of earlier pages lead, and which are no page's."""

from __future__ import annotations

import pytest

from breakeven.ui.addresses import EARLIER, is_unknown, leads_to, no_such_page
from breakeven.ui.pages import PAGES

LED = {
    # the name of the page, its own choices, and what every page's address says
    ("overview", "review=r8&overview.part=scores"): "summary?review=r8&summary.part=scores",
    ("confusion", "class=a%2Fb"): "confusions?class=a%2Fb",
    ("guidance", "guidance.severity=error"): "next_steps?next_steps.severity=error",
    ("workload", ""): "human_review",
    ("unlabelled", "share=abc&split=dev"): "unlabelled_data?share=abc&split=dev",
    # slides are a section, which opens on the screen that was chosen
    ("story", "story.screen=good&workload.send=0.2"): (
        "summary?summary.part=slides&summary.screen=good&human_review.send=0.2"
    ),
    # a page that is called as before, with choices of one that is not
    ("compare", "workload.send=0.2"): "compare?human_review.send=0.2",
}


@pytest.mark.parametrize(("earlier", "place"), LED.items())
def test_an_earlier_address_leads_on_with_its_choices(earlier: tuple[str, str], place: str) -> None:
    assert leads_to(*earlier) == place


def test_addresses_of_pages_lead_nowhere_else() -> None:
    for page in PAGES.values():
        assert leads_to(page.name, "review=r8&beta=2&where=a%3Db") is None
    assert leads_to("", "review=r8") is None
    assert leads_to("nosuchpage", "overview.part=x") is None


def test_no_earlier_name_is_a_page_of_now() -> None:
    assert not {*EARLIER} & {page.name for page in PAGES.values()}


def test_what_looks_like_a_page_and_is_none_is_unknown() -> None:
    assert is_unknown("/nosuchpage")
    assert is_unknown("/Summary")
    for path in ("/", "/summary", "/overview", "/_stcore/health", "/favicon.png", "/static/a"):
        assert not is_unknown(path)


def test_an_unknown_address_is_shown_literally() -> None:
    said = str(no_such_page("/<img src=x onerror=y>"))
    assert "<img" not in said
    assert "&lt;img src=x onerror=y&gt;" in said
    assert "<title>No such page" in said
