"""Files read apart: what a page asks of the process that reads them."""

from __future__ import annotations

import io
import json
import os
import select
import socket
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from threading import Lock
from typing import IO, TYPE_CHECKING, Any, TypeVar

from breakeven.data.records import Problem, Review
from breakeven.readers.base.memory import allowance_for
from breakeven.readers.base.preview import (
    FirstDocument,
    OtherReading,
    first_document_from,
    other_reading_from,
)
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.progress import ProgressListener
from breakeven.readers.base.proposal import Proposal, Shape
from breakeven.readers.base.read_options import ReadOptionsByFile
from breakeven.readers.worker.connection import HAS_WORKER, Passing, hand_to_worker, size_of

if TYPE_CHECKING:
    from breakeven.readers.answers_preview import AnswersPreview
    from breakeven.readers.containers.members import Files
    from breakeven.readers.files.file_table import FileTable

# readers that wait with opened files; one more, and the one asked longest ago ends
MOST_WAITING = 8
# bytes of an answer that are taken at once
PIECE = 1 << 20
Taken = TypeVar("Taken")

_COUNTING = Lock()
_WAITING: dict[int, weakref.ref[WorkerClient]] = {}


@dataclass(frozen=True)
class OpenedFile:
    """A file that was opened: what there is to see of it before it is read.

    `first`: of the first rows, column to what it holds, shortened. `stem`: what it is called,
    without an ending. `kind`: as in `Table`.
    """

    name: str
    rows: int
    columns: tuple[str, ...]
    first: tuple[Mapping[str, str], ...]
    stem: str
    kind: str


def _opened(
    answer: Mapping[str, Any],
) -> tuple[tuple[OpenedFile, ...], Proposal, tuple[OtherReading, ...]]:
    tables = tuple(
        OpenedFile(
            name=table["name"],
            rows=table["rows"],
            columns=tuple(table["columns"]),
            first=tuple(table["first"]),
            stem=table["stem"],
            kind=table["kind"],
        )
        for table in answer["tables"]
    )
    others = tuple(map(other_reading_from, answer["others"]))
    return tables, Proposal.from_json(json.dumps(answer["proposal"])), others


def _as_json(proposal: Proposal) -> str:
    return json.dumps(asdict(proposal))


def _understood(answer: Mapping[str, Any]) -> list[FirstDocument]:
    return [first_document_from(one) for one in answer["first"]]


def _previewed(answer: Mapping[str, Any]) -> AnswersPreview:
    # brings Arrow, which is slow to import: a page that waits for files does without
    from breakeven.readers.answers_preview import preview_of

    return preview_of(answer)


class WorkerClient:
    """A process that does what is asked of it, with limits; it ends with this object."""

    def __init__(self, size: int) -> None:
        """`size`: bytes of the files that it is asked about, by which it may take more."""
        self._size = size
        self._connection: socket.socket | None = None

    def _connect(self) -> None:
        ours, theirs = socket.socketpair()
        progress_in, telling = os.pipe()
        try:
            with theirs:
                hand_to_worker(theirs, telling)
        finally:
            os.close(telling)
        self._connection, self._listener = ours, ProgressListener(progress_in)
        self._passing = Passing(ours, self._listener)
        self._answers = io.BufferedReader(self._passing, PIECE)
        weakref.finalize(self, _close, ours, self._answers, self._listener)
        _wait_for(self)

    def _has_ended(self) -> bool:
        """Whether the process has gone, for unasked it sends nothing but the end."""
        if self._connection is None:
            return True
        readable, _, _ = select.select([self._connection], [], [], 0)
        return bool(readable)

    def _ask(
        self, question: Mapping[str, Any], contents: Sequence[bytes | Path] = ()
    ) -> dict[str, Any]:
        assert self._connection is not None
        try:
            self._listener.progress = None
            self._passing.send(json.dumps(question).encode() + b"\n", contents)
            line = self._answers.readline()
        except OSError:
            line = b""
        except BaseException:  # who waits gave up
            self.end()
            raise
        if not line:
            raise self._stopped()
        answer: dict[str, Any] = json.loads(line)
        if "problems" in answer:
            raise ReadError(Problem(**problem) for problem in answer["problems"])
        return answer

    def _taken(self, take: Callable[[IO[bytes]], Taken], answer: Mapping[str, Any]) -> Taken:
        """What comes after an answer that says its size. Raises ReadError."""
        self._passing.expect(answer["bytes"])
        try:
            return take(self._answers)
        except (OSError, ValueError) as error:  # cut short
            raise self._stopped() from error
        except BaseException:  # who waits gave up
            self.end()
            raise

    def _stopped(self) -> ReadError:
        self.end()
        allowance = allowance_for(self._size)
        what = f"reading was stopped: it needed more than {allowance}, or it failed"
        remedy = "give fewer rows or columns, or shorter texts"
        return ReadError([Problem(what=what, remedy=remedy)])

    def end(self) -> None:
        """End the process; asked again, the files are opened anew."""
        if self._connection is not None:
            self._listener.end()
            _close(self._connection, self._answers, self._listener)
        self._connection = None


