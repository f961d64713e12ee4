"""The threshold slider in a real browser: table and curve follow, and a link keeps it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

import breakeven as be
from tests.browser.app_server import AppServer
from tests.browser.driving import (
    address,
    bare,
    chosen_above,
    load,
    settle,
    type_in,
    until,
    visible,
    visit,
)
from tests.browser.first_screen import first_screen_words
from tests.browser.hostile import PAYLOADS

MOST_WORDS = 120


def open_curves(page: Page, server: AppServer, **choices: Any) -> None:
    pairs = {"review": "reuters", "system": "svm", "class": "trade"} | choices
    page.goto(f"{server.url}/curves?" + "&".join(f"{k}={v}" for k, v in pairs.items()))
    page.locator(".st-key-pr .js-plotly-plot .scatterlayer").first.wait_for(state="attached")
    settle(page)


def test_a_moved_slider_changes_table_and_marker_and_stays_in_the_link(
    page: Page, server: AppServer, new_tab: Callable[[], Page]
) -> None:
    open_curves(page, server)
    panel = page.locator("table.grid").first
    before = panel.inner_text()
    thumb = page.locator(".st-key-w_stop input[type=range]")
    marker = page.locator(".ring")
    stood = marker.bounding_box()
    assert stood is not None
    # at break-even the ring lies round the star
    star = page.locator('.st-key-pr .trace path.point[style*="rgb(0, 128, 93)"]').bounding_box()
    assert star is not None
    for ring, mark in (
        (stood["x"] + stood["width"] / 2, star["x"] + star["width"] / 2),
        (stood["y"] + stood["height"] / 2, star["y"] + star["height"] / 2),
    ):
        assert ring == pytest.approx(mark, abs=2.5)
    until(page, lambda: thumb.press("ArrowLeft"), address(page, "curves.at="))
    expect(panel).not_to_have_text(before)
    settle(page)
    assert marker.bounding_box() != stood
    shown, link = panel.inner_text(), page.url
    other = new_tab()
    other.goto(link)
    expect(other.locator("table.grid").first).to_be_visible()
    settle(other)
    assert other.locator("table.grid").first.inner_text() == shown


# name, x and y of each trace, and how many of its marks were painted
DRAWN = """() => {
  const figure = document.querySelector('.st-key-pr .js-plotly-plot');
  const painted = [...figure.querySelectorAll('.scatterlayer .trace')];
  return figure._fullData.map((trace, i) => ({
    name: trace.name, x: Array.from(trace.x), y: Array.from(trace.y),
    shape: trace.line && trace.line.shape, hover: trace.hovertemplate || '',
    points: painted[i].querySelectorAll('path.point').length,
  }));
}"""


@pytest.mark.parametrize("subject", ["class", "pooled"])
def test_the_curve_that_opens_has_eleven_points_and_break_even(
    page: Page, server: AppServer, subject: str
) -> None:
    choices = {"curves.of": "pooled"} if subject == "pooled" else {}
    open_curves(page, server, **choices)
    expected = be.pr_curve(
        be.evaluate(be.sample("reuters"), system="svm"), "trade" if subject == "class" else None
    )
    traces = page.evaluate(DRAWN)
    (eleven,) = [t for t in traces if t["name"].startswith("eleven interpolated points")]
    convention = "category pivot" if subject == "class" else "pooled list"
    assert f"{convention}: average {expected.eleven_point.average:.3f}" in eleven["name"]
    assert eleven["points"] == 11
    assert eleven["x"] == [i / 10 for i in range(11)]
    assert eleven["y"] == pytest.approx(expected.eleven_point.levels.tolist())
    assert "%{y:.3f}" in eleven["hover"]
    (step,) = [t for t in traces if t["shape"] == "vh"]
    assert step["y"][0] == eleven["y"][0]
    (star,) = [t for t in traces if t["name"].startswith("break-even")]
    assert star["points"] == 1
    assert star["y"] == pytest.approx([expected.break_even.precision])
    named = page.locator(".st-key-pr .annotation-text")
    expect(named.filter(has_text=f"{convention}:")).to_be_visible()
    expect(named.filter(has_text=f"average {expected.eleven_point.average:.3f}")).to_be_visible()
    expect(named.filter(has_text=f"break-even {expected.break_even.value:.3f}")).to_be_visible()


def test_the_first_screen_has_the_whole_curve_and_what_to_do(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/curves?review=reuters")
    page.locator(".st-key-pr .js-plotly-plot .scatterlayer").first.wait_for(state="attached")
    settle(page)
    words = first_screen_words(page)
    assert len(words) <= MOST_WORDS, " ".join(words)
    expect(page.get_by_role("button", name="Use this threshold")).to_be_in_viewport(ratio=1)
    # whole, with its axis
    expect(page.locator(".st-key-pr .xtick").first).to_be_in_viewport(ratio=1)


def test_a_typed_threshold_is_taken(page: Page, server: AppServer) -> None:
    open_curves(page, server)
    box = page.locator(".st-key-w_curves-at input")
    slider = page.locator(".st-key-w_stop")
    type_in(page, box, "0.25", address(page, "curves.at=0.25"))
    expect(slider).not_to_contain_text("0.0445")
    use = page.get_by_role("button", name="Use this threshold")
    until(page, use.click, address(page, "tuned%3D1"))
    expect(chosen_above(page, "settings")).to_contain_text("a threshold per class")
    expect(use).to_be_disabled()


def test_a_number_beyond_the_scores_stands_for_the_nearest(page: Page, server: AppServer) -> None:
    open_curves(page, server)
    slider = page.locator(".st-key-w_stop input[type=range]")
    box = page.locator(".st-key-w_curves-at input")
    # the highest score
    last = slider.get_attribute("max")
    assert last is not None
    type_in(page, box, "5000", lambda timeout: expect(slider).to_have_value(last, timeout=timeout))
    expect(box).not_to_have_value("5000")
    assert float(box.input_value()) < 5000
    assert box.get_attribute("aria-invalid") != "true"


def test_quick_presses_of_an_arrow_move_the_slider_as_many_stops(
    page: Page, server: AppServer
) -> None:
    open_curves(page, server)
    slider = page.locator(".st-key-w_stop input[type=range]")
    stood, seen = int(slider.input_value()), []
    for _ in range(20):
        slider.press("ArrowLeft")
        seen.append(slider.input_value())
    page.wait_for_url("**curves.at=**")
    settle(page)
    assert seen == [str(stood - i - 1) for i in range(20)]
    expect(slider).to_have_value(str(stood - 20))


def scored_csv() -> bytes:
    rows = ["id,class,truth,score"]
    for i, name in enumerate(PAYLOADS):
        quoted = '"' + name.replace('"', '""') + '"'
        rows += [f"{i}a,{quoted},1,0.9", f"{i}b,{quoted},0,0.4", f"{i}c,{quoted},1,0.3"]
    return "\n".join(rows).encode()


def test_hostile_class_names_are_literal_in_curves(page: Page, server: AppServer) -> None:
    load(page, server, "scored.csv", scored_csv())
    visit(page, "Curves")
    chart = page.locator(".st-key-pr .js-plotly-plot")
    expect(chart).to_be_visible()
    page.wait_for_url("**review=**")
    # so many that they have a legend
    overlaid = [PAYLOADS[2], PAYLOADS[4], PAYLOADS[5], "%{z}"]
    page.goto(f"{page.url}&curves.classes={quote(json.dumps(overlaid))}")
    legend = page.locator(".st-key-pr .legendtext")
    expect(legend.nth(9)).to_be_attached()
    others = page.get_by_role("button", name="Add curves")
    until(page, others.click, visible(page.locator(".st-key-w_curves-classes")))
    for name in overlaid:
        expect(
            page.locator(".st-key-w_curves-classes").get_by_text(name, exact=True)
        ).to_be_visible()
    # what keeps Plotly from substituting is invisible
    texts = {bare(text) for text in legend.all_text_contents()}
    assert {text if len(text) <= 32 else text[:31] + "…" for text in overlaid} <= texts
    assert page.evaluate("window.__pwn") is None
    page.keyboard.press("Escape")
    part = page.locator(".st-key-w_curves-part button", has_text="Conventions")
    until(page, part.click, address(page, "curves.part=conventions"))
    settle(page)
    subjects = ("eleven", "yang", "label_ranking", "top_k")
    for place, subject in enumerate(subjects, start=1):
        button = page.locator(".st-key-w_curves-subject button").nth(place)
        until(page, button.click, address(page, f"curves.subject={subject}"))
        settle(page)
    assert page.evaluate("window.__pwn") is None
