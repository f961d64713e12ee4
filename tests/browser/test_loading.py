"""A reading that takes long says how far it is, and can be stopped; another visitor's goes on."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from breakeven.readers.worker.connection import HAS_WORKER, PROCESS_MODULE
from breakeven.ui.app.session.waiting import STOP, WAS_STOPPED
from tests.browser.app_server import AppServer
from tests.browser.driving import address, load, settle, until, visible

ROWS = b"id,true,predicted\n1,a,a\n2,a,b\n3,b,b\n4,b,b\n"

pytestmark = pytest.mark.skipif(not HAS_WORKER, reason="this system reads in the same process")


def children_of(pid: int) -> list[int]:
    """The processes that this one has started and that have not ended."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = status.read_text().rpartition(")")[2].split()[:2]
        except OSError:  # gone by now
            continue
        if int(parent) == pid and state != "Z":
            found.append(int(status.parent.name))
    return sorted(found)


def listening_for(server: AppServer) -> int:
    """The process that hands connections of a server to readers."""
    assert server.process is not None
    said = {
        pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children_of(server.process.pid)
    }
    (listening,) = [pid for pid, command in said.items() if PROCESS_MODULE.encode() in command]
    return listening


def reading_for(server: AppServer) -> list[int]:
    """The processes that hold opened files for a server."""
    return children_of(listening_for(server))


def test_a_reading_that_is_stopped_ends_and_leaves_what_was_open_and_what_others_read(
    page: Page, server: AppServer, new_tab: Callable[[], Page]
) -> None:
    page.goto(f"{server.url}/?review=reuters")
    settle(page)
    other = new_tab()
    others = set(reading_for(server))
    chooser = page.locator('[data-testid="stFileUploader"] input[type=file][multiple]')
    chooser.set_input_files({"name": "slow.csv", "mimeType": "text/csv", "buffer": ROWS})
    read = page.get_by_role("button", name="Use these files")
    expect(read).to_be_visible()
    settle(page)
    (slow,) = set(reading_for(server)) - others

    # as slow as can be: it does nothing at all
    os.kill(slow, signal.SIGSTOP)
    stop = page.get_by_role("button", name=STOP)
    until(page, read.click, visible(stop))
    expect(page.get_by_text(re.compile(r"· [1-9]\d* s")).first).to_be_visible()
    load(other, server, "another.csv", ROWS)
    until(page, stop.click, visible(page.get_by_text(WAS_STOPPED)))
    settle(page)
    assert slow not in reading_for(server)
    expect(stop).to_have_count(0)
    # what was open still is, and the files can be read again
    assert "review=reuters" in page.url
    until(page, read.click, address(page, "/summary?"))
    expect(page.get_by_text(WAS_STOPPED)).to_have_count(0)


def test_files_that_are_sent_can_be_stopped_before_all_of_them_have_arrived(
    page: Page, server: AppServer
) -> None:
    page.goto(f"{server.url}/?review=reuters")
    settle(page)
    listening = listening_for(server)
    before = set(reading_for(server))
    rows = ROWS + b"".join(b"%d,a,a\n" % row for row in range(5, 300_000))
    # nobody takes what is sent: it fills what lies between, and no more
    os.kill(listening, signal.SIGSTOP)
    try:
        chooser = page.locator('[data-testid="stFileUploader"] input[type=file][multiple]')
        stop = page.get_by_role("button", name=STOP)
        chooser.set_input_files({"name": "large.csv", "mimeType": "text/csv", "buffer": rows})
        expect(
            page.get_by_text(re.compile(r"Sending megabyte 1 of \d+ · [1-9]\d* s"))
        ).to_be_visible()
        until(page, stop.click, visible(page.get_by_text(WAS_STOPPED)))
        settle(page)
    finally:
        os.kill(listening, signal.SIGCONT)
    assert "review=reuters" in page.url
    expect(stop).to_have_count(0)
    # what was to read them ends by itself, and they can be opened after all
    again = page.get_by_role("button", name="Open these files")
    until(page, again.click, visible(page.get_by_role("button", name="Use these files")))
    settle(page)
    assert len(set(reading_for(server)) - before) == 1
