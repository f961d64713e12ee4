"""The threshold slider in a real browser: table and curve follow, and a link keeps it."""

from __future__ import annotations

import pytest

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect


def open_curves(page, server, **choices):
    pairs = {"review": "reuters", "system": "svm", "class": "trade"} | choices
    page.goto(f"{server.url}/curves?" + "&".join(f"{k}={v}" for k, v in pairs.items()))
    page.locator(".st-key-pr .js-plotly-plot .scatterlayer").first.wait_for(state="attached")


def test_a_moved_slider_changes_table_and_marker_and_stays_in_the_link(page, server, settle):
    open_curves(page, server)
    panel = page.locator("table.grid").first
    before = panel.inner_text()
    settle(page)
    thumb = page.locator(".st-key-w_stop input[type=range]")
    marker = page.locator(".st-key-pr .scatterlayer .trace path.point").last
    stood = marker.get_attribute("transform")
    thumb.focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    expect(panel).not_to_have_text(before)
    expect(marker).not_to_have_attribute("transform", stood)
    page.wait_for_url("**curves.at=**")
    settle(page)
    page.wait_for_timeout(500)
    shown, link = panel.inner_text(), page.url
    fresh = page.context.browser.new_context()
    other = fresh.new_page()
    other.goto(link)
    expect(other.locator("table.grid").first).to_be_visible(timeout=20_000)
    assert other.locator("table.grid").first.inner_text() == shown
    fresh.close()


def test_a_typed_threshold_is_taken(page, server, settle):
    open_curves(page, server)
    settle(page)
    box = page.locator(".st-key-w_curves-at input")
    box.fill("0.25")
    box.press("Enter")
    expect(page.locator("table.grid").first).to_contain_text("score ≥ 0.25")
