"""Many visitors at once: how long a page change takes, beside an empty Streamlit page.

`python benchmarks/load.py` starts both apps on 127.0.0.1 and speaks Streamlit's websocket
protocol to them. Twenty visitors change the page once a second on the Reuters sample, every page
having been opened once before; then a hundred come at once and turn three pages each.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from benchmarks.visiting import EMPTY, Server, Visitor, serving
from breakeven.ui.app.head.menu import PAGES

USERS, SECONDS = 20, 20
MANY, TURNS = 100, 3
CHOICES = ("system=svm", "system=svm&beta=2", "system=nb", "system=logreg&class=trade")


@dataclass
class Course:
    """What a number of visitors met: seconds of each page change, errors, processor time."""

    seconds: list[float] = field(default_factory=list)
    errors: int = 0
    cpu: float = 0.0

    def __str__(self) -> str:
        if not self.seconds:
            return f"nothing answered, {self.errors} errors"
        p50, p95 = statistics.median(self.seconds), statistics.quantiles(self.seconds, n=20)[18]
        return (
            f"{len(self.seconds):4} page changes, p50 {p50 * 1e3:5.0f} ms, "
            f"p95 {p95 * 1e3:5.0f} ms, CPU {self.cpu / len(self.seconds) * 1e3:3.0f} ms each, "
            f"{self.errors} errors"
        )


def drawn(
    chance: np.random.Generator, pages: Sequence[str], queries: Sequence[str]
) -> tuple[str, str]:
    return pages[int(chance.integers(len(pages)))], queries[int(chance.integers(len(queries)))]


async def turn(visitor: Visitor, course: Course, page: str, query: str) -> None:
    try:
        course.seconds.append(await visitor.see(page, query))
    except (OSError, TimeoutError, asyncio.IncompleteReadError):
        course.errors += 1


async def paced(server: Server, pages: Sequence[str], queries: Sequence[str]) -> Course:
    """Twenty visitors, a page change a second each; who waits longer turns at once."""
    course, chance = Course(), np.random.default_rng(1)
    end = time.perf_counter() + SECONDS

    async def visit(start: float) -> None:
        visitor = Visitor(server.port)
        await visitor.come()
        due = time.perf_counter() + start
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await turn(visitor, course, *drawn(chance, pages, queries))
            due = max(due + 1, time.perf_counter())
        course.errors += visitor.failed
        await visitor.leave()

    before = server.cpu()
    await asyncio.gather(*(visit(i / USERS) for i in range(USERS)))
    course.cpu = server.cpu() - before
    return course


async def crowded(server: Server, pages: Sequence[str], queries: Sequence[str]) -> Course:
    """A hundred visitors who come at once and turn as soon as they have an answer."""
    course, chance = Course(), np.random.default_rng(2)

    async def visit() -> None:
        visitor = Visitor(server.port)
        await visitor.come()
        for _ in range(TURNS):
            await turn(visitor, course, *drawn(chance, pages, queries))
        course.errors += visitor.failed
        await visitor.leave()

    before = server.cpu()
    await asyncio.gather(*(visit() for _ in range(MANY)))
    course.cpu = server.cpu() - before
    return course


async def opened_once(server: Server, pages: Sequence[str], queries: Sequence[str]) -> None:
    visitor = Visitor(server.port)
    await visitor.come()
    for query in queries:
        for page in pages:
            await visitor.see(page, query)
    await visitor.leave()


def main() -> None:
    own = [Path(path).stem for path, _, _ in PAGES if path.startswith("pages/")]
    queries = [f"review=reuters&{choice}" for choice in CHOICES]
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "app.py").write_text(EMPTY)
        places = (("empty page", Path(name), [""], [""]), ("Breakeven", ROOT, own, queries))
        for title, folder, pages, asked in places:
            with serving(folder) as server:
                asyncio.run(opened_once(server, pages, asked))
                print(f"{title:10} {USERS:4} visitors: {asyncio.run(paced(server, pages, asked))}")
                print(f"{title:10} {MANY:4} visitors: {asyncio.run(crowded(server, pages, asked))}")


if __name__ == "__main__":
    main()
