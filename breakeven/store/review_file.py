"""A review as one file: its versions' files as received, how they were read, and what was said.

A zip with `manifest.json` and each content under its SHA-256. Nothing in it is believed: it is
unpacked and looked through in a process with limits (`unpack`), counted as archives are; members,
sizes, digests, the form of all that is said and the chain of events are checked before anything is
used, and reviews are read again from the files.
"""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import numpy as np

from breakeven.data.marks import replay_marks
from breakeven.data.records import Problem, Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.validation import (
    ValidationError,
    Validator,
    count,
    digest,
    keyed,
    listed,
    maybe,
    moment,
    one_of,
    plain,
    record,
    stored_text,
    text,
    yes_or_no,
)
from breakeven.readers.containers.archives import BROKEN_ZIP, ZIP_ENTRY, unzipped, why_not_unzipped
from breakeven.readers.files.size_limits import LITTLE, MOST_RATIO, MOST_UNPACKED, Budget
from breakeven.readers.worker.client import WorkerUnpacking
from breakeven.readers.worker.connection import HAS_WORKER, size_of
from breakeven.store.actors import Actor
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import marks_of_events, measures_of, why_malformed
from breakeven.store.events import Event, broken_events, differences
from breakeven.store.reread import changed_reading, options_of, read_again
from breakeven.store.saved_review import ABOUT_FORM, STATUSES, SavedFile, SavedReview, SavedVersion

ENDING = ".breakeven"
MANIFEST, CONTENTS, FORMAT = "manifest.json", "files/", 1
MOST_OF_MANIFEST = 32 << 20
MOST_MEMBERS = 10_000
MOST_EVENTS = 50_000
# lists and objects in a manifest, and how deep they stand in one another
MOST_LISTS, MOST_DEPTH = 1_000_000, 32
STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
IDENTITY = re.compile("[0-9a-f]{32}")
# that equal reviews give equal files
MOMENT = (2000, 1, 1, 0, 0, 0)
REMEDY = "export the review again"
ALONE = "load the files by themselves"


def _identity(value: Any, location: str) -> None:
    text(value, location)
    if IDENTITY.fullmatch(value) is None:
        raise ValidationError(f"{location} is not an id")


def _bytes_size(value: Any, location: str) -> None:
    if type(value) is not int or not 0 <= value < 1 << 50:
        raise ValidationError(f"{location} is not a number of bytes")


_FILE = record({"name": stored_text, "sha256": digest, "bytes": _bytes_size})
_VERSION = record(
    {
        "review": _identity,
        "n": count,
        "fingerprint": digest,
        "options": text,
        "about": ABOUT_FORM,
        "code_version": stored_text,
        "created": moment,
        "created_by": stored_text,
        "files": listed(_FILE),
    }
)
_REVIEW = record(
    {
        "id": _identity,
        "title": stored_text,
        "status": one_of(*STATUSES),
        "owner": stored_text,
        "created": moment,
        "archived": yes_or_no,
        "baseline": maybe(count),
        "versions": listed(_VERSION),
    }
)
_EVENT = record(
    {
        "chain": _identity,
        "n": count,
        "at": moment,
        "actor": record(dict.fromkeys(("issuer", "subject", "name"), stored_text)),
        "kind": stored_text,
        "version": maybe(count),
        # each kind of event has a form of its own
        "payload": keyed(plain),
        "hash": digest,
    }
)
FORM: Validator = record({"format": one_of(FORMAT), "review": _REVIEW, "events": listed(_EVENT)})


@dataclass(frozen=True)
class PackedReview:
    """A review, what was said of it, and the contents of its files by their SHA-256."""

    review: SavedReview
    events: tuple[Event, ...]
    contents: Mapping[str, bytes | Path]

    def read(self, n: int | None = None) -> Review:
        """One of its versions, the newest for None, from its files, with its marks. ReadError.

        Where its files give another fingerprint than the file says, a note says so.
        """
        version = self.review.versions[-1] if n is None else self.review.version(n)
        review = self.read_alone(version)
        other = changed_reading(review, version)
        if other is not None:
            review = replace(review, notes=(*review.notes, other))
        truth, review = review.truth, replace(review, measures=measures_of(self.events))
        try:
            marks = marks_of_events(self.events, version.n, truth.n, truth.classes)
        except LibraryError as error:
            left_out = Problem(what=error.what, remedy=error.remedy)
            return replace(review, notes=(*review.notes, left_out))
        return replace(review, marks=replay_marks(truth.n, marks)) if marks else review

    def read_alone(self, version: SavedVersion) -> Review:
        """One of its versions from its files, as they are. ReadError."""
        files = [_bytes_of(self.contents[file.sha256]) for file in version.files]
        return read_again(version, files, self.review.title)


