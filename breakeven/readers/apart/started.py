"""The process that reads files: started once, and given a connection for each who asks.

Nothing of what reads is imported here: the first page starts it, and needs no more of it.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from threading import Lock

ROOT = Path(__file__).resolve().parents[3]
START = "import sys; sys.path.insert(0, {root!r}); from {module} import main; main()"
MODULE = "breakeven.readers.apart.child"
# one thread and one arena: address space is limited
SURROUNDINGS = {
    "MALLOC_ARENA_MAX": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}
# whether files can be read apart here: Windows has neither forks nor limits
APART = hasattr(os, "fork") and hasattr(socket, "send_fds")

_STARTING = Lock()
_CONTROL: list[tuple[socket.socket, subprocess.Popen[bytes]]] = []


def prepare() -> None:
    """Start what reads files, so that the first files need not wait for it."""
    if APART:
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
            [sys.executable, "-c", START.format(root=str(ROOT), module=MODULE)],
            stdin=theirs.fileno(),
            env=os.environ | SURROUNDINGS,
        )
    _CONTROL.append((ours, process))
    return ours


def hand_over(connection: socket.socket, telling: int) -> None:
    """Give what reads files one end of a connection, and of a pipe to tell over."""
    with _STARTING:
        try:
            socket.send_fds(_started(), [b"1"], [connection.fileno(), telling])
        except OSError:  # it ended just now
            _CONTROL.pop()[0].close()
            socket.send_fds(_started(), [b"1"], [connection.fileno(), telling])
