"""What stands before the pages: headers of every answer, hosts, and how much a visitor may send."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, MutableMapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from streamlit import config
from streamlit.runtime import exists, get_instance
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

from breakeven.ui.app.kept.cached import forget_idle
from breakeven.ui.app.session.unsent import keep_unsent
from breakeven.ui.components.scripts import SCRIPTS

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

INDEX = Path(st.__file__).parent / "static" / "index.html"
UPLOAD = re.compile(r".*/_stcore/upload_file/([^/]+)/([^/]+)")
HEALTH = ("/_stcore/health", "/_stcore/script-health-check")
METRICS = "/_stcore/metrics"
LOOPBACK = ("127.0.0.1", "::1")
MEGABYTE = 1 << 20
# of the size that one file may have: what a visitor, and all together, may have sent
A_VISITOR = 2
TOGETHER = 6
# what nobody has looked at for so long is forgotten; sooner when nobody is there
SWEEP_SECONDS = 30
# the first page is lighter than what every page of a review needs, which is made ready when who
# came at once has that first page
FIRST_SECONDS = 1.5
PAGES = "breakeven.ui.app.shared.page"
IDLE_SECONDS = 600
GONE_SECONDS = 60


def policy() -> str:
    """The content security policy: nothing from elsewhere, no script that stands in a page."""
    inline = re.findall(r"<script>(.*?)</script>", INDEX.read_text(encoding="utf-8"), re.DOTALL)
    digests = [hashlib.sha256(script.encode()).digest() for script in inline]
    allowed = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' 'wasm-unsafe-eval' {allowed}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self' data: blob:",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'self'",
        )
    )


@dataclass
class Visitors:
    """How many pages are open, each over a connection of its own."""

    connected: int = 0

    @contextmanager
    def another(self) -> Iterator[None]:
        """While one more is there."""
        self.connected += 1
        try:
            yield
        finally:
            self.connected -= 1


_VISITORS = Visitors()


async def _answer(send: Send, status: int, said: str, kind: str) -> None:
    content = [(b"content-type", f"text/{kind}; charset=utf-8".encode())]
    await send({"type": "http.response.start", "status": status, "headers": content})
    await send({"type": "http.response.body", "body": said.encode()})


class Guard:
    """Adds headers to every answer and refuses what no browser of a visitor asks for."""

    def __init__(
        self,
        app: Callable[[Scope, Receive, Send], Awaitable[None]],
        is_active: Callable[[str], bool] | None = None,
    ) -> None:
        """`is_active`: whether a session is there, by default of Streamlit's."""
        self.app = app
        self.is_active = is_active or _is_active
        self.headers = [
            (b"content-security-policy", policy().encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"x-frame-options", b"SAMEORIGIN"),
            (b"referrer-policy", b"no-referrer"),
            (b"cross-origin-resource-policy", b"same-origin"),
        ]
        # bytes by session and file
        self.sent: dict[str, dict[str, int]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; those of websockets are Streamlit's own, which checks host and origin."""
        if scope["type"] == "websocket":
            with _VISITORS.another():
                await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                own = [name for name, _ in self.headers]
                kept = [(k, v) for k, v in message["headers"] if k.lower() not in own]
                message["headers"] = [*kept, *self.headers]
                self._note(scope, message["status"])
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await _answer(guarded, *refused, "plain")
        elif (name := scope["path"].rpartition("/")[2]) in SCRIPTS:
            await _answer(guarded, 200, SCRIPTS[name], "javascript")
        else:
            await self.app(scope, receive, guarded)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        path, headers = scope["path"], dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1") or None
        if path not in HEALTH and not is_host_allowed(host):
            return 403, "This host is not among server.allowedHosts.\n"
        if path.endswith(METRICS) and not _is_near(scope, headers):
            return 403, "Metrics are for this machine alone.\n"
        upload = UPLOAD.fullmatch(path)
        if upload is None or scope["method"] != "PUT":
            return None
        size = headers.get(b"content-length", b"")
        if not size.isdigit():
            return 411, "The size of the file is not said.\n"
        self._forget_the_gone()
        most = int(config.get_option("server.maxUploadSize")) * MEGABYTE
        mine = sum(self.sent.get(upload[1], {}).values()) + int(size)
        together = sum(sum(files.values()) for files in self.sent.values()) + int(size)
        if mine > A_VISITOR * most or together > TOGETHER * most:
            return 413, "These files are too many or too large.\n"
        return None

    def _note(self, scope: Scope, status: int) -> None:
        """Count what a visitor has sent, once it was taken."""
        upload = UPLOAD.fullmatch(scope["path"])
        if upload is None or status >= 300:
            return
        if scope["method"] == "PUT":
            size = int(dict(scope["headers"])[b"content-length"])
            self.sent.setdefault(upload[1], {})[upload[2]] = size
        elif scope["method"] == "DELETE":
            self.sent.get(upload[1], {}).pop(upload[2], None)

    def _forget_the_gone(self) -> None:
        self.sent = {key: held for key, held in self.sent.items() if self.is_active(key)}


def _is_active(session: str) -> bool:
    return exists() and get_instance().is_active_session(session)


def _is_near(scope: Scope, headers: dict[bytes, bytes]) -> bool:
    client = scope.get("client") or ("", 0)
    return client[0] in LOOPBACK and b"x-forwarded-for" not in headers


@asynccontextmanager
async def lifespan(_: object) -> AsyncIterator[None]:
    """While the app is served, what nobody looks at is forgotten, and pages are sent whole."""
    keep_unsent()

    async def sweep() -> None:
        await asyncio.sleep(FIRST_SECONDS)
        await asyncio.to_thread(import_module, PAGES)
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            alone = not _VISITORS.connected
            await asyncio.to_thread(forget_idle, GONE_SECONDS if alone else IDLE_SECONDS)

    task = asyncio.create_task(sweep())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


MIDDLEWARE = (Middleware(Guard),)
