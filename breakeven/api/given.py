"""Files of the user's own: opened, and read once it is said what they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from breakeven.readers.apart.own import Own, open_own
from breakeven.readers.containers.folder import Files, of_names, with_folders
from breakeven.readers.files.how import How
from breakeven.readers.proposal import FileProposal, Proposal, Shape
from breakeven.records import Review

if TYPE_CHECKING:
    from breakeven.readers.answers_preview import AnswersPreview

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class ReadFiles:
    """A review, and what it was read from: files by their names, and the proposal as JSON."""

    review: Review
    files: Files
    options: str


@dataclass(frozen=True)
class Given:
    """Opened files, those of a folder by their names in it (`among`), and what they are."""

    files: Files
    among: frozenset[str]
    own: Own

    @property
    def used(self) -> list[FileProposal]:
        """What the files and tables are taken for that are read."""
        return [file for file in self.own.proposal.files if file.role != "left out"]

    @property
    def left_out(self) -> list[FileProposal]:
        """Those that are not read, with the reason."""
        return [file for file in self.own.proposal.files if file.role == "left out"]

    def proposal(
        self,
        edited: Iterable[FileProposal],
        class_map: Mapping[str, str | None] = NOTHING,
        gold: str = "",
        unbounded: bool | None = None,
        answers: Mapping[str, Any] = NOTHING,
        hierarchy: Mapping[str, Any] = NOTHING,
        *,
        join_by_row_order: bool = False,
    ) -> Proposal:
        """What is read, where the files are what was `edited`.

        What is left out of an archive is said, so that it is left out again; of a folder nothing
        is kept but what is read.
        """
        said = {file.name: file for file in edited}
        used = of_names(self.files, said, self.among)
        files = tuple(
            said.get(file.name, file)
            for file in self.own.proposal.files
            if any(file.name == name or file.name.startswith(f"{name}/") for name, _ in used)
        )
        options = dict(class_map), gold, unbounded, dict(answers), dict(hierarchy)
        return Proposal(files, *options, join_by_row_order=join_by_row_order)

    def read(self, proposal: Proposal, name: str = "") -> ReadFiles:
        """The review. Raises ReadError."""
        try:
            review = self.own.build(proposal, name)
        finally:
            self.own.end()
        used = [file.name for file in proposal.files if file.role != "left out"]
        return ReadFiles(review, of_names(self.files, used, self.among), proposal.to_json())

    def answers(self, proposal: Proposal) -> AnswersPreview:
        """What the answers of language models in the files come to. Raises ReadError."""
        try:
            return self.own.answers(proposal)
        finally:
            self.own.end()


def open_given(
    named: Files, how: How, shape: Shape | None = None, only: Sequence[str] = ()
) -> Given:
    """Files, and folders of files, opened. Raises ReadError."""
    files, among = with_folders(named)
    hows = {name: replace(how, among=name in among) for name, _ in files}
    return Given(files, among, open_own(files, hows, shape, only))
