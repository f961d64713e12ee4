"""Where the server has a login: a provider of OpenID Connect, people with roles, and a stranger."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from breakeven.store.actors import LOCAL, Actor
from breakeven.store.library import Library, open_library
from breakeven.store.share_links import make_share_link
from tests.browser.app_server import AppServer
from tests.browser.driving import PATIENCE, settle, until, visible
from tests.ports import free_port

ROWS = b"id,true,predicted\n1,wheat,wheat\n2,corn,wheat\n"
TITLE = "quarterly figures"
SECRETS = """[auth]
redirect_uri = "{app}/oauth2callback"
cookie_secret = "only-for-tests-and-of-this-length"
client_id = "breakeven"
client_secret = "only-for-tests"
server_metadata_url = "{provider}/.well-known/openid-configuration"
"""


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    port = str(free_port())
    users = [f'--user-claims={{"sub": "{name}", "name": "{name.title()}"}}' for name in NAMES]
    command = [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "--port", port, *users]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{url}/.well-known/openid-configuration", timeout=10):
                break
        except OSError:
            time.sleep(0.05)
    yield url
    process.terminate()
    process.wait(60)


NAMES = ("anna", "ben", "zoe")


@pytest.fixture(scope="module")
def served(
    provider: str, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AppServer]:
    folder = tmp_path_factory.mktemp("login")
    server = AppServer(
        folder / "server.log",
        BREAKEVEN_HOME=str(folder / "home"),
        BREAKEVEN_FIRST_ADMIN=f"{provider} anna",
        STREAMLIT_SECRETS_FILES=str(folder / "secrets.toml"),
    )
    secrets = SECRETS.format(app=server.url, provider=provider)
    (folder / "secrets.toml").write_text(secrets, encoding="utf-8")
    yield server.start()
    server.stop()


@pytest.fixture
def library(served: AppServer) -> Library:
    """What the server saves to, as its machine sees it."""
    return open_library(Path(served.surroundings["BREAKEVEN_HOME"]))


@pytest.fixture
def sign_in(browser: Browser, served: AppServer) -> Iterator[Callable[[str], Page]]:
    """Opens a browser of somebody who signs in at the provider."""
    tabs = []

    def signed_in(name: str) -> Page:
        tab = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        tab.set_default_timeout(PATIENCE)
        tabs.append(tab)
        tab.goto(served.url)
        button = tab.get_by_role("button", name="Sign in")
        subject = tab.locator("input[name=sub]")
        until(tab, button.click, visible(subject))
        subject.fill(name)
        tab.get_by_role("button", name="Authorize").click()
        tab.wait_for_url(f"{served.url}/**")
        settle(tab)
        return tab

    yield signed_in
    for tab in tabs:
        tab.context.close()


def saved(library: Library) -> str:
    """The fingerprint of a review that is in the library, and in no process's memory."""
    from breakeven.readers.build import read_review
    from breakeven.readers.columns.propose import propose
    from breakeven.readers.opening import open_tables
    from breakeven.store.reviews import save_review

    files = [("calls.csv", ROWS)]
    proposal = propose(open_tables(files))
    review = read_review(files, proposal, TITLE)
    save_review(library, LOCAL, review, files, proposal.to_json())
    return review.fingerprint


def text_at(tab: Page, server: AppServer, path: str, wanted: str = "") -> str:
    """All that a page says once it says what is wanted."""
    tab.goto(f"{server.url}/{path}")
    expect(tab.locator("body")).to_contain_text(wanted)
    settle(tab)
    return tab.locator("body").inner_text()


