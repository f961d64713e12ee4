"""Estimates in a real browser: an unlabelled file, scores of other kinds, and a copied link."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.app_server import AppServer
from tests.browser.driving import address, choose, load, settle, until, visible, visit

NAMES = ("sport", "<b>bold</b>", "![i](http://127.0.0.1:9/i.png)")
# as the page names them, and as the address does
SUBJECTS = {
    "Class by class": "classes",
    "All classes": "overall",
    "Are the probabilities right?": "calibration",
    "Over time": "time",
    "Counting": "counting",
    "No fixed threshold": "sets",
}


def unlabelled_csv() -> bytes:
    """120 documents over two months, with probabilities and without truth."""
    rows = ["id,when," + ",".join(f'"p_{name}"' for name in NAMES)]
    for i in range(120):
        p = [(i * step % 97) / 97 for step in (7, 13, 29)]
        day = f"2025-{1 + i // 60:02}-{1 + i % 28:02}"
        rows.append(",".join([str(i), day, *(f"{value:.3f}" for value in p)]))
    return "\n".join(rows).encode()


def test_an_unlabelled_file_shows_estimates_and_nothing_realised(
    page: Page, server: AppServer
) -> None:
    load(page, server, "new.csv", unlabelled_csv())
    visit(page, "Unlabelled data", "What can we expect?")
    expect(page.get_by_text("Estimates, not measurements")).to_be_visible()
    main = page.get_by_test_id("stMain")
    for number, (subject, short) in enumerate(SUBJECTS.items()):
        if number > 0:  # the first is there already
            button = page.locator(".st-key-w_unlabelled_data-subject").get_by_text(subject)
            until(page, button.click, address(page, f"unlabelled_data.subject={short}"))
            settle(page)
        expect(page.get_by_test_id("stException")).to_have_count(0)
        text = main.inner_text() + " ".join(main.locator(".js-plotly-plot").all_text_contents())
        assert "actual" not in text.lower()
        assert "Nobody has labelled these documents" in text
    assert page.locator('[data-testid=stMain] a[href*="127.0.0.1:9"]').count() == 0


def test_pages_of_evaluations_lead_an_unlabelled_file_to_its_estimates(
    page: Page, server: AppServer
) -> None:
    load(page, server, "new.csv", unlabelled_csv())
    # the menu says it before anybody goes there
    greyed = page.get_by_role("link", name="Summary", exact=True)
    expect(greyed).to_have_attribute("disabled", "")
    page.goto(f"{server.url}/summary?{page.url.partition('?')[2]}")
    expect(page.get_by_text("there is nothing to compare with")).to_be_visible()
    onwards = page.get_by_role("button", name="See what can be expected of them")
    until(page, onwards.click, visible(page.get_by_text("Estimates, not measurements")))


def test_scores_that_are_no_probabilities_are_refused_and_can_be_fitted(
    page: Page, server: AppServer
) -> None:
    page.goto(f"{server.url}/unlabelled_data?review=reuters&system=svm")
    expect(page.get_by_text("Estimates need probabilities")).to_be_visible()
    expect(page.get_by_text("are not probabilities")).to_be_visible()
    expect(page.locator(".js-plotly-plot")).to_have_count(0)
    settle(page)
    fit = page.locator(".st-key-fit button")
    until(page, fit.click, visible(page.get_by_text("Estimates, not measurements")))
    # published with the sample: micro F1 of svm on test is 86.2 %
    expect(page.get_by_text("actual 0.862").first).to_be_visible()
    page.wait_for_url(re.compile("unlabelled_data.probabilities=fitted"))


def test_a_copied_link_shows_the_same_period_and_class(
    page: Page, server: AppServer, new_tab: Callable[[], Page]
) -> None:
    page.goto(
        f"{server.url}/unlabelled_data?review=reuters&system=logreg&unlabelled_data.subject=time"
        "&unlabelled_data.over=class"
    )
    page.locator(".st-key-course .js-plotly-plot").wait_for()
    settle(page)
    choose(page, "w_unlabelled_data-unit", "a month")
    expect(page.get_by_text("of 3 periods").first).to_be_visible()
    choose(page, "w_class", re.compile("^acq"))
    page.wait_for_url(re.compile("class=acq"))
    page.wait_for_url(re.compile("unlabelled_data.unit=month"))
    settle(page)
    periods = page.get_by_text("of 3 periods").first.inner_text()
    other = new_tab()
    other.goto(page.url)
    expect(other.get_by_text("of 3 periods").first).to_have_text(periods)
    chosen = other.locator(".st-key-w_class input")
    expect(chosen).to_have_value(re.compile("acq"))
