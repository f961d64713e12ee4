"""The user's own files, read in their own process, or apart where they unfold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from breakeven.readers.apart.reading import Reading, unfold
from breakeven.readers.apart.started import APART
from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.how import Hows
from breakeven.readers.opening import open_tables
from breakeven.readers.proposal import Proposal, Shape
from breakeven.readers.spare import give_back_spare
from breakeven.records import Review

if TYPE_CHECKING:
    from breakeven.readers.answers_preview import AnswersPreview
    from breakeven.readers.containers.folder import Files


class Own(Protocol):
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

    def __init__(self, files: Files, hows: Hows, shape: Shape | None, only: Sequence[str]) -> None:
        self._tables = open_tables(files, hows, only)
        self.proposal = propose(self._tables, shape)

    def build(self, proposal: Proposal, name: str = "") -> Review:
        """The review of the files as the proposal says. Raises ReadError."""
        return build_review(self._tables, proposal, name)

    def answers(self, proposal: Proposal) -> AnswersPreview:
        """What the answers in the files come to. Raises ReadError."""
        from breakeven.readers.answers_preview import preview_answers

        names = {file.name for file in proposal.files}
        return preview_answers([t for t in self._tables if t.name in names], proposal)

    def end(self) -> None:
        """Forget the files."""
        self._tables.clear()
        give_back_spare()


def open_own(files: Files, hows: Hows, shape: Shape | None, only: Sequence[str]) -> Own:
    """Files opened and proposed; apart where one unfolds to what it does not say. ReadError."""
    apart = APART and any(unfold(name, data) for name, data in files)
    return (Reading if apart else _Here)(files, hows, shape, only)
