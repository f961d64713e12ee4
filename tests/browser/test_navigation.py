"""The menu, addresses of earlier pages, the browser's own history, and Help beside a page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from breakeven.ui.pages import PAGES, PageKey
from tests.browser.app_server import AppServer
from tests.browser.driving import address, gone, settle, until, visible, visit


@pytest.mark.parametrize(
    ("earlier", "now"),
    [
        ("overview?review=r8&beta=2", r"/summary\?.*review=r8.*beta=2"),
        ("workload?review=r8&workload.send=0.2", r"/human_review\?.*human_review\.send=0\.2"),
        (
            "agreement?review=r8&agreement.part=noise",
            r"/labels\?.*labels\.part=annotators&labels\.people=noise",
        ),
        ("reviews", r"\d/$"),
    ],
)
def test_addresses_of_earlier_pages_lead_on_with_their_choices(
    page: Page, server: AppServer, earlier: str, now: str
) -> None:
    page.goto(f"{server.url}/{earlier}")
    settle(page)
    address(page, re.compile(now))(90_000)
    expect(page.get_by_test_id("stException")).to_have_count(0)


# the nineteen pages that there once were, and the page that now answers what each of them did
LEADS_TO: dict[str, PageKey] = {
    "load": "home",
    "reviews": "home",
    "story": "summary",
    "overview": "summary",
    "compare": "compare",
    "curves": "curves",
    "classes": "classes",
    "confusion": "confusions",
    "slices": "slices",
    "documents": "documents",
    "guidance": "next_steps",
    "thresholds": "thresholds",
    "workload": "human_review",
    "splits": "splits",
    "labels": "labels",
    "agreement": "labels",
    "unlabelled": "unlabelled_data",
    "history": "history",
    "measures": "home",
}


def test_every_address_that_there_ever_was_opens_a_page(page: Page, server: AppServer) -> None:
    assert {*LEADS_TO.values()} == {*PAGES}
    for earlier, key in LEADS_TO.items():
        page.goto(f"{server.url}/{earlier}?review=r8")
        place = PAGES[key].place.removeprefix("./")
        address(page, re.compile(rf"{re.escape(server.url)}/{place}(\?|$)"))(90_000)
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        settle(page)
        expect(page.get_by_test_id("stException")).to_have_count(0)
    # what had been a page is beside every page now
    expect(page.get_by_role("dialog").get_by_text("Contingency table").first).to_be_visible()


def test_an_unknown_address_has_a_page_of_its_own(page: Page, server: AppServer) -> None:
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(f"{server.url}/nosuchpage")
    expect(page.get_by_role("heading", name="No such page")).to_be_visible()
    expect(page).to_have_title("No such page · Breakeven")
    assert errors == []
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", name="What do you want to review?")).to_be_visible()


def test_the_menu_fits_a_small_window_also_where_most_pages_are_grey(
    page: Page, server: AppServer
) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{server.url}/summary?review=r8")
    settle(page)
    menu = page.get_by_test_id("stSidebar")
    for record in PAGES.values():
        expect(menu.get_by_role("link", name=record.title, exact=True)).to_be_in_viewport(ratio=1)
    expect(menu.get_by_role("button", name="Help")).to_be_in_viewport(ratio=1)
    # a decision without scores: the reason stands below the name
    expect(menu.get_by_text("needs scores").first).to_be_visible()
    expect(menu.get_by_text("needs a second system")).to_be_visible()


def test_back_leaves_a_page_that_wrote_its_own_address(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/summary?review=r8")
    settle(page)
    visit(page, "Classes", "Which classes are weak, and why?")
    settle(page)
    page.go_back()
    address(page, "/summary?")(90_000)
    settle(page)
    page.go_forward()
    address(page, "/classes?")(90_000)


def test_a_click_with_ctrl_opens_a_new_tab(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/summary?review=r8")
    settle(page)
    link = page.get_by_test_id("stSidebar").get_by_role("link", name="Slices", exact=True)
    with page.context.expect_page() as opened:
        link.click(modifiers=["Control"])
    assert "/slices?" in opened.value.url
    assert "/summary?" in page.url
    opened.value.close()


def test_words_in_any_order_find_a_page_by_other_names(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/summary?review=r8")
    settle(page)
    box = page.locator(".st-key-find_chosen").get_by_role("combobox")

    def find() -> None:
        if not box.is_visible():
            page.keyboard.press("Control+k")
        expect(box).to_be_focused()
        box.fill("cost workload")
        box.press("Enter")

    until(page, find, address(page, "/human_review?"))


def test_help_opens_beside_the_page_and_closes_again(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/summary?review=r8")
    settle(page)
    drawer = page.get_by_role("dialog")
    opener = page.get_by_test_id("stSidebar").get_by_role("button", name="Help")
    until(page, opener.click, visible(drawer.get_by_text("Contingency table").first))
    until(page, drawer.get_by_text("Recall", exact=True).first.click,
          visible(drawer.get_by_text("all classes together")))  # fmt: skip
    until(page, drawer.get_by_text("Keys", exact=True).click, visible(drawer.locator("kbd").first))
    until(page, lambda: page.keyboard.press("Escape"), gone(drawer))
    assert "/summary?" in page.url
