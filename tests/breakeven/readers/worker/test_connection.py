"""What is sent to a reader and taken back is told of in pieces, and given up at any of them."""

from __future__ import annotations

import io
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.progress import Progress, ProgressListener, Tell, report_to
from breakeven.readers.worker import connection
from breakeven.readers.worker.client import WorkerReading, open_in_worker
from breakeven.readers.worker.connection import MEGABYTE, SENDING, TAKING, Passing
from tests.breakeven.readers.base.test_progress import GivesUp, ends
from tests.system import needs_worker

pytestmark = needs_worker

# four megabytes, and as much when it is read: scores of twelve classes that no dictionary shortens
CLASSES, ROWS = 12, 20_000
SCORES = np.random.default_rng(3).random((ROWS, CLASSES))
HEAD = ",".join(["id", "true", *(f"score:c{c:02}" for c in range(CLASSES))])
LINES = (
    f"{row},c{row % CLASSES:02},{','.join(map(repr, scores))}"
    for row, scores in enumerate(SCORES.tolist())
)
BIG = ("big.csv", "\n".join([HEAD, *LINES]).encode())
SMALL = ("small.csv", b"id,true,predicted\n1,a,a\n2,b,a\n")


@pytest.fixture
def told_always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every piece is told of, however soon it follows another."""
    monkeypatch.setattr(connection, "LOOK_SECONDS", 0.0)


@pytest.fixture
def pair() -> Iterator[tuple[Passing, socket.socket]]:
    """One end of a connection, and the other; nothing is told beside."""
    ours, theirs = socket.socketpair()
    hears, tells = os.pipe()
    told = ProgressListener(hears)
    with ours, theirs:
        yield Passing(ours, told), theirs
    told.close()
    os.close(tells)


def gives_up_at(stage: str, after: int = 0) -> Tell:
    """Raises where so much of a stage is told of, as who has pressed a button."""

    def tell(progress: Progress) -> None:
        if progress.stage == stage and progress.done >= after:
            raise GivesUp

    return tell


def readers() -> set[int]:
    """The processes that hold opened files."""
    (_, listening) = connection._CONTROL[0]
    children = Path(f"/proc/{listening.pid}/task/{listening.pid}/children").read_text()
    return set(map(int, children.split()))


def shares(steps: list[Progress], stage: str) -> list[tuple[int, int]]:
    return [(progress.done, progress.total) for progress in steps if progress.stage == stage]


@pytest.mark.parametrize("on_disk", [False, True])
@pytest.mark.usefixtures("told_always")
def test_what_is_sent_arrives_as_it_is_and_is_told_of_as_it_goes(
    pair: tuple[Passing, socket.socket], tmp_path: Path, on_disk: bool
) -> None:
    ours, theirs = pair
    contents = [np.random.default_rng(size).bytes(size) for size in (3 * MEGABYTE + 5, 0, 70_000)]
    files: list[bytes | Path] = [*contents]
    if on_disk:
        files = [tmp_path / str(place) for place in range(len(contents))]
        for file, content in zip(files, contents, strict=True):
            assert isinstance(file, Path)
            file.write_bytes(content)
    arrived, steps = io.BytesIO(), list[Progress]()

    def take() -> None:
        while len(arrived.getvalue()) < 4 + sum(map(len, contents)):
            arrived.write(theirs.recv(50_000))

    taking = Thread(target=take)
    taking.start()
    with report_to(steps.append):
        ours.send(b"ask\n", files)
    taking.join()
    assert arrived.getvalue() == b"ask\n" + b"".join(contents)
    sent = shares(steps, SENDING)
    assert sent == sorted(sent)
    assert {total for _, total in sent} == {4}  # 3 MB and 70 kB begin a fourth
    assert {done for done, _ in sent} == {0, 1, 2, 3}
    assert str(Progress(SENDING, *sent[-1])) == "Sending megabyte 4 of 4"


def test_who_waits_is_asked_also_while_nothing_is_taken(
    pair: tuple[Passing, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = pair
    monkeypatch.setattr(connection, "LOOK_SECONDS", 0.01)
    with report_to(gives_up_at(SENDING)), pytest.raises(GivesUp):
        ours.send(b"ask\n", [bytes(8 * MEGABYTE)])
    # no more was sent than lies between the two
    assert len(theirs.recv(8 * MEGABYTE)) < 8 * MEGABYTE


def test_what_has_gone_takes_nothing(pair: tuple[Passing, socket.socket]) -> None:
    ours, theirs = pair
    theirs.close()
    with pytest.raises(BrokenPipeError):
        ours.send(b"ask\n", [bytes(MEGABYTE)])


@pytest.mark.usefixtures("told_always")
def test_a_review_is_told_of_on_both_ways_and_is_the_same() -> None:
    steps: list[Progress] = []
    with report_to(steps.append):
        reading = WorkerReading([BIG])
        review = reading.build(reading.proposal)
    assert review.predictions[0].scores is not None
    np.testing.assert_array_equal(review.predictions[0].scores, SCORES.T)
    # scores of 8 bytes, and little beside them
    for stage, size in ((SENDING, len(BIG[1])), (TAKING, 8 * CLASSES * ROWS)):
        # questions are sent too, of less than a megabyte
        parts = [(done, total) for done, total in shares(steps, stage) if total > 1]
        assert parts == sorted(parts)
        assert len(set(parts)) > 1
        (total,) = {total for _, total in parts}
        assert 0 <= total - size / MEGABYTE < 2


@pytest.mark.usefixtures("told_always")
def test_who_gives_up_while_files_are_sent_leaves_no_process() -> None:
    open_in_worker([SMALL])
    before = readers()
    with report_to(gives_up_at(SENDING, 1)), pytest.raises(GivesUp):
        WorkerReading([BIG])
    for pid in readers() - before:
        assert ends(pid)


@pytest.mark.usefixtures("told_always")
@pytest.mark.parametrize(
    "ask", [lambda r: r.build(r.proposal), lambda r: r.columns(["id", "score:c01"])]
)
def test_who_gives_up_while_it_is_taken_back_leaves_no_process_and_may_ask_again(
    ask: Callable[[WorkerReading], object],
) -> None:
    reading = WorkerReading([BIG])
    reading._listener.hear()
    pid = reading._listener._pid
    assert pid is not None
    with report_to(gives_up_at(TAKING)), pytest.raises(GivesUp):
        ask(reading)
    assert ends(pid)
    assert reading.build(reading.proposal).truth.n == ROWS


@pytest.mark.usefixtures("told_always")
def test_a_process_that_ends_while_it_hands_over_is_said_to_have() -> None:
    reading = WorkerReading([BIG])
    reading._listener.hear()
    pid = reading._listener._pid
    assert pid is not None

    def kill(progress: Progress) -> None:
        if progress.stage == TAKING:
            with suppress(ProcessLookupError):
                os.kill(pid, 9)

    with report_to(kill), pytest.raises(ReadError, match="reading was stopped"):
        reading.build(reading.proposal)
