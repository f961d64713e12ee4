"""How far reading has come, for whoever waits for it: here, or over a pipe."""

from __future__ import annotations

import json
import os
import select
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import IO

from breakeven.data.system import end_process

# --- how far reading has come, for whoever waits for it


@dataclass(frozen=True)
class Progress:
    """What is done now, as the start of a sentence.

    `done` of `total` equal steps are done; 0 of 0 where nobody knows the share.
    """

    stage: str
    done: int = 0
    total: int = 0

    def __str__(self) -> str:
        if not self.total:
            return self.stage
        return f"{self.stage} {min(self.done + 1, self.total):,} of {self.total:,}"


# who waits may end the reading: whatever this raises passes through what reads
Tell = Callable[[Progress], None]

_TELL: ContextVar[Tell | None] = ContextVar("tell", default=None)


@contextmanager
def report_to(tell: Tell) -> Iterator[None]:
    """Within it, what reads tells how far it has come; in this thread alone."""
    token = _TELL.set(tell)
    try:
        yield
    finally:
        _TELL.reset(token)


def report_progress(stage: str, done: int = 0, total: int = 0) -> None:
    """Tell whoever waits, if anybody does. Raises what they raise."""
    tell = _TELL.get()
    if tell is not None:
        tell(Progress(stage, done, total))


# --- what a reader tells while it is at work, over a pipe of its own: its process, and how far it
# is
#
# A line of JSON each. The answer itself goes another way, so who waits can do both: wait for it,
# and hear what is told before. The pipe ends with the process.


# told no more often; a change of what is done always is
TELL_SECONDS = 0.1
# a process that was killed has gone by then
LONGEST_END = 5.0
MOST_BYTES = 1 << 16
PROCESS_FOLDER = "breakeven-{pid}-"


def folder_prefix() -> str:
    """How folders start that this process has for a while, so that they can be removed for it."""
    return PROCESS_FOLDER.format(pid=os.getpid())


def progress_sender(pipe: int) -> Tell:
    """What tells over a pipe. BrokenPipeError once nobody listens any more."""
    os.set_blocking(pipe, False)
    _write(pipe, {"pid": os.getpid()})
    last, stage = 0.0, ""

    def tell(progress: Progress) -> None:
        nonlocal last, stage
        if progress.stage == stage and monotonic() - last < TELL_SECONDS:
            return
        last, stage = monotonic(), progress.stage
        _write(pipe, asdict(progress))

    return tell


def _write(pipe: int, what: dict[str, object]) -> None:
    with suppress(BlockingIOError):  # nobody has listened for long: the next one is newer
        os.write(pipe, json.dumps(what).encode() + b"\n")


class ProgressListener:
    """What is heard of a reader: its process, and how far it is. None before it says so."""

    def __init__(self, pipe: int) -> None:
        os.set_blocking(pipe, False)
        self._pipe: IO[bytes] = os.fdopen(pipe, "rb", buffering=0)
        self._rest = b""
        self._pid: int | None = None
        self.ended = False
        self.progress: Progress | None = None

    def fileno(self) -> int:
        """To wait for what is told."""
        return self._pipe.fileno()

    def hear(self) -> None:
        """Take in what was told by now."""
        while (part := self._pipe.read(MOST_BYTES)) is not None:
            if not part:
                self.ended = True
                return
            *lines, self._rest = (self._rest + part).split(b"\n")
            for line in map(json.loads, lines):
                if "pid" in line:
                    self._pid = line["pid"]
                else:
                    self.progress = Progress(**line)

    def end(self) -> None:
        """End the process, which need not be asked, and remove the folders that it had.

        One that has not started yet ends by itself, as nobody listens any more.
        """
        if self._pipe.closed:
            return
        self.hear()
        if self._pid is not None:
            # while it holds its end of the pipe the number is its own
            if not self.ended:
                end_process(self._pid)
                self._wait_for_the_end()
            for folder in Path(tempfile.gettempdir()).glob(
                f"{PROCESS_FOLDER.format(pid=self._pid)}*"
            ):
                shutil.rmtree(folder, ignore_errors=True)
        self.close()

    def _wait_for_the_end(self) -> None:
        end = monotonic() + LONGEST_END
        while not self.ended and (left := end - monotonic()) > 0:
            select.select([self], [], [], left)
            self.hear()

    def close(self) -> None:
        """Listen no more."""
        self._pipe.close()
