"""The Summary answers on its first screen, in few words, whatever the task is."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.app_server import AppServer
from tests.browser.driving import address, load, settle, until, visit
from tests.browser.first_screen import HIGH, first_screen_words

MOST_WORDS = 150


def shown(page: Page) -> None:
    """Wait until the last part of the first screen is there, and hold it to its number of words."""
    expect(page.get_by_role("heading", name="Do next")).to_be_visible()
    settle(page)
    words = first_screen_words(page)
    assert 40 < len(words) <= MOST_WORDS, " ".join(words)
    # the one thing to do is in sight
    place = page.get_by_role("button", name="Set", exact=True).bounding_box()
    assert place is not None
    assert place["y"] + place["height"] < HIGH


@pytest.mark.parametrize("sample", ["reuters", "r8"])
def test_the_first_screen_of_a_sample_is_short(page: Page, server: AppServer, sample: str) -> None:
    page.goto(f"{server.url}/summary?review={sample}")
    shown(page)


def rows_of(classes: list[str], right: float) -> bytes:
    """A file of 300 documents, of which this share is right."""
    rng = random.Random(8)
    lines = ["id,true,predicted"]
    for i in range(300):
        true = rng.choice(classes)
        predicted = true if rng.random() < right else rng.choice(classes)
        lines.append(f"d{i},{true},{predicted}")
    return "\n".join(lines).encode()


TASKS = {
    "yes or no": rows_of(["spam", "", "", ""], 0.8),
    "one of three": rows_of(["good", "bad", "neither"], 0.8),
}


@pytest.mark.parametrize("task", TASKS)
def test_the_first_screen_of_a_file_is_short(page: Page, server: AppServer, task: str) -> None:
    load(page, server, "own.csv", TASKS[task])
    visit(page, "Summary", "How good is it?")
    shown(page)
    caught = page.get_by_text("Caught", exact=True)
    accuracy = page.get_by_role("link", name="Accuracy", exact=True)
    there, absent = (caught, accuracy) if task == "yes or no" else (accuracy, caught)
    expect(there).to_be_visible()
    expect(absent).to_have_count(0)


def test_slides_keep_their_controls_at_one_height(page: Page, server: AppServer) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{server.url}/?review=r8&story=1")
    settle(page)
    until(page, lambda: page.keyboard.press("p"), address(page, "summary.present=on"))
    heading = page.get_by_role("heading", level=1)
    tops = []
    for question in ("What does it do?", "How good is it?", "Where does it fail?"):
        expect(heading.locator("visible=true")).to_have_text(question)
        settle(page)
        button = page.get_by_role("button", name="Next")
        place = button.bounding_box()
        assert place is not None
        assert place["y"] > 1080 - 80
        tops.append(place["y"])
        page.keyboard.press("ArrowRight")
    assert len(set(tops)) == 1
