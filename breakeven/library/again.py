"""A saved review read again from its files: where no parsed form of it is kept, or is trusted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from breakeven.library.saved import SavedVersion
from breakeven.readers.apart.reading import open_apart
from breakeven.readers.proposal import Proposal
from breakeven.readers.samples import SAMPLES, load_sample
from breakeven.records import Problem, Review


def sample_options(
    sample: str, class_map: Mapping[str, str | None], hierarchy: Mapping[str, Any] | None = None
) -> str:
    """What is saved of a sample instead of files and a proposal."""
    said = {"sample": sample, "class_map": dict(class_map)}
    return json.dumps(said | ({"hierarchy": hierarchy} if hierarchy else {}), sort_keys=True)


def sample_of(options: Mapping[str, Any]) -> Review:
    """The sample that such options name, read as they say. Raises ReadError."""
    return load_sample(options["sample"], options["class_map"], options.get("hierarchy"))


def read_again(version: SavedVersion, files: Sequence[bytes], title: str) -> Review:
    """The review of a version's files, in their order, as it was confirmed when it was saved.

    Files are read apart, within limits. Where this program reads them otherwise than the one that
    saved them, a note says so. Raises ReadError.
    """
    options = json.loads(version.options)
    if "sample" in options and options["sample"] in SAMPLES:
        review = replace(sample_of(options), name=title)
    else:
        proposal = Proposal.from_json(version.options)
        named = [(file.name, data) for file, data in zip(version.files, files, strict=True)]
        reading = open_apart(named, proposal.hows)
        try:
            review = reading.build(proposal, title)
        finally:
            reading.end()
    if review.fingerprint == version.fingerprint:
        return review
    other = Problem(
        what=f"saved by version {version.code_version} of this program, and read anew by another",
        remedy="compare the numbers with those that were signed",
    )
    return replace(review, fingerprint=version.fingerprint, notes=(*review.notes, other))
