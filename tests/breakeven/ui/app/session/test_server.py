"""What stands before the pages: headers, hosts, and how much a visitor may send."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from streamlit import config

from breakeven.ui.app.session.server import Guard

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
    said: list[MutableMapping[str, Any]] = []
    given = {"host": "localhost:8501"} | {k.replace("_", "-"): v for k, v in headers.items()}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "headers": [(k.encode(), v.encode()) for k, v in given.items()],
        "client": ("127.0.0.1" if near else "192.0.2.7", 5),
    }

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request"}

    async def send(message: MutableMapping[str, Any]) -> None:
        said.append(message)

    # in a thread of its own: what drives a browser for other tests has a loop running in this one
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, guard(scope, receive, send)).result()
    return said[0]["status"], dict(said[0]["headers"])


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
    assert ask(guard, "/_stcore/metrics", x_forwarded_for="192.0.2.7")[0] == 403


def put(guard: Guard, megabytes: int, session: str = "s", file: str = "f") -> int:
    path = f"/_stcore/upload_file/{session}/{file}"
    return ask(guard, path, "PUT", content_length=str(megabytes * MEGABYTE))[0]


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
