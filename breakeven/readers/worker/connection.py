"""The process that reads files: started once, with a connection for each who asks."""

from __future__ import annotations

import io
import os
import select
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from breakeven.data.system import CAN_FORK
from breakeven.readers.base import progress
from breakeven.readers.base.progress import ProgressListener

# --- the process that reads files: started once, and given a connection for each who asks
#
# Nothing of what reads is imported here: the first page starts it, and needs no more of it.


PROGRAM_ROOT = Path(__file__).resolve().parents[3]
START_CODE = "import sys; sys.path.insert(0, {root!r}); from {module} import main; main()"
PROCESS_MODULE = "breakeven.readers.worker.process"
# one thread and one arena: address space is limited
ENVIRONMENT = {
    "MALLOC_ARENA_MAX": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}
# whether files can be read apart here
HAS_WORKER = CAN_FORK

_STARTING = Lock()
_CONTROL: list[tuple[socket.socket, subprocess.Popen[bytes]]] = []


def start_worker() -> None:
    """Start what reads files, so that the first files need not wait for it."""
    if HAS_WORKER:
        with _STARTING:
            _started()


def _started() -> socket.socket:
    """Where to send connections to; a process that has everything loaded listens there."""
    if _CONTROL and _CONTROL[0][1].poll() is None:
        return _CONTROL[0][0]
    while _CONTROL:
        _CONTROL.pop()[0].close()
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(  # noqa: S603 - our own module, without a shell
            [
                sys.executable,
                "-c",
                START_CODE.format(root=str(PROGRAM_ROOT), module=PROCESS_MODULE),
            ],
            stdin=theirs.fileno(),
            env=os.environ | ENVIRONMENT,
        )
    _CONTROL.append((ours, process))
    return ours


def hand_to_worker(connection: socket.socket, telling: int) -> None:
    """Give what reads files one end of a connection, and of a pipe to tell over."""
    with _STARTING:
        try:
            socket.send_fds(_started(), [b"1"], [connection.fileno(), telling])
        except OSError:  # it ended just now
            _CONTROL.pop()[0].close()
            socket.send_fds(_started(), [b"1"], [connection.fileno(), telling])


# --- what passes between a page and the process that reads: in pieces, told of, given up at any
# one
#
# A file that is sent and a review that comes back may be of hundreds of megabytes. Who waits hears
# how much of it there is, and what that raises ends the passing where it is.


MEGABYTE = 1 << 20
# between two looks at who waits, in seconds
LOOK_SECONDS = 0.2
SENDING, TAKING = "Sending megabyte", "Taking over megabyte"


class Passing(io.RawIOBase):
    """One end of a connection to a reader: sent to as it takes it, read from as it comes.

    Where nothing comes, the reader is at work, and who waits hears what it tells of itself.
    """

    def __init__(self, connection: socket.socket, listener: ProgressListener) -> None:
        self._connection, self._listener = connection, listener
        self._expected: int | None = None
        self._passed, self._last = 0, 0.0

    def send(self, question: bytes, contents: Sequence[bytes | Path] = ()) -> None:
        """Send a question, and files after it. OSError where the reader has gone."""
        self._start(len(question) + sum(map(size_of, contents)))
        for content in (question, *contents):
            for piece in _pieces_of(content):
                self._send(memoryview(piece))
        self._expected = None

    def _send(self, left: memoryview) -> None:
        while left:
            # where it takes nothing for a while, who waits is asked all the same
            if select.select([], [self._connection], [], LOOK_SECONDS)[1]:
                left = left[self._count(self._connection.send(left, socket.MSG_DONTWAIT)) :]
            self._tell(SENDING)

    def expect(self, size: int) -> None:
        """Of the answer so many bytes are still to come, as good as is known."""
        self._start(size)

    def readable(self) -> bool:
        """Answers are read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """What has come by now, waiting until there is some; 0 at the end. OSError."""
        while True:
            listener = self._listener
            listening: list[Any] = (
                [self._connection] if listener.ended else [self._connection, listener]
            )
            readable, _, _ = select.select(listening, [], [], LOOK_SECONDS)
            listener.hear()
            if self._connection in readable:
                self._tell(TAKING)
                return self._count(self._connection.recv_into(buffer))
            if self._expected is not None:
                self._tell(TAKING)
            elif listener.progress is not None:
                progress.report_progress(
                    listener.progress.stage, listener.progress.done, listener.progress.total
                )
            else:
                progress.report_progress("Starting")

    def _start(self, expected: int) -> None:
        self._expected, self._passed, self._last = expected, 0, monotonic()

    def _count(self, passed: int) -> int:
        self._passed += passed
        return passed

    def _tell(self, stage: str) -> None:
        """Say how much has passed, now and then, where it is known of how much."""
        if self._expected is None or monotonic() - self._last < LOOK_SECONDS:
            return
        self._last = monotonic()
        of = -(-self._expected // MEGABYTE)
        progress.report_progress(stage, min(self._passed // MEGABYTE, of), of)


def size_of(content: bytes | Path) -> int:
    """Of a file, in memory or not."""
    return len(content) if isinstance(content, bytes) else content.stat().st_size


def _pieces_of(content: bytes | Path) -> Iterator[bytes]:
    if isinstance(content, bytes):
        yield content
        return
    with content.open("rb") as file:
        while piece := file.read(MEGABYTE):
            yield piece
