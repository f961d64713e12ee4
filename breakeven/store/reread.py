"""A saved review read again from its files: where no parsed form of it is kept, or is trusted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from breakeven.data.records import Problem, Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import CLASS_MAP, CONFIRMED, HIERARCHY, Proposal
from breakeven.readers.base.validation import one_of, record, why_invalid
from breakeven.readers.samples import SAMPLES, load_sample
from breakeven.readers.worker.client import open_in_worker
from breakeven.store.saved_review import SavedVersion

OF_A_SAMPLE = record({"sample": one_of(*SAMPLES), "class_map": CLASS_MAP}, {"hierarchy": HIERARCHY})
LOAD_THE_FILES = "load its files by themselves"


def sample_options(
    sample: str, class_map: Mapping[str, str | None], hierarchy: Mapping[str, Any] | None = None
) -> str:
    """What is saved of a sample instead of files and a proposal."""
    said = {"sample": sample, "class_map": dict(class_map)}
    return json.dumps(said | ({"hierarchy": hierarchy} if hierarchy else {}), sort_keys=True)


def sample_of(options: Mapping[str, Any]) -> Review:
    """The sample that such options name, read as they say. Raises ReadError."""
    return load_sample(options["sample"], options["class_map"], options.get("hierarchy"))


def options_of(version: SavedVersion) -> Mapping[str, Any]:
    """How a version was read, as `sample_options` or a proposal says it. Raises ReadError."""
    try:
        data = json.loads(version.options)
    except (ValueError, RecursionError):
        data = None
    form = OF_A_SAMPLE if isinstance(data, dict) and "sample" in data else CONFIRMED
    reason = why_invalid(form, data, "how it was read")
    if reason is not None:
        what = f"version {version.n} does not hold how its files are read: {reason}"
        raise ReadError([Problem(what=what, remedy=LOAD_THE_FILES)])
    options: Mapping[str, Any] = data
    return options


def read_again(version: SavedVersion, files: Sequence[bytes], title: str) -> Review:
    """The review of a version's files, in their order, as it was confirmed when it was saved.

    Files are read apart, within limits. Its fingerprint is the one that they give now, whatever
    the version says: `changed_reading` compares. Raises ReadError.
    """
    options = options_of(version)
    if "sample" in options:
        return replace(sample_of(options), name=title)
    proposal = Proposal.from_saved(version.options)
    if len(files) != len(version.files):
        what = f"version {version.n} has {len(files)} of its {len(version.files)} files"
        raise ReadError([Problem(what=what, remedy=LOAD_THE_FILES)])
    named = [(file.name, data) for file, data in zip(version.files, files, strict=True)]
    reading = open_in_worker(named, proposal.hows)
    try:
        return reading.build(proposal, title)
    finally:
        reading.end()


def changed_reading(review: Review, version: SavedVersion) -> Problem | None:
    """That files give another fingerprint than a version of them says; None where they do not.

    An earlier program may have counted it otherwise, or somebody changed the files, or how they
    are read.
    """
    if review.fingerprint == version.fingerprint:
        return None
    return Problem(
        what=f"the files of version {version.n}give another review than the saved one: their "
        f"fingerprint is {review.fingerprint[:12]}… instead of {version.fingerprint[:12]}…. "
        f"They were changed, or version {version.code_version} of this program read them "
        "differently",
        remedy=LOAD_THE_FILES,
    )
