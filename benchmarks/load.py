"""Many visitors at once: how long a page change takes, beside an empty Streamlit page.

`python benchmarks/load.py` starts both apps on 127.0.0.1 and speaks Streamlit's websocket
protocol to them. Twenty visitors change the page once a second on the Reuters sample, every page
having been opened once before; then a hundred come at once and turn three pages each. Then thirty
load a file of 1.6 MB each, look at two pages of it and leave: what the server holds of them while
they are there, and three minutes later, is printed as a multiple of what they sent.
`python benchmarks/load.py uploads` does the last part alone.
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
from streamlit.proto.WidgetStates_pb2 import WidgetState

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from benchmarks.visiting import EMPTY, Server, Visitor, serving
from breakeven.ui.pages import PAGES

USERS, SECONDS = 20, 20
MANY, TURNS = 100, 3
# files, and how long what nobody shows may take to be let go
UPLOADS, GONE_SECONDS = 30, 190
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


def table(seed: int) -> bytes:
    """A file of 1.6 MB: ids, truth, predictions, and short texts of words drawn at random."""
    chance = np.random.default_rng(seed)
    words = chance.integers(0, 5_000, (24_000, 9))
    true, predicted = chance.integers(0, 12, (2, len(words)))
    rows = [
        f"{i},c{t},c{p},{' '.join(f'w{w}' for w in said)}"
        for i, (t, p, said) in enumerate(zip(true, predicted, words, strict=True))
    ]
    return "\n".join(["id,true,predicted,text", *rows, ""]).encode()


async def sent(server: Server, first: int, many: int) -> tuple[int, float, list[Visitor]]:
    """Visitors who load a file each, one after the other: bytes, seconds, and they themselves."""
    total, seconds, there = 0, 0.0, []
    for i in range(first, first + many):
        content = table(i)
        visitor = Visitor(server.port)
        await visitor.come()
        await visitor.see()
        start = time.perf_counter()
        files = visitor.send(f"calls-{i}.csv", content)
        await visitor.see(widgets=[files])
        read = WidgetState(id=visitor.widgets["button", "read"], trigger_value=True)
        await visitor.see(widgets=[files, read])
        seconds += time.perf_counter() - start
        for page in ("summary", "classes"):
            await visitor.see(page, f"review={visitor.address['review']}")
        total += len(content)
        there.append(visitor)
    return total, seconds / many, there


async def loaded(server: Server) -> None:
    """What the server holds of what was sent, while its visitors are there and after they left."""
    # with one what all need is loaded
    for visitor in (await sent(server, UPLOADS, 1))[2]:
        await visitor.leave()
    empty = server.held()
    total, each, there = await sent(server, 0, UPLOADS)
    most = server.held() - empty
    for visitor in there:
        await visitor.leave()
    failed = sum(visitor.failed for visitor in there)
    await asyncio.sleep(GONE_SECONDS)
    print(
        f"{UPLOADS} files of {total / UPLOADS / 1e6:.1f} MB, {each:.1f} s each: held "
        f"{most / total:.1f} times what was sent, after they left {GONE_SECONDS} s ago "
        f"{(server.held() - empty) / total:.1f} times, {failed} errors"
    )


async def opened_once(server: Server, pages: Sequence[str], queries: Sequence[str]) -> None:
    visitor = Visitor(server.port)
    await visitor.come()
    for query in queries:
        for page in pages:
            await visitor.see(page, query)
    await visitor.leave()


def main() -> None:
    own = [page.name for page in PAGES.values() if page.key != "home"]
    queries = [f"review=reuters&{choice}" for choice in CHOICES]
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "app.py").write_text(EMPTY)
        if sys.argv[1:] == ["uploads"]:
            with serving(ROOT) as server:
                asyncio.run(loaded(server))
            return
        places = (("empty page", Path(name), [""], [""]), ("Breakeven", ROOT, own, queries))
        for title, folder, pages, choices in places:
            with serving(folder) as server:
                asyncio.run(opened_once(server, pages, choices))
                print(
                    f"{title:10} {USERS:4} visitors: {asyncio.run(paced(server, pages, choices))}"
                )
                print(
                    f"{title:10} {MANY:4} visitors: {asyncio.run(crowded(server, pages, choices))}"
                )
        with serving(ROOT) as server:
            asyncio.run(loaded(server))


if __name__ == "__main__":
    main()
