"""The Story page shows one screen, and leads to the next."""

from __future__ import annotations

from tests.pages.reading import open_page, text_of


def test_each_screen_stands_at_its_own_address_and_leads_on() -> None:
    at = open_page("story", review="r8", **{"story.screen": "good"})
    assert at.title[0].value == "How good is it?"
    # as `evaluate` has it: accuracy 0.970
    assert "Of 100 documents, 97 get the right class." in text_of(at)
    (on,) = [button for button in at.button if button.label == "Next"]
    on.click()
    at.run()
    assert at.title[0].value == "Where does it fail?"
    assert "It goes wrong most often with “acq”: it misses 9 of its 696" in text_of(at)
    assert "This one it missed." in text_of(at)


def test_the_last_screen_asks_and_says_what_would_help() -> None:
    at = open_page("story", review="r8", **{"story.screen": "decide"})
    assert "Are 97 of 100 documents right enough for what it is to do?" in text_of(at)
    assert "Many of the errors: “acq”." in text_of(at)
