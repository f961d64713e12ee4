"""What is saved stays saved, and opens fast.

`python benchmarks/library.py` lets two processes at a time save reviews, new versions and notes
into one library, and kills them (kill -9) at random moments, 500 times. Whatever they were told is
saved has to be there, whole, and nothing that is listed may be half there; what an interrupted
save left behind is counted, and pruned. `--postgresql` does it with PostgreSQL instead of SQLite.
Killing says nothing of power cuts: against those files and folders are fsynced before rows name
them.

    500 kills of 2 at a time (sqlite): 1,701 saved and 1,649 said were acknowledged
    interrupted while saving or saying: 494; lost: 0; half-saved and listed: 0; troubles: 0
    stray files of interrupted saves: 1,070, after pruning: 0

    200 kills of 2 at a time (postgresql): 493 saved and 456 said were acknowledged
    interrupted while saving or saying: 199; lost: 0; half-saved and listed: 0; troubles: 0
    stray files of interrupted saves: 408, after pruning: 0

Then the Reuters sample is saved and opened again, against reading its files, in the same process.

    Reuters: 8.2 MB parsed, of files of 6.5 MB; saved in 0.34 of the time of reading, opened in 0.13
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path

# a process that is forked has no threads to lose
os.environ["OPENBLAS_NUM_THREADS"] = "1"
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
import numpy as np

import breakeven as be
from breakeven.data.installation import home
from breakeven.data.records import Review
from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from breakeven.store import database
from breakeven.store.actors import LOCAL
from breakeven.store.blobs import Blobs
from breakeven.store.errors import DamagedError
from breakeven.store.library import Library
from breakeven.store.removal import STRAY_SECONDS
from breakeven.store.reviews import open_review, save_review

KILLS, AT_ONCE, SEED = 500, 2, 1
# so long a process lives at most, seconds, and so many digits its number of documents has
LONGEST, LARGEST = 0.4, 4.0
TITLES = 5
READ_AT_ONCE = 10
REPEATS = 5


@dataclass
class Acknowledged:
    """What processes said: what they began, and what they were told is there."""

    began: int = 0
    saved: set[str] = field(default_factory=set)
    events: set[tuple[str, int, str]] = field(default_factory=set)
    interrupted: int = 0

    def note(self, text: str) -> None:
        """Take in what one process wrote before it was killed; a last line may be cut short."""
        open_ = False
        for line in text.split("\n")[:-1]:
            kind, *rest = line.split()
            if kind == "saved":
                self.saved.add(rest[0])
            elif kind == "said":
                self.events.add((rest[0], int(rest[1]), rest[2]))
            open_ = kind == "begins"
            self.began += open_
        self.interrupted += open_


@contextmanager
def opened(folder: Path, url: str) -> Iterator[Library]:
    """The library, with no connection left when it is closed: processes are forked."""
    engine = database.engine_of(url)
    try:
        database.bring_up_to_date(engine)
        yield Library(engine, Blobs(folder / "blobs"))
    finally:
        engine.dispose()


def made_review(rng: np.random.Generator) -> tuple[Review, list[tuple[str, bytes]], str]:
    """A review of documents that no other has, few or many; its files, and how they are read."""
    documents = int(10 ** rng.uniform(0, LARGEST))
    ids = [f"{rng.integers(1 << 60):x}-{n}" for n in range(documents)]
    classes = np.array(["acq", "corn", "wheat"])[rng.integers(3, size=(2, documents))]
    files = []
    for role, class_names in zip(("true", "predicted"), classes.tolist(), strict=True):
        rows = [f"id,{role}", *map(",".join, zip(ids, class_names, strict=True))]
        files.append((f"{role}.csv", "\n".join(rows).encode()))
    tables = open_tables(files)
    proposal = propose(tables)
    review = build_review(tables, proposal, f"review {rng.integers(TITLES)}")
    return review, files, proposal.to_json()


def save_on(folder: Path, url: str, out: int, seed: int) -> None:
    """Save and say until killed, each time telling when it begins and what is there by now."""
    rng = np.random.default_rng(seed)

    def tell(line: str) -> None:
        os.write(out, f"{line}\n".encode())

    with opened(folder, url) as library:
        while True:
            # read beforehand, so that most kills fall into saving
            for review, files, options in [made_review(rng) for _ in range(READ_AT_ONCE)]:
                tell("begins")
                version = save_review(library, LOCAL, review, files, options)
                tell(f"saved {version.fingerprint}")
                tell("begins")
                event = library.say(LOCAL, "note", version.review, "note", {"text": "x" * 500})
                tell(f"said {event.chain} {event.n} {event.hash}")


def live_and_die(
    folder: Path, url: str, acknowledged: Acknowledged, rng: np.random.Generator
) -> None:
    """Start processes, kill each after a time of its own, and take in what they were told.

    Their time begins when the first was told that something is saved; the others may die while
    they open the library.
    """
    started: list[tuple[float, int, int]] = []
    for _ in range(AT_ONCE):
        reads, writes = os.pipe()
        seed = int(rng.integers(1 << 30))
        process = os.fork()
        if process == 0:
            try:
                save_on(folder, url, writes, seed)
            finally:
                os._exit(1)
        os.close(writes)
        started.append((rng.uniform(0, LONGEST), process, reads))
    heard = {reads: "" for _, _, reads in started}
    first = started[0][2]
    while "saved" not in heard[first] and (more := os.read(first, 100)):
        heard[first] += more.decode("ascii")
    begun = time.monotonic()
    for lives, process, reads in sorted(started):
        time.sleep(max(0.0, begun + lives - time.monotonic()))
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        with os.fdopen(reads, encoding="ascii") as file:
            acknowledged.note(heard[reads] + file.read())


def missing(library: Library, acknowledged: Acknowledged, intact: set[str]) -> tuple[int, int]:
    """How much of what was acknowledged is lost, and how many listed versions are half there."""
    reviews = library.reviews(LOCAL)
    listed = {version.fingerprint: version for r in reviews for version in r.versions}
    half = 0
    for fingerprint in listed.keys() - intact:
        files = listed[fingerprint].files
        parsed = None
        with suppress(DamagedError):
            parsed = library.parsed(LOCAL, fingerprint)
        if parsed is None or not files or not all(library.blobs.is_intact(f.sha256) for f in files):
            half += 1
        else:
            intact.add(fingerprint)
    events = {
        (event.chain, event.n, event.hash) for r in reviews for event in library.events(LOCAL, r.id)
    }
    return len(acknowledged.saved - listed.keys()) + len(acknowledged.events - events), half


def kills(
    folder: Path, url: str, times: int, seed: int
) -> tuple[Acknowledged, int, int, int, int, int]:
    """Kill so often; what was told, then lost, half-saved, troubles, stray, and after pruning."""
    rng, acknowledged, intact = np.random.default_rng(seed), Acknowledged(), set[str]()
    lost = half = 0
    for _ in range(times // AT_ONCE):
        live_and_die(folder, url, acknowledged, rng)
        with opened(folder, url) as library:
            now_lost, now_half = missing(library, acknowledged, intact)
        lost, half = max(lost, now_lost), half + now_half
    with opened(folder, url) as library:
        before = time.time() - STRAY_SECONDS - 1
        for file in (*library.blobs.all(), *library.blobs.unfinished()):
            os.utime(file, (before, before))
        stray = library.prune(LOCAL, carry_out=True).stray
        after = library.prune(LOCAL).stray
        troubles = len(library.verify(LOCAL).troubles)
        lost = max(lost, missing(library, acknowledged, set())[0])
    return acknowledged, lost, half, troubles, stray, after


def quickest(do: object) -> float:
    """Seconds of the quickest of a few times."""
    assert callable(do)
    found = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        do()
        found.append(time.perf_counter() - started)
    return min(found)


def speed(folder: Path) -> str:
    """Saving and opening the Reuters sample, as ratios to reading its files."""
    review = be.sample("reuters")
    paths = sorted((home() / "sample_data").glob("*.parquet"))
    files: list[tuple[str, bytes | Path]] = [(path.name, path) for path in paths]
    with opened(folder, f"sqlite:///{folder / 'library.sqlite'}") as library:
        reading = quickest(lambda: be.sample("reuters"))
        saving = quickest(lambda: save_review(library, LOCAL, review, files, "{}"))
        opening = quickest(lambda: open_review(library, LOCAL, review.fingerprint))
        used = library.usage(LOCAL)
    return (
        f"Reuters: {used.parsed / 1e6:.1f} MB parsed, of files of {used.files / 1e6:.1f} MB; saved "
        f"in {saving / reading:.2f} of the time of reading, opened in {opening / reading:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--speed", action=argparse.BooleanOptionalAction, default=True)
    args = parser.parse_args()
    from tests.breakeven.store.postgresql import Server

    with (
        tempfile.TemporaryDirectory() as name,
        Server() if args.postgresql else nullcontext() as server,
    ):
        folder = Path(name)
        url = (
            f"sqlite:///{folder / 'library.sqlite'}" if server is None else server.schema("killed")
        )
        acknowledged, lost, half, troubles, stray, after = kills(folder, url, args.kills, args.seed)
    print(
        f"{args.kills:,} kills of {AT_ONCE} at a time ({url.partition(':')[0]}): "
        f"{len(acknowledged.saved):,} saved and {len(acknowledged.events):,} said were "
        "acknowledged\n"
        f"interrupted while saving or saying: {acknowledged.interrupted:,}; lost: {lost}; "
        f"half-saved and listed: {half}; troubles: {troubles}\n"
        f"stray files of interrupted saves: {stray:,}, after pruning: {after}"
    )
    if args.speed:
        with tempfile.TemporaryDirectory() as name:
            print(speed(Path(name)))
    sys.exit(0 if acknowledged.saved and not lost + half + troubles + after else 1)


if __name__ == "__main__":
    main()
