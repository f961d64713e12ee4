"""The user's own files, read in their own process, or apart where they unfold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from breakeven.data.records import Review
from breakeven.readers.answers_preview import AnswersPreview, preview_answers
from breakeven.readers.base.memory import release_free_memory
from breakeven.readers.base.proposal import Proposal, Shape
from breakeven.readers.base.read_options import ReadOptionsByFile
from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from breakeven.readers.worker.client import WorkerReading, needs_worker
from breakeven.readers.worker.connection import HAS_WORKER

if TYPE_CHECKING:
    from breakeven.readers.containers.members import Files


class OwnFiles(Protocol):
    """Opened files, and what they are taken for."""

    proposal: Proposal

    def build(self, proposal: Proposal, name: str = "") -> Review:
        """The review of the files as the proposal says. Raises ReadError."""

    def answers(self, proposal: Proposal) -> AnswersPreview:
        """What the answers in the files come to. Raises ReadError."""

    def end(self) -> None:
        """Forget the files."""


class _Here:
    """Files opened in this process: what plain files say of their size is known before."""

    def __init__(
        self, files: Files, hows: ReadOptionsByFile, shape: Shape | None, only: Sequence[str]
    ) -> None:
        self._tables = open_tables(files, hows, only)
        self.proposal = propose(self._tables, shape)

    def build(self, proposal: Proposal, name: str = "") -> Review:
        """The review of the files as the proposal says. Raises ReadError."""
        return build_review(self._tables, proposal, name)

    def answers(self, proposal: Proposal) -> AnswersPreview:
        """What the answers in the files come to. Raises ReadError."""
        names = {file.name for file in proposal.files}
        return preview_answers([t for t in self._tables if t.name in names], proposal)

    def end(self) -> None:
        """Forget the files."""
        self._tables.clear()
        release_free_memory()


def open_own_files(
    files: Files, hows: ReadOptionsByFile, shape: Shape | None, only: Sequence[str]
) -> OwnFiles:
    """Files opened and proposed; apart where one unfolds to what it does not say. ReadError."""
    apart = HAS_WORKER and any(needs_worker(name, data) for name, data in files)
    return (WorkerReading if apart else _Here)(files, hows, shape, only)
