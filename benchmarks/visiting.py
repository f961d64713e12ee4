"""Servers of a benchmark's own, and visitors who speak Streamlit's websocket to them."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import parse_qsl

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

EMPTY = 'import streamlit as st\n\nst.write("empty")\n'
PATIENCE = 120  # seconds


@dataclass(frozen=True)
class Server:
    """An app that answers at `port` since `started` on the clock of `time.perf_counter`."""

    port: int
    started: float
    process: int

    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def held(self) -> int:
        """Bytes of memory that it holds now."""
        pages = Path(f"/proc/{self.process}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """The app in a folder, on a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    options = ["--server.headless", "true", "--browser.gatherUsageStats", "false"]
    # what the visitors of a benchmark save is theirs alone
    home = TemporaryDirectory(ignore_cleanup_errors=True)
    started = time.perf_counter()
    process = subprocess.Popen(
        [*command, *options, "--server.address", "127.0.0.1", "--server.fileWatcherType", "none"],
        cwd=folder,
        env=os.environ | {"BREAKEVEN_HOME": home.name},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1)
                break
            except OSError:
                time.sleep(0.01)
        yield Server(port, started, process.pid)
    finally:
        process.terminate()
        process.wait(15)
        home.cleanup()


class Visitor:
    """One session: opens a page, turns to others, and keeps the sizes of the figures it got."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.figures: dict[str, int] = {}
        self.failed = False
        self.session = ""
        self.address: dict[str, str] = {}
        # by what they are and the key that the page gives them
        self.widgets: dict[tuple[str, str], str] = {}

    async def come(self) -> None:
        """Connect; nothing is run yet."""
        self.socket = await websockets.connect(
            f"ws://127.0.0.1:{self.port}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            origin=f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]
            max_size=None,
            ping_interval=None,
        )

    async def leave(self) -> None:
        """Close the session."""
        await self.socket.close()

    async def see(
        self, page: str = "", query: str = "", widgets: Sequence[WidgetState] = ()
    ) -> float:
        """Seconds from asking for a page, with widgets as they are said, to the end of its run."""
        message = BackMsg()
        message.rerun_script.widget_states.widgets.extend(widgets)
        message.rerun_script.query_string = query
        message.rerun_script.page_name = page
        start = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        raw = self.socket.transport.get_extra_info("socket")
        while True:
            # acknowledge at once: waiting to would add the network's 40 ms to every page, the
            # empty one too, and make all ratios look small
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
            answer = ForwardMsg()
            data = await asyncio.wait_for(self.socket.recv(), PATIENCE)
            answer.ParseFromString(data if isinstance(data, bytes) else data.encode())
            kind = answer.WhichOneof("type")
            if kind == "new_session":
                self.session = answer.new_session.initialize.session_id
            if kind == "page_info_changed":
                self.address = dict(parse_qsl(answer.page_info_changed.query_string))
            if kind == "delta":
                element = answer.delta.new_element
                name = element.WhichOneof("type") or ""
                if name in ("file_uploader", "button"):
                    identity = getattr(element, name).id
                    self.widgets[name, identity.rpartition("-")[2]] = identity
                if element.WhichOneof("type") == "plotly_chart":
                    spec = element.plotly_chart.spec
                    self.figures[element.plotly_chart.id or str(len(self.figures))] = len(spec)
                self.failed |= element.WhichOneof("type") == "exception"
            early = answer.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN
            if kind == "script_finished" and not early:
                return time.perf_counter() - start

    def send(self, name: str, content: bytes) -> WidgetState:
        """Send a file; what the page's widget for files then is."""
        base = f"http://127.0.0.1:{self.port}/_stcore"
        with urllib.request.urlopen(f"{base}/health") as answer:  # noqa: S310 - this machine
            token = SimpleCookie(answer.headers.get("set-cookie", "")).get("_streamlit_xsrf")
        mark, file = "------a-part-of-many", f"{name}-file"
        head = f'--{mark}\r\nContent-Disposition: form-data; name="f"; filename="{name}"\r\n\r\n'
        headers = {"Content-Type": f"multipart/form-data; boundary={mark}"}
        if token is not None:
            headers |= {"X-Xsrftoken": token.value, "Cookie": f"_streamlit_xsrf={token.value}"}
        request = urllib.request.Request(  # noqa: S310 - this machine
            f"{base}/upload_file/{self.session}/{file}",
            f"{head}".encode() + content + f"\r\n--{mark}--\r\n".encode(),
            headers,
            method="PUT",
        )
        urllib.request.urlopen(request).close()  # noqa: S310 - this machine
        state = WidgetState(id=self.widgets["file_uploader", "files"])
        info = state.file_uploader_state_value.uploaded_file_info.add()
        info.file_id, info.name, info.size = file, name, len(content)
        return state