def write_packed(packed: PackedReview, sink: IO[bytes]) -> None:
    """Write a review as one file; equal ones give equal bytes."""
    review = packed.review
    manifest = {
        "format": FORMAT,
        "review": {k: v for k, v in asdict(review).items() if k != "opened"}
        | {"versions": [_of_version(version) for version in review.versions]},
        "events": [_of_event(event) for event in packed.events],
    }
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        manifest_bytes = json.dumps(manifest, ensure_ascii=True, sort_keys=True).encode()
        file.writestr(_member(MANIFEST, manifest_bytes), manifest_bytes)
        # in all it may unfold no further than whoever reads it unpacks
        unfolded = len(manifest_bytes) + sum(map(size_of, packed.contents.values()))
        for sha256, content in sorted(packed.contents.items()):
            data = _bytes_of(content)
            member = _member(CONTENTS + sha256, data, as_it_is=unfolded > MOST_UNPACKED)
            file.writestr(member, data)


def _of_version(version: SavedVersion) -> dict[str, Any]:
    return {k: v for k, v in asdict(version).items() if k != "opened"}


def _of_event(event: Event) -> dict[str, Any]:
    return {"at" if k == "time" else k: v for k, v in asdict(event).items()}


def _member(name: str, data: bytes, as_it_is: bool = False) -> zipfile.ZipInfo:
    found = zipfile.ZipInfo(name, MOMENT)
    folds = len(data) > LITTLE and MOST_RATIO * len(zlib.compress(data, 1)) < len(data)
    found.compress_type = zipfile.ZIP_STORED if folds or as_it_is else zipfile.ZIP_DEFLATED
    found.external_attr = 0o600 << 16
    return found


def _bytes_of(content: bytes | Path) -> bytes:
    return content if isinstance(content, bytes) else content.read_bytes()


def is_packed(start: bytes) -> bool:
    """Whether a file that begins so is a packed review: the manifest is its first member."""
    return start[:4] == b"PK\x03\x04" and start[30 : 30 + len(MANIFEST)] == MANIFEST.encode()


def read_packed(source: bytes | Path, name: str = "") -> PackedReview:
    """The review in a file, everything in it checked, apart. ReadError with what is wrong.

    `name`: what the file is called in messages.
    """
    name = name or ((source.name or str(source)) if isinstance(source, Path) else "the file")
    try:
        if isinstance(source, Path):
            source.open("rb").close()
        if HAS_WORKER:
            unpacked = WorkerUnpacking("breakeven.store.review_file:unpack", name, source)
            return packed_of(unpacked.answer, unpacked.contents)
        return packed_of(*unpack(name, _bytes_of(source)))
    except OSError as error:
        raise _wrong(name, f"it cannot be opened ({error.strerror})", "check the path") from error


