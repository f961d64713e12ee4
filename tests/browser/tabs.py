"""Tabs of visitors who share nothing, and what must not happen in any of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, ViewportSize

from tests.browser.driving import PATIENCE

# how Chromium begins to say that the server's headers forbade something
POLICY = "Content Security Policy"
SIZE: ViewportSize = {"width": 1280, "height": 900}
BLANK = "about:blank"


def opened(browser: Browser) -> Page:
    """A tab of somebody who has not been here before."""
    context = browser.new_context(
        viewport=SIZE, accept_downloads=True, locale="en-GB", reduced_motion="reduce"
    )
    # the save dialog of a picker cannot be driven; without it a download is an event
    context.add_init_script("delete window.showSaveFilePicker")
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def empty(tab: Page) -> None:
    """Make a tab as if nobody had been here: nothing is left of what it showed."""
    if tab.url == BLANK:
        return
    tab.evaluate("() => { localStorage.clear(); sessionStorage.clear() }")
    tab.goto(BLANK)
    tab.set_viewport_size(SIZE)


@dataclass
class Watch:
    """Script errors, outside requests and what the headers forbid, of all that is watched."""

    own: set[str] = field(default_factory=lambda: {"data:", "blob:"})
    tabs: list[Page] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def begin(self, tab: Page) -> None:
        """Watch one more tab."""
        self.tabs.append(tab)
        tab.on("console", self._note_message)
        tab.on("pageerror", self._failed)
        tab.on("request", self._note_request)

    def end(self) -> None:
        """Watch none any more."""
        for tab in self.tabs:
            tab.remove_listener("console", self._note_message)
            tab.remove_listener("pageerror", self._failed)
            tab.remove_listener("request", self._note_request)

    def _note_message(self, message: ConsoleMessage) -> None:
        if POLICY in message.text:
            self.refused.append(message.text)

    def _failed(self, error: Error) -> None:
        self.errors.append(str(error))

    def _note_request(self, sent: Request) -> None:
        if not sent.url.startswith(tuple(self.own)):
            self.outside.append(sent.url)
