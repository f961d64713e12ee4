"""Reviews made in this session, and how to make each again with another class map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from breakeven.readers.samples import SAMPLES, load_sample
from breakeven.records import Review
from breakeven.ui.app import cache, state
from breakeven.ui.app.cached import digest

if TYPE_CHECKING:  # the first page opens without what reads files
    from breakeven.readers.apart.reading import Reading
    from breakeven.readers.class_map import ClassMap
    from breakeven.readers.proposal import Proposal

# makes a review with another class map; returns what it is opened by, raises ReadError
Again = Callable[["ClassMap"], str]


def identity(uploads: Sequence[Any]) -> str:
    """What tells these uploads from any others, also of the same names."""
    return digest([upload.file_id for upload in uploads])[:12]


def newest(uploads: Sequence[Any]) -> list[Any]:
    """The uploads, of several under one name the one that was dropped last."""
    return list({upload.name: upload for upload in uploads}.values())


def just_read(uploads: Sequence[Any]) -> bool:
    """Whether the files that the uploader holds are the ones read last."""
    return bool(uploads) and state.remembered("read_uploads") == identity(uploads)


def read_files(uploads: Sequence[Any], reading: Reading, proposal: Proposal, name: str) -> str:
    """Make the review of these files and keep it; what it is opened by. Raises ReadError."""

    def again(class_map: ClassMap) -> str:
        changed = replace(proposal, class_map=class_map)
        key = _kept(reading.build(changed, name), again)
        state.remember("map_of_files", class_map)
        return key

    key = again(proposal.class_map)
    state.remember("read_uploads", identity(uploads))
    return key


def _again_with_sample(sample: str) -> Again:
    def again(class_map: ClassMap) -> str:
        if not class_map:
            return sample
        return _kept(load_sample(sample, class_map), again)

    return again


def _kept(review: Review, again: Again) -> str:
    cache.keep(review)
    state.remember("made_by", (review.fingerprint, again))
    return review.fingerprint


def map_of_files() -> ClassMap:
    """The class map by which files were read last in this session."""
    return state.remembered("map_of_files", {})


def again_of(key: str, review: Review) -> Again | None:
    """How to make a review again; None where this session did not read its files.

    `key`: what it was opened by.
    """
    if key in SAMPLES:
        return _again_with_sample(key)
    fingerprint, again = state.remembered("made_by", ("", None))
    return again if fingerprint == review.fingerprint else None
