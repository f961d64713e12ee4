"""The app as a visitor has it: samples, uploads, links, restarts, hostile names."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from breakeven.ui.pages import PAGES
from tests.browser.app_server import AppServer
from tests.browser.driving import (
    address,
    choose_above,
    chosen_above,
    last_look,
    load,
    place_at_rest,
    settle,
    until,
    upload,
    visible,
    visit,
)
from tests.browser.hostile import hostile_csv
from tests.browser.tabs import POLICY


def test_a_page_that_cannot_be_pictured_fails_nothing(page: Page, tmp_path: Path) -> None:
    assert last_look(page, tmp_path / "last.png")
    page.close()
    assert not last_look(page, tmp_path / "last.png")


def test_a_sample_opens_with_one_click(page: Page, server: AppServer) -> None:
    page.goto(server.url)
    sample = page.locator(".st-key-open_reuters button")
    until(page, sample.click, visible(page.get_by_role("heading", name="How good is it?")))
    expect(
        page.get_by_text("12,902").or_(page.get_by_text("3,299 documents")).first
    ).to_be_visible()
    assert "review=reuters" in page.url


def test_an_upload_is_confirmed_and_evaluated(page: Page, server: AppServer) -> None:
    load(page, server, "mine.csv", b"id,true,predicted\n1,a,a\n2,a,b\n3,b,b\n4,b,b\n")
    # 3 of 4 documents got their class
    expect(page.get_by_text(re.compile("75(.0)? %")).first).to_be_visible()


def test_a_bad_upload_says_row_column_and_remedy(page: Page, server: AppServer) -> None:
    refused = visible(page.get_by_text("These files could not be read").first)
    upload(page, server, "bad.csv", b"id,true,predicted\n1,a,a\n1,a,b\n", refused)
    # what is wrong with the first rows is said above already, before anything is read
    problems = page.locator("table.prose").last.locator("tbody tr")
    expect(problems).to_have_count(1)
    cells = problems.locator("td").all_text_contents()
    assert cells[:3] == ["bad.csv", "3", "id"]
    assert "'1' occurred before" in cells[3]
    assert "keep one row" in cells[4]


def test_a_copied_link_shows_the_same_view_in_another_browser(
    page: Page, server: AppServer, new_tab: Callable[[], Page]
) -> None:
    page.goto(f"{server.url}/summary?review=reuters")
    # results.json of the sample: svm has the highest micro F1 on dev
    expect(page.get_by_text("best of 6 systems on dev").first).to_be_visible()
    expect(chosen_above(page, "system")).to_contain_text("svm")
    choose_above(page, "system", "knn")
    expect(chosen_above(page, "system")).to_contain_text("knn")
    # and micro F1 of knn on test is 0.8149
    expect(page.get_by_text("0.815").first).to_be_visible()
    page.wait_for_url(re.compile("system=knn"))
    other = new_tab()
    other.goto(page.url)
    expect(chosen_above(other, "system")).to_contain_text("knn")
    expect(other.get_by_text("0.815").first).to_be_visible()


def test_a_system_is_shown_by_a_click_on_its_dot_and_a_class_by_its_name(
    page: Page, server: AppServer
) -> None:
    page.goto(f"{server.url}/summary?review=reuters&system=svm")
    settle(page)
    # the second of the systems by micro F1, as published with the sample
    dot = page.locator(".st-key-systems .scatterlayer path.point").nth(1)

    def hover() -> None:
        box = place_at_rest(page, dot)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x - 2, y - 2)
        page.mouse.move(x, y)

    hovered = page.locator(".st-key-systems .hoverlayer").first
    until(page, hover, lambda timeout: expect(hovered).to_contain_text("logreg", timeout=timeout))
    page.mouse.down()
    page.mouse.up()
    page.wait_for_url(re.compile("system=logreg"))
    expect(chosen_above(page, "system")).to_contain_text("logreg")
    settle(page)
    # the class with the largest part of the errors
    name = page.locator("table.rows a").first
    called = name.inner_text()
    until(page, name.click, address(page, f"class={called}"))
    expect(page.get_by_role("heading", name="Which classes are weak, and why?")).to_be_visible()


def test_choices_survive_going_to_another_page_and_back(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/summary?review=reuters&system=tree&split=dev&beta=2&undefined=zero")
    # the README of the sample: 1,921 dev documents
    expect(page.get_by_text("1,921 documents").first).to_be_visible()
    visit(page, "Confusions")
    expect(chosen_above(page, "system")).to_contain_text("tree")
    visit(page, "Summary")
    expect(page.get_by_text("1,921 documents").first).to_be_visible()
    expect(page.get_by_text("F₂").first).to_be_visible()
    page.wait_for_url(re.compile("undefined=zero"))


def test_a_script_that_is_not_streamlits_own_does_not_run(
    browser: Browser, server: AppServer
) -> None:
    tab = browser.new_page()
    messages: list[str] = []
    tab.on("console", lambda message: messages.append(message.text))
    tab.goto(server.url)
    expect(tab.get_by_role("heading", name="What do you want to review?")).to_be_visible()
    tab.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), "
        "{textContent: 'window.ran = true'}))"
    )
    assert tab.evaluate("window.ran") is None
    assert any(POLICY in text for text in messages)
    tab.close()


def test_hostile_names_are_shown_literally_on_every_page(page: Page, server: AppServer) -> None:
    load(page, server, "<b>hostile<b>.csv", hostile_csv())
    closed = 0
    for record in [*PAGES.values()][1:]:
        name = record.title
        if page.get_by_role("link", name=name, exact=True).get_attribute("disabled") is None:
            visit(page, name)
        else:  # in the menu it is greyed: without scores, and of one system, it cannot answer
            closed += 1
            page.goto(f"{server.url}/{record.place}?{page.url.partition('?')[2]}")
            settle(page)
        expect(page.get_by_test_id("stException")).to_have_count(0)
        for chart in page.locator(".js-plotly-plot").all():
            chart.hover(force=True)
        assert page.evaluate("window.__pwn") is None
        assert page.locator('a[href^="javascript"], a[href*="127.0.0.1:9"]').count() == 0
        assert page.locator("[data-testid=stMain] img[src=x]").count() == 0
    assert closed == len(("Curves", "Human review", "Unlabelled data", "Compare systems"))
    visit(page, "Confusions")
    ticks = page.locator(".js-plotly-plot .ytick text")
    expect(ticks.first).to_be_visible()
    shown = " ".join(ticks.all_text_contents())
    for name in ("a<br>b", "# x", "%{z}", "&lt;x&gt;", "$x^2$"):
        assert name in shown