def unpack(name: str, data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """What the manifest of a file says, and the contents that it names, by their SHA-256.

    Everything is checked but whether the files give the fingerprints that it says. ReadError.
    """
    # counted before the list is read, which takes a kilobyte of memory for each
    if data.count(ZIP_ENTRY) > 2 * MOST_MEMBERS:
        raise _wrong(name, "it has too many files, or one twice")
    try:
        file = zipfile.ZipFile(BytesIO(data))
    except BROKEN_ZIP as error:
        raise _wrong(name, f"it cannot be unpacked ({error})") from error
    with file:
        members = _members_of(file, name)
        budget = Budget.for_file(name, len(data))
        manifest = _unzipped(file, members[MANIFEST], budget, MOST_OF_MANIFEST, name)
        manifest_data = _manifest_of(manifest, name)
        _must_be_said(manifest_data, name)
        sizes = {
            f["sha256"]: f["bytes"] for v in manifest_data["review"]["versions"] for f in v["files"]
        }
        stray = set(members) - {MANIFEST} - {CONTENTS + sha256 for sha256 in sizes}
        if stray:
            raise _wrong(name, f"it has an unknown file: {min(stray)[:80]!r}")
        contents = []
        for sha256, size in sorted(sizes.items()):
            if CONTENTS + sha256 not in members:
                raise _wrong(name, f"the content {sha256[:12]}… is missing")
            content = _unzipped(file, members[CONTENTS + sha256], budget, size, name)
            if len(content) != size or hashlib.sha256(content).hexdigest() != sha256:
                raise _wrong(name, f"the content {sha256[:12]}… is not as it was packed")
            contents.append(content)
    return manifest_data, contents


def _members_of(file: zipfile.ZipFile, name: str) -> dict[str, zipfile.ZipInfo]:
    """The members by their names, as far as their number goes all right."""
    members = {member.filename: member for member in file.infolist()}
    if MANIFEST not in members:
        raise _wrong(name, f"it has no {MANIFEST}, so it is not a packed review", "choose another")
    if len(members) > MOST_MEMBERS or len(members) < len(file.infolist()):
        raise _wrong(name, "it has too many files, or one twice")
    return members


def _unzipped(
    file: zipfile.ZipFile, member: zipfile.ZipInfo, budget: Budget, most: int, name: str
) -> bytes:
    """A member that says it has so many bytes at most, counted while it is unpacked."""
    refused = why_not_unzipped(member)
    if refused:
        raise _wrong(name, f"{member.filename[:80]}: {refused}", REMEDY)
    if member.file_size > most:
        raise _wrong(name, f"{member.filename[:80]} is larger than it may be", ALONE)
    return unzipped(name, file, member, budget)


def _manifest_of(data: bytes, name: str) -> dict[str, Any]:
    """What the manifest says, of its form."""
    refused = _too_much(data)
    if refused is not None:
        raise _wrong(name, f"its {MANIFEST} {refused}", ALONE)
    try:
        parsed = json.loads(data.decode(), parse_constant=_no_number)
        if (
            isinstance(parsed, dict)
            and type(parsed.get("format")) is int
            and parsed["format"] > FORMAT
        ):
            raise _wrong(name, "a newer program wrote it", "update this program")
        if isinstance(parsed, dict) and isinstance(parsed.get("events"), list):
            many = len(parsed["events"])
            if many > MOST_EVENTS:
                raise _wrong(name, f"it holds {many:,} events, more than {MOST_EVENTS:,}", ALONE)
        FORM(parsed, "manifest")
    except (ValueError, RecursionError) as error:
        raise _wrong(name, f"its {MANIFEST} is damaged ({error})") from error
    checked: dict[str, Any] = parsed
    return checked


def _too_much(data: bytes) -> str | None:
    """Why JSON is not taken apart, by the signs outside its texts; None where it may be."""
    signs = np.frombuffer(STRING.sub(b"", data), dtype=np.uint8)
    opens = np.isin(signs, np.frombuffer(b"[{", dtype=np.uint8))
    closes = np.isin(signs, np.frombuffer(b"]}", dtype=np.uint8))
    if opens.sum() > MOST_LISTS:
        return f"holds more than {MOST_LISTS:,} lists and objects"
    deep = np.cumsum(np.where(opens, 1, -1)[opens | closes])
    return f"is nested deeper than {MOST_DEPTH} levels" if (deep > MOST_DEPTH).any() else None


def _must_be_said(manifest: Mapping[str, Any], name: str) -> None:
    """ReadError where the parts of a manifest do not go together, or with what was said."""
    review, events = _review_of(manifest["review"]), _events_of(manifest["events"])
    numbers = [version.n for version in review.versions]
    if not numbers or numbers != sorted(set(numbers)):
        raise _wrong(name, "its versions have no order")
    if review.baseline not in (None, *numbers):
        raise _wrong(name, "its baseline is not one of its versions")
    if any(version.review != review.id for version in review.versions):
        raise _wrong(name, "it has a version of another review")
    if any(event.chain != review.id for event in events):
        raise _wrong(name, "it has the history of another review")
    _must_say_how(review, name)
    _must_be_of_its_kind(events, numbers, name)
    for event in broken_events(events):
        raise _wrong(name, f"the history was changed: event {event.n}")
    for difference in differences(review, events):
        raise _wrong(name, difference)


def _must_say_how(review: SavedReview, name: str) -> None:
    """ReadError where a version does not say how its files are read."""
    for version in review.versions:
        if (refused := _too_much(version.options.encode())) is not None:
            raise _wrong(name, f"how version {version.n} was read {refused}", ALONE)
        try:
            options_of(version)
        except ReadError as error:
            (problem,) = error.problems
            raise _wrong(name, problem.what, problem.remedy) from error


def _must_be_of_its_kind(events: Sequence[Event], numbers: Sequence[int], name: str) -> None:
    """ReadError where an event is not as its kind is written, or about a version it lacks."""
    for event in events:
        if (what := why_malformed(event)) is not None:
            raise _wrong(name, f"its history is damaged: {what}")
        if event.version not in (None, *numbers):
            raise _wrong(
                name, (f"event {event.n} is about version {event.version}, which is missing")
            )


def packed_of(manifest: Mapping[str, Any], contents: Sequence[bytes]) -> PackedReview:
    """A review of what `unpack` gives."""
    review = _review_of(manifest["review"])
    named = sorted({file.sha256 for version in review.versions for file in version.files})
    return PackedReview(
        review, _events_of(manifest["events"]), dict(zip(named, contents, strict=True))
    )


def _review_of(data: Mapping[str, Any]) -> SavedReview:
    """The review of a manifest of its form."""
    versions = tuple(
        SavedVersion(
            **version
            | {
                "opened": version["created"],
                "files": tuple(SavedFile(**file) for file in version["files"]),
            }
        )
        for version in data["versions"]
    )
    return SavedReview(**{**data, "opened": data["created"], "versions": versions})


def _events_of(data: Any) -> tuple[Event, ...]:
    """The events of a manifest of its form."""
    others = ({k: v for k, v in event.items() if k not in ("at", "actor")} for event in data)
    return tuple(
        Event(time=event["at"], actor=Actor(**event["actor"]), **fields)
        for event, fields in zip(data, others, strict=True)
    )


def _no_number(sign: str) -> float:
    raise ValueError(f"{sign} is not a number")


def _wrong(name: str, what: str, remedy: str = REMEDY) -> ReadError:
    return ReadError([Problem(what=what, remedy=remedy, file=name)])
