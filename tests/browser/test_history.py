"""The browser's Back and Forward go through what was chosen, one choice or page a press."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from breakeven.data.wording import f_name
from tests.browser.app_server import AppServer
from tests.browser.driving import (
    address,
    choose_above,
    gone,
    settle,
    until,
    visit,
)

Seen = tuple[str, str, str, str]


def shown(page: Page) -> Seen:
    """The page, and system, β and split, once its address and its head agree."""
    settle(page)
    asked = parse_qs(urlsplit(page.url).query)
    (system,), (beta,), (split,) = (asked[key] for key in ("system", "beta", "split"))
    settings = "Settings" if float(beta) == 1 else f_name(float(beta))
    said = {"system": system, "split": split, "settings": settings}
    for name, words in said.items():
        head = page.locator(f".st-key-choose_{name}").get_by_role("button").first
        expect(head).to_contain_text(words)
    return urlsplit(page.url).path, system, beta, split


def choose_beta(page: Page, option: str) -> None:
    """Choose the weight of recall in the settings, and close them."""
    settings = page.locator(".st-key-choose_settings").get_by_role("button").first
    box = page.locator(".st-key-w_beta").get_by_role("combobox")

    def pick() -> None:
        if not box.is_visible():
            settings.click()
        box.click()
        page.get_by_role("option", name=option, exact=True).click()

    until(page, pick, address(page, f"beta={option}"))
    until(page, lambda: page.keyboard.press("Escape"), gone(box))


def test_back_and_forward_undo_and_redo_choices_and_changes_of_page(
    page: Page, server: AppServer
) -> None:
    page.goto(f"{server.url}/classes?review=reuters&system=nb&split=test")
    expect(page).to_have_url(re.compile("beta=1"))
    course = [shown(page)]

    def chosen(key: str, option: str) -> None:
        if key == "beta":
            choose_beta(page, option)
        else:
            choose_above(page, key, option)
        expect(page).to_have_url(re.compile(rf"\b{key}={option}"))
        course.append(shown(page))

    def turned(name: str) -> None:
        visit(page, name)
        course.append(shown(page))

    chosen("beta", "2")
    chosen("system", "svm")
    turned("Summary")
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