class WorkerReading(WorkerClient):
    """Files on their way to a review, in a process of their own while they are asked about.

    It ends with this object, or when nobody asks for long; the files are then opened anew. While
    something is asked, `progress.report_to` hears how far it is: what was sent, what is done, what
    has come back. What that raises ends the process.
    """

    def __init__(
        self,
        files: Files,
        hows: ReadOptionsByFile | None = None,
        shape: Shape | None = None,
        only: Sequence[str] = (),
    ) -> None:
        """Open the files and propose what they are. Raises ReadError.

        `shape`: of every file, where it was said. `only`: as in `opening.open_tables`.
        """
        self._files = tuple(files)
        self._hows = dict(hows or {})
        self._shape, self._only = shape, tuple(only)
        super().__init__(sum(size_of(data) for _, data in self._files))
        # a page that runs anew asks while its last run has not noticed yet that it is to end
        self._lock = Lock()
        self.tables, self.proposal, self.others = self._open()

    def build(self, proposal: Proposal, name: str = "") -> Review:
        """The review of the files as the proposal says. Raises ReadError."""
        from breakeven.readers.worker.review_stream import read_review  # brings Arrow

        with self._lock:
            asked = {"do": "build", "proposal": _as_json(proposal), "name": name}
            return self._taken(read_review, self._ask_opened(asked))

    def answers(self, proposal: Proposal) -> AnswersPreview:
        """What the answers in the files come to as the proposal says. Raises ReadError."""
        with self._lock:
            return _previewed(self._ask_opened({"do": "answers", "proposal": _as_json(proposal)}))

    def first(self, proposal: Proposal) -> list[FirstDocument]:
        """The first documents as they will be read. Raises ReadError."""
        with self._lock:
            return _understood(self._ask_opened({"do": "first", "proposal": _as_json(proposal)}))

    def joined(self, proposal: Proposal) -> list[str]:
        """How the files go together, and what they do not share, in sentences. Raises ReadError."""
        with self._lock:
            asked = {"do": "joined", "proposal": _as_json(proposal)}
            return [*self._ask_opened(asked)["said"]]

    def columns(self, names: Sequence[str], table: int = 0) -> FileTable:
        """Some columns of one of the files, as a table of text. Raises ReadError."""
        from breakeven.readers.worker.review_stream import read_columns  # brings Arrow

        with self._lock:
            asked = {"do": "columns", "table": table, "columns": list(names)}
            return self._taken(read_columns, self._ask_opened(asked))

    def _open(self) -> tuple[tuple[OpenedFile, ...], Proposal, tuple[OtherReading, ...]]:
        self._connect()
        contents = [data for _, data in self._files]
        question = {
            "do": "open",
            "names": [name for name, _ in self._files],
            "sizes": [size_of(data) for data in contents],
            "hows": {name: asdict(how) for name, how in self._hows.items()},
            "shape": self._shape,
            "only": self._only,
        }
        return _opened(self._ask(question, contents))

    def _ask_opened(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Ask of the files, which are opened anew where the process has gone."""
        if self._has_ended():
            self._open()
        return self._ask(question)


class WorkerUnpacking(WorkerClient):
    """One file that a function of ours takes apart, in a process of its own."""

    def __init__(self, what: str, name: str, data: bytes | Path) -> None:
        """Ask it. `what`: the function, as module:name. Raises ReadError.

        `answer`: the plain data that it gives, `contents` the bytes beside it.
        """
        super().__init__(size_of(data))
        self._connect()
        question = {"do": "run", "what": what, "names": [name], "sizes": [self._size]}
        reply = self._ask(question, [data])
        self.answer: dict[str, Any] = reply["answer"]
        self.contents: list[bytes] = self._taken(partial(_pieces, reply["pieces"]), reply)
        self.end()


def _pieces(sizes: Sequence[int], source: IO[bytes]) -> list[bytes]:
    found = [source.read(size) for size in sizes]
    if [*map(len, found)] != [*sizes]:
        raise ValueError("cut short")
    return found


class LocalReading(WorkerReading):
    """The same in this process, without limits but for what files say of their own size."""

    def _open(self) -> tuple[tuple[OpenedFile, ...], Proposal, tuple[OtherReading, ...]]:
        from breakeven.readers.worker.job import Job  # brings all that reads

        self._job = Job()
        return _opened(self._job.open(self._files, self._hows, self._shape, self._only))

    def build(self, proposal: Proposal, name: str = "") -> Review:
        """The review of the files as the proposal says. Raises ReadError."""
        return self._job.build(proposal, name)

    def answers(self, proposal: Proposal) -> AnswersPreview:
        """What the answers in the files come to as the proposal says. Raises ReadError."""
        return _previewed(self._job.answers(proposal))

    def first(self, proposal: Proposal) -> list[FirstDocument]:
        """The first documents as they will be read. Raises ReadError."""
        return _understood(self._job.first(proposal))

    def joined(self, proposal: Proposal) -> list[str]:
        """How the files go together, and what they do not share, in sentences. Raises ReadError."""
        return [*self._job.joined(proposal)["said"]]

    def columns(self, names: Sequence[str], table: int = 0) -> FileTable:
        """Some columns of one of the files, as a table. Raises ReadError."""
        return self._job.tables[table]


def open_in_worker(
    files: Files, hows: ReadOptionsByFile | None = None, only: Sequence[str] = ()
) -> WorkerReading:
    """Files opened in a process of their own, where the system has such. Raises ReadError."""
    return (WorkerReading if HAS_WORKER else LocalReading)(files, hows, None, only)


def needs_worker(name: str, data: bytes | Path) -> bool:
    """Whether a file unfolds to more than its size says, and is better read apart."""
    # brings Arrow
    from breakeven.readers.containers.members import unfolds
    from breakeven.readers.files.content import Content

    try:
        return unfolds(Content(name, data).start)
    except ReadError:  # it is said when it is read
        return False


def _wait_for(reading: WorkerClient) -> None:
    """Count a reader among those that wait; those asked longest ago end when there are many."""
    with _COUNTING:
        # the latest stands last, also where it waited before, or one that is gone had its number
        _WAITING.pop(id(reading), None)
        _WAITING[id(reading)] = weakref.ref(reading)
        for key in list(_WAITING)[:-MOST_WAITING]:
            old = _WAITING.pop(key)()
            if old is not None:
                old.end()


def _close(connection: socket.socket, answers: IO[bytes], listener: ProgressListener) -> None:
    with suppress(OSError):
        answers.close()
        connection.close()
        listener.close()