def test_members_look_by_their_role_and_strangers_at_nothing(
    sign_in: Callable[[str], Page], served: AppServer, library: Library, provider: str
) -> None:
    fingerprint = saved(library)
    anna, zoe, ben = sign_in("anna"), sign_in("zoe"), Actor(provider, "ben", "Ben")
    expect(anna.get_by_text("Signed in as Anna, admin")).to_be_visible()
    # titles stand in a table there, which is a picture
    text_at(anna, served, "", "Saved reviews")
    for path in ("history", "", *(f"{p}?review={fingerprint}" for p in ADDRESSES)):
        shown = text_at(zoe, served, path, "You are not a member here")
        assert TITLE not in shown
        assert "wheat" not in shown
    library.set_member(LOCAL, ben, "viewer")
    tab = sign_in("ben")
    text_at(tab, served, f"summary?review={fingerprint}", TITLE)
    # by any address, a viewer writes nothing
    events = library.events(LOCAL, library.reviews(LOCAL)[0].id)
    for path in ("history", "documents", "", "summary"):
        text_at(
            tab, served, f"{path}?review={fingerprint}&marks=0&share=0&baseline=1&status=reviewed"
        )
    assert library.events(LOCAL, library.reviews(LOCAL)[0].id) == events
    text_at(tab, served, f"classes?review={fingerprint}", TITLE)
    library.remove_member(LOCAL, ben)
    link = tab.get_by_role("link", name="Summary", exact=True)
    until(tab, link.click, visible(tab.get_by_text("You are not a member here")))
    assert TITLE not in tab.locator("body").inner_text()


def test_files_are_taken_of_members_who_may_save_and_of_nobody_else(
    sign_in: Callable[[str], Page],
    browser: Browser,
    served: AppServer,
    library: Library,
    provider: str,
) -> None:
    # what an anonymous visitor has of a session is as good as that of a member, but for the person
    anybody = browser.new_context().new_page()
    anybody.set_default_timeout(PATIENCE)
    assert put(anybody, served, session_of(anybody, served, "Please sign in")) == 403
    zoe = sign_in("zoe")
    assert put(zoe, served, session_of(zoe, served, "You are not a member here")) == 403
    ben = Actor(provider, "ben", "Ben")
    library.set_member(LOCAL, ben, "viewer")
    tab = sign_in("ben")
    session = session_of(tab, served, "Signed in as Ben")
    expect(tab.get_by_text("To add files you need the role reviewer")).to_be_visible()
    assert put(tab, served, session) == 403
    # by whatever session: a member's own is as closed to others as before
    library.set_member(LOCAL, ben, "reviewer")
    assert put(tab, served, session) == 204
    library.remove_member(LOCAL, ben)
    assert put(tab, served, session) == 403
    anybody.context.close()


def session_of(tab: Page, server: AppServer, wanted: str) -> str:
    """The session of the page that is opened now, as the server tells it to the browser."""
    sessions: list[str] = []

    def hear(frame: bytes | str) -> None:
        answer = ForwardMsg()
        answer.ParseFromString(frame if isinstance(frame, bytes) else frame.encode())
        if answer.WhichOneof("type") == "new_session":
            sessions.append(answer.new_session.initialize.session_id)

    tab.on("websocket", lambda socket: socket.on("framereceived", hear))
    text_at(tab, server, "", wanted)
    return sessions[-1]


def put(tab: Page, server: AppServer, session: str) -> int:
    """The answer to a file that a session sends, with all that its browser would send along."""
    cookies = {cookie["name"]: cookie["value"] for cookie in tab.context.cookies()}
    return tab.context.request.put(
        f"{server.url}/_stcore/upload_file/{session}/a-file",
        headers={"X-Xsrftoken": cookies.get("_streamlit_xsrf", "")},
        multipart={"file": {"name": "rows.csv", "mimeType": "text/csv", "buffer": ROWS}},
    ).status


def test_a_share_link_is_for_members_unless_it_was_made_for_anybody(
    browser: Browser, served: AppServer, library: Library
) -> None:
    fingerprint = saved(library)
    members, anybody = (
        make_share_link(
            library, LOCAL, fingerprint, choices={}, numbers=None, days=1, anybody=for_anybody
        )
        for for_anybody in (False, True)
    )
    tab = browser.new_page()
    tab.set_default_timeout(PATIENCE)
    assert TITLE not in text_at(tab, served, f"documents?share={members}", "Please sign in")
    text_at(tab, served, f"documents?share={anybody}", TITLE)
    # the page's own parts are drawn again alone without asking anybody in
    further = tab.get_by_role("button", name="Next")
    until(
        tab,
        further.click,
        # at the second of two documents
        lambda timeout: expect(further).to_be_disabled(timeout=timeout),
    )
    expect(tab.get_by_text("2 of 2").first).to_be_visible()
    for path in ("", f"summary?review={fingerprint}"):
        assert TITLE not in text_at(tab, served, path, "Please sign in")
    text_at(tab, served, f"?share={anybody}", "to look at only")
    tab.close()


ADDRESSES = ("summary", "classes", "documents", "history")
