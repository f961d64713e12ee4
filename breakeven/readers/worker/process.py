"""The process that reads files: a copy of one that has everything loaded, with limits of its own.

`main` waits for connections; each is served by a fork, which takes no time to start and holds
the opened files until it is told to build a review of them, or nobody asks any more.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib import import_module
from typing import IO, Any

import pyarrow as pa

from breakeven.data.system import fork
from breakeven.readers.base.memory import allowance_for, limit_process, limit_seconds
from breakeven.readers.base.problems import ReadError, UnexpectedError, within_limits
from breakeven.readers.base.progress import progress_sender, report_to
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.base.read_options import ReadOptions
from breakeven.readers.formats.registry import formats
from breakeven.readers.worker.job import Job
from breakeven.readers.worker.review_stream import columns_of, table_of, write_table

# a process that nobody asks anything for so long has gone; it is started again when it is
IDLE_SECONDS = 120
# what PyArrow and readers import when they first need it: each fork would do so, which takes far
# longer than a small file
LOADED = ("pandas", "pyarrow.pandas_compat", "_strptime")


def serve(connection: socket.socket) -> None:
    """Do what is asked over a connection, until it is closed or nobody asks for long."""
    asking: IO[bytes] = connection.makefile("rb")
    answering: IO[bytes] = connection.makefile("wb")
    job, allowance = Job(), allowance_for(0)
    reply: dict[str, Any] | tuple[dict[str, Any], Sequence[bytes]] | pa.Table
    while select.select([connection], [], [], IDLE_SECONDS)[0] and (line := asking.readline()):
        question = json.loads(line)
        if question["do"] in ("open", "run"):
            allowance = allowance_for(sum(question["sizes"]))
            limit_process(allowance)
        limit_seconds(allowance)
        try:
            with within_limits():
                reply = _done(job, question, asking)
        except ReadError as error:
            reply = {"problems": [asdict(problem) for problem in error.problems]}
            if isinstance(error, UnexpectedError):  # for who looks after the server
                sys.excepthook(type(error), error, error.__traceback__)
        if isinstance(reply, pa.Table):
            _hand_over(answering, reply)
        elif isinstance(reply, tuple):
            _say(answering, reply[0])
            answering.writelines(reply[1])
        else:
            _say(answering, reply)
        answering.flush()


def _done(
    job: Job, question: Mapping[str, Any], asking: IO[bytes]
) -> dict[str, Any] | tuple[dict[str, Any], Sequence[bytes]] | pa.Table:
    """What is answered: plain data, maybe with contents beside it, or a table. ReadError."""
    if question["do"] == "run":
        return _run(question["what"], _files(question, asking))
    if question["do"] == "open":
        hows = {name: ReadOptions(**how) for name, how in question["hows"].items()}
        return job.open(_files(question, asking), hows, question["shape"], question["only"])
    if question["do"] == "columns":
        return columns_of(job.tables[question["table"]], question["columns"])
    proposal = Proposal.from_json(question["proposal"])
    if question["do"] == "answers":
        return job.answers(proposal)
    if question["do"] == "first":
        return job.first(proposal)
    if question["do"] == "joined":
        return job.joined(proposal)
    return table_of(job.build(proposal, question["name"]))


def _files(question: Mapping[str, Any], asking: IO[bytes]) -> list[tuple[str, bytes]]:
    named = zip(question["names"], question["sizes"], strict=True)
    return [(name, asking.read(size)) for name, size in named]


def _run(what: str, files: Sequence[tuple[str, bytes]]) -> tuple[dict[str, Any], Sequence[bytes]]:
    """Let a function take a file apart. Whoever asks names it, and stands above all readers."""
    module, _, function = what.partition(":")
    answer, contents = getattr(import_module(module), function)(*files[0])
    pieces = [len(content) for content in contents]
    return {"answer": answer, "pieces": pieces, "bytes": sum(pieces)}, contents


def _say(answering: IO[bytes], answer: dict[str, Any]) -> None:
    answering.write(json.dumps(answer).encode() + b"\n")


def _hand_over(answering: IO[bytes], table: pa.Table) -> None:
    """Say how much is to come, as good as is known before it is written, and write it."""
    _say(answering, {"bytes": table.nbytes})
    write_table(table, answering)


def main() -> None:
    """Serve each connection that comes in over standard input by a fork, until it is closed."""
    # how a reader ended nobody asks; what it was told to do is told by its connection
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pa.set_cpu_count(1)
    formats()
    for name in LOADED:
        import_module(name)
    gc.freeze()
    with socket.socket(fileno=sys.stdin.fileno()) as control:
        while True:
            message, descriptors, _, _ = socket.recv_fds(control, 1, 2)
            if not message:
                os._exit(0)
            if fork() == 0:
                control.close()
                _serve_and_end(socket.socket(fileno=descriptors[0]), descriptors[1])
            for descriptor in descriptors:
                os.close(descriptor)


def _serve_and_end(connection: socket.socket, telling: int) -> None:
    status = 1
    try:
        with report_to(progress_sender(telling)):
            serve(connection)
        status = 0
    except (BrokenPipeError, ConnectionResetError):  # nobody waits for the answer any more
        status = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)
