"""Reviews made in this session, and how to make each again with another class map.

Tested in `tests/pages/test_home.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from breakeven.data.records import Problem, Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.samples import SAMPLES, load_sample
from breakeven.ui.app.session import state
from breakeven.ui.app.session.access import actor
from breakeven.ui.app.store.reviews import Unsaved, can_be_saved, save_read
from breakeven.ui.app.store.saved import keep, saved_as

if TYPE_CHECKING:  # the first page opens without what reads files
    from breakeven.readers.base.proposal import Proposal
    from breakeven.readers.hierarchy import Stated
    from breakeven.readers.shapes.class_map import ClassMap
    from breakeven.readers.worker.client import WorkerReading
    from breakeven.store.library import Library
    from breakeven.store.saved_review import SavedVersion


class ReadAgain(Protocol):
    """Makes a review with another class map, called so; returns what it is opened by.

    `hierarchy` as a proposal has it; None: the one by which it was made. Raises ReadError.
    """

    def __call__(self, class_map: ClassMap, called: str, hierarchy: Stated | None = None) -> str:
        """Read again."""


def read_files(
    uploads: Sequence[Any], reading: WorkerReading, proposal: Proposal, name: str
) -> str:
    """Make the review of these files, keep and save it; what it is opened by. Raises ReadError."""
    given = [(upload.name, upload.getvalue()) for upload in uploads]
    files, proposal = _files_used(given, proposal)
    again = _again_with(files, reading, proposal)
    return again(proposal.class_map, name, proposal.hierarchy)


def _files_used(
    files: Sequence[tuple[str, bytes]], proposal: Proposal
) -> tuple[Sequence[tuple[str, bytes]], Proposal]:
    """Of the files of folders only those that are read; all others as they are."""
    used = [file.name for file in proposal.files if file.role != "left out"]
    used_files = [
        (name, data)
        for name, data in files
        if "/" not in name or any(n == name or n.startswith(f"{name}/") for n in used)
    ]
    names = [name for name, _ in used_files]
    used_proposals = tuple(
        file
        for file in proposal.files
        if any(file.name == name or file.name.startswith(f"{name}/") for name in names)
    )
    return used_files, replace(proposal, files=used_proposals)


def _again_with(
    files: Sequence[tuple[str, bytes]], reading: WorkerReading, proposal: Proposal
) -> ReadAgain:
    def again(class_map: ClassMap, called: str, hierarchy: Stated | None = None) -> str:
        above = proposal.hierarchy if hierarchy is None else hierarchy
        changed = replace(proposal, class_map=class_map, hierarchy=above)
        review = reading.build(changed, called)
        key = _keep_made(review, _again_with(files, reading, changed))
        save_read(Unsaved(review, files, changed.to_json()))
        state.remember("map_of_files", class_map)
        state.remember("hierarchy_of_files", above)
        return key

    return again


def _again_with_sample(sample: str, stated: Stated | None = None) -> ReadAgain:
    def again(class_map: ClassMap, called: str, hierarchy: Stated | None = None) -> str:
        above = stated if hierarchy is None else hierarchy
        if not class_map and not above:
            return sample
        # loads PyArrow
        from breakeven.store.reread import sample_options

        review = load_sample(sample, class_map, above)
        can_be_saved(Unsaved(review, (), sample_options(sample, class_map, above)))
        return _keep_made(review, _again_with_sample(sample, above))

    return again


def _again_with_saved(
    library: Library, version: SavedVersion, stated: Stated | None = None
) -> ReadAgain:
    """From the files in the library; what is read is the next version of the review."""

    def again(class_map: ClassMap, called: str, hierarchy: Stated | None = None) -> str:
        # loads PyArrow and SQLAlchemy
        from breakeven.readers.base.proposal import Proposal
        from breakeven.readers.worker.client import open_in_worker
        from breakeven.store.actors import NotAllowedError
        from breakeven.store.errors import LibraryError
        from breakeven.store.reread import options_of, sample_options

        options = options_of(version)
        if "sample" in options:
            before = options.get("hierarchy") if stated is None else stated
            above = before if hierarchy is None else hierarchy
            review = replace(load_sample(options["sample"], class_map, above), name=called)
            save_read(Unsaved(review, (), sample_options(options["sample"], class_map, above)))
            return _keep_made(review, _again_with_saved(library, version, above))
        try:
            files = [(file.name, library.file(actor(), file.sha256)) for file in version.files]
        except (LibraryError, NotAllowedError) as error:
            raise ReadError([Problem(what=str(error), remedy="load the files again")]) from error
        proposal = Proposal.from_saved(version.options)
        reading = open_in_worker(files, proposal.hows)
        return _again_with(files, reading, proposal)(class_map, called, hierarchy)

    return again


def _keep_made(review: Review, again: ReadAgain) -> str:
    keep(review)
    state.remember("made_by", (review.fingerprint, again))
    return review.fingerprint


def map_of_files() -> ClassMap:
    """The class map by which files were read last in this session."""
    return state.remembered("map_of_files", {})


def hierarchy_of_files() -> Stated:
    """The hierarchy by which files were read last in this session."""
    return state.remembered("hierarchy_of_files", {})


def again_of(key: str, review: Review) -> ReadAgain | None:
    """How to make a review again; None where neither this session nor the library has its files.

    `key`: what it was opened by.
    """
    if key in SAMPLES:
        return _again_with_sample(key)
    fingerprint, again = state.remembered("made_by", ("", None))
    if fingerprint == review.fingerprint:
        return again
    saved_version = saved_as(review)
    return (
        None
        if saved_version is None
        else _again_with_saved(saved_version.library, saved_version.version)
    )
