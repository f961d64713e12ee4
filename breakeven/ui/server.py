"""What stands before the pages: headers of answers, hosts, how much a visitor may send.

And that pages are sent whole.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import hashlib
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, MutableMapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import streamlit as st
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.staticfiles import StaticFiles
from streamlit import config
from streamlit.runtime import exists, get_instance
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

from breakeven.data.installation import docs_site
from breakeven.ui.addresses import is_unknown, leads_to, no_such_page
from breakeven.ui.app.cache.memo import forget_idle
from breakeven.ui.app.session import access
from breakeven.ui.components.assets import SCRIPTS

# --- what a page has not sent to the browser yet when a part of it is drawn again


_clear = ForwardMsgQueue.clear


def keep_unsent() -> None:
    """Send a part that is drawn again after the page that it is of, and that page whole.

    Streamlit takes what it has not sent yet of such a part out of the page, with the place that it
    stands at: what comes after it in the page then finds no place in a browser, which stops there.
    """
    ForwardMsgQueue.clear = _clear_queue  # type: ignore[method-assign, assignment]


def _clear_queue(
    queue: ForwardMsgQueue,
    retain_lifecycle_msgs: bool = False,
    fragment_ids_this_run: list[str] | None = None,
) -> None:
    if fragment_ids_this_run is None:
        _clear(queue, retain_lifecycle_msgs)
    else:
        # what is drawn again comes behind, and takes the place of nothing that waits
        queue._delta_index_map = {}


# --- what stands before the pages: headers of every answer, hosts, and how much a visitor may send


Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

INDEX = Path(st.__file__).parent / "static" / "index.html"
UPLOAD = re.compile(r".*/_stcore/upload_file/([^/]+)/([^/]+)")
HEALTH = ("/_stcore/health", "/_stcore/script-health-check")
METRICS = "/_stcore/metrics"
DOCS = "/docs"
LOOPBACK = ("127.0.0.1", "::1")
# how this machine calls itself, in the header of whoever asks
ITSELF = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?", re.IGNORECASE)
# what proxies say of whom they ask for
FORWARDED = (b"x-forwarded-", b"forwarded", b"x-real-ip", b"via")
# what brings no file along
BRINGS_NOTHING = ("GET", "HEAD", "OPTIONS", "DELETE")
MEGABYTE = 1 << 20
# of the size that one file may have: what a visitor, and all together, may have sent
A_VISITOR = 2
TOGETHER = 6
# what nobody has looked at for so long is forgotten; sooner when nobody is there
SWEEP_SECONDS = 30
# the first page is lighter than what every page of a review needs, which is made ready when who
# came at once has that first page
FIRST_SECONDS = 1.5
PAGES = "breakeven.ui.begin"
IDLE_SECONDS = 600
GONE_SECONDS = 60


def policy() -> str:
    """The content security policy: nothing from elsewhere, no script that stands in a page."""
    inline = re.findall(
        Markup(r"<script>(.*?)</script>"), INDEX.read_text(encoding="utf-8"), re.DOTALL
    )
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


async def _answer(send: Send, status: int, text: str, kind: str, place: str = "") -> None:
    content = [(b"content-type", f"text/{kind}; charset=utf-8".encode())]
    if place:
        content.append((b"location", place.encode()))
    await send({"type": "http.response.start", "status": status, "headers": content})
    await send({"type": "http.response.body", "body": text.encode()})


# --- the documents as a site, under the same headers; anybody may read them


def docs_prefix(path: str) -> str | None:
    """What stands before the address of a page of the documents; None for all other addresses."""
    base = str(config.get_option("server.baseUrlPath")).strip("/")
    prefix = f"/{base}{DOCS}" if base else DOCS
    return prefix if path == prefix or path.startswith(f"{prefix}/") else None


async def _show_docs(scope: Scope, receive: Receive, send: Send) -> None:
    """One file of the documents, or in a sentence why there is none."""
    folder = docs_site()
    if folder is None:
        missing = "These documents were not built here: script/docs builds them.\n"
        await _answer(send, 404, missing, "plain")
        return
    try:
        await StaticFiles(directory=folder, html=True)(scope, receive, send)
    except HTTPException as error:
        await _answer(send, error.status_code, f"{error.detail}.\n", "plain")


class Guard:
    """Adds headers to every answer and refuses what no browser of a visitor asks for."""

    def __init__(
        self,
        app: Callable[[Scope, Receive, Send], Awaitable[None]],
        is_active: Callable[[str], bool] | None = None,
        may_send: Callable[[str], bool] | None = None,
    ) -> None:
        """By default of Streamlit's sessions.

        `is_active`: whether a session is there. `may_send`: whether its person may send files.
        """
        self.app = app
        self.is_active = is_active or _is_active
        self.may_send = may_send or _may_send
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
                others = [(k, v) for k, v in message["headers"] if k.lower() not in own]
                message["headers"] = [*others, *self.headers]
                self._note(scope, message["status"])
            await send(message)

        refused = self._refused(scope) or await self._no_sender(scope)
        if refused is not None:
            await _answer(guarded, *refused, "plain")
        elif (name := scope["path"].rpartition("/")[2]) in SCRIPTS:
            await _answer(guarded, 200, SCRIPTS[name], "javascript")
        elif (prefix := docs_prefix(scope["path"])) is not None:
            await _show_docs({**scope, "root_path": prefix}, receive, guarded)
        elif (place := _moved(scope)) is not None:
            await _answer(guarded, 307, "", "plain", place)
        elif is_unknown(path := _below_base(scope)):
            # not 404, which browsers report as an error of what is shown
            await _answer(guarded, 200, no_such_page(path), "html")
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

    async def _no_sender(self, scope: Scope) -> tuple[int, str] | None:
        """Why nothing is taken of a session: where people log in, its person may save nothing."""
        upload = UPLOAD.fullmatch(scope["path"])
        if upload is None or scope["method"] in BRINGS_NOTHING:
            return None
        # roles are in the library, which others may keep waiting
        if await asyncio.to_thread(self.may_send, upload[1]):
            return None
        return 403, "Only members who may save can send files.\n"

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


def _below_base(scope: Scope) -> str:
    """The path of a request below where the app is served."""
    base = str(config.get_option("server.baseUrlPath")).strip("/")
    path: str = scope["path"]
    return path.removeprefix(f"/{base}") if base else path


def _moved(scope: Scope) -> str | None:
    """Where the address of an earlier page leads now; None for every other."""
    path = _below_base(scope)
    if scope["method"] not in ("GET", "HEAD"):
        return None
    return leads_to(path.strip("/"), scope.get("query_string", b"").decode("latin-1"))


def _is_active(session: str) -> bool:
    return exists() and get_instance().is_active_session(session)


def _may_send(session: str) -> bool:
    """Whether the person of a session may save what they send; anybody where nobody logs in."""
    if not access.configured():
        return True
    there = get_instance().get_app_session(session) if exists() else None
    # what a later Streamlit may call otherwise lets nobody in
    return access.may_send_as(getattr(there, "_user_info", None) or {})


def _is_near(scope: Scope, headers: dict[bytes, bytes]) -> bool:
    """Whether this machine itself asks: no proxy on it that asks for somebody else."""
    client = scope.get("client") or ("", 0)
    host = headers.get(b"host", b"").decode("latin-1")
    forwarded = any(name.lower().startswith(FORWARDED) for name in headers)
    return client[0] in LOOPBACK and ITSELF.fullmatch(host) is not None and not forwarded


def let_go(seconds: float, left: int = 0) -> None:
    """Forget what nobody looked at for so long, and give the system back what that held.

    `left`: so many sessions were let go just now, and with them what their pages showed.
    """
    forget_idle(seconds)
    # the first page opens no review, and needs nothing of what holds them
    memory = sys.modules.get("breakeven.ui.app.store.memory")
    if memory is not None and (memory.review_memory.forget_idle(seconds) or left):
        # sessions and what they hold name one another
        gc.collect()
        import_module("breakeven.readers.base.memory").release_free_memory()


def forget_sessions(sessions: object) -> int:
    """Let go of sessions whose visitors left and whose time to come back is over; how many.

    `sessions`: Streamlit's manager of them, which keeps them, with all that their pages show, until
    the next visitor leaves. To be called where its events are.
    """
    left = getattr(getattr(sessions, "_session_storage", None), "_cache", None)
    expire = getattr(left, "expire", None)
    return 0 if expire is None else len(expire())


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
            manager = getattr(get_instance(), "_session_mgr", None) if exists() else None
            left = forget_sessions(manager)
            await asyncio.to_thread(let_go, GONE_SECONDS if alone else IDLE_SECONDS, left)

    task = asyncio.create_task(sweep())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


MIDDLEWARE = (Middleware(Guard),)
