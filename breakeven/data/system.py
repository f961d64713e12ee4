"""What the operating system can do, asked here alone: forks, limits, locks, renames, memory held.

Linux has all of it, macOS all but the limit of memory, Windows neither forks nor limits. What is
missing is said once: `shortcomings` at the start of the app, and docs/start/install.md.
"""

from __future__ import annotations

import importlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

# what reads files is a fork that is handed a connection
CAN_FORK = hasattr(os, "fork") and hasattr(socket, "send_fds")
# a file that another process has open cannot be renamed over on Windows; it is open for moments
RENAMED_WITHIN = 2.0
RENAME_AGAIN = 0.05


def _module(name: str) -> Any:
    """A module that only some systems have; None elsewhere."""
    with suppress(ImportError):
        return importlib.import_module(name)
    return None


# --- processes


def fork() -> int:
    """A copy of this process: 0 in the copy, its number in this one. Only where `CAN_FORK`."""
    return os.fork()


def end_process(number: int) -> None:
    """End a process at once, without asking it; nothing where it has gone."""
    with suppress(ProcessLookupError):
        # Windows has one way to end a process, whatever signal is named
        os.kill(number, getattr(signal, "SIGKILL", signal.SIGTERM))


def become(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run a program in place of this one, which does not come back.

    On Windows as its child, whose exit status is returned: there the shell would not wait for it.
    """
    if os.name == "nt":
        return subprocess.run(command, env=environment, check=False).returncode  # noqa: S603 - our own words
    os.execve(command[0], [*command], environment)  # noqa: S606 - no shell is wanted here


# --- limits of this process


def limit(kind: str, most: int) -> None:
    """Bind this process to a limit, for good, such as `RLIMIT_AS`; nothing where there is none."""
    resource = _module("resource")
    if resource is None:
        return
    number = getattr(resource, kind)
    _, hard = resource.getrlimit(number)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(number, (most, most))


def limit_seconds(seconds: int) -> None:
    """From now on this process may take so much processor time; beyond it the process ends."""
    resource = _module("resource")
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    end = int(used.ru_utime + used.ru_stime) + 1 + seconds
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (end, most))


def memory_held() -> int:
    """The address space that this process has already, in bytes; 0 where it cannot be known."""
    resource = _module("resource")
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return 0
    return pages * int(resource.getpagesize()) if resource else 0


# --- files


def lock_file(opened: IO[bytes]) -> None:
    """Keep a file from other processes that lock it too, until it is closed.

    Where the system has no such locks, one process at a time has to keep it.
    """
    fcntl = _module("fcntl")
    if fcntl is not None:
        fcntl.flock(opened, fcntl.LOCK_EX)


def rename_over(file: Path, place: Path) -> None:
    """Give a file the place of another in one step; waits while that is open. OSError."""
    end = time.monotonic() + RENAMED_WITHIN
    while True:
        try:
            file.replace(place)
            return
        except PermissionError:
            if not place.exists() or time.monotonic() > end:
                raise
        time.sleep(RENAME_AGAIN)


def keep_folder(folder: Path) -> None:
    """A renamed file is there after a power cut only once its folder is on the disk."""
    if os.name == "nt":  # where folders cannot be opened
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# --- what is missing here, in words


def shortcomings() -> list[str]:
    """What this system cannot do, in sentences; none on Linux."""
    missing = []
    if not CAN_FORK:
        missing.append(
            "This system cannot read files in a process of its own: the app reads them itself, "
            "without limits of memory and time, and reads no DuckDB files. Open it to yourself "
            "alone."
        )
    elif _module("resource") is None or sys.platform == "darwin":
        missing.append(
            "No file is kept from taking too much memory on this system: open the app only to "
            "people whose files you trust."
        )
    if _module("fcntl") is None:
        missing.append("This system cannot lock a ledger: let one gate at a time write to it.")
    return missing
