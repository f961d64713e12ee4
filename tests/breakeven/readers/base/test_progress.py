"""What a reader tells while it is at work, and that whoever waits may end it at any moment."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

from breakeven.readers.base.progress import (
    PROCESS_FOLDER,
    Progress,
    ProgressListener,
    progress_sender,
    report_to,
)
from breakeven.readers.worker.client import LocalReading, WorkerReading
from tests.system import needs_worker

pytestmark = needs_worker

CLASSES = 40
HEAD = ",".join(["id", "true", *(f"score:c{c}" for c in range(CLASSES))])
FILE = ("f.csv", f"{HEAD}\n1,c0{',0.5' * CLASSES}\n2,c1{',0.25' * CLASSES}\n".encode())


class GivesUp(BaseException):
    """As what ends a script that waits: no Exception."""


def running(pid: int) -> bool:
    """Whether a process is there and at work; one that nobody has taken note of yet has ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def ends(pid: int) -> bool:
    """Whether it ends: it lets go of what it holds a moment before it is gone."""
    end = monotonic() + 60
    while running(pid) and monotonic() < end:
        sleep(0.01)
    return not running(pid)


@pytest.mark.parametrize("kind", [WorkerReading, LocalReading])
def test_stages_and_shares_are_told_in_their_order(kind: Callable[..., WorkerReading]) -> None:
    steps: list[Progress] = []
    with report_to(steps.append):
        reading = kind([FILE])
        reading.build(reading.proposal)
    assert steps
    for progress in steps:
        assert 0 <= progress.done <= progress.total
    if kind is LocalReading:
        assert steps[0] == Progress("Opening file", 0, 1)
        columns = [p for p in steps if p.stage == "Reading column"]
        assert columns == [Progress("Reading column", c, CLASSES) for c in range(CLASSES)]
        assert str(columns[36]) == "Reading column 37 of 40"
        assert steps[-1] == Progress("Putting the review together")


def test_nobody_is_told_after_the_wait() -> None:
    told: list[Progress] = []
    with report_to(told.append):
        pass
    LocalReading([FILE])
    assert told == []


def test_who_waits_ends_the_process_and_the_next_one_reads() -> None:
    reading = WorkerReading([FILE])
    reading._listener.hear()
    pid = reading._listener._pid
    assert pid is not None
    assert running(pid)

    def give_up(_: Progress) -> None:
        raise GivesUp

    # the process is at work, and answers nothing: it is stopped where it stands
    os.kill(pid, signal.SIGSTOP)
    with report_to(give_up), pytest.raises(GivesUp):
        reading.build(reading.proposal)
    assert ends(pid)
    assert reading.build(reading.proposal).truth.n == 2


def test_a_process_that_is_ended_leaves_no_folder_and_another_keeps_its_own() -> None:
    reading, other = WorkerReading([FILE]), WorkerReading([FILE])
    folders = []
    for each in (reading, other):
        each._listener.hear()
        folders.append(
            Path(tempfile.mkdtemp(prefix=PROCESS_FOLDER.format(pid=each._listener._pid)))
        )
    (folders[0] / "copy.duckdb").write_bytes(b"half")
    reading.end()
    assert [folder.exists() for folder in folders] == [False, True]
    assert other.build(other.proposal).truth.n == 2
    other.end()
    assert not folders[1].exists()


def test_what_is_told_in_two_pieces_is_heard_as_one() -> None:
    ours, theirs = os.pipe()
    listener = ProgressListener(ours)
    os.write(theirs, b'{"stage": "Reading column", "do')
    listener.hear()
    assert listener.progress is None
    os.write(theirs, b'ne": 3, "total": 9}\n')
    listener.hear()
    assert listener.progress == Progress("Reading column", 3, 9)
    assert not listener.ended
    os.close(theirs)
    listener.hear()
    assert listener.ended
    listener.close()


def test_a_reader_that_nobody_listens_to_stops_at_the_next_thing_that_it_tells() -> None:
    ours, theirs = os.pipe()
    tell = progress_sender(theirs)
    os.close(ours)
    with pytest.raises(BrokenPipeError):
        tell(Progress("Reading the rows"))
    os.close(theirs)


def test_a_reader_is_not_held_up_by_who_does_not_listen() -> None:
    ours, theirs = os.pipe()
    tell = progress_sender(theirs)
    for place in range(5000):  # more than a pipe holds
        tell(Progress(f"Stage {place}"))
    told = ProgressListener(ours)
    told.hear()
    assert told._pid == os.getpid()
    told.close()
    os.close(theirs)
