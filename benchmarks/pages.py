"""Pages on the Reuters sample beside an empty Streamlit page: reruns, first page, figure sizes.

`python benchmarks/pages.py` starts both apps on 127.0.0.1 and speaks Streamlit's websocket
protocol to them, so what is timed is the server's own work.
"""

from __future__ import annotations

import asyncio
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from breakeven.ui.app.page import PAGES

RERUNS = 15
STARTS = 5
QUERY = "review=reuters&system=svm"


@contextmanager
def serving(folder: Path) -> Any:
    """An app on a free port; yields the port and when the process was started."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    options = ["--server.headless", "true", "--browser.gatherUsageStats", "false"]
    started = time.perf_counter()
    process = subprocess.Popen(
        [*command, *options, "--server.address", "127.0.0.1", "--server.fileWatcherType", "none"],
        cwd=folder,
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
        yield port, started
    finally:
        process.terminate()
        process.wait(15)


class Session:
    """One visitor: opens a page, runs it again, and keeps the figures it was sent."""

    def __init__(self, port: int, page: str = "", query: str = "") -> None:
        self.port, self.page, self.query = port, page, query
        self.figures: dict[str, int] = {}
        self.failed = False

    async def open(self) -> float:
        self.socket = await websockets.connect(
            f"ws://127.0.0.1:{self.port}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            origin=f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]
            max_size=None,
        )
        return await self.run()

    async def run(self) -> float:
        """Seconds from asking for a run to its end."""
        message = BackMsg()
        message.rerun_script.query_string = self.query
        message.rerun_script.page_name = self.page
        start = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        raw = self.socket.transport.get_extra_info("socket")
        while True:
            # acknowledge at once: waiting to would add the network's 40 ms to every page, the
            # empty one too, and make all ratios look small
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
            answer = ForwardMsg()
            data = await asyncio.wait_for(self.socket.recv(), 120)
            answer.ParseFromString(data if isinstance(data, bytes) else data.encode())
            kind = answer.WhichOneof("type")
            if kind == "delta":
                element = answer.delta.new_element
                if element.WhichOneof("type") == "plotly_chart":
                    spec = element.plotly_chart.spec
                    self.figures[element.plotly_chart.id or str(len(self.figures))] = len(spec)
                self.failed |= element.WhichOneof("type") == "exception"
            if kind == "script_finished":
                return time.perf_counter() - start


async def reruns(port: int, page: str = "", query: str = "") -> tuple[float, Session]:
    """The median rerun after the first visit, in seconds."""
    session = Session(port, page, query)
    await session.open()
    await session.run()
    times = [await session.run() for _ in range(RERUNS)]
    await session.socket.close()
    return statistics.median(times), session


def first_page(folder: Path) -> float:
    """Seconds from starting the process to the end of the first page's first run."""
    with serving(folder) as (port, started):
        session = Session(port)

        async def visit() -> None:
            await session.open()
            await session.socket.close()

        asyncio.run(visit())
        return time.perf_counter() - started


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        empty = Path(name)
        (empty / "app.py").write_text('import streamlit as st\n\nst.write("empty")\n')
        with serving(empty) as (port, _), serving(ROOT) as (own_port, _):
            alone, _ = asyncio.run(reruns(port))
            print(f"an empty page's rerun: {alone * 1e3:.1f} ms (median of {RERUNS})")
            for path, title, _ in PAGES:
                page = Path(path).stem if path.startswith("pages/") else ""
                taken, session = asyncio.run(reruns(own_port, page, QUERY))
                sizes = ", ".join(f"{size / 1e3:.0f} kB" for size in session.figures.values())
                print(
                    f"{title:12} {taken * 1e3:6.1f} ms, {taken / alone:5.2f} times the empty page"
                    f"; figures: {sizes or 'none'}{'  FAILED' if session.failed else ''}"
                )
        pairs = [(first_page(ROOT), first_page(empty)) for _ in range(STARTS)]
        ratios = [own / other for own, other in pairs]
        print(
            f"process start to first page: {statistics.median(p[0] for p in pairs):.2f} s, "
            f"{statistics.median(ratios):.2f} times the empty app"
        )


if __name__ == "__main__":
    main()
