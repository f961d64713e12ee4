"""What stands before the pages: headers, hosts, and how much a visitor may send."""

from __future__ import annotations

import asyncio
import inspect
import weakref
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from streamlit import config
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.session_manager import SessionInfo
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

from breakeven.ui.server import Guard, forget_sessions

MEGABYTE = 1 << 20


async def answered(scope: Any, receive: Any, send: Any) -> None:
    """An app that takes everything, and tries to be framed by anybody."""
    headers = [(b"x-frame-options", b"ALLOWALL"), (b"x-own", b"1")]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def ask(
    guard: Guard, path: str = "/", method: str = "GET", near: bool = True, **headers: str
) -> tuple[int, dict[bytes, bytes]]:
    """Status and headers of the answer to a request."""
    messages: list[MutableMapping[str, Any]] = []
    given = {"host": "localhost:8501"} | {k.replace("_", "-"): v for k, v in headers.items()}
    scope = {
        "type": "http",
        "method": method,
        "path": path.partition("?")[0],
        "query_string": path.partition("?")[2].encode(),
        "headers": [(k.encode(), v.encode()) for k, v in given.items()],
        "client": ("127.0.0.1" if near else "192.0.2.7", 5),
    }

    requests = iter(["http.request"])

    async def receive() -> MutableMapping[str, Any]:
        if (kind := next(requests, None)) is None:
            await asyncio.Event().wait()  # nobody goes away
        return {"type": kind}

    async def send(message: MutableMapping[str, Any]) -> None:
        messages.append(message)

    # in a thread of its own: what drives a browser for other tests has a loop running in this one
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, guard(scope, receive, send)).result()
    return messages[0]["status"], dict(messages[0]["headers"])


def test_every_answer_says_what_a_browser_may_do() -> None:
    status, headers = ask(Guard(answered))
    assert status == 204
    assert headers[b"x-own"] == b"1"
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert headers[b"x-frame-options"] == b"SAMEORIGIN"
    assert headers[b"referrer-policy"] == b"no-referrer"
    policy = headers[b"content-security-policy"].decode()
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'self'"
    assert rules["object-src"] == "'none'"
    assert rules["frame-ancestors"] == "'self'"
    assert "unsafe" not in rules["script-src"].replace("wasm-unsafe-eval", "")
    # the one script that stands in Streamlit's page
    assert rules["script-src"].count("'sha256-") == 1
    for rule in rules.values():
        assert "http" not in rule
        assert "*" not in rule


@pytest.mark.parametrize("script", ["/focus.js", "/turning.js"])
def test_scripts_of_our_own_are_files_with_the_headers_of_every_answer(script: str) -> None:
    status, headers = ask(Guard(answered), script)
    assert (status, headers[b"content-type"]) == (200, b"text/javascript; charset=utf-8")
    assert b"default-src" in headers[b"content-security-policy"]
    assert ask(Guard(answered), script, host="evil.example")[0] == 403


@pytest.mark.parametrize("host", ["localhost", "localhost:8501", "127.0.0.1:1", "LOCALHOST."])
def test_hosts_that_are_allowed_are_answered(host: str) -> None:
    assert ask(Guard(answered), host=host)[0] == 204


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "a@localhost", ""])
def test_other_hosts_are_refused_with_headers_too(host: str) -> None:
    status, headers = ask(Guard(answered), host=host)
    assert status == 403
    assert b"content-security-policy" in headers
    assert ask(Guard(answered), "/_stcore/health", host=host)[0] == 204


def test_metrics_are_for_this_machine() -> None:
    guard = Guard(answered)
    assert ask(guard, "/_stcore/metrics")[0] == 204
    assert ask(guard, "/_stcore/metrics", near=False)[0] == 403
    for header in ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"):
        assert ask(guard, "/_stcore/metrics", "GET", True, **{header: "192.0.2.7"})[0] == 403
    for host in ("localhost", "127.0.0.1:8501", "LOCALHOST:1"):
        assert ask(guard, "/_stcore/metrics", host=host)[0] == 204


def test_metrics_behind_a_proxy_that_says_nothing_of_itself_are_refused() -> None:
    # as nginx asks that was told `proxy_set_header Host $host` and no more
    before = config.get_option("server.allowedHosts")
    config.set_option("server.allowedHosts", ["team.example"])
    try:
        guard = Guard(answered)
        assert ask(guard, "/", host="team.example")[0] == 204
        for host in ("team.example", "team.example:8501", "localhost.team.example", ""):
            assert ask(guard, "/_stcore/metrics", host=host)[0] == 403
    finally:
        config.set_option("server.allowedHosts", before)


def put(guard: Guard, megabytes: int, session: str = "s", file: str = "f") -> int:
    path = f"/_stcore/upload_file/{session}/{file}"
    return ask(guard, path, "PUT", content_length=str(megabytes * MEGABYTE))[0]


@pytest.mark.parametrize("method", ["PUT", "POST", "PATCH"])
def test_who_may_not_save_sends_nothing(method: str) -> None:
    sessions: list[str] = []

    def may_send(session: str) -> bool:
        sessions.append(session)
        return session == "member"

    guard = Guard(answered, lambda _: True, may_send)
    path = "/_stcore/upload_file/{}/f"
    assert ask(guard, path.format("nobody"), method, content_length="5")[0] == 403
    assert ask(guard, path.format("member"), method, content_length="5")[0] == 204
    assert sessions == ["nobody", "member"]
    # what brings nothing is Streamlit's to answer
    assert ask(guard, path.format("nobody"), "OPTIONS")[0] == 204
    assert guard.sent.get("nobody") is None


