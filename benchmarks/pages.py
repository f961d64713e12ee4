"""Pages on the Reuters sample beside an empty Streamlit page: reruns, first page, figure sizes.

`python benchmarks/pages.py` starts both apps on 127.0.0.1 and speaks Streamlit's websocket
protocol to them, so what is timed is the server's own work.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from benchmarks.visiting import EMPTY, Server, Visitor, serving
from breakeven.ui.pages import PAGES

RERUNS = 15
STARTS = 5
QUERY = "review=reuters&system=svm"


async def reruns(server: Server, page: str = "", query: str = "") -> tuple[float, float, Visitor]:
    """The median rerun after the first visit, and its processor time, in seconds."""
    visitor = Visitor(server.port)
    await visitor.come()
    for _ in range(2):
        await visitor.see(page, query)
    before = server.cpu()
    times = [await visitor.see(page, query) for _ in range(RERUNS)]
    used = (server.cpu() - before) / RERUNS
    await visitor.leave()
    return statistics.median(times), used, visitor


def first_page(folder: Path) -> float:
    """Seconds from starting the process to the end of the first page's first run."""
    with serving(folder) as server:

        async def visit() -> None:
            visitor = Visitor(server.port)
            await visitor.come()
            await visitor.see()
            await visitor.leave()

        asyncio.run(visit())
        return time.perf_counter() - server.started


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        empty = Path(name)
        (empty / "app.py").write_text(EMPTY)
        with serving(empty) as nothing, serving(ROOT) as own:
            alone, cpu, _ = asyncio.run(reruns(nothing))
            print(f"an empty page's rerun: {alone * 1e3:.1f} ms, CPU {cpu * 1e3:.0f} ms")
            for page in PAGES.values():
                path = "" if page.key == "home" else page.name
                taken, cpu, visitor = asyncio.run(reruns(own, path, QUERY))
                sizes = ", ".join(f"{size / 1e3:.0f} kB" for size in visitor.figures.values())
                print(
                    f"{page.title:12} {taken * 1e3:6.1f} ms, "
                    f"{taken / alone:5.2f} times the empty page, "
                    f"CPU {cpu * 1e3:3.0f} ms"
                    f"; figures: {sizes or 'none'}{'  FAILED' if visitor.failed else ''}",
                    flush=True,
                )
        pairs = [(first_page(ROOT), first_page(empty)) for _ in range(STARTS)]
        ratios = [own / other for own, other in pairs]
        print(
            f"process start to first page: {statistics.median(p[0] for p in pairs):.2f} s, "
            f"{statistics.median(ratios):.2f} times the empty app"
        )


if __name__ == "__main__":
    main()
