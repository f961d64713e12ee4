"""What passes between a page and the process that reads: in pieces, told of, given up at any one.

A file that is sent and a review that comes back may be of hundreds of megabytes. Who waits hears
how much of it there is, and what that raises ends the passing where it is.
"""

from __future__ import annotations

import io
import select
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from breakeven.readers import progress
from breakeven.readers.apart.telling import Told

MEGABYTE = 1 << 20
# between two looks at who waits, in seconds
EVERY = 0.2
SENDING, TAKING = "Sending megabyte", "Taking over megabyte"


class Passing(io.RawIOBase):
    """One end of a connection to a reader: sent to as it takes it, read from as it comes.

    Where nothing comes, the reader is at work, and who waits hears what it tells of itself.
    """

    def __init__(self, connection: socket.socket, told: Told) -> None:
        self._connection, self._told = connection, told
        self._expected: int | None = None
        self._passed, self._last = 0, 0.0

    def send(self, asked: bytes, contents: Sequence[bytes | Path] = ()) -> None:
        """Send a question, and files after it. OSError where the reader has gone."""
        self._start(len(asked) + sum(map(size_of, contents)))
        for content in (asked, *contents):
            for piece in _pieces_of(content):
                self._send(memoryview(piece))
        self._expected = None

    def _send(self, left: memoryview) -> None:
        while left:
            # where it takes nothing for a while, who waits is asked all the same
            if select.select([], [self._connection], [], EVERY)[1]:
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
            told = self._told
            listening: list[Any] = [self._connection] if told.ended else [self._connection, told]
            readable, _, _ = select.select(listening, [], [], EVERY)
            told.hear()
            if self._connection in readable:
                self._tell(TAKING)
                return self._count(self._connection.recv_into(buffer))
            if self._expected is not None:
                self._tell(TAKING)
            elif told.progress is not None:
                progress.now(told.progress.stage, told.progress.done, told.progress.of)
            else:
                progress.now("Starting")

    def _start(self, expected: int) -> None:
        self._expected, self._passed, self._last = expected, 0, monotonic()

    def _count(self, passed: int) -> int:
        self._passed += passed
        return passed

    def _tell(self, stage: str) -> None:
        """Say how much has passed, now and then, where it is known of how much."""
        if self._expected is None or monotonic() - self._last < EVERY:
            return
        self._last = monotonic()
        of = -(-self._expected // MEGABYTE)
        progress.now(stage, min(self._passed // MEGABYTE, of), of)


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