def test_a_visitor_may_send_two_files_of_the_largest_size_and_all_six() -> None:
    there = {"s", *map(str, range(9))}
    guard = Guard(answered, there.__contains__)
    most = int(config.get_option("server.maxUploadSize"))
    assert ask(guard, "/_stcore/upload_file/s/f", "PUT")[0] == 411
    assert [put(guard, most, file=str(i)) for i in range(3)] == [204, 204, 413]
    assert ask(guard, "/_stcore/upload_file/s/0", "DELETE")[0] == 204
    assert put(guard, most, file="new") == 204
    assert [put(guard, most, str(i)) for i in range(5)] == [204, 204, 204, 204, 413]
    # who has gone leaves room
    there.remove("s")
    assert put(guard, most, "4") == 204


class Session:
    """As Streamlit keeps one whose visitor left: by its id."""

    id = "s"


def test_sessions_whose_visitors_left_are_let_go_when_their_time_is_over() -> None:
    # Streamlit's own: what it is called inside may change with its next version
    storage = MemorySessionStorage(ttl_seconds=0)
    manager = WebsocketSessionManager(storage, MemoryUploadedFileManager(""), ScriptCache(), None)
    session: Any = Session()
    gone = weakref.ref(session)
    storage.save(SessionInfo(client=None, session=session))
    del session
    assert gone() is not None
    assert forget_sessions(manager) == 1
    assert gone() is None
    assert forget_sessions(manager) == 0
    # where it is called otherwise nothing is let go early, and nothing breaks
    assert forget_sessions(None) == 0
    assert "self._session_mgr = " in inspect.getsource(Runtime.__init__)


def test_what_was_not_taken_is_not_counted() -> None:
    async def moved(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 300, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    guard = Guard(moved, {"s"}.__contains__)
    assert put(guard, 1) == 300
    assert guard.sent == {}
    guard.app = answered
    assert put(guard, 1) == 204
    assert guard.sent == {"s": {"f": MEGABYTE}}


def test_an_earlier_address_leads_on_and_an_unknown_one_says_so() -> None:
    guard = Guard(answered)
    status, headers = ask(guard, "/overview?review=r8&overview.part=scores")
    assert (status, headers[b"location"]) == (307, b"summary?review=r8&summary.part=scores")
    assert ask(guard, "/summary?review=r8")[0] == 204
    status, headers = ask(guard, "/nosuchpage")
    assert (status, headers[b"content-type"]) == (200, b"text/html; charset=utf-8")
    assert headers[b"content-security-policy"]
    # a host that is not ours is not led anywhere
    assert ask(guard, "/overview", host="evil.example")[0] == 403


def test_earlier_addresses_lead_on_below_the_path_that_the_app_is_served_at() -> None:
    before = config.get_option("server.baseUrlPath")
    config.set_option("server.baseUrlPath", "/classifiers/")
    try:
        assert ask(Guard(answered), "/classifiers/guidance")[1][b"location"] == b"next_steps"
        assert ask(Guard(answered), "/classifiers/classes")[0] == 204
        assert ask(Guard(answered), "/classifiers")[0] == 204
        assert ask(Guard(answered), "/classifiers/nosuchpage")[0] == 200
    finally:
        config.set_option("server.baseUrlPath", before)


# --- the documents as a site


def test_the_documents_are_served_under_the_headers_of_every_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    (site / "start").mkdir(parents=True)
    (site / "index.html").write_text("<p>all of them</p>")
    (site / "start" / "index.html").write_text("<p>begin</p>")
    (tmp_path / "secret.txt").write_text("no")
    monkeypatch.setattr("breakeven.data.installation.SHIPPED", tmp_path)
    guard = Guard(answered)
    for path in ("/docs/", "/docs/start/", "/docs/start/index.html"):
        status, headers = ask(guard, path)
        assert status == 200
        assert headers[b"content-type"] == b"text/html; charset=utf-8"
        assert b"default-src 'self'" in headers[b"content-security-policy"]
    # to where relative links are right
    status, headers = ask(guard, "/docs")
    assert (status, headers[b"location"]) == (307, b"http://localhost:8501/docs/")
    for path in ("/docs/nothing/", "/docs/../secret.txt", "/docs//secret.txt", "/docs/%2e%2e/x"):
        assert ask(guard, path)[0] == 404
    # of Streamlit, which has pages of any name
    assert ask(guard, "/documents")[0] == 204
    assert ask(guard, "/docs/", method="POST")[0] == 405
    assert ask(guard, "/docs/", host="elsewhere.example")[0] == 403


def test_below_an_address_of_its_own_the_documents_are_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("<p>all of them</p>")
    monkeypatch.setattr("breakeven.data.installation.SHIPPED", tmp_path)
    before = config.get_option("server.baseUrlPath")
    config.set_option("server.baseUrlPath", "/reviews/")
    try:
        assert ask(Guard(answered), "/reviews/docs/")[0] == 200
        assert ask(Guard(answered), "/docs/")[0] == 204
    finally:
        config.set_option("server.baseUrlPath", before)


def test_where_the_documents_are_not_built_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("breakeven.data.installation.SHIPPED", tmp_path)
    assert ask(Guard(answered), "/docs/")[0] == 404
