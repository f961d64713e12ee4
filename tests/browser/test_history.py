"""The browser's Back and Forward go through what was chosen, one choice or page a press."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from tests.browser.app_server import AppServer
from tests.browser.driving import address, choose, settle, until, visit

Seen = tuple[str, str, str, str]


def shown(page: Page) -> Seen:
    """The page, and what its boxes say of system, β and split, once address and boxes agree."""
    settle(page)
    boxes = []
    for key in ("system", "beta", "split"):
        box = page.locator(f".st-key-w_{key}").get_by_role("combobox")
        (wanted,) = parse_qs(urlsplit(page.url).query)[key]
        expect(box).to_have_value(wanted.replace("inf", "∞"))
        boxes.append(box.input_value())
    system, beta, split = boxes
    return urlsplit(page.url).path, system, beta, split


def test_back_and_forward_undo_and_redo_choices_and_changes_of_page(
    page: Page, server: AppServer
) -> None:
    page.goto(f"{server.url}/classes?review=reuters&system=nb&split=test")
    expect(page).to_have_url(re.compile("beta=1"))
    course = [shown(page)]

    def chosen(key: str, option: str) -> None:
        choose(page, f"w_{key}", option)
        expect(page).to_have_url(re.compile(rf"\b{key}={option}"))
        course.append(shown(page))

    def turned(name: str) -> None:
        visit(page, name)
        course.append(shown(page))

    chosen("beta", "2")
    chosen("system", "svm")
    turned("Overview")
    chosen("beta", "0.5")
    chosen("split", "dev")
    turned("Curves")
    assert len(set(course)) == len(course)
    for step in reversed(course[:-1]):
        page.go_back()
        expect(page).to_have_url(re.compile(rf"{step[0]}\?.*system={step[1]}&split={step[3]}"))
        assert shown(page) == step
    for step in course[1:]:
        page.go_forward()
        expect(page).to_have_url(re.compile(rf"{step[0]}\?.*system={step[1]}&split={step[3]}"))
        assert shown(page) == step


def test_back_undoes_a_choice_made_in_a_part_of_a_page(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/curves?review=reuters&system=svm&class=trade")
    expect(page).to_have_url(re.compile("beta=1"))
    settle(page)
    slider = page.locator(".st-key-w_stop input[type=range]")
    stood = slider.input_value()
    until(page, lambda: slider.press("ArrowLeft"), address(page, "curves.at="))
    settle(page)
    expect(slider).not_to_have_value(stood)
    page.go_back()
    expect(page).not_to_have_url(re.compile("curves.at="))
    expect(slider).to_have_value(stood)
